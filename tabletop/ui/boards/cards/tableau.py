"""What the parts of a card table share: where everything lies, what is in the air, and what the pointer holds."""

from dataclasses import dataclass, field
from math import inf

import pygame

from tabletop.core.errors import Refused
from tabletop.ui.boards.cards.animation import Animation, Flight, Stroke
from tabletop.ui.boards.cards.sounds import Tones, play_due_tones
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.report import Pressed, Report

PAUSE = 80
"""Milliseconds for which the pointer rests on a card before that is read."""


@dataclass(frozen=True)
class DraggedCard:
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
        dragged: what is dragged.
        target_below: the place under what is dragged.
        drop_refusal: why it cannot go there; empty if it can.
        cursor: the card that the arrow keys have come to.
        hovered: the card under the pointer.
        read_card: the card on which the pointer has come to rest; those that it passes over are not read.
        rest_left: milliseconds until it has; 0 if it has.
        selected: the chosen cards of one's own hand, in the order in which they were chosen.
        max_selected: how many may be chosen; with 1, another choice takes the place of the first.
        noted: cards that the log or a refusal speaks of.
        focused: the card that has the focus of the keyboard.
        action_refusal: why the brass button cannot be pressed; None if it can.
        strokes_ahead: how many steps of what is played were still to come when the table was composed.
    """

    rects: dict[str, pygame.Rect] = field(default_factory=dict)
    drop_targets: dict[str, pygame.Rect] = field(default_factory=dict)
    animation: Animation = field(default_factory=Animation)
    dragged: DraggedCard | None = None
    target_below: str = ""
    drop_refusal: str = ""
    cursor: str = ""
    hovered: str = ""
    read_card: str = ""
    rest_left: int = 0
    selected: tuple[str, ...] = ()
    max_selected: int = 1
    noted: tuple[str, ...] = ()
    focused: str = ""
    action_refusal: Refused | None = None
    strokes_ahead: int = 0

    @property
    def is_lively(self) -> bool:
        """Whether anything is in the air, or held."""
        return self.animation.is_busy or self.dragged is not None

    def list_animated(self) -> frozenset[tuple[str, object]]:
        """Cards and places that look otherwise than by themselves, by the ids of their widgets, and in which way."""
        found: list[tuple[str, object]] = [(f"card.{self.cursor}", "cursor")] if self.cursor else []
        if self.dragged is not None:
            found += [(f"card.{self.dragged.card}", "held"), (self.target_below, ("lit", bool(self.drop_refusal)))]
        if self.animation.is_busy:
            found += [(end, "awaited") for end in self.animation.list_awaited()]
            found += [(stroke.card, self.animation.stroke_share(stroke.card)) for stroke in self.animation.strokes]
        return frozenset(found)

    @property
    def card_to_read(self) -> str:
        """The card that is read; empty for none."""
        return self.read_card or self.focused or self.cursor or "".join(self.selected[-1:])

    def toggle(self, card: str) -> None:
        """Choose a card of one's hand, or no longer; with `most` chosen the latest gives way."""
        if card in self.selected:
            self.selected = tuple(one for one in self.selected if one != card)
        else:
            self.selected = (*self.selected[: self.max_selected - 1], card)

    def clear_selection(self) -> bool:
        """What is chosen, then the cursor; whether there was anything."""
        dropped = bool(self.selected or self.cursor)
        self.selected, self.cursor = (), self.cursor if self.selected else ""
        return dropped

    def hover(self, card: str) -> None:
        """The pointer has come upon a card, or, for an empty one, has left it."""
        self.hovered, self.rest_left = card, PAUSE if card != self.read_card else 0

    def advance_rest(self, elapsed: int) -> None:
        """Let milliseconds pass for the pointer."""
        if self.rest_left:
            self.rest_left = max(0, self.rest_left - elapsed)
            self.read_card = self.read_card if self.rest_left else self.hovered

    def clear_hover(self) -> None:
        """The pointer is upon no card."""
        self.hovered = self.read_card = ""
        self.rest_left = 0

    def confirm(self) -> Report:
        """What the Space bar reports on a card or a place that has the focus: the brass button is pressed."""
        return Pressed("unready" if self.action_refusal else "primary")

    def start_animation(self, flights: list[Flight], strokes: list[Stroke], heard: Tones = ()) -> None:
        """Play these, as things lie before they are laid out anew; if nothing is to move, it is but heard."""
        self.animation.skip()
        if MOTION.rate:
            starts = [(one, self.rects[one.start].copy()) for one in flights if one.start in self.rects]
            self.animation.begin(starts, list(strokes))
        self.animation.pending_tones = play_due_tones(heard, self.animation.age if self.animation.is_busy else inf)

    def note_composed(self) -> None:
        """The table is composed anew, as far as what is played has come."""
        self.dragged, self.target_below, self.focused = None, "", ""
        self.strokes_ahead = self.animation.strokes_ahead

    def clear_places(self) -> None:
        """The table is laid out anew."""
        self.rects.clear()
        self.drop_targets.clear()

    def find_drop_target(self, pos: tuple[int, int]) -> str:
        """The smallest place under a point, empty for none."""
        under = [(rect.w * rect.h, ident) for ident, rect in self.drop_targets.items() if rect.collidepoint(pos)]
        return min(under)[1] if under else ""

    def reset(self) -> None:
        """Somebody else looks: nothing stays in the air, in the hand, under the cursor or the pointer."""
        self.animation.skip()
        self.dragged, self.target_below, self.drop_refusal, self.cursor = None, "", "", ""
        self.selected, self.focused, self.noted = (), "", ()
        self.clear_hover()
