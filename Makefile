# Two commands for a fresh machine: `make play` and `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TESTS := $(BIN)/python -m tools.run_tests

# The versions that pip installs, of the project's dependencies and of what builds them. Empty: the newest that pip finds.
LOCK ?= requirements.lock
INSTALL := PIP_CONSTRAINT=$(LOCK) PIP_BUILD_CONSTRAINT=$(LOCK) $(BIN)/python -m pip install --quiet --disable-pip-version-check

# A program that a test starts finds all modules compiled, whatever the shell thinks of that.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play develop test game check lock newest lowest matrix bench strength balance soak fuzz mutants pictures stills tables sounds reference clean

play: $(VENV)/.play
	$(BIN)/tabletop

# Everything that the tests and tools need, and nothing more.
develop: $(VENV)/.develop

test: $(VENV)/.develop
	$(TESTS)

# Everything that a registered game owes, without samples: make game GAME=volley (docs/adding-a-game.md).
game: $(VENV)/.develop
	$(if $(GAME),,$(error name a game: make game GAME=volley))
	$(BIN)/tabletop validate scenarios/$(GAME)/*.yaml
	$(BIN)/python tools/rule_coverage.py --check
	$(BIN)/python tools/game_reference.py --check
	$(TESTS) --game $(GAME)

check: $(VENV)/.develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/rule_coverage.py --check
	$(BIN)/python tools/game_reference.py --check
	$(BIN)/python -m tools.check_sprites
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/tabletop validate scenarios/*/*.yaml scenarios/*/lessons/*.yaml
	$(BIN)/tabletop cases tests/cases/*.yaml
	$(MAKE) --no-print-directory test

# Renew both locks, which hold for Python 3.11 and newer on all systems: the newest version of every dependency, and the
# lowest that pyproject.toml allows of the direct ones. Besides them: what makes the locks, and what pip builds packages
# with that it finds as source.
lock: $(VENV)/bin/python
	$(INSTALL) uv
	echo "$$BESIDES" | $(RESOLVE) --resolution highest --output-file requirements.lock pyproject.toml -
	echo "$$BESIDES" | $(RESOLVE) --resolution lowest-direct --output-file requirements-lowest.lock pyproject.toml -

RESOLVE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --no-config \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'
define BESIDES
editables>=0.5
setuptools>=77
uv>=0.9
wheel>=0.45
endef
export BESIDES

# Each in a fresh environment of its own: the tests with the newest and with the lowest versions that pyproject.toml allows.
newest:
	rm -rf .venv-newest
	$(MAKE) --no-print-directory test VENV=.venv-newest LOCK=

lowest:
	rm -rf .venv-lowest
	$(MAKE) --no-print-directory test VENV=.venv-lowest LOCK=requirements-lowest.lock

matrix: $(VENV)/.develop
	$(BIN)/python -m tools.matrix $(MATRIX)

bench: $(VENV)/.develop
	$(BIN)/python -m tools.benchmarks --write docs/benchmarks.md

strength: $(VENV)/.develop
	nice $(BIN)/python -m tools.strength --write docs/strength.md --keep .strength

balance: $(VENV)/.develop
	nice $(BIN)/python -m tools.balance --write docs/balance.md --keep .balance

soak: $(VENV)/.develop
	$(BIN)/python -m tools.soak
	$(BIN)/python -m tools.orders_of_players
	TABLETOP_SAMPLE=all $(TESTS) -o faulthandler_timeout=0

fuzz: $(VENV)/.develop
	$(BIN)/python -m tools.fuzz

mutants: $(VENV)/.develop
	$(INSTALL) --editable '.[mutants]'
	nice $(BIN)/python -m tools.mutants

pictures: $(VENV)/.develop
	$(BIN)/python -m tools.pictures
	$(BIN)/python -m tools.frame_picture

# Compare how all screens look with how they looked at the commit that tools/stills.py pins; .stills/ has what differs.
stills: $(VENV)/.develop
	$(BIN)/python -m tools.stills

tables: $(VENV)/.develop
	$(BIN)/python -m tools.tables

sounds: $(VENV)/.develop
	$(BIN)/python -m tools.sounds
	$(BIN)/python -m tools.sounds --picture docs/pictures/sounds.webp

reference: $(VENV)/.develop
	$(BIN)/python tools/game_reference.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml $(LOCK)
	$(INSTALL) --editable .
	@touch $@

$(VENV)/.develop: $(VENV)/bin/python pyproject.toml $(LOCK)
	$(INSTALL) --editable '.[dev,bench]'
	@touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) .venv-newest .venv-lowest .venv-3.* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
