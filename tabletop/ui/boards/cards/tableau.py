"""What the parts of a card table share: where everything lies, what is in the air, and what the pointer holds."""

from dataclasses import dataclass, field
from math import inf

import pygame

from tabletop.core.errors import Refused
from tabletop.ui.boards.cards.animation import Animation, Flight, Stroke
from tabletop.ui.boards.cards.sounds import Tones, sounded
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.report import Pressed, Report

PAUSE = 80
"""Milliseconds for which the pointer rests on a card before that is read."""


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
class Tableau:
    """Shared by all parts of one table.

    Attributes:
        rects: where the cards and piles lie, by the ids of their widgets.
        drop_targets: where cards can be dropped, by the ids of the places.
        held: what is dragged.
        over: the place under what is dragged.
        barred: why it cannot go there; empty if it can.
        cursor: the card that the arrow keys have come to.
        under: the card under the pointer.
        read: the card on which the pointer has come to rest; those that it passes over are not read.
        pause: milliseconds until it has; 0 if it has.
        selected: the chosen cards of one's own hand, in the order in which they were chosen.
        most: how many may be chosen; with 1, another choice takes the place of the first.
        noted: cards that the log or a refusal speaks of.
        focused: the card that has the focus of the keyboard.
        unready: why the brass button cannot be pressed; None if it can.
        ahead: how many steps of what is played were still to come when the table was composed.
    """

    rects: dict[str, pygame.Rect] = field(default_factory=dict)
    drop_targets: dict[str, pygame.Rect] = field(default_factory=dict)
    animation: Animation = field(default_factory=Animation)
    held: Held | None = None
    over: str = ""
    barred: str = ""
    cursor: str = ""
    under: str = ""
    read: str = ""
    pause: int = 0
    selected: tuple[str, ...] = ()
    most: int = 1
    noted: tuple[str, ...] = ()
    focused: str = ""
    unready: Refused | None = None
    ahead: int = 0

    @property
    def lively(self) -> bool:
        """Whether anything is in the air, or held."""
        return self.animation.busy or self.held is not None

    def animated(self) -> frozenset[tuple[str, object]]:
        """Cards and places that look otherwise than by themselves, by the ids of their widgets, and in which way."""
        found: list[tuple[str, object]] = [(f"card.{self.cursor}", "cursor")] if self.cursor else []
        if self.held is not None:
            found += [(f"card.{self.held.card}", "held"), (self.over, ("lit", bool(self.barred)))]
        if self.animation.busy:
            found += [(end, "awaited") for end in self.animation.awaited()]
            found += [(stroke.card, self.animation.struck(stroke.card)) for stroke in self.animation.strokes]
        return frozenset(found)

    @property
    def looked_at(self) -> str:
        """The card that is read; empty for none."""
        return self.read or self.focused or self.cursor or "".join(self.selected[-1:])

    def toggle(self, card: str) -> None:
        """Choose a card of one's hand, or no longer; with `most` chosen the latest gives way."""
        if card in self.selected:
            self.selected = tuple(one for one in self.selected if one != card)
        else:
            self.selected = (*self.selected[: self.most - 1], card)

    def drop(self) -> bool:
        """What is chosen, then the cursor; whether there was anything."""
        dropped = bool(self.selected or self.cursor)
        self.selected, self.cursor = (), self.cursor if self.selected else ""
        return dropped

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
        self.under = self.read = ""
        self.pause = 0

    def confirm(self) -> Report:
        """What the Space bar reports on a card or a place that has the focus: the brass button is pressed."""
        return Pressed("unready" if self.unready else "primary")

    def begin(self, flights: list[Flight], strokes: list[Stroke], heard: Tones = ()) -> None:
        """Play these, as things lie before they are laid out anew; if nothing is to move, it is but heard."""
        self.animation.skip()
        if MOTION.rate:
            starts = [(one, self.rects[one.start].copy()) for one in flights if one.start in self.rects]
            self.animation.begin(starts, list(strokes))
        self.animation.heard = sounded(heard, self.animation.age if self.animation.busy else inf)

    def compose(self) -> None:
        """The table is composed anew, as far as what is played has come."""
        self.held, self.over, self.focused = None, "", ""
        self.ahead = self.animation.ahead

    def clear(self) -> None:
        """The table is laid out anew."""
        self.rects.clear()
        self.drop_targets.clear()

    def drop_target_at(self, pos: tuple[int, int]) -> str:
        """The smallest place under a point, empty for none."""
        under = [(rect.w * rect.h, ident) for ident, rect in self.drop_targets.items() if rect.collidepoint(pos)]
        return min(under)[1] if under else ""

    def reset(self) -> None:
        """Somebody else looks: nothing stays in the air, in the hand, under the cursor or the pointer."""
        self.animation.skip()
        self.held, self.over, self.barred, self.cursor = None, "", "", ""
        self.selected, self.focused, self.noted = (), "", ()
        self.leave()
