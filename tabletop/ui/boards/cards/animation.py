"""Cards in motion: flights and strokes, and how they are built from events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import pygame

from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import HIDDEN
from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.ui.boards.cards.look import BLUE, Back, CardLook
from tabletop.ui.boards.cards.sounds import Tones, play_due_tones
from tabletop.ui.motion import MOTION

DEAL, FLIP, STROKE = 140, 180, 200
"""Milliseconds for a card to fly, to be turned over, to be struck through."""
LONGEST = 900
"""Milliseconds within which the last of several cards sets out."""


@dataclass(frozen=True)
class Flight:
    """A card on its way from one widget to another. The same widget twice turns the card over where it lies.

    Attributes:
       start: id of the widget where the flight begins, as it lay before.
       end: id of the widget where the flight ends, as it lies now.
       look: the face of the card; None if the viewer may not see it.
       back: the back of the card.
       delay: milliseconds until the card sets out.
       duration: milliseconds of the flight.
       turns_over: True if the card starts face down and is turned over on the way.
       event: the event that the flight shows.
    """

    start: str
    end: str
    look: CardLook | None = None
    back: Back = BLUE
    delay: int = 0
    duration: int = DEAL
    turns_over: bool = False
    event: Event | None = None

    @property
    def source_widget(self) -> str:
        """Return the id of the widget from which the flight is heard."""
        return self.start


@dataclass(frozen=True)
class Stroke:
    """The red line through a negated card, which shows `event`. With the id "" only time passes.

    `card` is the id of the card's widget; `delay` and `duration` are milliseconds.
    """

    card: str
    delay: int = 0
    duration: int = STROKE
    event: Event | None = None

    @property
    def source_widget(self) -> str:
        """Return the id of the widget from which the stroke is heard."""
        return self.card


class CardScene(Protocol):
    """The parts of a card table that flights need, see `CardTable`."""

    deck_back: Back

    @property
    def own(self) -> str: ...  # noqa: D102
    def card_look(self, card: str) -> CardLook: ...  # noqa: D102


@dataclass
class Animation:
    """The flights and strokes that are being shown. A change of viewer ends them."""

    flights: list[tuple[Flight, pygame.Rect]] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    age: float = 0.0
    end: int = 0
    """Milliseconds until the last flight or stroke is over."""
    pending_tones: Tones = ()
    """Sounds that are still due, in order. Skipping drops them."""

    @property
    def is_busy(self) -> bool:
        """Return True while anything is still to be shown."""
        return self.age < self.end

    def begin(self, flights: list[tuple[Flight, pygame.Rect]], strokes: list[Stroke]) -> None:
        """Show these flights and strokes from now on, in place of all others."""
        steps: list[Flight | Stroke] = [*(flight for flight, _ in flights), *strokes]
        self.flights, self.strokes, self.age, self.pending_tones = flights, strokes, 0.0, ()
        self.end = max((step.delay + step.duration for step in steps), default=0)

    def list_awaited(self) -> set[str]:
        """Return the ids of the widgets whose card has not landed yet."""
        return {flight.end for flight, _ in self.flights if self.age < flight.delay + flight.duration}

    def is_awaited(self, ident: str) -> bool:
        """Return True if the card of the widget `ident` has not landed yet."""
        return ident in self.list_awaited()

    def stroke_share(self, ident: str) -> float:
        """Return the share of the line through a card that is drawn, from 0 to 1; 1 without a stroke."""
        stroke = next((one for one in self.strokes if one.card == ident), None)
        return 1.0 if stroke is None else min(1.0, max(0.0, (self.age - stroke.delay) / stroke.duration))

    @property
    def strokes_ahead(self) -> int:
        """Return the number of strokes that have not begun."""
        return sum(self.age < one.delay for one in self.strokes)

    def skip(self) -> bool:
        """End everything. Return True if anything was being shown."""
        was = self.is_busy
        self.begin([], [])
        return was

    def tick(self, elapsed: int) -> bool:
        """Let `elapsed` milliseconds pass and play the sounds that are due. Return True if anything moved."""
        if not self.is_busy:
            return False
        self.age += elapsed * MOTION.rate
        self.pending_tones = play_due_tones(self.pending_tones, self.age)
        if not MOTION.rate or not self.is_busy:
            self.skip()
        return True


def list_departures(count: int) -> list[int]:
    """Return the milliseconds at which `count` cards set out, one after another; many cards follow more closely."""
    apart = min(DEAL, LONGEST // max(1, count))
    return [number * apart for number in range(count)]


PILE, DISCARDS, OTHER = "pile", "discards", "hand.other"
"""Ids of the widgets between which cards fly. The id of a card's widget is ``card.`` and the card's id."""


def hand_widget(table: CardScene, side: str, card: str) -> str:
    """Return the id of the widget of a card in a hand. For a hidden card it is that of the other hand."""
    return f"card.{card}" if side == table.own and card != HIDDEN else OTHER


def build_flight(table: CardScene, card: str, start: str, end: str, *, turns: bool = False) -> Flight:
    """Build the flight of a card. Its face is shown only if the viewer knows the card and it ends face up."""
    known = card != HIDDEN and end != OTHER and end != PILE
    look = table.card_look(card) if known else None
    return Flight(start, end, look, table.deck_back, duration=FLIP if turns else DEAL, turns_over=turns)


def _build_deal_flights(table: CardScene, event: CardsDealt) -> list[Flight]:
    return [build_flight(table, card, PILE, hand_widget(table, side, card)) for side, card in event.to]


def _build_discard_flights(table: CardScene, event: CardsDiscarded) -> list[Flight]:
    return [build_flight(table, card, hand_widget(table, event.side, card), DISCARDS) for card in event.cards]


FlightBuilders = Handlers[Any, list[Flight]]
"""By the type of an event, the function that builds its flights."""
_COMMON_FLIGHTS: FlightBuilders = build_handlers(
    KindHandler(CardsDealt, _build_deal_flights),
    KindHandler(CardsDiscarded, _build_discard_flights),
)


def build_flights(table: CardScene, events: Sequence[Event], own: FlightBuilders) -> list[Flight]:
    """Return the flights of events, one after another.

    Args:
       table: the table on which the cards fly.
       events: the events, oldest first.
       own: the builders for the game's own events; those for common events are known.
    """
    played = [
        (event, handle) for event in events if (handle := (own.get(type(event)) or _COMMON_FLIGHTS.get(type(event))))
    ]
    return stagger([replace(one, event=event) for event, handle in played for one in handle(table, event)])


def stagger(found: Sequence[Flight]) -> list[Flight]:
    """Return the flights with delays, so that each sets out a little after the one before."""
    return [replace(one, delay=after) for one, after in zip(found, list_departures(len(found)), strict=True)]


def build_reveal_flights(table: CardScene, cards: Iterable[str], start: str = OTHER) -> list[Flight]:
    """Return flights that turn over hidden cards on the way to their present places."""
    return stagger([build_flight(table, card, start, f"card.{card}", turns=True) for card in cards if card != HIDDEN])


def build_strokes(cards: Iterable[str], after: int = 0) -> list[Stroke]:
    """Return strokes through cards one after another, the first in `after` milliseconds."""
    return [Stroke(f"card.{card}", after + number * STROKE) for number, card in enumerate(cards)]


def list_named_cards(said: Event | Command) -> tuple[str, ...]:
    """Return the ids of the cards that an event or command names."""
    cards: tuple[str, ...] = tuple(getattr(said, "cards", ()) or ())
    played = [play.card for play in getattr(said, "plays", ()) or ()]
    to = [card for _, card in getattr(said, "to", ())]
    return (*cards, *played, *to, *filter(None, [getattr(said, "card", "")]))
