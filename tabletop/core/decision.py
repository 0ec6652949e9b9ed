"""The decision that a game waits for, and choices that both sides make in secret."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeVar

import msgspec

from tabletop.core.errors import Refused

K = TypeVar("K", bound=str)
T = TypeVar("T")


class Decision(msgspec.Struct, frozen=True):
    """The side and the question that the game waits for.

    Attributes:
        side: id of the side that must act.
        phase: id of the phase or step, as in the game's table of phases.
        prompt: the question in a player's words.
        commands: tags of the commands that may answer.
        actors: ids of the pieces that can still act, in key order.
        either: True if the other side may answer too, and neither side needs its secrets for the answer.
        player: name of the player who must act, if the side has several players.
        by: id of that player.
        open: True if the question needs no secrets, so that everybody may look at the table.
        rule: id of the rule that asks.
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
        """Return the id of the seat that must act, as in `Game.seats`."""
        return self.by or self.side


def find_side_to_choose(sides: Sequence[K], chosen: Container[str]) -> K | None:
    """Return the first of `sides` that is not in `chosen`, or None if all have chosen."""
    for side in sides:
        if side not in chosen:
            return side
    return None


def check_not_chosen(side: str, chosen: Container[str], rule: str) -> Refused | None:
    """Return a refusal if `side` is in `chosen`, so has made its secret choice already, else None."""
    return Refused(rule, "You have chosen; the other side has not.") if side in chosen else None


def fill_choices(chosen: Mapping[K, T | None], invented: Callable[[K], T]) -> dict[K, T]:
    """Return the secret choices with each None, a hidden choice, replaced by `invented(side)`."""
    return {one: invented(one) if choice is None else choice for one, choice in chosen.items()}


def redact_choices(chosen: Mapping[K, T | None], side: str) -> dict[K, T | None]:
    """Return the secret choices with those of all other sides replaced by None (C-6)."""
    return {one: choice if one == side else None for one, choice in chosen.items()}
