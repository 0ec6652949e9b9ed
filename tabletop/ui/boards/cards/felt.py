"""What the parts of a card table share: where everything lies, what is in the air, and what the pointer holds."""

from dataclasses import dataclass, field

import pygame

from tabletop.core.errors import Refused
from tabletop.ui.boards.cards.look import BLUE, Back, CardLook
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.base import Action

DEAL, FLIP, STROKE = 140, 180, 200
"""Milliseconds for a card to fly, to be turned over, to be struck through."""
LONGEST = 900
"""Within so many milliseconds the last of several cards has set out."""
PAUSE = 80
"""Milliseconds for which the pointer rests on a card before that is read."""


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
class Air:
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


@dataclass(frozen=True)
class Held:
    """A card that is dragged.

    Attributes:
        card: the card's id.
        pos: where the pointer is.
        grip: where in the card it holds it.
        size: of the card.
    """

    card: str
    pos: tuple[int, int]
    grip: tuple[int, int]
    size: tuple[int, int]

    @property
    def rect(self) -> pygame.Rect:
        """Where the card is."""
        return pygame.Rect(self.pos[0] - self.grip[0], self.pos[1] - self.grip[1], *self.size)


@dataclass
class Felt:
    """Shared by all parts of one table.

    Attributes:
        rects: where the cards and piles lie, by the ids of their widgets.
        places: where cards can be dropped, by the ids of the places.
        held: what is dragged.
        over: the place under what is dragged.
        barred: why it cannot go there; empty if it can.
        cursor: the card that the arrow keys have come to.
        under: the card under the pointer.
        read: the card on which the pointer has come to rest; those that it passes over are not read.
        pause: milliseconds until it has; 0 if it has.
        lit: the widget of that card, by its id, if the light of the pointer is laid upon the cloth.
        unready: why the brass button cannot be pressed; None if it can.
    """

    rects: dict[str, pygame.Rect] = field(default_factory=dict)
    places: dict[str, pygame.Rect] = field(default_factory=dict)
    air: Air = field(default_factory=Air)
    held: Held | None = None
    over: str = ""
    barred: str = ""
    cursor: str = ""
    under: str = ""
    read: str = ""
    pause: int = 0
    lit: str = ""
    unready: Refused | None = None

    @property
    def lively(self) -> bool:
        """Whether anything is in the air, or held."""
        return self.air.busy or self.held is not None

    def astir(self) -> frozenset[tuple[str, object]]:
        """Cards and places that look otherwise than by themselves, by the ids of their widgets, and in which way."""
        found: list[tuple[str, object]] = [(f"card.{self.cursor}", "cursor")] if self.cursor else []
        if self.held is not None:
            found += [(f"card.{self.held.card}", "held"), (self.over, ("lit", bool(self.barred)))]
        if self.air.busy:
            found += [(flight.end, "awaited") for flight, _ in self.air.flights if self.air.awaits(flight.end)]
            found += [(stroke.card, self.air.struck(stroke.card)) for stroke in self.air.strokes]
        return frozenset(found)

    def point(self, card: str) -> None:
        """The pointer has come upon a card, or, for an empty one, has left it."""
        self.under, self.pause = card, PAUSE if card != self.read else 0

    def rest(self, elapsed: int) -> None:
        """Let milliseconds pass for the pointer."""
        if self.pause:
            self.pause = max(0, self.pause - elapsed)
            self.read = self.read if self.pause else self.under

    def leave(self) -> None:
        """The pointer is upon no card."""
        self.under = self.read = self.lit = ""
        self.pause = 0

    def confirm(self) -> Action:
        """What the Space bar reports on a card or a place that has the focus: the brass button is pressed."""
        return Action("unready" if self.unready else "primary")

    def begin(self, flights: list[Flight], strokes: list[Stroke]) -> None:
        """Play these, as things lie before they are laid out anew; nothing if nothing is to move."""
        self.air.skip()
        if MOTION.rate:
            starts = [(one, self.rects[one.start].copy()) for one in flights if one.start in self.rects]
            self.air.begin(starts, list(strokes))

    def clear(self) -> None:
        """The table is laid out anew."""
        self.rects.clear()
        self.places.clear()
        self.lit = ""

    def place_at(self, pos: tuple[int, int]) -> str:
        """The smallest place under a point, empty for none."""
        under = [(rect.w * rect.h, ident) for ident, rect in self.places.items() if rect.collidepoint(pos)]
        return min(under)[1] if under else ""

    def reset(self) -> None:
        """Somebody else looks: nothing stays in the air, in the hand, under the cursor or the pointer."""
        self.air.skip()
        self.held, self.over, self.barred, self.cursor = None, "", "", ""
        self.leave()


def spaced(count: int, step: int = DEAL) -> list[int]:
    """When each of so many cards sets out: one after the other, closer where there are many."""
    apart = min(step, LONGEST // max(1, count))
    return [number * apart for number in range(count)]
