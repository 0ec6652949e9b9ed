"""Cards in motion: what flies, is turned over or struck through, how events set it going, and where it is seen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pygame
from typing_extensions import override

from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import HIDDEN
from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.events import Event
from tabletop.ui.boards.cards import faces, sprite_cache
from tabletop.ui.boards.cards.drawing import draw_ring, draw_shadow
from tabletop.ui.boards.cards.look import BLUE, PLAIN, Back, CardLook
from tabletop.ui.boards.cards.sounds import Tones, play_due_tones
from tabletop.ui.boards.cards.sprite_cache import Airborne
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import NOWHERE, Widget

if TYPE_CHECKING:
    from tabletop.ui.boards.cards.table import AnyCardTable
    from tabletop.ui.boards.cards.tableau import DraggedCard, Tableau


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
        delay: milliseconds until it sets out.
        turns_over: face down at first, and turned over on the way.
        event: the event for which it flies.
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
        """The widget from which it is heard."""
        return self.start


@dataclass(frozen=True)
class Stroke:
    """The red line that strikes out a negated card, by the widget's id; with an empty id only time passes.

    It tells of an event, if any.
    """

    card: str
    delay: int = 0
    duration: int = STROKE
    event: Event | None = None

    @property
    def source_widget(self) -> str:
        """The widget from which it is heard."""
        return self.card


@dataclass
class Animation:
    """Everything that is being played; nothing of it outlives a change of who looks."""

    flights: list[tuple[Flight, pygame.Rect]] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    age: float = 0.0
    end: int = 0
    """When the last of it is over, milliseconds."""
    pending_tones: Tones = ()
    """What is still to be heard meanwhile, in order; what is skipped is not."""

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be seen."""
        return self.age < self.end

    def begin(self, flights: list[tuple[Flight, pygame.Rect]], strokes: list[Stroke]) -> None:
        """Play these from now on."""
        steps: list[Flight | Stroke] = [*(flight for flight, _ in flights), *strokes]
        self.flights, self.strokes, self.age, self.pending_tones = flights, strokes, 0.0, ()
        self.end = max((step.delay + step.duration for step in steps), default=0)

    def list_awaited(self) -> set[str]:
        """The widgets whose card is still on its way to them."""
        return {flight.end for flight, _ in self.flights if self.age < flight.delay + flight.duration}

    def is_awaited(self, ident: str) -> bool:
        """Whether the card of this widget is one of these."""
        return ident in self.list_awaited()

    def stroke_share(self, ident: str) -> float:
        """How far the card is struck through, from 0 to 1."""
        stroke = next((one for one in self.strokes if one.card == ident), None)
        return 1.0 if stroke is None else min(1.0, max(0.0, (self.age - stroke.delay) / stroke.duration))

    @property
    def strokes_ahead(self) -> int:
        """How many strokes have not begun yet."""
        return sum(self.age < one.delay for one in self.strokes)

    def skip(self) -> bool:
        """Come to the end; whether anything was in the air."""
        was = self.is_busy
        self.begin([], [])
        return was

    def tick(self, elapsed: int) -> bool:
        """Let milliseconds pass; whether anything moved."""
        if not self.is_busy:
            return False
        self.age += elapsed * MOTION.rate
        self.pending_tones = play_due_tones(self.pending_tones, self.age)
        if not MOTION.rate or not self.is_busy:
            self.skip()
        return True


def list_departures(count: int) -> list[int]:
    """When each of so many cards sets out: one after the other, closer where there are many."""
    apart = min(DEAL, LONGEST // max(1, count))
    return [number * apart for number in range(count)]


PILE, DISCARDS, OTHER = "pile", "discards", "hand.other"
"""Ids of the widgets between which cards fly; a card's own is ``card.`` and its id."""


def hand_widget(table: "AnyCardTable", side: str, card: str) -> str:
    """The widget of a card of a hand, as far as the viewer knows it."""
    return f"card.{card}" if side == table.own and card != HIDDEN else OTHER


def build_flight(table: "AnyCardTable", card: str, start: str, end: str, *, turns: bool = False) -> Flight:
    """One card; its face is seen only if the viewer knows it and it lies face up at its end."""
    known = card != HIDDEN and end != OTHER and end != PILE
    look = table.card_look(card) if known else None
    return Flight(start, end, look, table.deck_back, duration=FLIP if turns else DEAL, turns_over=turns)


def _build_deal_flights(table: "AnyCardTable", event: CardsDealt) -> list[Flight]:
    return [build_flight(table, card, PILE, hand_widget(table, side, card)) for side, card in event.to]


def _build_discard_flights(table: "AnyCardTable", event: CardsDiscarded) -> list[Flight]:
    return [build_flight(table, card, hand_widget(table, event.side, card), DISCARDS) for card in event.cards]


FlightBuilders = Handlers["AnyCardTable", list[Flight]]
"""By the kind of an event, the cards that fly."""
_COMMON_FLIGHTS: FlightBuilders = build_handlers(
    KindHandler(CardsDealt, _build_deal_flights),
    KindHandler(CardsDiscarded, _build_discard_flights),
)


def build_flights(table: "AnyCardTable", events: Sequence[Event], own: FlightBuilders) -> list[Flight]:
    """The flights of events, one after the other.

    Args:
        table: from which and to which they fly.
        events: what has happened.
        own: how the events of the game itself are played; those that all card games share are known.
    """
    played = [
        (event, handle) for event in events if (handle := (own.get(type(event)) or _COMMON_FLIGHTS.get(type(event))))
    ]
    return stagger([replace(one, event=event) for event, handle in played for one in handle(table, event)])


def stagger(found: Sequence[Flight]) -> list[Flight]:
    """The same flights, each setting out a little after the one before."""
    return [replace(one, delay=after) for one, after in zip(found, list_departures(len(found)), strict=True)]


def build_reveal_flights(table: "AnyCardTable", cards: Iterable[str], start: str = OTHER) -> list[Flight]:
    """Cards that come out of hiding to where they lie now, and are turned over on the way."""
    return stagger([build_flight(table, card, start, f"card.{card}", turns=True) for card in cards if card != HIDDEN])


def build_strokes(cards: Iterable[str], after: int = 0) -> list[Stroke]:
    """Cards that are struck through one after the other, `after` milliseconds from now."""
    return [Stroke(f"card.{card}", after + number * STROKE) for number, card in enumerate(cards)]


def list_named_cards(said: Event | Command) -> tuple[str, ...]:
    """The cards that an event, or an order, speaks of."""
    cards: tuple[str, ...] = tuple(getattr(said, "cards", ()) or ())
    played = [play.card for play in getattr(said, "plays", ()) or ()]
    to = [card for _, card in getattr(said, "to", ())]
    return (*cards, *played, *to, *filter(None, [getattr(said, "card", "")]))


class FlightLayer(Widget):
    """Lies over everything and never answers to the pointer."""

    beyond = 0

    def __init__(self, tableau: "Tableau", look: Callable[[str], CardLook]) -> None:
        super().__init__("flight_layer")
        self.tableau, self._look = tableau, look
        self._flying: list[Airborne] = []
        """The cards that are under way, in the order in which they set out."""
        self._held: DraggedCard | None = None
        """The card that is dragged."""
        self._sky = NOWHERE
        """Where cards may fly: not over the bar at the top."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Over everything."""
        super().place(theme, rect)
        top = WindowLayout(theme, rect.size).top
        self._sky = pygame.Rect(rect.x, top, rect.w, rect.h - top)

    def tick(self, elapsed: int) -> bool:
        """Let everything fly on."""
        moved = self.tableau.animation.tick(elapsed)
        if moved:
            self.touch()
        return moved

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        before, self._held = self._held, self.tableau.dragged
        self._flying = self._list_flying(theme.scale)
        return bool(self._flying) or self._held != before

    def _list_flying(self, scale: int) -> list[Airborne]:
        flights = self.tableau.animation.flights
        return [one for flight, start in flights if (one := self._build_airborne(flight, start, scale)) is not None]

    def _build_airborne(self, flight: Flight, start: pygame.Rect, scale: int) -> Airborne | None:
        """A card as it is now; None before it sets out, after it has landed, and if its end is gone."""
        share = (self.tableau.animation.age - flight.delay) / flight.duration
        end = self.tableau.rects.get(flight.end)
        if end is None or not 0 <= share < 1:
            return None
        eased = 1 - (1 - share) ** 2
        made = pygame.Rect((0, 0), end.size)
        made.center = (
            round(start.centerx + (end.centerx - start.centerx) * eased),
            round(start.centery + (end.centery - start.centery) * eased),
        )
        if not flight.turns_over:
            return sprite_cache.fly_card(flight.look or flight.back, made, scale)
        shown = flight.back if flight.look is None or share < 0.5 else flight.look
        return sprite_cache.turn_card(shown, made, scale, abs(1 - 2 * share))

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Cards in flight in the order in which they set out, then the one that is dragged."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self._sky))
        surface.fblits(self._flying)
        surface.set_clip(before)
        held = self._held
        if held is not None:
            draw_shadow(surface, theme, held.rect, faces.corner_radius(held.size, theme), 8)
            surface.blit(faces.face(self._look(held.card), PLAIN, held.size, theme.scale), held.rect)
            shade = INKS.danger if self.tableau.drop_refusal else INKS.brass_light
            draw_ring(surface, theme, held.rect, faces.corner_radius(held.size, theme), shade)
