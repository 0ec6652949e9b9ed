"""The game is made known to the registry for these tests alone, until a table for it exists."""

import pytest

from tabletop.core import game as games
from tabletop.games.decks_of_glory import GAME


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setitem(games._games, GAME.meta.id, GAME)
