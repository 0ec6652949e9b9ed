"""Places for cards: slots side by side that light up while a dragged or selected card may go there."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.input import Input
from tabletop.ui.text import Style, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import RING, draw_focus, rounded, shapes
from tabletop.ui.widgets.report import Report

GAP, PAD = 14, 8
_FAINT, _DARK = (colour(code) for code in ("#676A60", "#0B0C0B"))
"""Edge and depth of a free slot: grey, to go with any table."""
_SUNK = 84
"""Opacity of the shade in a free slot, out of 255."""
_INVITES, _CLOSED = Style("semibold", 16, INKS.cream), Style("body", 15, INKS.dim)


@dataclass(frozen=True)
class PlacePicked(Report):
    """The report that the selected cards go to this place."""

    place: str


class DropTarget(Widget):
    """A place with slots for cards. It reports `PlacePicked` for a click or Enter.

    Args:
       ident: id of the widget and of the place.
       cards: the cards that lie here.
       slots: slots that are shown even while they are empty; 0 shows none.
       invitation: text in the first free slot, e.g. ``Play here``; "" if nothing may go there now.
       from_right: True if the first card lies at the right.
       closed_words: text in place of slots, e.g. why nothing can be laid here.
       size: size of a card, design pixels; smaller where there is less room.
       least: least height of a card, design pixels.
    """

    interactive = True

    def __init__(
        self,
        ident: str,
        cards: Sequence[Card],
        tableau: Tableau,
        *,
        slots: int = 1,
        invitation: str = "",
        from_right: bool = False,
        size: tuple[float, float] = faces.COMPACT,
        least: float = 44,
        tip: Tip | None = None,
        grow: float = 0,
        centred: bool = False,
        closed_words: str = "",
    ) -> None:
        super().__init__(ident, tip=tip, grow=grow)
        self.cards, self.children = list(cards), [*cards]
        self.tableau, self.slots, self.invitation = tableau, slots, invitation
        self.from_right, self.size, self.least, self.centred = from_right, size, least, centred
        self.closed_words, self.text, self.focusable = closed_words, invitation or closed_words, bool(invitation)

    # --- layout

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the width of all slots, and the least height."""
        count = max(self.slots, len(self.cards), 1)
        wide = count * theme.px(self.size[0]) + (count - 1) * theme.px(GAP) + 2 * theme.px(PAD)
        return min(width, wide), theme.px(self.least + PAD)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the cards from the inner edge outwards, then the free slots."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.tableau.drop_targets[self.id] = pygame.Rect(rect)
        slots = self._slots(theme)
        free = len(slots) - len(self.cards) if self.slots else 0
        self.children = [*self.cards, *(Slot(self, is_first=number == 0) for number in range(free))]
        for child, slot in zip(self.children, slots, strict=False):
            child.place(theme, slot)

    def _slots(self, theme: Theme) -> list[pygame.Rect]:
        count = max(self.slots, len(self.cards), 1)
        pad = min(theme.px(PAD), max(2, self.rect.h // 12))
        gap = min(theme.px(GAP), max(theme.px(4), self.rect.w // (count * 20)))
        wide = min(theme.px(self.size[0]), (self.rect.w - 2 * theme.px(PAD) - gap * (count - 1)) // count)
        high = min(theme.px(self.size[1]), self.rect.h - 2 * pad)
        top, step = self.rect.centery - high // 2, wide + gap
        first = self.rect.x + theme.px(PAD)
        if self.centred:
            first = self.rect.centerx - (step * count - gap) // 2
        last = self.rect.right - theme.px(PAD) - wide
        lefts = [last - n * step if self.from_right else first + n * step for n in range(count)]
        return [pygame.Rect(left, top, max(1, wide), max(1, high)) for left in lefts]

    # --- painting

    @property
    def has_card_above(self) -> bool:
        """Return True if a dragged card is over this place."""
        return self.tableau.dragged is not None and self.tableau.target_below == self.id

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw closed words and focus. If no slot is free, the whole place lights up under a dragged card."""
        if self.closed_words and size_of(self.closed_words, _CLOSED, theme.scale)[0] <= self.rect.w - theme.px(8):
            write_at(surface, theme, self.closed_words, _CLOSED, center=self.rect.center)
        if self.focused:
            draw_focus(surface, theme, self.rect.inflate(-2 * theme.px(RING), -2 * theme.px(RING)))
        if self.has_card_above and len(self.cards) >= max(self.slots, 1):
            self.draw_invitation(surface, theme, self.rect.inflate(-theme.px(4), -theme.px(4)))

    def draw_invitation(self, surface: pygame.Surface, theme: Theme, slot: pygame.Rect) -> None:
        """Light up a slot in brass, with the invitation. A refused card gets a grey frame."""
        words = "" if self.has_card_above else self.invitation
        barred = bool(self.tableau.drop_refusal) and self.tableau.dragged is not None
        shade = INKS.dim if barred else INKS.target
        if not barred:
            surface.blit(
                rounded(slot.size, theme.px(4), INKS.brass, 46 if self.hovered or self.has_card_above else 22), slot
            )
        draw_dashed_frame(surface, slot, theme.px(2.4), theme.px(9), shade)
        if words and size_of(words, _INVITES, theme.scale)[0] <= slot.w - theme.px(8):
            write_at(surface, theme, words, _INVITES, center=slot.center)

    # --- input

    def point(self, *, hovered: bool) -> None:
        """Set the hovering. A place with an invitation is brighter under the pointer."""
        super().point(hovered=hovered)
        if self.invitation:
            self.touch()

    def activate(self) -> Report | None:
        """Report that the selected cards go here."""
        return PlacePicked(self.id)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Handle a click anywhere on the place; Space confirms."""
        return self.tableau.confirm() if given.kind == "key" and given.key == "Space" else self.clicked(given)


class Slot(Widget):
    """A free slot of a place, sunk and dashed. The first one is brass while a card may go there."""

    beyond = 0

    def __init__(self, target: DropTarget, *, is_first: bool) -> None:
        super().__init__()
        self.target, self.is_first = target, is_first

    @property
    def is_lit(self) -> bool:
        """Return True if a card may be laid here now."""
        return self.is_first and (self.target.has_card_above or bool(self.target.invitation))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the slot."""
        if self.is_lit:
            self.target.draw_invitation(surface, theme, self.rect)
        else:
            surface.blit(_draw_free_slot(self.rect.size, theme.scale), self.rect)


@shapes.keeping
def _draw_free_slot(size: Size, scale: int) -> pygame.Surface:
    theme, made = Theme(scale), pygame.Surface(size, pygame.SRCALPHA)
    made.blit(rounded(size, theme.px(4), _DARK, _SUNK), (0, 0))
    draw_dashed_frame(made, made.get_rect(), theme.px(1.5), theme.px(6), _FAINT)
    return made


def draw_dashed_frame(surface: pygame.Surface, rect: pygame.Rect, pen: int, dash: int, shade: Colour) -> None:
    """Draw a dashed line along the edges of a rectangle; `pen` and `dash` in screen pixels."""
    step = 2 * dash
    for left in range(rect.x, rect.right, step):
        long = min(dash, rect.right - left)
        for top in (rect.y, rect.bottom - pen):
            surface.fill(shade, (left, top, long, pen))
    for top in range(rect.y, rect.bottom, step):
        long = min(dash, rect.bottom - top)
        for left in (rect.x, rect.right - pen):
            surface.fill(shade, (left, top, pen, long))
