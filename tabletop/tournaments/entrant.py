"""Who enters a tournament: a player of the program or somebody's own, and its temper."""

import re
from importlib import import_module

import msgspec

from tabletop import players
from tabletop.core.game import AnyGame
from tabletop.core.phrases import listed
from tabletop.core.record import STEADY, TEMPERS
from tabletop.players.player import AnyPlayer, Player

_OWN = re.compile(r"(?P<module>[\w.]+):(?P<name>[A-Z]\w*)")


class UnknownPlayerError(ValueError):
    """There is no such player or temper; its words say what there is."""


class Entrant(msgspec.Struct, frozen=True):
    """A player by its name, ``captain``, or by its class, ``my_players.bold:Nelson``; and its temper."""

    player: str
    temper: str = STEADY

    def __str__(self) -> str:
        return self.player if self.temper == STEADY else f"{self.player}:{self.temper}"

    def hired(self, game: AnyGame, side: str, seed: str) -> AnyPlayer:
        """Somebody who plays a side from the beginning.

        Raises:
            UnknownPlayerError: if this game has no such player, or it fails as it begins.
        """
        kind = _kind(self.player, game)
        try:
            return kind(game, side, seed, self.temper)
        except Exception as error:  # it may be anybody's
            raise UnknownPlayerError(f"The player '{self.player}' cannot begin: {_told(error)}.") from error


def entrant(told: str) -> Entrant:
    """From ``PLAYER``, ``PLAYER:TEMPER``, ``MODULE:CLASS`` or ``MODULE:CLASS:TEMPER``.

    Raises:
        UnknownPlayerError: if the temper is none.
    """
    player, _, temper = told.rpartition(":")
    if not player or _OWN.fullmatch(told):
        return Entrant(told)
    if temper not in TEMPERS:
        raise UnknownPlayerError(f"There is no temper '{temper}'; there are {listed(TEMPERS)}.")
    return Entrant(player, temper)


def _kind(name: str, game: AnyGame) -> type[AnyPlayer]:
    if own := _OWN.fullmatch(name):
        return _own(own["module"], own["name"])
    known = players.registered(game.meta.id)
    if name not in known:
        raise UnknownPlayerError(f"{game.meta.title} has no player '{name}'; it has {listed(known)}.")
    return known[name]


def _own(module: str, name: str) -> type[AnyPlayer]:
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownPlayerError(f"There is no player '{module}:{name}': {error}.") from error
    except Exception as error:  # it may be anybody's
        raise UnknownPlayerError(f"The module '{module}' cannot be read: {_told(error)}.") from error
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise UnknownPlayerError(f"'{module}:{name}' is no tabletop.players.player.Player.")
    return found


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
