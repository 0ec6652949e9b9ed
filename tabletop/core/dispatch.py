"""Tables of functions by the type of a command, event or record entry.

The tables of a game's command and event handlers derive from `HandlerTable`.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

Handler = Callable[[S, Any], R]
"""Takes a state or another object to work on, and an object of the type under which the function stands in a table."""
Handlers = dict[type, Handler[S, R]]
"""Functions by the type of object that they handle."""


class KindHandler(Generic[S, R]):
    """One type with its function. A function for another type is a type error."""

    __slots__ = ("handle", "kind")

    def __init__(self, kind: type[T], handle: Callable[[S, T], R]) -> None:
        self.kind: type = kind
        self.handle: Handler[S, R] = handle


def build_handlers(*cases: KindHandler[S, R]) -> Handlers[S, R]:
    """Return the functions of `cases` by type."""
    return {case.kind: case.handle for case in cases}


class Row(Protocol):
    """All that a game does with one kind of command or event."""

    @property
    def kind(self) -> type[msgspec.Struct]:
        """Return the struct of the command or event."""


W = TypeVar("W", bound=Row)


class HandlerTable(Generic[W]):
    """The handlers of all kinds of commands or events of a game.

    Attributes:
        kinds: handler by struct.
        union: union of the structs, for msgspec to decode.
    """

    def __init__(self, *tables: Iterable[W]) -> None:
        """Merge tables of handlers. Of two handlers of one kind the last wins, at the place of the first."""
        self.kinds: dict[type[msgspec.Struct], W] = {row.kind: row for table in tables for row in table}
        self.union: object = Union[tuple(self.kinds)]  # noqa: UP007 - of kinds that only the table knows
