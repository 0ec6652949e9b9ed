"""The card table as one widget: its parts lie still, woven into the cloth, or lie on it and move."""

from collections.abc import Iterator

import pygame

from tabletop.ui.boards.cards.arrangement import Arrangement, Parts
from tabletop.ui.boards.cards.baize import Baize
from tabletop.ui.boards.cards.felt import Felt
from tabletop.ui.boards.cards.layers import Layers
from tabletop.ui.boards.cards.reader import Reader
from tabletop.ui.boards.room import Room
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.draw import shadowed
from tabletop.ui.widgets.scroll import Scroll


class Desk(Widget):
    """Has its parts placed, and says what of them must be painted again."""

    restless = True

    def __init__(self, parts: Parts, felt: Felt, baize: Baize) -> None:
        super().__init__("desk")
        self.laid, self.felt, self.baize = parts, felt, baize
        self.reader = Reader(card := parts.read(), parts.reading(card))
        self._theme = Theme()
        self._arranged = self._arrangement()
        self._before: dict[str, Widget] = {}
        """What lay here before the screen was composed anew, until this is placed."""
        self._layers: Layers | None = None

    # --- layout

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Head, hand, columns, middle."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), False, theme
        self.felt.clear()
        self.children, self._layers = [], None
        self.reader.forget()
        room = Room(theme, rect.size)
        area = pygame.Rect(rect.x, rect.y + room.top, rect.w, rect.h - room.top - room.bottom)
        self._arranged = self._arrangement()
        free = self._arranged.place(area)
        self.baize.strip = self._arranged.strip
        self._put(Scroll(self.laid.middle, ident="middle"), free)
        self._before = {}

    def _arrangement(self) -> Arrangement:
        return Arrangement(self._theme, self.laid, self.felt, self.reader, self._put)

    def adopt(self, old: Widget) -> None:
        """Its parts do so as they are placed."""
        self._before = {widget.id: widget for widget in old.walk() if widget.id}

    def _put(self, widget: Widget, rect: pygame.Rect) -> None:
        self.children.append(widget)
        if type(self._before.get(widget.id)) is type(widget):
            widget.adopt(self._before[widget.id])
        widget.place(self._theme, rect)

    # --- painting

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """What lies still is in the picture of the cloth; the rest lies on it."""
        self._dirty = False
        if self._layers is not None:
            self._layers.paint(surface, theme)

    def _weave(self, theme: Theme) -> None:
        """From now on what lies still is in the picture of the cloth."""
        own = list(self.covers(theme))
        self._layers = Layers(list(self.shown()), theme, [bar for bar in self.baize.covered if bar not in own])
        self.baize.weave(self._layers.still, theme)
        self.baize.spoil([widget.reach(theme) for widget in self._stirred(self._layers)])

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """What its parts say; only now the reader turns to what is looked at."""
        found = self._turn(theme)
        if self._layers is None:
            self._weave(theme)
            return [clip]
        for widget in self._stirred(self._layers):
            widget.touch()
        still, lively = self._layers.damage(theme, clip)
        self.baize.spoil(still)
        return [*found, *self.baize.turn_light(theme), *still, *lively]

    def _turn(self, theme: Theme) -> list[pygame.Rect]:
        """Where the reader shows something else, once it is turned; only with its place do its edges change."""
        card, reader = self.laid.read(), self.reader
        if card == reader.card:
            return []
        lay, written = reader.rect, reader.written
        laid = reader.turn(card, self.laid.reading(card))
        if reader not in self.children:
            return []
        if not laid:
            reader.place(self._theme, self._arranged.sheet())
        if lay != reader.rect:
            return [shadowed(theme, lay), reader.reach(theme)]
        return [written.union(reader.written)]

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """Its sheets."""
        return self._layers.covers(theme) if self._layers is not None else super().covers(theme)

    def _stirred(self, layers: Layers) -> list[Widget]:
        """What does not look as it was painted because of what is held, in the air, or under the cursor."""
        if not (self.felt.lively or self.felt.cursor or self.baize.astir):
            return []
        before, self.baize.astir = self.baize.astir, self.felt.astir()
        changed = {ident for ident, _ in before ^ self.baize.astir}
        return layers.named(changed) if changed else []
