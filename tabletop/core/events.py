"""Events, and the handlers by which a game applies, describes and redacts them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from tabletop.core.dispatch import Handler, HandlerTable
from tabletop.core.phrases import to_tag

S = TypeVar("S")
F = TypeVar("F", bound="Event")


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=to_tag, kw_only=True):
    """Base of all events. Every event is a frozen struct that round-trips through JSON."""

    rule: str = ""
    """Id of the rule from which the event follows, or ""."""


def keep_state(state: S, event: Event) -> S:  # noqa: ARG001
    """Return `state` itself. For events that only inform; their effects are events of their own."""
    return state


def describe_nothing(state: object, event: Event) -> str:  # noqa: ARG001
    """Return "". For bookkeeping, and for events that another event already describes."""
    return ""


def redact_nothing(event: F, side: str) -> F:  # noqa: ARG001
    """Return `event` itself. For events without secrets."""
    return event


class EventHandler(Generic[S]):
    """All that a game with states `S` does with one kind of event. A function for another kind is a type error.

    Attributes:
        kind: the struct of the event.
        apply: returns the state after the event.
        describe: returns the event as a sentence, given the state before it; "" for bookkeeping.
        redact: returns the event without what a side may not know (C-6); for side "" only public information.
        reveals: a sentence on what the event shows that cannot be unseen, or ""; or a function that returns it.
    """

    __slots__ = ("apply", "describe", "kind", "redact", "reveals")

    def __init__(
        self,
        kind: type[F],
        apply: Callable[[S, F], S],
        describe: Callable[[S, F], str],
        redact: Callable[[F, str], F] = redact_nothing,
        reveals: str | Callable[[S, F], str] = "",
    ) -> None:
        self.kind: type[Event] = kind
        self.apply: Handler[S, S] = apply
        self.describe: Handler[S, str] = describe
        self.redact: Callable[[Any, str], Event] = redact
        self.reveals: str | Handler[S, str] = reveals


class EventTable(HandlerTable[EventHandler[S]], Generic[S]):
    """The handlers of all kinds of events of a game.

    Attributes:
        apply: by kind, the function that returns the state after an event.
    """

    def __init__(self, *tables: Iterable[EventHandler[S]]) -> None:
        """Merge tables of handlers. The last handler of a kind wins."""
        super().__init__(*tables)
        self.apply = {kind: row.apply for kind, row in self.kinds.items()}

    def evolve(self, state: S, event: Event) -> S:
        """Return the state after `event`."""
        return self.apply[type(event)](state, event)

    def describe(self, state: S, event: Event) -> str:
        """Return the event as a sentence, given the state before it; "" for bookkeeping."""
        return self.kinds[type(event)].describe(state, event)

    def redact(self, event: Event, side: str) -> Event:
        """Return the event without anything that `side` may not know (C-6)."""
        return self.kinds[type(event)].redact(event, side)

    def reveals(self, state: S, events: Sequence[Event]) -> str:
        """Return a sentence on what the events after `state` have shown that cannot be unseen, or "".

        If several events reveal something, the one whose handler stands first in the table is reported.
        """
        told = [(row.reveals, event) for kind, row in self.kinds.items() for event in events if type(event) is kind]
        return next(filter(None, (said if isinstance(said, str) else said(state, event) for said, event in told)), "")
