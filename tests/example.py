"""The card game of two files, as if it lay among the others: in the registry, with its table and its scenario."""

import sys
from pathlib import Path

import pytest

from tabletop.core import game as games
from tabletop.core import resources
from tests.contract.tricks import rules

GAME = rules.GAME


@pytest.fixture
def example(monkeypatch, tmp_path_factory):
    """Makes it known for a test."""
    from tests.contract.tricks import table  # only where there is a table does pygame need to be imported

    path = tmp_path_factory.mktemp(GAME.meta.id) / "standard.yaml"
    path.write_text(rules.SCENARIO, encoding="utf-8")
    known = resources.scenarios

    def scenarios(game: str) -> tuple[Path, ...]:
        return (path,) if game == GAME.meta.id else known(game)

    monkeypatch.setitem(games._games, GAME.meta.id, GAME)
    monkeypatch.setitem(sys.modules, f"tabletop.ui.boards.{GAME.meta.id}", table)
    monkeypatch.setattr(resources, "scenarios", scenarios)
