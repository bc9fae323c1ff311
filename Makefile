# Two commands: `make play` and `make test`. Each does all its set-up itself.
PYTHON ?= python3
VENV := .venv
LOWEST := .venv-lowest
BIN := $(VENV)/bin
WORKERS ?= 2
GAMES ?= 2000
INPUTS ?= 20000
PROGRAMS ?= 500
SEED ?= 1
QUIETLY := --quiet --disable-pip-version-check
# Of all that the tests bring, they import a part: it is compiled then.
QUICKLY := $(QUIETLY) --no-compile

# Python keeps the bytecode of modules, even where it is told to keep none: some hundred processes
# that the tests start would else compile all modules anew, more than half a second each.
test test-lowest: export PYTHONDONTWRITEBYTECODE =

.PHONY: play test browser postgresql test-lowest check docs docs-figures web bench attack clean

play: $(VENV)/.installed
	$(BIN)/gametree play connect_four

# Style and types are checked meanwhile, and shown when the tests are done: both must pass.
test: $(VENV)/.tested browser postgresql
	@$(MAKE) --no-print-directory check > $(VENV)/check.log 2>&1 & check=$$!; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal; tests=$$?; \
	wait $$check; check=$$?; cat $(VENV)/check.log; \
	[ $$tests -eq 0 ] && [ $$check -eq 0 ]

# The browser that tests of the page drive; without one they are skipped.
browser:
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
	|| (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium) >/dev/null 2>&1 \
	|| echo "chromium could not be installed: tests of the page in a browser are skipped"

# The database that tests of the server share between two servers; without one they are skipped.
postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	|| [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
	|| (apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql) >/dev/null 2>&1 \
	|| echo "PostgreSQL could not be installed: tests on it are skipped"

# The same tests with the lowest versions that pyproject.toml declares.
test-lowest: $(LOWEST)/.tested browser
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/.tested
	$(BIN)/python -m pip install $(QUIETLY) -e '.[docs]'
	$(BIN)/sphinx-build -W -q -b html docs docs/_build

# Runs again the matches and searches that the pages show (minutes), and writes what they print and draw.
docs-figures: $(VENV)/.tested
	$(BIN)/python docs/figures.py
	$(BIN)/python docs/pictures.py

# Builds the page from web/ into the package. It needs Node; who only uses the page does not.
web: $(VENV)/.tested
	$(BIN)/python -m gametree.server.schemas web/src/protocol.ts
	cd web && npm ci && npm run check && npm run build

bench: $(VENV)/.tested
	$(BIN)/gametree bench

# Random games, input and programs, far more of them than `make test` tries: e.g. GAMES=100000.
attack: $(VENV)/.tested
	cd tests && ../$(BIN)/python -m attack --games $(GAMES) --inputs $(INPUTS) --programs $(PROGRAMS) --seed $(SEED)

clean:
	rm -rf $(VENV) $(LOWEST) docs/_build build dist .pytest_cache .mypy_cache .ruff_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install $(QUIETLY) -e .
	touch $@

$(VENV)/.tested: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install $(QUICKLY) -e '.[dev]'
	touch $@

$(LOWEST)/.tested: pyproject.toml tests/lowest.py
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python tests/lowest.py > $(LOWEST)/constraints.txt
	$(LOWEST)/bin/python -m pip install $(QUICKLY) -c $(LOWEST)/constraints.txt -e '.[dev]'
	touch $@
