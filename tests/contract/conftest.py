"""Every game that is registered, and the two examples, each with the text of one scenario."""

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import game as games
from tabletop.core import resources
from tests.example import EXAMPLES


def _arenas():
    yield from EXAMPLES.values()
    for game in games.games_by_id().values():
        path = resources.list_scenarios(game.meta.id)[0]
        yield game, path.read_text(encoding="utf-8")


@pytest.fixture(params=list(_arenas()), ids=lambda arena: arena[0].meta.id)
def arena(request, monkeypatch):
    game, text = request.param
    monkeypatch.setitem(games._games, game.meta.id, game)
    return game, text
