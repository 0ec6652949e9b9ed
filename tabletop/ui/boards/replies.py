"""The replies of a game's table to an action of the player; the screen carries them out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.game import AnyState
from tabletop.ui.widgets.base import Widget


@dataclass(frozen=True)
class Submit:
    """Submit commands one after another.

    Each function makes its command from the state at that time; None skips it.
    """

    commands: Sequence[Callable[[AnyState], Command | None]]

    @classmethod
    def single(cls, command: Command | None) -> "Submit":
        """Return a reply that submits one command."""
        return cls((lambda _state: command,))

    def first_command(self, state: AnyState) -> Command | None:
        """Return the first command that the functions make from `state`, or None."""
        return next(filter(None, (make(state) for make in self.commands)), None)


@dataclass(frozen=True)
class Ask:
    """Ask the player for confirmation before `then` is carried out.

    Attributes:
        pieces: pieces that the question names.
        key: key for the answer `yes`, in addition to Enter.
        detail: a widget shown in place of the names; may be long.
        grave: True for an action that nobody should confirm by habit: neither Enter nor `key` confirms it.
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
    """Tell the player why the action is impossible."""

    refused: Refused


@dataclass(frozen=True)
class Recompose:
    """Build the panels again, because their content has changed."""


Reply = Submit | Ask | Refuse | Recompose | None


def command_of_reply(reply: Reply, state: AnyState) -> Command | None:
    """Return the first command that `reply` leads to in `state`, even if only after a question; or None."""
    orders = reply.then if isinstance(reply, Ask) else reply
    return orders.first_command(state) if isinstance(orders, Submit) else None


def submit_or_refuse(order: Command, refused: Refused | None) -> Reply:
    """Return a reply that submits the command, or refuses it if `refused` is not None."""
    return Refuse(refused) if refused else Submit.single(order)
