"""The card table as one widget: its parts lie still, in the picture of the cloth, or lie on it and move."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.layout import Layout, Parts
from tabletop.ui.boards.cards.static_layer import StaticLayer
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.room import Room
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CHANGES, Widget
from tabletop.ui.widgets.draw import shadowed
from tabletop.ui.widgets.scroll import Scroll

EDGE = 8
"""How far shadow or ring of what lies on the table goes beyond it, design pixels."""


class Layers:
    """The widgets of a table in two layers.

    Attributes:
        still: what looks as it does until it is touched, the cards last; it can be painted into the cloth.
        lively: sheets, which keep pictures of themselves; what is scrolled; and whatever lies on one of these.

    Args:
        widgets: the parts of the table, the lowest first.
        theme: how large everything is drawn.
        bars: what lies on the cloth, but under these widgets.
    """

    def __init__(self, widgets: Sequence[Widget], theme: Theme, bars: Sequence[pygame.Rect]) -> None:
        self._watched = [unit for widget in widgets for unit in _units(widget)]
        still: list[Widget] = []
        self._lively: list[Widget] = []
        edge, taken = 2 * theme.px(EDGE), list[pygame.Rect]()
        for unit in (one for one in self._watched if _is_tree(one) or type(one).paint is not Widget.paint):
            if _is_tree(unit) or unit.rect.collidelist(taken) >= 0:
                self._lively.append(unit)
                taken.append(unit.rect.inflate(edge, edge))
            else:
                still.append(unit)
        self.still = sorted(still, key=lambda unit: isinstance(unit, Card))
        for unit in still:
            if isinstance(unit, Card):
                unit.settle()
        self._above = set(self._lively)
        self._reaches = [unit.reach(theme) for unit in self._lively]
        self._trees = [unit for unit in self._lively if _is_tree(unit)]
        self._flat = set(self._watched).difference(self._trees)
        for unit in self._flat:
            unit.dirty = False
        self._placed = CHANGES.placed
        """How much had been placed when all that can be touched was looked at."""
        self._over_bars = [
            (unit, bars[number].clip(reach))
            for unit, reach in ((unit, unit.reach(theme)) for unit in self.still)
            for number in reach.collidelistall(bars)
        ]
        """What lies still and reaches over a bar; there it is painted upon it."""

    def named(self, idents: set[str]) -> list[Widget]:
        """The widgets of these ids, as far as there are any."""
        found = [unit for unit in self._watched if unit.id in idents]
        left = idents.difference([unit.id for unit in found])
        return [*found, *(one for tree in self._trees for one in tree.walk() if one.id in left)] if left else found

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paint what lies on the cloth, the lowest first."""
        clip = surface.get_clip()
        for unit, piece in self._over_bars:
            if clip.colliderect(piece):
                surface.set_clip(clip.clip(piece))
                unit.paint(surface, theme)
        surface.set_clip(clip)
        for unit in map(self._lively.__getitem__, clip.collidelistall(self._reaches)):
            if unit in self._flat:
                unit.paint(surface, theme)
            else:
                unit.paint_tree(surface, theme)

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """What the sheets cover."""
        for tree in self._trees:
            yield from tree.covers(theme)

    def damage(self, theme: Theme, clip: pygame.Rect) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
        """What must be painted again: of the still layer, and of the lively one.

        Only what was touched is looked at, unless something has been placed.
        """
        still: list[pygame.Rect] = []
        lively: list[pygame.Rect] = []
        fresh, self._placed = self._placed != CHANGES.placed, CHANGES.placed
        if not (fresh or CHANGES.touched):
            return still, lively
        if fresh:
            self._reaches = [unit.reach(theme) for unit in self._lively]
        touched = dict.fromkeys(CHANGES.touched)
        for unit in self._watched if fresh else touched:
            if unit.dirty and unit in self._flat:
                (lively if unit in self._above else still).extend(unit.damage(theme, clip))
                unit.dirty = False
        inner = fresh or any(unit not in self._flat and unit not in self._trees for unit in touched)
        for tree in self._trees:
            if inner or tree.dirty:
                lively += tree.damage(theme, clip)
        return still, lively


def _units(widget: Widget) -> Iterator[Widget]:
    """All that can be touched, the lowest first; what paints its tree in its own way is one."""
    yield widget
    if not _is_tree(widget):
        for child in widget.shown():
            yield from _units(child)


def _is_tree(widget: Widget) -> bool:
    if isinstance(widget, Scroll):
        return widget.overflowing
    return type(widget).paint_tree is not Widget.paint_tree


class TableWidget(Widget):
    """Has its parts placed, and says what of them must be painted again."""

    restless = True

    def __init__(self, parts: Parts, tableau: Tableau, static: StaticLayer) -> None:
        super().__init__("desk")
        self.parts, self.tableau, self.static = parts, tableau, static
        self._theme = Theme()
        self._laid_out = self._layout()
        self._before: dict[str, Widget] = {}
        """What lay here before the screen was composed anew, until this is placed."""
        self._layers: Layers | None = None

    # --- layout

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Head, hand, columns, middle."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), False, theme
        self.tableau.clear()
        self.children, self._layers = [], None
        self.parts.reader.forget()
        room = Room(theme, rect.size)
        area = pygame.Rect(rect.x, rect.y + room.top, rect.w, rect.h - room.top - room.bottom)
        self._laid_out = self._layout()
        free = self._laid_out.place(area)
        self.static.strip, self.static.laid = self._laid_out.strip, self._laid_out.ample
        self._put(Scroll(self.parts.middle, ident="middle"), free)
        self._before = {}

    def _layout(self) -> Layout:
        return Layout(self._theme, self.parts, self.tableau, self._put)

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

    def _settle(self, theme: Theme) -> None:
        """From now on what lies still is in the picture of the cloth."""
        own = list(self.covers(theme))
        self._layers = Layers(list(self.shown()), theme, [bar for bar in self.static.covered if bar not in own])
        self.static.settle(self._layers.still, theme)
        self.static.invalidate([widget.reach(theme) for widget in self._animated(self._layers)])

    def damage(self, theme: Theme, clip: pygame.Rect) -> list[pygame.Rect]:
        """What its parts say; only now the reader turns to what is looked at."""
        found = self._turn(theme)
        if self._layers is None:
            self._settle(theme)
            return [clip]
        for widget in self._animated(self._layers):
            widget.touch()
        still, lively = self._layers.damage(theme, clip)
        self.static.invalidate(still)
        return [*found, *self.static.turn_light(theme), *still, *lively]

    def _turn(self, theme: Theme) -> list[pygame.Rect]:
        """Where the reader shows something else, once it is turned; only with its place do its edges change."""
        reader = self.parts.reader
        if not reader.behind:
            return []
        lay, written = reader.rect, reader.written
        laid = reader.turn()
        if reader not in self.children:
            return []
        if not laid:
            reader.place(self._theme, self._laid_out.sheet())
        if lay != reader.rect:
            return [shadowed(theme, lay), reader.reach(theme)]
        return [written.union(reader.written)]

    def covers(self, theme: Theme) -> Iterator[pygame.Rect]:
        """Its sheets."""
        return self._layers.covers(theme) if self._layers is not None else super().covers(theme)

    def _animated(self, layers: Layers) -> list[Widget]:
        """What does not look as it was painted because of what is held, in the air, or under the cursor."""
        if not (self.tableau.lively or self.tableau.cursor or self.static.animated):
            return []
        before, self.static.animated = self.static.animated, self.tableau.animated()
        changed = {ident for ident, _ in before ^ self.static.animated}
        return layers.named(changed) if changed else []
