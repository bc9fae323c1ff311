# Two commands: `make play` and `make test`. Each does all its set-up itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: play test check docs bench clean

play: $(VENV)/.installed
	$(BIN)/gametree play connect_four

test: $(VENV)/.tested check
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet -e '.[docs]'
	$(BIN)/sphinx-build -W -q -b html docs docs/_build

bench: $(VENV)/.tested
	$(BIN)/gametree bench

clean:
	rm -rf $(VENV) docs/_build build dist .pytest_cache .mypy_cache .ruff_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@
