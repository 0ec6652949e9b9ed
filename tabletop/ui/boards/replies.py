"""What a game's table answers when the player has done something: the screen sees to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.game import AnyState
from tabletop.ui.widgets.base import Widget


@dataclass(frozen=True)
class Submit:
    """Give commands, one after the other; each is made from the state as it is by then, None skips it."""

    commands: Sequence[Callable[[AnyState], Command | None]]

    @classmethod
    def one(cls, command: Command | None) -> "Submit":
        """A single command."""
        return cls((lambda _state: command,))

    def first(self, state: AnyState) -> Command | None:
        """The first that comes of it in a state, or None."""
        return next(filter(None, (make(state) for make in self.commands)), None)


@dataclass(frozen=True)
class Ask:
    """Ask once before it is done.

    Attributes:
        pieces: they are named in the question.
        key: gives the answer `yes`, besides Enter.
        detail: what is told of them in place of their names; it may be long.
        grave: what nobody should do by habit: neither Enter nor `key` gives that answer.
    """

    title: str
    body: str
    yes: str
    then: Submit
    pieces: tuple[str, ...] = ()
    key: str = "Enter"
    grave: bool = False
    detail: Widget | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Refuse:
    """Say why not."""

    refused: Refused


@dataclass(frozen=True)
class Recompose:
    """The panels show something else now."""


Reply = Submit | Ask | Refuse | Recompose | None


def given_by(reply: Reply, state: AnyState) -> Command | None:
    """The first order to which a reply leads in a state, if only after a question; or None."""
    orders = reply.then if isinstance(reply, Ask) else reply
    return orders.first(state) if isinstance(orders, Submit) else None


def unless_refused(order: Command, refused: Refused | None) -> Reply:
    """The order, or why the rules refuse it."""
    return Refuse(refused) if refused else Submit.one(order)
