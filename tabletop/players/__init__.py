"""The computer players: which a game has, and how one is created for a side.

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
"""The names of the players that a game should have, from weakest to strongest."""


@cache
def list_players(game: str) -> dict[str, type[AnyPlayer]]:
    """Return all players of a game by name: those of `LEVELS` first, in this order."""
    found = _import_players(__name__) | (_import_players(own) if find_spec(own := f"{__name__}.{game}") else {})
    return {name: found[name] for name in (*LEVELS, *sorted(found)) if name in found}


def list_selectable_players(game: str) -> dict[str, type[AnyPlayer]]:
    """Return the players that a person may choose: the levels of a game, or all its players."""
    found = list_players(game)
    return {name: found[name] for name in LEVELS if name in found} or found


def default_player(game: str) -> str:
    """Return the name of the player that a game uses unless another is chosen."""
    found = list_selectable_players(game)
    return "captain" if "captain" in found else next(iter(found))


def find_player(name: str, game: str) -> type[AnyPlayer]:
    """Return the player class of that name. Raises KeyError if the game has none."""
    return list_players(game)[name]


def _import_players(package: str) -> dict[str, type[AnyPlayer]]:
    """Import all modules of a package and return the players that they list."""
    folder = __path__ if package == __name__ else import_module(package).__path__
    modules = [one.name for one in iter_modules(folder) if not one.ispkg]
    found = {name: import_module(f"{package}.{name}") for name in modules}
    alone = {name: module.PLAYER for name, module in found.items() if hasattr(module, "PLAYER")}
    return alone | {
        name: player for module in found.values() for name, player in getattr(module, "PLAYERS", {}).items()
    }


def create_player(game: AnyGame, side: str, chosen: ComputerPlayer) -> AnyPlayer:
    """Return a new player for `side` at the beginning of a match. Raises KeyError for an unknown name."""
    return find_player(chosen.player, game.meta.id)(game, side, chosen.seed, chosen.temper)
