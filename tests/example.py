"""The two example games, as if they were registered: each with its scenario, one of them with a table."""

import re
import sys
from pathlib import Path

import pytest

from tabletop.core import game as games
from tabletop.core import resources
from tests.contract import tiny_game
from tests.contract.tricks import rules
from tools import any_orders

GAME = rules.GAME
EXAMPLES = {
    "tiny": (tiny_game.TinyGame(), tiny_game.SCENARIO),
    GAME.meta.id: (GAME, Path(rules.__file__).with_name("standard.yaml").read_text(encoding="utf-8")),
}
"""A game and its scenario, by the id of the game."""


def _known(monkeypatch, folder, names):
    paths, others = {}, resources.list_scenarios
    for name in names:
        game, text = EXAMPLES[name]
        paths[name] = folder / name / "standard.yaml"
        paths[name].parent.mkdir()
        paths[name].write_text(text, encoding="utf-8")
        monkeypatch.setitem(games._games, name, game)

    def scenarios(game: str) -> tuple[Path, ...]:
        return (paths[game],) if game in paths else others(game)

    monkeypatch.setattr(resources, "list_scenarios", scenarios)


@pytest.fixture
def example(monkeypatch, tmp_path_factory):
    """Register the card game of two files for a test."""
    from tests.contract.tricks import table  # only where there is a table does pygame need to be imported

    _known(monkeypatch, tmp_path_factory.mktemp("example"), [GAME.meta.id])
    monkeypatch.setitem(sys.modules, f"tabletop.ui.boards.{GAME.meta.id}", table)


@pytest.fixture
def examples(monkeypatch, tmp_path_factory):
    """Register both example games and their rules, which are in no rule list, for a test."""
    _known(monkeypatch, tmp_path_factory.mktemp("examples"), EXAMPLES)
    said = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in (tiny_game, rules))
    listed = any_orders.list_rule_ids() | set(re.findall(r"\b(?:TINY|PM)-\d+", said))
    monkeypatch.setattr(any_orders, "list_rule_ids", lambda: listed)
