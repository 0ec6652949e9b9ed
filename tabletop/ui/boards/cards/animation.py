"""Cards in motion: what flies, is turned over or struck through, and how the facts of all card games set it going."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import HIDDEN
from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.ui.boards.cards.look import BLUE, Back, CardLook
from tabletop.ui.motion import MOTION

if TYPE_CHECKING:
    from tabletop.ui.boards.cards.table import CardTable

DEAL, FLIP, STROKE = 140, 180, 200
"""Milliseconds for a card to fly, to be turned over, to be struck through."""
LONGEST = 900
"""Within so many milliseconds the last of several cards has set out."""


@dataclass(frozen=True)
class Flight:
    """A card on its way from one widget to another, both by id; the same id twice turns it over where it lies.

    Attributes:
        start: where it comes from, as things lay before.
        end: where it goes, as things lie now.
        look: its face; None as long as whoever looks may not see it.
        back: its back.
        after: milliseconds until it sets out.
        turns: face down at first, and turned over on the way.
    """

    start: str
    end: str
    look: CardLook | None = None
    back: Back = BLUE
    after: int = 0
    lasts: int = DEAL
    turns: bool = False


@dataclass(frozen=True)
class Stroke:
    """The red line that strikes out a negated card, by the widget's id; with an empty id only time passes."""

    card: str
    after: int = 0
    lasts: int = STROKE


@dataclass
class Animation:
    """Everything that is being played; nothing of it outlives a change of who looks."""

    flights: list[tuple[Flight, pygame.Rect]] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    age: float = 0.0
    end: int = 0
    """When the last of it is over, milliseconds."""

    @property
    def busy(self) -> bool:
        """Whether something is still to be seen."""
        return self.age < self.end

    def begin(self, flights: list[tuple[Flight, pygame.Rect]], strokes: list[Stroke]) -> None:
        """Play these from now on."""
        steps: list[Flight | Stroke] = [*(flight for flight, _ in flights), *strokes]
        self.flights, self.strokes, self.age = flights, strokes, 0.0
        self.end = max((step.after + step.lasts for step in steps), default=0)

    def awaits(self, ident: str) -> bool:
        """Whether the card of this widget is still on its way to it."""
        return any(f.end == ident and self.age < f.after + f.lasts for f, _ in self.flights)

    def struck(self, ident: str) -> float:
        """How far the card is struck through, from 0 to 1."""
        stroke = next((one for one in self.strokes if one.card == ident), None)
        return 1.0 if stroke is None else min(1.0, max(0.0, (self.age - stroke.after) / stroke.lasts))

    @property
    def ahead(self) -> int:
        """How many strokes have not begun yet."""
        return sum(self.age < one.after for one in self.strokes)

    def skip(self) -> bool:
        """Come to the end; whether anything was in the air."""
        was = self.busy
        self.begin([], [])
        return was

    def tick(self, elapsed: int) -> bool:
        """Let milliseconds pass; whether anything moved."""
        if not self.busy:
            return False
        self.age += elapsed * MOTION.rate
        if not MOTION.rate or not self.busy:
            self.skip()
        return True


def spaced(count: int, step: int = DEAL) -> list[int]:
    """When each of so many cards sets out: one after the other, closer where there are many."""
    apart = min(step, LONGEST // max(1, count))
    return [number * apart for number in range(count)]


PILE, DISCARDS, OTHER = "pile", "discards", "hand.other"
"""Ids of the widgets between which cards fly; a card's own is ``card.`` and its id."""


def home(table: "CardTable[Any]", side: str, card: str) -> str:
    """The widget of a card of a hand, as far as the viewer knows it."""
    return f"card.{card}" if side == table.own and card != HIDDEN else OTHER


def flight(table: "CardTable[Any]", card: str, start: str, end: str, *, turns: bool = False, after: int = 0) -> Flight:
    """One card; its face is seen only if the viewer knows it and it lies face up at its end."""
    known = card != HIDDEN and end != OTHER and end != PILE
    return Flight(
        start, end, table.look(card) if known else None, table.deck_back, after, FLIP if turns else DEAL, turns
    )


def _dealt(table: "CardTable[Any]", event: CardsDealt) -> list[Flight]:
    return [flight(table, card, PILE, home(table, side, card)) for side, card in event.to]


def _discarded(table: "CardTable[Any]", event: CardsDiscarded) -> list[Flight]:
    return [flight(table, card, home(table, event.side, card), DISCARDS) for card in event.cards]


Flights = Handlers["CardTable[Any]", list[Flight]]
"""By the kind of a fact, the cards that fly."""
_PLAYED: Flights = by_kind(
    Case(CardsDealt, _dealt),
    Case(CardsDiscarded, _discarded),
)


def flights(table: "CardTable[Any]", events: Sequence[Fact], own: Flights) -> list[Flight]:
    """The flights of facts, one after the other.

    Args:
        table: from which and to which they fly.
        events: what has happened.
        own: how the facts of the game itself are played; those that all card games share are known.
    """
    played = [(event, handle) for event in events if (handle := (own.get(type(event)) or _PLAYED.get(type(event))))]
    return in_turn([one for event, handle in played for one in handle(table, event)])


def in_turn(found: Sequence[Flight]) -> list[Flight]:
    """The same flights, each setting out a little after the one before."""
    return [replace(one, after=after) for one, after in zip(found, spaced(len(found)), strict=True)]


def revealed(table: "CardTable[Any]", cards: Iterable[str], start: str = OTHER) -> list[Flight]:
    """Cards that come out of hiding to where they lie now, and are turned over on the way."""
    return in_turn([flight(table, card, start, f"card.{card}", turns=True) for card in cards if card != HIDDEN])


def struck(cards: Iterable[str], after: int = 0) -> list[Stroke]:
    """Cards that are struck through one after the other, `after` milliseconds from now."""
    return [Stroke(f"card.{card}", after + number * STROKE) for number, card in enumerate(cards)]


def named(event: Fact) -> tuple[str, ...]:
    """The cards that a fact speaks of."""
    cards: tuple[str, ...] = tuple(getattr(event, "cards", ()) or ())
    return (*cards, *(card for _, card in getattr(event, "to", ())), *filter(None, [getattr(event, "card", "")]))
