"""Who enters a tournament: a player of the program or somebody's own, and its temper."""

import re
from importlib import import_module
from typing import Annotated

import msgspec
from msgspec import Meta

from tabletop import players
from tabletop.core.game import AnyGame
from tabletop.core.phrases import join_words
from tabletop.core.record import STEADY, TEMPERS
from tabletop.players.player import AnyPlayer, Player

_OWN = re.compile(r"(?P<module>[\w.]+):(?P<name>[A-Z]\w*)")


class UnknownPlayerError(ValueError):
    """There is no such player or temper; its words say what there is."""


class Entrant(msgspec.Struct, frozen=True):
    """A player by its name, ``captain``, or by its class, ``my_players.bold:Nelson``; and its temper."""

    player: Annotated[str, Meta(max_length=500)]
    temper: Annotated[str, Meta(max_length=20)] = STEADY

    def __str__(self) -> str:
        return self.player if self.temper == STEADY else f"{self.player}:{self.temper}"

    @property
    def of_own(self) -> bool:
        """Whether it is somebody's own player, whose code may do anything."""
        return _OWN.fullmatch(self.player) is not None

    def hired(self, game: AnyGame, side: str, seed: str) -> AnyPlayer:
        """Somebody who plays a side from the beginning.

        Raises:
            UnknownPlayerError: if this game has no such player, or it fails as it begins.
        """
        kind = _kind(self.player, game)
        try:
            return kind(game, side, seed, self.temper)
        except (Exception, SystemExit) as error:  # it may be anybody's
            raise UnknownPlayerError(f"The player '{self.player}' cannot begin: {describe_error(error)}.") from error


def entrant(told: str) -> Entrant:
    """From ``PLAYER``, ``PLAYER:TEMPER``, ``MODULE:CLASS`` or ``MODULE:CLASS:TEMPER``.

    Raises:
        UnknownPlayerError: if the temper is none.
    """
    player, _, temper = told.rpartition(":")
    if not player or _OWN.fullmatch(told):
        return Entrant(told)
    if temper not in TEMPERS:
        raise UnknownPlayerError(f"There is no temper '{temper}'; there are {join_words(TEMPERS)}.")
    return Entrant(player, temper)


def _kind(name: str, game: AnyGame) -> type[AnyPlayer]:
    if own := _OWN.fullmatch(name):
        return _own(own["module"], own["name"])
    known = players.registered(game.meta.id)
    if name not in known:
        raise UnknownPlayerError(f"{game.meta.title} has no player '{name}'; it has {join_words(known)}.")
    return known[name]


def _own(module: str, name: str) -> type[AnyPlayer]:
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownPlayerError(f"There is no player '{module}:{name}': {error}.") from error
    except (Exception, SystemExit) as error:  # it may be anybody's
        raise UnknownPlayerError(f"The module '{module}' cannot be read: {describe_error(error)}.") from error
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise UnknownPlayerError(f"'{module}:{name}' is no tabletop.players.player.Player.")
    return found


LONGEST_FAULT = 300
"""Characters of an error of somebody's own player that are told at most."""


def describe_error(error: BaseException) -> str:
    """Return the kind and the words of an error of somebody's own code, in one line that can be written anywhere."""
    try:
        words = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - its words are its own code, too
        words = type(error).__name__
    return plain_line(words)


def plain_line(words: str, longest: int = LONGEST_FAULT) -> str:
    """Return words of somebody's own code in one line, cut off where it gets long, and without half characters."""
    line = " ".join(words[: 2 * longest].split()).encode(errors="backslashreplace").decode()
    return line if len(line) <= longest else f"{line[:longest]} …"
