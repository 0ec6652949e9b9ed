"""Tables by the type of a thing: what each kind of fact, command or entry is to a part of the program.

For what a game itself does with its facts and commands there are `facts` and `deeds`.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

Handlers = dict[type, Callable[[S, Any], R]]
"""By its type, the handler of a thing, which takes a state or whatever else it works on first."""


class Case(Generic[S, R]):
    """One kind of thing with its handler; a handler of another kind is a type error."""

    __slots__ = ("handle", "kind")

    def __init__(self, kind: type[T], handle: Callable[[S, T], R]) -> None:
        self.kind: type = kind
        self.handle: Callable[[S, Any], R] = handle


def by_kind(*cases: Case[S, R]) -> Handlers[S, R]:
    """The table of some cases."""
    return {case.kind: case.handle for case in cases}
