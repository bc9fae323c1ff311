# Two commands: `make play` and `make test`. Each does all its set-up itself.
PYTHON ?= python3
VENV := .venv
LOWEST := .venv-lowest
BIN := $(VENV)/bin
WORKERS ?= 2
GAMES ?= 2000
INPUTS ?= 20000
PROGRAMS ?= 500
ORDERS ?= 2000
SCRIPTS ?= 200
SEED ?= 1
# Tests that wait most of their time, for a browser, a server, a terminal or a cluster.
WAITING := tests/server tests/analysis tests/replays tests/notebook tests/cli/test_terminal.py tests/cli/test_new.py tests/test_on_ray.py
QUIETLY := --quiet --disable-pip-version-check
# Of what is installed a part is imported: it is compiled then.
QUICKLY := $(QUIETLY) --no-compile
# Python compiles our own modules while pip installs the rest.
COMPILE := $(BIN)/python -m compileall -q src

# Python keeps the bytecode of modules, even where it is told to keep none: each process, of which the
# tests start some hundred, would else compile all modules anew, which takes more than half a second.
play test waiting test-lowest test-versions: export PYTHONDONTWRITEBYTECODE =

.PHONY: play test waiting debian test-lowest test-versions release check docs docs-figures web bench bench-versions attack clean

play: $(VENV)/.installed
	$(BIN)/gametree play connect_four

# Style, types and the tests that wait are checked beside the workers, one after the other, and shown when
# these are done: all must pass.
test:
	@$(MAKE) --no-print-directory -j2 $(VENV)/.tested debian
	@$(MAKE) --no-print-directory --keep-going check waiting > $(VENV)/beside.log 2>&1 & beside=$$!; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(WAITING:%=--ignore=%); tests=$$?; \
	wait $$beside; beside=$$?; cat $(VENV)/beside.log; \
	[ $$tests -eq 0 ] && [ $$beside -eq 0 ]

waiting: $(VENV)/.tested
	$(BIN)/python -m pytest $(WAITING)

# The browsers that drive the pages, the database that two servers share: without them tests are skipped.
debian:
	@missing=; \
	command -v chromium >/dev/null || missing="chromium"; \
	command -v firefox-esr >/dev/null || missing="$$missing firefox-esr"; \
	command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	|| missing="$$missing postgresql"; \
	[ -z "$$missing" ] || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
	|| (apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing) >/dev/null 2>&1 \
	|| echo "could not be installed, so their tests are skipped: $$missing"

# The same tests with the lowest versions that pyproject.toml declares.
test-lowest: $(LOWEST)/.tested debian
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) --dist worksteal

# A part of the tests with the lowest and the highest Numba and NumPy, on each Python that is found.
test-versions:
	$(PYTHON) tests/versions.py

# Builds a release, checks it with twine, and tries it in an empty environment of each Python. Uploads nothing.
release: $(VENV)/.tested
	$(BIN)/python tests/release.py

check: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/.tested
	$(BIN)/python -m pip install $(QUIETLY) -e '.[docs]'
	$(BIN)/python docs/live_games.py
	$(BIN)/sphinx-build -W -q -b html docs docs/_build

# Runs again the matches and searches that the pages show (minutes), and writes what they print and draw.
docs-figures: $(VENV)/.tested
	$(BIN)/python docs/figures.py
	$(BIN)/python docs/pictures.py

# Builds the page from web/ into the package. It needs Node; who only uses the page does not.
web: $(VENV)/.tested
	$(BIN)/python -m gametree.server.messages.schemas web/src/protocol.ts
	cd web && npm ci && npm run check && npm run build

bench: $(VENV)/.tested
	$(BIN)/gametree bench

# The speed of this version beside that of a commit, in turns: make bench-versions BEFORE=HEAD~5
bench-versions: $(VENV)/.tested
	@test -n "$(BEFORE)" || { echo "name the commit to compare with: make bench-versions BEFORE=HEAD~5"; exit 2; }
	rm -rf build/before && mkdir -p build/before
	git archive $(BEFORE) src | tar -x -C build/before
	$(BIN)/python benchmarks/versions.py build/before/src $(VERSIONS)

# Random games, input and programs, far more of them than `make test` tries: e.g. GAMES=100000.
attack: $(VENV)/.tested
	cd tests && ../$(BIN)/python -m attack --games $(GAMES) --inputs $(INPUTS) --programs $(PROGRAMS) --orders $(ORDERS) --seed $(SEED)
	cd tests && ../$(BIN)/python -m attack.exports --scripts $(SCRIPTS) --seed $(SEED)

clean:
	rm -rf $(VENV) $(LOWEST) .venv-versions docs/_build build dist .pytest_cache .mypy_cache .ruff_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(COMPILE) & $(BIN)/python -m pip install $(QUICKLY) -e . && wait
	touch $@

# The pip that Python 3.11 brings takes twice as long to choose some 150 versions.
$(VENV)/.tested: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install $(QUICKLY) --upgrade pip
	$(COMPILE) & $(BIN)/python -m pip install $(QUICKLY) -e '.[dev]' && wait
	touch $@

$(LOWEST)/.tested: pyproject.toml tests/lowest.py
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python tests/lowest.py > $(LOWEST)/constraints.txt
	$(LOWEST)/bin/python -m pip install $(QUICKLY) -c $(LOWEST)/constraints.txt -e '.[dev]'
	touch $@
