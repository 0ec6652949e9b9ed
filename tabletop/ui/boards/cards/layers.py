"""What on a card table lies still and what is lively, so that each can be painted in the way that is quickest."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui.boards.cards.card import Card
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import NOWHERE, TALLY, Part, Widget
from tabletop.ui.widgets.scroll import Scroll

EDGE = 8
"""How far shadow or ring of what lies on the table goes beyond it, design pixels."""


class Layers:
    """The widgets of a table in two layers.

    Attributes:
        still: what looks as it does until it is touched, the cards last; it can be woven into the cloth.
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
        for unit in filter(_paints, self._watched):
            if _is_tree(unit) or unit.rect.collidelist(taken) >= 0:
                self._lively.append(unit)
                taken.append(unit.rect.inflate(edge, edge))
            else:
                still.append(unit)
        self.still = sorted(still, key=lambda unit: isinstance(unit, Card))
        for unit in still:
            if isinstance(unit, Card):
                unit.weave()
        self._above = set(self._lively)
        self._trees = [unit for unit in self._lively if _is_tree(unit)]
        self._flat = set(self._watched).difference(self._trees)
        self._placed = TALLY.placed
        """How much had been placed when all that can be touched was looked at."""
        self._over_bars = [
            _cut(unit, bars[number].clip(reach))
            for unit, reach in ((unit, unit.reach(theme)) for unit in self.still)
            for number in reach.collidelistall(bars)
        ]
        """What lies still and reaches over a bar; there it is painted upon it."""

    def named(self, idents: set[str]) -> list[Widget]:
        """The widgets of these ids, as far as there are any."""
        within = [widget for tree in self._trees for widget in tree.walk()]
        return [widget for widget in (*self._watched, *within) if widget.id in idents]

    def lively(self, theme: Theme) -> Iterator[Part]:
        """What is painted on the cloth, the lowest first; now nothing needs to be painted again."""
        for unit in self._flat:
            unit.dirty = False
        yield from self._over_bars
        for unit in self._lively:
            flat = unit in self._flat
            solid = NOWHERE if flat else next(unit.covers(theme), NOWHERE)
            yield Part(unit.paint if flat else unit.paint_tree, unit.reach(theme), solid)

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
        fresh, self._placed = self._placed != TALLY.placed, TALLY.placed
        if not (fresh or TALLY.touched):
            return still, lively
        touched = dict.fromkeys(TALLY.touched)
        for unit in self._watched if fresh else touched:
            if unit.dirty and unit in self._flat:
                (lively if unit in self._above else still).extend(unit.damage(theme, clip))
                unit.dirty = False
        inner = fresh or any(unit not in self._flat and unit not in self._trees for unit in touched)
        for tree in self._trees:
            if inner or tree.dirty:
                lively += tree.damage(theme, clip)
        return still, lively


def _cut(unit: Widget, piece: pygame.Rect) -> Part:
    """One piece of what a widget paints."""

    def paint(surface: pygame.Surface, theme: Theme) -> None:
        before = surface.get_clip()
        surface.set_clip(before.clip(piece))
        unit.paint(surface, theme)
        surface.set_clip(before)

    return Part(paint, piece)


def _units(widget: Widget) -> Iterator[Widget]:
    """All that can be touched, the lowest first; what paints its tree in its own way is one."""
    yield widget
    if not _is_tree(widget):
        for child in widget.shown():
            yield from _units(child)


def _paints(widget: Widget) -> bool:
    return _is_tree(widget) or type(widget).paint is not Widget.paint


def _is_tree(widget: Widget) -> bool:
    if isinstance(widget, Scroll):
        return widget.overflowing
    return widget.is_tree
