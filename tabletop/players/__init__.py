"""Who answers when no person does.

A module here plays any game; a module in the package of a game, named by its id, plays this game. A module lists its
players by name in `PLAYERS`, or has a single `PLAYER` that is known by the name of the module.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from tabletop.core.game import AnyGame
from tabletop.core.record import ComputerPlayer
from tabletop.players.player import AnyPlayer

LEVELS = ("midshipman", "captain", "admiral")
"""The players that a game has by rights, each stronger than the one before."""


@cache
def list_players(game: str) -> dict[str, type[AnyPlayer]]:
    """All players of a game by name: those of `LEVELS` first, in this order."""
    found = _import_players(__name__) | (_import_players(own) if find_spec(own := f"{__name__}.{game}") else {})
    return {name: found[name] for name in (*LEVELS, *sorted(found)) if name in found}


def list_selectable_players(game: str) -> dict[str, type[AnyPlayer]]:
    """Those among whom a person chooses: the levels of a game, or all its players where it has none."""
    found = list_players(game)
    return {name: found[name] for name in LEVELS if name in found} or found


def default_player(game: str) -> str:
    """Who plays for the computer while nothing else is said."""
    found = list_selectable_players(game)
    return "captain" if "captain" in found else next(iter(found))


def find_player(name: str, game: str) -> type[AnyPlayer]:
    """The player of a game of that name; KeyError if there is none."""
    return list_players(game)[name]


def _import_players(package: str) -> dict[str, type[AnyPlayer]]:
    folder = __path__ if package == __name__ else import_module(package).__path__
    modules = [one.name for one in iter_modules(folder) if not one.ispkg]
    found = {name: import_module(f"{package}.{name}") for name in modules}
    alone = {name: module.PLAYER for name, module in found.items() if hasattr(module, "PLAYER")}
    return alone | {
        name: player for module in found.values() for name, player in getattr(module, "PLAYERS", {}).items()
    }


def create_player(game: AnyGame, side: str, chosen: ComputerPlayer) -> AnyPlayer:
    """The player that was chosen for a side, at the beginning of a match; KeyError if there is none of that name."""
    return find_player(chosen.player, game.meta.id)(game, side, chosen.seed, chosen.temper)
