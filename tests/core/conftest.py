"""The tiny game is the only one that the tests of the core know."""

import pytest

from tabletop.core import game as games
from tabletop.core.match import Match, MatchSetup
from tests.contract.tiny_game import SCENARIO, TinyGame


@pytest.fixture
def tiny(monkeypatch):
    monkeypatch.setattr(games, "_games", {"tiny": TinyGame()})


@pytest.fixture
def match(tiny, tmp_path):
    return Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), tmp_path / "deep" / "race.jsonl")
