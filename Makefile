# Two commands for a fresh machine: `make play` and `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/pytest -q --numprocesses auto --dist worksteal

# A program that a test starts finds all modules compiled, whatever the shell thinks of that.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test game check bench strength balance soak fuzz mutants pictures tables sounds reference clean

play: $(VENV)/.play
	$(BIN)/tabletop

# In two runs: what windows keep, and what all else remembers, never comes together in one process.
test: $(VENV)/.develop
	$(PYTEST) --ignore tests/ui
	$(PYTEST) tests/ui

# Everything that a registered game owes, without samples: make game GAME=volley (docs/adding-a-game.md).
game: $(VENV)/.develop
	$(if $(GAME),,$(error name a game: make game GAME=volley))
	$(BIN)/tabletop validate scenarios/$(GAME)/*.yaml
	$(BIN)/python tools/rule_coverage.py --check
	$(BIN)/python tools/game_reference.py --check
	$(PYTEST) --game $(GAME) --ignore tests/ui
	$(PYTEST) --game $(GAME) tests/ui

check: $(VENV)/.develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/rule_coverage.py --check
	$(BIN)/python tools/game_reference.py --check
	$(BIN)/python -m tools.check_sprites
	$(BIN)/tabletop validate scenarios/*/*.yaml scenarios/*/lessons/*.yaml
	$(BIN)/tabletop cases tests/cases/*.yaml
	$(MAKE) --no-print-directory test

bench: $(VENV)/.develop
	$(BIN)/python -m tools.benchmarks --write docs/benchmarks.md

strength: $(VENV)/.develop
	nice $(BIN)/python -m tools.strength --write docs/strength.md --keep .strength

balance: $(VENV)/.develop
	nice $(BIN)/python -m tools.balance --write docs/balance.md --keep .balance

soak: $(VENV)/.develop
	$(BIN)/python -m tools.soak
	$(BIN)/python -m tools.orders_of_players
	TABLETOP_SAMPLE=all $(PYTEST) -o faulthandler_timeout=0 --ignore tests/ui
	TABLETOP_SAMPLE=all $(PYTEST) -o faulthandler_timeout=0 tests/ui

fuzz: $(VENV)/.develop
	$(BIN)/python -m tools.fuzz

mutants: $(VENV)/.develop
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutants]'
	nice $(BIN)/python -m tools.mutants

pictures: $(VENV)/.develop
	$(BIN)/python -m tools.pictures
	$(BIN)/python -m tools.frame_picture

tables: $(VENV)/.develop
	$(BIN)/python -m tools.tables

sounds: $(VENV)/.develop
	$(BIN)/python -m tools.sounds
	$(BIN)/python -m tools.sounds --picture docs/pictures/sounds.webp

reference: $(VENV)/.develop
	$(BIN)/python tools/game_reference.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.develop: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
