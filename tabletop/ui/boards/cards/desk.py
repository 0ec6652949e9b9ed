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
from tabletop.ui.widgets.base import Part, Widget
from tabletop.ui.widgets.draw import shadowed
from tabletop.ui.widgets.scroll import Scroll


class Desk(Widget):
    """Has its parts placed, and says what of them must be painted again."""

    restless = True

    def __init__(self, parts: Parts, felt: Felt, baize: Baize) -> None:
        super().__init__("desk")
        self.laid, self.felt, self.baize = parts, felt, baize
        self.reader = Reader(parts.reading())
        self._theme = Theme()
        self._arranged = self._arrangement()
        self._painted = (self.reader.reading, pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0))
        """What was read when the reader was painted, where it lay, and how far it was written."""
        self._before: dict[str, Widget] = {}
        """What lay here before the screen was composed anew, until this is placed."""
        self._layers: Layers | None = None

    def _read(self) -> None:
        """Show in the reader what is looked at now."""
        if self.reader.read(self.laid.reading()) and self.reader in self.children and not self.reader.laid:
            self.reader.place(self._theme, self._arranged.sheet())

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

    def parts(self, theme: Theme) -> Iterator[Part]:
        """What lies still is woven into the cloth, once; the rest lies on it."""
        if self._layers is None:
            own = list(self.covers(theme))
            self._layers = Layers(list(self.shown()), theme, [bar for bar in self.baize.covered if bar not in own])
            self.baize.weave(self._layers.still, theme)
            self.baize.spoil([widget.reach(theme) for widget in self._stirred(self._layers)])
        self._dirty = False
        self.baize.lit = self._layers.lit
        yield from self._layers.lively(theme)

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """What its parts say; only now the reader turns to what is looked at."""
        self._read()
        if self._layers is None:
            return [clip]
        read = self._reread(theme)
        for widget in self._stirred(self._layers):
            widget.touch()
        still, lively = self._layers.damage(theme, clip)
        self.baize.spoil(still)
        self.baize.lit = self._layers.lit
        return [*read, *still, *lively]

    def _reread(self, theme: Theme) -> list[pygame.Rect]:
        """Where the reader shows something else than when it was painted; only with its place do its edges change."""
        (read, lay, written), reader = self._painted, self.reader
        self._painted = (reader.reading, reader.rect, reader.written(theme))
        if read == reader.reading or reader not in self.children:
            return []
        if lay != reader.rect:
            return [shadowed(theme, lay), reader.reach(theme)]
        return [written.union(self._painted[2])]

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """Its sheets."""
        return self._layers.covers(theme) if self._layers is not None else super().covers(theme)

    def _stirred(self, layers: Layers) -> list[Widget]:
        """What does not look as it was painted because of what is held, in the air, or under the cursor."""
        before, self.baize.astir = self.baize.astir, self.felt.astir()
        changed = {ident for ident, _ in before ^ self.baize.astir}
        return layers.named(changed) if changed else []
