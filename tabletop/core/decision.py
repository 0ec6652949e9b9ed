"""Who is asked what now; and choices that both sides make in secret."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeVar

import msgspec

from tabletop.core.errors import Refused

K = TypeVar("K", bound=str)
T = TypeVar("T")


class Decision(msgspec.Struct, frozen=True):
    """What the game waits for.

    Attributes:
        side: the side that is asked.
        phase: id of the phase or step, as in the game's table of phases.
        prompt: what is asked, in a player's words.
        commands: tags of the commands that may answer.
        actors: ids of the pieces that can still do something, in key order.
        either: the other side may answer as well, and neither needs to see what it holds.
        player: name of the player who is asked, where the side has several.
        by: id of that player.
        open: nothing that is asked is to be kept from the other side, so all may look at the table.
        rule: that asks it.
    """

    side: str
    phase: str
    prompt: str
    commands: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    either: bool = False
    open: bool = False
    player: str = ""
    by: str = ""
    rule: str = ""

    @property
    def seat(self) -> str:
        """The seat of who is asked, as in `Game.seats`."""
        return self.by or self.side


def to_choose(sides: Sequence[K], chosen: Container[str]) -> K | None:
    """The first side that has not made its secret choice; None once all have."""
    for side in sides:
        if side not in chosen:
            return side
    return None


def check_sealed(side: str, chosen: Container[str], rule: str) -> Refused | None:
    """A secret choice is made once; the other side's is waited for."""
    return Refused(rule, "You have chosen already; the other side has not.") if side in chosen else None


def unsealed(chosen: Mapping[K, T | None], invented: Callable[[K], T]) -> dict[K, T]:
    """Secret choices with one that is made up in the place of each that is not known."""
    return {one: invented(one) if choice is None else choice for one, choice in chosen.items()}


def sealed(chosen: Mapping[K, T | None], side: str) -> dict[K, T | None]:
    """Secret choices as far as a side may know them: its own, and of any other only that it is made (C-6)."""
    return {one: choice if one == side else None for one, choice in chosen.items()}
