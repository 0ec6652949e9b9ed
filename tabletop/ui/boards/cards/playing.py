"""How the facts that all card games share are played: cards that are dealt, thrown away and turned over."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import HIDDEN
from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.ui.boards.cards.felt import FLIP, STROKE, Flight, Stroke, spaced
from tabletop.ui.boards.cards.look import Back, CardLook

PILE, DISCARDS, OTHER = "pile", "discards", "hand.other"
"""Ids of the widgets between which cards fly; a card's own is ``card.`` and its id."""


class Seen(Protocol):
    """What must be known of a table before its cards can fly."""

    @property
    def own(self) -> str:
        """The side whose hand lies at the bottom."""

    def look(self, card: str) -> CardLook:
        """What a card that the viewer knows looks like."""

    def deck_back(self) -> Back:
        """The back of all others."""


T = TypeVar("T", bound=Seen)


def home(table: Seen, side: str, card: str) -> str:
    """The widget of a card of a hand, as far as the viewer knows it."""
    return f"card.{card}" if side == table.own and card != HIDDEN else OTHER


def flight(table: Seen, card: str, start: str, end: str, *, turns: bool = False, after: int = 0) -> Flight:
    """One card; its face is seen only if the viewer knows it and it lies face up at its end."""
    known = card != HIDDEN and end != OTHER and end != PILE
    return Flight(
        start, end, table.look(card) if known else None, table.deck_back(), after, FLIP if turns else 140, turns
    )


def _dealt(table: Seen, event: CardsDealt) -> list[Flight]:
    return [flight(table, card, PILE, home(table, side, card)) for side, card in event.to]


def _discarded(table: Seen, event: CardsDiscarded) -> list[Flight]:
    return [flight(table, card, home(table, event.side, card), DISCARDS) for card in event.cards]


_PLAYED: Handlers[Seen, list[Flight]] = by_kind(
    Case(CardsDealt, _dealt),
    Case(CardsDiscarded, _discarded),
)


def flights(table: T, events: Sequence[Fact], own: Mapping[type, Callable[[T, Any], list[Flight]]]) -> list[Flight]:
    """The flights of facts, one after the other.

    Args:
        table: from which and to which they fly.
        events: what has happened.
        own: how the facts of the game itself are played; those that all card games share are known.
    """
    played: Mapping[type, Callable[[T, Any], list[Flight]]] = {**_PLAYED, **own}
    return in_turn([one for event in events for one in played.get(type(event), _nothing)(table, event)])


def _nothing(_table: Seen, _event: Fact) -> list[Flight]:
    return []


def in_turn(found: Sequence[Flight]) -> list[Flight]:
    """The same flights, each setting out a little after the one before."""
    return [replace(one, after=after) for one, after in zip(found, spaced(len(found)), strict=True)]


def revealed(table: Seen, cards: Iterable[str], start: str = OTHER) -> list[Flight]:
    """Cards that come out of hiding to where they lie now, and are turned over on the way."""
    return in_turn([flight(table, card, start, f"card.{card}", turns=True) for card in cards if card != HIDDEN])


def struck(cards: Iterable[str], after: int = 0) -> list[Stroke]:
    """Cards that are struck through one after the other, `after` milliseconds from now."""
    return [Stroke(f"card.{card}", after + number * STROKE) for number, card in enumerate(cards)]


def named(event: Fact) -> tuple[str, ...]:
    """The cards that a fact speaks of."""
    cards: tuple[str, ...] = tuple(getattr(event, "cards", ()) or ())
    return (*cards, *(card for _, card in getattr(event, "to", ())), *filter(None, [getattr(event, "card", "")]))
