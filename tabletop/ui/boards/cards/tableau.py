"""The state that the parts of a card table share: places, animation, selection, and what the pointer drags."""

from dataclasses import dataclass, field
from math import inf

import pygame

from tabletop.core.errors import Refused
from tabletop.ui.boards.cards.animation import Animation, Flight, Stroke
from tabletop.ui.boards.cards.sounds import Tones, play_due_tones
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.report import Pressed, Report

PAUSE = 80
"""Milliseconds for which the pointer rests on a card before the card is read."""


@dataclass(frozen=True)
class DraggedCard:
    """A card that is dragged.

    Attributes:
       card: id of the card.
       pos: position of the pointer, screen pixels.
       grip: position of the pointer on the card.
       size: size of the card.
    """

    card: str
    pos: tuple[int, int]
    grip: tuple[int, int]
    size: tuple[int, int]

    @property
    def rect(self) -> pygame.Rect:
        """Return the rectangle of the card."""
        return pygame.Rect(self.pos[0] - self.grip[0], self.pos[1] - self.grip[1], *self.size)


@dataclass
class Tableau:
    """The shared state of one table.

    Attributes:
       rects: rectangles of cards and piles, by the ids of their widgets.
       drop_targets: rectangles of the places for cards, by id.
       animation: the flights and strokes.
       dragged: the card that is dragged.
       target_below: id of the place under the dragged card, or "".
       drop_refusal: why the card cannot go there, or "".
       cursor: the card that the arrow keys have reached.
       hovered: the card under the pointer.
       read_card: the card on which the pointer has come to rest.
       rest_left: milliseconds until the pointer has rested; 0 if it has.
       selected: the selected cards of the own hand, in order.
       max_selected: the most selected cards; with 1, another card replaces the first.
       noted: cards that the log or a refusal speaks of.
       focused: the card with the focus of the keyboard.
       action_refusal: why the primary button cannot be pressed; None if it can.
       strokes_ahead: strokes that had not begun when the table was built.
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
        """Return True if anything flies or is dragged."""
        return self.animation.is_busy or self.dragged is not None

    def list_animated(self) -> frozenset[tuple[str, object]]:
        """Return the ids of cards and places whose picture differs now, each with the way in which it differs."""
        found: list[tuple[str, object]] = [(f"card.{self.cursor}", "cursor")] if self.cursor else []
        if self.dragged is not None:
            found += [(f"card.{self.dragged.card}", "held"), (self.target_below, ("lit", bool(self.drop_refusal)))]
        if self.animation.is_busy:
            found += [(end, "awaited") for end in self.animation.list_awaited()]
            found += [(stroke.card, self.animation.stroke_share(stroke.card)) for stroke in self.animation.strokes]
        return frozenset(found)

    @property
    def card_to_read(self) -> str:
        """Return the card that is read, or ""."""
        return self.read_card or self.focused or self.cursor or "".join(self.selected[-1:])

    def toggle(self, card: str) -> None:
        """Select or deselect a card. Beyond `max_selected` the latest is replaced."""
        if card in self.selected:
            self.selected = tuple(one for one in self.selected if one != card)
        else:
            self.selected = (*self.selected[: self.max_selected - 1], card)

    def clear_selection(self) -> bool:
        """Clear the selection, or else the cursor. Return False if there was neither."""
        dropped = bool(self.selected or self.cursor)
        self.selected, self.cursor = (), self.cursor if self.selected else ""
        return dropped

    def hover(self, card: str) -> None:
        """Set the card under the pointer, "" for none, and start its rest."""
        self.hovered, self.rest_left = card, PAUSE if card != self.read_card else 0

    def advance_rest(self, elapsed: int) -> None:
        """Let `elapsed` milliseconds pass for the resting pointer."""
        if self.rest_left:
            self.rest_left = max(0, self.rest_left - elapsed)
            self.read_card = self.read_card if self.rest_left else self.hovered

    def clear_hover(self) -> None:
        """Forget the hovered and the read card."""
        self.hovered = self.read_card = ""
        self.rest_left = 0

    def confirm(self) -> Report:
        """Return what Space reports on a card or a place: the press of the primary button."""
        return Pressed("unready" if self.action_refusal else "primary")

    def start_animation(self, flights: list[Flight], strokes: list[Stroke], heard: Tones = ()) -> None:
        """Start flights and strokes from the present places. Without animation only the sounds are played."""
        self.animation.skip()
        if MOTION.rate:
            starts = [(one, self.rects[one.start].copy()) for one in flights if one.start in self.rects]
            self.animation.begin(starts, list(strokes))
        self.animation.pending_tones = play_due_tones(heard, self.animation.age if self.animation.is_busy else inf)

    def note_composed(self) -> None:
        """Reset dragging and focus when the table is built, and note the strokes ahead."""
        self.dragged, self.target_below, self.focused = None, "", ""
        self.strokes_ahead = self.animation.strokes_ahead

    def clear_places(self) -> None:
        """Forget all places before a new layout."""
        self.rects.clear()
        self.drop_targets.clear()

    def find_drop_target(self, pos: tuple[int, int]) -> str:
        """Return the id of the smallest place under a point, or ""."""
        under = [(rect.w * rect.h, ident) for ident, rect in self.drop_targets.items() if rect.collidepoint(pos)]
        return min(under)[1] if under else ""

    def reset(self) -> None:
        """End animation, dragging, cursor and selection when the viewer changes."""
        self.animation.skip()
        self.dragged, self.target_below, self.drop_refusal, self.cursor = None, "", "", ""
        self.selected, self.focused, self.noted = (), "", ()
        self.clear_hover()
