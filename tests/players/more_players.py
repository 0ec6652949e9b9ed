"""Players of these tests, each a file more beside those of the program."""

from functools import cache
from pathlib import Path

from tabletop import players
from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.players import process

MORE = str(Path(__file__).parent / "more")


def join_in(monkeypatch):
    """Let them play, in this process and in others."""
    monkeypatch.setattr(players, "__path__", [*players.__path__, MORE])
    monkeypatch.setattr(process, "WORKER", "tests.players.worker")
    # a cache of its own, so that later tests do not find these players
    monkeypatch.setattr(players, "list_players", cache(players.list_players.__wrapped__))


def begun(game, scenario, path=None, **chosen):
    """A match in which the computer plays some sides, each with a player and a seed, e.g. ``red="casual 7"``."""
    source = resources.find_scenario(game, scenario)
    seated = {side: ComputerPlayer(*words.split()) for side, words in chosen.items()}
    seating = Seating(tuple(seated), players=seated)
    return Match.new(
        MatchSetup(find_game(game), source.read_text(encoding="utf-8"), source.name, "1805", seating=seating), path
    )
