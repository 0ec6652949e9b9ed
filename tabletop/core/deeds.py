"""What a side can order in a game, each command with all that the rules do with it in one row of a table."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from tabletop.core.dispatch import Handler, Rows
from tabletop.core.errors import Refused
from tabletop.core.naming import tag
from tabletop.core.unfolding import Unfolding

S = TypeVar("S")
C = TypeVar("C", bound="Order")


class _Given(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=tag, forbid_unknown_fields=True, kw_only=True):
    by: str | msgspec.UnsetType = msgspec.UNSET
    """The player of the side who gives it, where a side may have several; left out: the one whom the game asks."""


class Order(_Given, frozen=True):
    """What every command says."""

    side: str
    """The side that gives it."""


class Withheld(Order, frozen=True):
    """An order in a record of one side: another gave it, and no more is known (C-6)."""


def allowed(state: object, command: Order) -> Refused | None:  # noqa: ARG001
    """What is in its own phase is in order."""
    return None


class Deed(Generic[S]):
    """A kind of command and what the rules of a game do with it; handlers of another kind are type errors.

    Attributes:
        kind: the struct.
        check: why it is refused in its own phase, or None.
        do: what comes of it, and how the turn goes on.
    """

    __slots__ = ("check", "do", "kind")

    def __init__(
        self,
        kind: type[C],
        check: Callable[[S, C], Refused | None],
        do: Callable[[Unfolding[S], C], None],
        then: Callable[[Unfolding[S]], None] | None = None,
    ) -> None:
        """After `do` comes `then`; nothing where the same side goes on."""
        self.kind: type[Order] = kind
        self.check: Handler[S, Refused | None] = check
        self.do: Handler[Unfolding[S], None] = _both(do, then) if then else do


def _both(
    do: Callable[[Unfolding[S], C], None], then: Callable[[Unfolding[S]], None]
) -> Callable[[Unfolding[S], C], None]:
    def done(turn: Unfolding[S], command: C) -> None:
        do(turn, command)
        then(turn)

    return done


class Deeds(Rows[Deed[S]], Generic[S]):
    """All kinds of commands of a game."""

    def check(self, state: S, command: Order) -> Refused | None:
        """Why a command is refused in its own phase, or None."""
        return self.kinds[type(command)].check(state, command)

    def do(self, turn: Unfolding[S], command: Order) -> None:
        """What comes of an allowed command, and how the turn goes on."""
        self.kinds[type(command)].do(turn, command)
