"""Where everything lies on a card table: each part gets its place by the room there is.

A tall table has the other side at the top, piles at the left, the game in the middle, the reader at the right and
one's own hand below. A lower one has both sides in one line, and piles as buttons in it; what finds no room beside
the middle opens as a dialog.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.cards.baize import Baize
from tabletop.ui.boards.cards.felt import Felt
from tabletop.ui.boards.cards.hand import Hand, HiddenHand
from tabletop.ui.boards.cards.layers import Layers
from tabletop.ui.boards.cards.opener import Opener
from tabletop.ui.boards.cards.piles import Pile
from tabletop.ui.boards.cards.reader import Reader, Reading, content
from tabletop.ui.boards.cards.score import HEAD as SCORED
from tabletop.ui.boards.cards.score import WORDS, SideLook, discs, line_forms, named, standing
from tabletop.ui.boards.room import Room
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import REACH, Part, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.scroll import Scroll

TALL, LOW = 700, 330
"""Height of the table, design pixels, from which it is laid out in full, and below which everything is small."""
HEAD, LINE = 90, 42
"""Height of the other side's strip, and of the line with both sides; design pixels."""
BARE = 156
"""Height of the strip of a hand without cards, design pixels: that of one's own side."""
LEFT, RIGHT, SLIM = 232, 252, 210
"""Width of the columns beside the middle, design pixels."""
WIDE, BROAD = 1500, 1080
"""Width of the window, design pixels, from which one's own side stands beside the hand, and the reader is shown."""
MOST = 276
"""Height of one's hand with a card raised, design pixels."""
GAP = 12
SHARE = 60
"""Of a hundred parts of the column at the right, how many one of the game's sheets may take; it scrolls."""


@dataclass(frozen=True)
class Parts:
    """What a game puts on its table.

    Attributes:
        own: the side at the bottom.
        across: both sides from left to right, as the middle has them.
        other: the side at the top.
        hand: one's own cards.
        hidden: the other side's.
        piles: draw pile, discards and the like.
        middle: the game's own widgets.
        panels: the game's sheets at the right, over the reader.
        aside: at the right of the hand where there is room, e.g. what was played last; may be None.
        reading: what the reader shows.
    """

    own: SideLook
    other: SideLook
    across: tuple[SideLook, SideLook]
    hand: Hand
    hidden: HiddenHand
    piles: Sequence[Pile]
    middle: Widget
    panels: Sequence[Widget]
    aside: Widget | None
    reading: Reading


class Desk(Widget):
    """Places the parts."""

    def __init__(self, parts: Parts, felt: Felt, baize: Baize) -> None:
        super().__init__("desk")
        self.laid, self.felt, self.baize = parts, felt, baize
        self.reader = Reader(parts.reading)
        self._theme = Theme()
        self._column = pygame.Rect(0, 0, 0, 0)
        self._painted = (parts.reading, pygame.Rect(self._column), pygame.Rect(self._column))
        """What was read when the reader was painted, where it lay, and how far it was written."""
        self._before: dict[str, Widget] = {}
        """What lay here before the screen was composed anew, until this is placed."""
        self._layers: Layers | None = None

    def read(self, reading: Reading) -> None:
        """Show another card in the reader."""
        if self.reader.read(reading) and self.reader in self.children:
            if not self.reader.laid:
                self.reader.place(self._theme, self._sheet(self._theme))
            if self._layers is not None:
                self._layers.look_into(self.reader)

    # --- layout

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Head, hand, columns, middle."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), False, theme
        self.felt.clear()
        self.children, self._layers = [], None
        self.reader.forget()
        room = Room(theme, rect.size)
        area = pygame.Rect(rect.x, rect.y + room.top, rect.w, rect.h - room.top - room.bottom)
        tall = area.h >= theme.px(TALL) and area.w >= theme.px(BROAD)
        self.laid.hidden.visible = True
        free = self._full(theme, area) if tall else self._slim(theme, area)
        self._put(theme, Scroll(self.laid.middle, ident="middle"), free)
        self._before = {}

    def adopt(self, old: Widget) -> None:
        """Its parts do so as they are placed."""
        self._before = {widget.id: widget for widget in old.walk() if widget.id}

    def _put(self, theme: Theme, widget: Widget, rect: pygame.Rect) -> None:
        self.children.append(widget)
        if type(self._before.get(widget.id)) is type(widget):
            widget.adopt(self._before[widget.id])
        widget.place(theme, rect)

    def _full(self, theme: Theme, area: pygame.Rect) -> pygame.Rect:
        """With columns; what is left for the middle."""
        gap = theme.px(GAP)
        head = pygame.Rect(area.x, area.y, area.w, theme.px(HEAD))
        hand = self._hand(theme, area, (190, 33, BARE), theme.px(HEAD) + 3 * gap)
        foot = pygame.Rect(area.x, area.bottom - hand - gap, area.w, hand)
        self.baize.strip = foot.y - gap // 2
        self._head(theme, head)
        self._foot(theme, foot)
        middle = pygame.Rect(area.x, head.bottom + gap, area.w, foot.y - head.bottom - 2 * gap)
        left = self._left(theme, middle)
        right = self._right(theme, middle, RIGHT, SHARE)
        return pygame.Rect(left + gap, middle.y, right - left - 2 * gap, middle.h)

    def _hand(self, theme: Theme, area: pygame.Rect, wanted: tuple[float, int, float], taken: int) -> int:
        """Height of one's hand: so many hundredths of the table, less where the middle needs it, but a least height.

        A hand without cards leaves its room to the middle.
        """
        least, share, bare = wanted
        if not self.laid.hand.cards:
            return theme.px(bare)
        needed = self.laid.middle.measured(theme, area.w - 2 * theme.px(RIGHT))[1]
        return max(theme.px(least), min(theme.px(MOST), area.h * share // 100, area.h - taken - needed))

    def _head(self, theme: Theme, head: pygame.Rect) -> None:
        """Name at the left of the hidden hand, score at its right."""
        other, hidden = self.laid.other, self.laid.hidden
        wide = min(hidden.measured(theme, head.w)[0], head.w // 3)
        cards = pygame.Rect(head.centerx - wide // 2, head.y, wide, theme.px(78))
        self._put(theme, hidden, cards)
        name = Column([named(other), Label(hidden.text, WORDS)], gap=2, align="start")
        size = name.measured(theme, cards.x - head.x)
        self._put(theme, name, pygame.Rect(cards.x - size[0] - theme.px(24), head.centery - size[1] // 2, *size))
        if other.of:
            score = Row([Label(other.scored, SCORED), *discs(other)], gap=14, align="centre")
            size = score.measured(theme, head.right - cards.right)
            self._put(theme, score, pygame.Rect(cards.right + theme.px(36), head.centery - size[1] // 2, *size))

    def _foot(self, theme: Theme, foot: pygame.Rect) -> None:
        """One's own side, the hand, and what the game puts beside it."""
        side = theme.px(LEFT)
        inner = foot.inflate(-2 * theme.px(16), 0)
        own = Scroll(standing(self.laid.own), ident="own")
        self._put(theme, own, pygame.Rect(inner.x + theme.px(8), inner.y + theme.px(14), side, inner.h - theme.px(14)))
        right = inner.right
        if self.laid.aside is not None:
            right = inner.right - theme.px(RIGHT)
            self._put(theme, self.laid.aside, pygame.Rect(right, inner.y + theme.px(14), theme.px(RIGHT), inner.h))
        left = own.rect.right + theme.px(GAP)
        self._put(theme, self.laid.hand, pygame.Rect(left, inner.y, right - left - theme.px(GAP), inner.h))

    def _left(self, theme: Theme, middle: pygame.Rect) -> int:
        """The piles; their right edge."""
        if not self.laid.piles:
            return middle.x
        piles = Row(self.laid.piles, gap=14, align="start")
        wide, high = piles.measured(theme, middle.w)
        wide = max(theme.px(LEFT), wide) if wide < theme.px(LEFT) else wide
        self._put(theme, piles, pygame.Rect(middle.x + theme.px(20), middle.y + theme.px(8), wide, min(high, middle.h)))
        return piles.rect.right

    def _right(self, theme: Theme, middle: pygame.Rect, width: float, share: int) -> int:
        """The game's panels, each in so many hundredths of the column at most, over the reader; their left edge."""
        gap, wide = theme.px(GAP), theme.px(width)
        left = middle.right - wide - theme.px(16)
        top = middle.y
        for panel in self.laid.panels:
            most = max(theme.px(90), middle.h * share // 100)
            high = min(panel.measured(theme, wide)[1], middle.bottom - top, most)
            if high >= theme.px(90):
                self._put(theme, panel, pygame.Rect(left, top, wide, high))
                top += high + gap
        if middle.bottom - top >= theme.px(90):
            self._column = pygame.Rect(left, top, wide, middle.bottom - top)
            self._put(theme, self.reader, self._sheet(theme))
        return left

    def _sheet(self, theme: Theme) -> pygame.Rect:
        """All that is left of the column while a card is read, else no more than its few words need."""
        column, reading = self._column, self.reader.reading
        high = column.h if reading.title else min(column.h, self.reader.measured(theme, column.w)[1])
        return pygame.Rect(column.x, column.y, column.w, high)

    def _slim(self, theme: Theme, area: pygame.Rect) -> pygame.Rect:
        """One line for both sides and the piles; the reader where the window is broad."""
        gap = theme.px(GAP // 2)
        low, broad = area.h < theme.px(LOW), area.w >= theme.px(BROAD)
        line = pygame.Rect(area.x, area.y, area.w, theme.px(LINE)).inflate(-2 * theme.px(16), 0)
        hand = theme.px(56) if low else self._hand(theme, area, (84, 38, GAP), theme.px(LINE) + 3 * gap)
        foot = pygame.Rect(area.x, area.bottom - hand - gap, area.w, hand)
        self.baize.strip = foot.y - gap // 2
        self._put(theme, self.laid.hand, foot.inflate(-2 * theme.px(12), 0))
        middle = pygame.Rect(area.x, line.bottom + gap, area.w, foot.y - line.bottom - 2 * gap)
        right = self._right(theme, middle, SLIM, 100) if broad else area.right
        self._line(theme, line)
        return pygame.Rect(area.x + theme.px(12), middle.y, right - area.x - 2 * theme.px(12), middle.h)

    def _line(self, theme: Theme, line: pygame.Rect) -> None:
        parts = self.laid
        forms = line_forms(parts.across, {parts.other.id: parts.hidden.text}, self._tools())
        row = next((form for form in forms if form.measured(theme, line.w)[0] <= line.w), forms[-1])
        self._put(theme, row, line)
        shown = pygame.Rect(0, 0, theme.px(40), theme.px(56))
        shown.center = (line.centerx, line.y)
        self.felt.rects[parts.hidden.id] = shown
        for tool in row.shown():
            if tool.id:
                self.felt.rects[tool.id] = pygame.Rect(tool.rect)

    def _tools(self) -> list[Widget]:
        """Piles as buttons, and one for the sheets that find no room."""
        tools: list[Widget] = [pile.tool() for pile in self.laid.piles]
        if self.reader not in self.children:
            tip = Tip("Read the card, and what else there is to know")
            tools.append(Opener("notes", "Notes", self._notes, key=keys.key("notes"), tip=tip))
        return tools

    def _notes(self) -> Widget:
        """What finds no room in the right column as a dialog."""
        hidden = [panel for panel in self.laid.panels if panel not in self.children]
        body = Column([*hidden, content(self.reader.reading)], gap=14)
        back = Button("dialog.back", "Back to the table", "primary", key="Esc")
        return dialog(self.reader.reading.title or "Notes", body, [back], ident="notes.sheet")

    # --- painting

    def parts(self, theme: Theme) -> Iterator[Part]:
        """What lies still is woven into the cloth, once; the rest lies on it."""
        if self._layers is None:
            own = list(self.covers(theme))
            self._layers = Layers(list(self.shown()), theme, [bar for bar in self.baize.covered if bar not in own])
            self.baize.weave(self._layers.still, theme)
            self.baize.spoil([widget.reach(theme) for widget in self._stirred(self._layers)])
        self.dirty = False
        yield from self._layers.lively(theme)

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """What its parts say."""
        if self._layers is None:
            return [clip]
        read = self._reread(theme)
        for widget in self._stirred(self._layers):
            widget.touch()
        still, lively = self._layers.damage(theme, clip)
        self.baize.spoil(still)
        return [*read, *still, *lively]

    def _reread(self, theme: Theme) -> list[pygame.Rect]:
        """Where the reader shows something else than when it was painted; its shadow changes only with its place."""
        (read, lay, written), reader = self._painted, self.reader
        self._painted = (reader.reading, reader.rect, reader.written(theme))
        if read == reader.reading or reader not in self.children:
            return []
        if lay != reader.rect:
            edge = 2 * theme.px(REACH)
            return [lay.inflate(edge, edge), reader.reach(theme)]
        return [reader.rect if reader.dirty else written.union(self._painted[2])]

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """Its sheets."""
        return self._layers.covers(theme) if self._layers is not None else super().covers(theme)

    def _stirred(self, layers: Layers) -> list[Widget]:
        """What does not look as it was painted because of what is held, in the air, or under the cursor."""
        before, self.baize.astir = self.baize.astir, self.felt.astir()
        changed = {ident for ident, _ in before ^ self.baize.astir}
        return layers.named(changed) if changed else []
