"""Commands of the players, and the handlers by which a game checks and executes them."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from tabletop.core.command_context import CommandContext
from tabletop.core.dispatch import Handler, HandlerTable
from tabletop.core.errors import Refused
from tabletop.core.phrases import to_tag

S = TypeVar("S")
C = TypeVar("C", bound="Command")


class _Given(
    msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=to_tag, forbid_unknown_fields=True, kw_only=True
):
    """The player who gives a command, and how commands are written: ``do`` holds the name."""

    by: str | msgspec.UnsetType = msgspec.UNSET
    """Id of the player who gives the command, if several share a side; unset for the player whom the game asks."""


class Command(_Given, frozen=True):
    """Base of all commands. Every command is a frozen struct that round-trips through JSON."""

    side: str
    """Id of the side that gives the command."""


class RedactedCommand(Command, frozen=True, tag="withheld"):
    """A command of the other side in a record of one side, of which nothing else may be known (C-6)."""


def allow_always(state: object, command: Command) -> Refused | None:  # noqa: ARG001
    """Return None: a command that is always allowed in its own phase."""
    return None


class CommandHandler(Generic[S]):
    """All that a game with states `S` does with one kind of command. A function for another kind is a type error.

    Attributes:
        kind: the struct of the command.
        check: returns a refusal, or None if the command is allowed in its own phase.
        execute: emits the events of an allowed command and continues the turn.
    """

    __slots__ = ("check", "execute", "kind")

    def __init__(
        self,
        kind: type[C],
        check: Callable[[S, C], Refused | None],
        execute: Callable[[CommandContext[S], C], None],
        then: Callable[[CommandContext[S]], None] | None = None,
    ) -> None:
        """Run `then` after `execute`, if given."""
        self.kind: type[Command] = kind
        self.check: Handler[S, Refused | None] = check
        self.execute: Handler[CommandContext[S], None] = _chain(execute, then) if then else execute


def _chain(
    execute: Callable[[CommandContext[S], C], None], then: Callable[[CommandContext[S]], None]
) -> Callable[[CommandContext[S], C], None]:
    """Return a function that executes a command and then calls `then` with the context."""

    def execute_both(turn: CommandContext[S], command: C) -> None:
        execute(turn, command)
        then(turn)

    return execute_both


class CommandTable(HandlerTable[CommandHandler[S]], Generic[S]):
    """The handlers of all kinds of commands of a game."""

    def check(self, state: S, command: Command) -> Refused | None:
        """Return a refusal, or None if `command` is allowed in its own phase."""
        return self.kinds[type(command)].check(state, command)

    def execute(self, turn: CommandContext[S], command: Command) -> None:
        """Emit the events of an allowed command and continue the turn."""
        self.kinds[type(command)].execute(turn, command)
