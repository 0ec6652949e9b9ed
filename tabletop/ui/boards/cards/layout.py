"""The places of the parts of a card table, by the room there is.

 A tall table has the other side at the top, piles at the left, the game in the middle, the reader at the right and
the own hand below. A low table has both sides and the piles in one line. Sheets that find no room open in a dialog.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.cards import sides
from tabletop.ui.boards.cards.reader import Reader, build_content
from tabletop.ui.boards.cards.sides import HEAD as SCORED
from tabletop.ui.boards.cards.tableau import PAUSE, Tableau
from tabletop.ui.boards.cards.zones import Hand, HiddenHand, Pile
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import Open, dialog
from tabletop.ui.widgets.scroll import Scroll

TALL, AMPLE, LOW = 700, 820, 330
"""Heights of the table, design pixels: for the full layout, for room under the piles, and below which all is small."""
HEAD, LINE = 90, 42
"""Height of the other side's strip, and of the line with both sides; design pixels."""
BARE = 156
"""Height of the strip of a hand without cards, design pixels."""
LEFT, RIGHT, SLIM = 232, 252, 210
"""Widths of the columns at left and right, and of the right one on a low table; design pixels."""
WIDE, BROAD = 1500, 1080
"""Widths of the window in design pixels: for the own side beside the hand, and for the reader."""
MOST = 276
"""Most height of the own hand with a card raised, design pixels."""
GAP = 12
SHARE = 70
"""Most per cent of the right column for one sheet of the game; the sheet scrolls."""


@dataclass(frozen=True)
class Parts:
    """The widgets of a table.

    Attributes:
       own: the side at the bottom.
       other: the side at the top.
       left_to_right: both sides in the order of the middle.
       hand: the own cards.
       hidden: the cards of the other side.
       piles: draw pile and discards.
       recall: the button that opens the last past play; [] without one.
       middle: the game's own widgets.
       build_sheets: builds the sheets of the game, for the right column or for a dialog that shows them whole.
       reader: the sheet that reads a card.
    """

    own: sides.SideLook
    other: sides.SideLook
    left_to_right: Sequence[sides.SideLook]
    hand: Hand
    hidden: HiddenHand
    piles: Sequence[Pile]
    recall: Sequence[Button]
    middle: Widget
    build_sheets: Callable[[], Sequence[Widget]]
    reader: Reader


class Layout:
    """The layout of a table; each one places the parts once.

    Attributes:
       strip: upper edge of the strip of the own hand, screen pixels.
       is_ample: True if there is room under the piles for things on the cloth.
       column: the room of the reader; empty without a reader.
    """

    def __init__(
        self, theme: Theme, parts: Parts, tableau: Tableau, put: Callable[[Widget, pygame.Rect], None]
    ) -> None:
        self.strip, self.is_ample = 0, False
        self.column = pygame.Rect(0, 0, 0, 0)
        self._theme, self._parts, self._tableau, self._put = theme, parts, tableau, put

    def place(self, area: pygame.Rect) -> pygame.Rect:
        """Place all parts but the middle, and return the room of the middle."""
        theme = self._theme
        tall = area.h >= theme.px(TALL) and area.w >= theme.px(BROAD)
        self.is_ample = tall and area.h >= theme.px(AMPLE)
        self._parts.hidden.visible = True
        return self._place_tall(theme, area) if tall else self._place_low(theme, area)

    # --- a tall table

    def _place_tall(self, theme: Theme, area: pygame.Rect) -> pygame.Rect:
        """Place the parts with columns at both sides, and return the room of the middle."""
        gap = theme.px(GAP)
        head = pygame.Rect(area.x, area.y, area.w, theme.px(HEAD))
        hand = self._hand_height(theme, area, (190, 33, BARE), theme.px(HEAD) + 3 * gap)
        foot = pygame.Rect(area.x, area.bottom - hand - gap, area.w, hand)
        self.strip = foot.y - gap // 2
        self._place_head(theme, head)
        self._place_foot(theme, foot)
        middle = pygame.Rect(area.x, head.bottom + gap, area.w, foot.y - head.bottom - 2 * gap)
        left = self._place_piles(theme, middle)
        right = self._place_right(theme, middle, RIGHT, SHARE)
        return pygame.Rect(left + gap, middle.y, right - left - 2 * gap, middle.h)

    def _hand_height(self, theme: Theme, area: pygame.Rect, wanted: tuple[float, int, float], taken: int) -> int:
        """Return the height of the hand: a share of the table, less where the middle needs room, but a least height.

        A hand without cards leaves its room to the middle. `wanted` is (least, per cent, height without cards).
        """
        least, share, bare = wanted
        if not self._parts.hand.card_count:
            return theme.px(bare)
        needed = self._parts.middle.measured(theme, area.w - 2 * theme.px(RIGHT))[1]
        return max(theme.px(least), min(theme.px(MOST), area.h * share // 100, area.h - taken - needed))

    def _place_head(self, theme: Theme, head: pygame.Rect) -> None:
        """Place the name at the left of the hidden hand, and the score at its right."""
        other, hidden = self._parts.other, self._parts.hidden
        wide = min(hidden.measured(theme, head.w)[0], head.w // 3)
        cards = pygame.Rect(head.centerx - wide // 2, head.y, wide, theme.px(78))
        self._put(hidden, cards)
        name = Column([sides.build_name_row(other), Label(hidden.text, sides.WORDS)], gap=2, align="start")
        size = name.measured(theme, cards.x - head.x)
        self._put(name, pygame.Rect(cards.x - size[0] - theme.px(24), head.centery - size[1] // 2, *size))
        if other.needed:
            score = Row([Label(other.counted, SCORED), *sides.build_discs(other)], gap=14, align="centre")
            size = score.measured(theme, head.right - cards.right)
            self._put(score, pygame.Rect(cards.right + theme.px(36), head.centery - size[1] // 2, *size))

    def _place_foot(self, theme: Theme, foot: pygame.Rect) -> None:
        """Place the own side and the hand."""
        side = theme.px(LEFT)
        inner = foot.inflate(-2 * theme.px(16), 0)
        own = Scroll(sides.build_side_column(self._parts.own), ident="own")
        self._put(own, pygame.Rect(inner.x + theme.px(8), inner.y + theme.px(14), side, inner.h - theme.px(14)))
        left = own.rect.right + theme.px(GAP)
        self._put(self._parts.hand, pygame.Rect(left, inner.y, inner.right - left - theme.px(GAP), inner.h))

    def _place_piles(self, theme: Theme, middle: pygame.Rect) -> int:
        """Place the piles and the recall button, and return the right edge of the piles."""
        piles = Row(self._parts.piles, gap=14, align="start")
        wide, high = piles.measured(theme, middle.w)
        wide = max(theme.px(LEFT), wide) if wide < theme.px(LEFT) else wide
        self._put(piles, pygame.Rect(middle.x + theme.px(20), middle.y + theme.px(8), wide, min(high, middle.h)))
        for button in self._parts.recall:
            high = button.measured(theme, wide)[1]
            if piles.rect.bottom + theme.px(GAP) + high <= middle.bottom:
                self._put(button, pygame.Rect(piles.rect.x, piles.rect.bottom + theme.px(GAP), wide, high))
        return piles.rect.right

    # --- a low table

    def _place_low(self, theme: Theme, area: pygame.Rect) -> pygame.Rect:
        """Place both sides and the piles in one line, and return the room of the middle."""
        gap = theme.px(GAP // 2)
        low, broad = area.h < theme.px(LOW), area.w >= theme.px(BROAD)
        line = pygame.Rect(area.x, area.y, area.w, theme.px(LINE)).inflate(-2 * theme.px(16), 0)
        small = low and self._parts.hand.card_count
        hand = theme.px(56) if small else self._hand_height(theme, area, (84, 38, GAP), theme.px(LINE) + 3 * gap)
        foot = pygame.Rect(area.x, area.bottom - hand - gap, area.w, hand)
        self.strip = foot.y - gap // 2
        self._put(self._parts.hand, foot.inflate(-2 * theme.px(12), 0))
        middle = pygame.Rect(area.x, line.bottom + gap, area.w, foot.y - line.bottom - 2 * gap)
        right = self._place_right(theme, middle, SLIM, 100) if broad else area.right
        self._place_line(theme, line)
        return pygame.Rect(area.x + theme.px(12), middle.y, right - area.x - 2 * theme.px(12), middle.h)

    def _place_line(self, theme: Theme, line: pygame.Rect) -> None:
        parts = self._parts
        forms = sides.build_line_forms(parts.left_to_right, {parts.other.id: parts.hidden.text}, self._build_tools())
        row = next((form for form in forms if form.measured(theme, line.w)[0] <= line.w), forms[-1])
        self._put(row, line)
        shown = pygame.Rect(0, 0, theme.px(40), theme.px(56))
        shown.center = (line.centerx, line.y)
        self._tableau.rects[parts.hidden.id] = shown
        for tool in row.shown():
            if tool.id:
                self._tableau.rects[tool.id] = pygame.Rect(tool.rect)

    def _build_tools(self) -> list[Widget]:
        """Build the buttons of the line: past play, piles, and notes if there is no reader."""
        tools: list[Widget] = [*self._parts.recall, *(pile.build_tool() for pile in self._parts.piles)]
        if not self.column.h:
            tip = Tip("Read the card and the notes on this phase")
            notes = Open(self._build_notes)
            tools.append(Button("notes", "Notes", "dark", key=keys.key("notes"), tip=tip, show_key=False, report=notes))
        return tools

    def _build_notes(self) -> Widget:
        """Build the dialog with sheets and reading that find too little room at the right."""
        self._tableau.advance_rest(PAUSE)
        sheets, reading = self._parts.build_sheets(), self._parts.reader.wanted_reading
        read = [build_content(reading)] if reading.title or not sheets else []
        body = Column([*sheets, *read], gap=14)
        back = closing("Back to the table", "primary")
        return dialog(reading.title or "Notes", body, [back], ident="notes.sheet")

    # --- the column at the right

    def _place_right(self, theme: Theme, middle: pygame.Rect, width: float, share: int) -> int:
        """Place the sheets of the game over the reader, and return their left edge.

        A sheet takes at most `share` per cent of the column.
        """
        gap, wide = theme.px(GAP), theme.px(width)
        left = middle.right - wide - theme.px(16)
        top = middle.y
        for panel in self._parts.build_sheets():
            most = max(theme.px(90), middle.h * share // 100)
            high = min(panel.measured(theme, wide)[1], middle.bottom - top, most)
            if high >= theme.px(90):
                self._put(panel, pygame.Rect(left, top, wide, high))
                top += high + gap
        if middle.bottom - top >= theme.px(90):
            self.column = pygame.Rect(left, top, wide, middle.bottom - top)
            self._put(self._parts.reader, self.reader_rect())
        return left

    def reader_rect(self) -> pygame.Rect:
        """Return the rectangle of the reader: the whole column while a card is read, else what its words need."""
        column, reading = self.column, self._parts.reader.reading
        high = column.h if reading.title else min(column.h, self._parts.reader.measured(self._theme, column.w)[1])
        return pygame.Rect(column.x, column.y, column.w, high)
