"""What can happen in a game, each fact with all that the game does with it in one row of a table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tabletop.core.dispatch import Handler, Rows
from tabletop.core.naming import tag

S = TypeVar("S")
F = TypeVar("F", bound="Fact")


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=tag, kw_only=True):
    """What every event says."""

    rule: str = ""
    """Id of the rule that it follows from."""


def unchanged(state: S, event: Fact) -> S:  # noqa: ARG001
    """A fact that only tells; what it leads to are facts of their own."""
    return state


def silent(state: object, event: Fact) -> str:  # noqa: ARG001
    """Bookkeeping, or something of which another fact tells."""
    return ""


def seen_whole(event: F, side: str) -> F:  # noqa: ARG001
    """A fact without any secret."""
    return event


class Happening(Generic[S]):
    """A kind of fact and what a game whose states are `S` does with it; handlers of another kind are type errors.

    Attributes:
        kind: the struct.
        apply: the state after it.
        words: the fact as a sentence, from the state before it; empty for bookkeeping.
        seen: as far as a side may know it (C-6); of no side, ``""``, as far as everybody may.
        shows: what can be seen only once it has happened and cannot be unseen, as a sentence; empty for nothing.
            It may depend on the state before the command.
    """

    __slots__ = ("apply", "kind", "seen", "shows", "words")

    def __init__(
        self,
        kind: type[F],
        apply: Callable[[S, F], S],
        words: Callable[[S, F], str],
        seen: Callable[[F, str], F] = seen_whole,
        shows: str | Callable[[S, F], str] = "",
    ) -> None:
        self.kind: type[Fact] = kind
        self.apply: Handler[S, S] = apply
        self.words: Handler[S, str] = words
        self.seen: Callable[[Any, str], Fact] = seen
        self.shows: str | Handler[S, str] = shows


class Facts(Rows[Happening[S]], Generic[S]):
    """All kinds of facts of a game.

    Attributes:
        apply: of each kind, the state after it.
    """

    def __init__(self, *tables: Iterable[Happening[S]]) -> None:
        """Where a kind is in two tables the later row holds."""
        super().__init__(*tables)
        self.apply = {kind: row.apply for kind, row in self.kinds.items()}

    def evolve(self, state: S, event: Fact) -> S:
        """The state after a fact."""
        return self.apply[type(event)](state, event)

    def narrate(self, state: S, event: Fact) -> str:
        """The fact in words, `state` being the one before it; empty for bookkeeping."""
        return self.kinds[type(event)].words(state, event)

    def seen(self, event: Fact, side: str) -> Fact:
        """A fact as far as a side may know it (C-6)."""
        return self.kinds[type(event)].seen(event, side)

    def reveals(self, state: S, events: Sequence[Fact]) -> str:
        """What facts after this state have shown that cannot be unseen: of several, what stands first in the table."""
        told = [(row.shows, event) for kind, row in self.kinds.items() for event in events if type(event) is kind]
        return next(filter(None, (said if isinstance(said, str) else said(state, event) for said, event in told)), "")
