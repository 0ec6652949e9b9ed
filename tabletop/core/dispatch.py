"""Tables by the type of a thing: what each kind of event, command or entry is to a part of the program.

What a game itself does with its commands and events are `HandlerTable` of `core.commands` and `core.events`.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

Handler = Callable[[S, Any], R]
"""Takes a state, or whatever else it works on, and a thing of the kind under which it stands in a table."""
Handlers = dict[type, Handler[S, R]]
"""By its type, the handler of a thing."""


class Case(Generic[S, R]):
    """One kind of thing with its handler; a handler of another kind is a type error."""

    __slots__ = ("handle", "kind")

    def __init__(self, kind: type[T], handle: Callable[[S, T], R]) -> None:
        self.kind: type = kind
        self.handle: Handler[S, R] = handle


def by_kind(*cases: Case[S, R]) -> Handlers[S, R]:
    """The table of some cases."""
    return {case.kind: case.handle for case in cases}


class Row(Protocol):
    """All that a game does with one kind of command or event."""

    @property
    def kind(self) -> type[msgspec.Struct]:
        """The struct."""


W = TypeVar("W", bound=Row)


class HandlerTable(Generic[W]):
    """All kinds of commands or of events of a game.

    Attributes:
        kinds: each kind with its row.
        union: the type of any of them, as msgspec decodes it.
    """

    def __init__(self, *tables: Iterable[W]) -> None:
        """Where a kind is in two tables the later row holds."""
        self.kinds: dict[type[msgspec.Struct], W] = {row.kind: row for table in tables for row in table}
        self.union: object = Union[tuple(self.kinds)]  # noqa: UP007 - of kinds that only the table knows
