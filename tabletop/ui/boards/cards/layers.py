"""What on a card table lies still and what is lively, so that each can be painted in the way that is quickest."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui.boards.cards.card import Card
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import CHANGES, Widget
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
        within = [widget for tree in self._trees for widget in tree.walk()]
        return [widget for widget in (*self._watched, *within) if widget.id in idents]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paint what lies on the cloth, the lowest first."""
        clip = surface.get_clip()
        for unit, piece in self._over_bars:
            if clip.colliderect(piece):
                surface.set_clip(clip.clip(piece))
                unit.paint(surface, theme)
        surface.set_clip(clip)
        for unit in self._lively:
            if unit not in self._flat:
                unit.paint_tree(surface, theme)
            elif clip.colliderect(unit.reach(theme)):
                unit.paint(surface, theme)

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


def _paints(widget: Widget) -> bool:
    return _is_tree(widget) or type(widget).paint is not Widget.paint


def _is_tree(widget: Widget) -> bool:
    if isinstance(widget, Scroll):
        return widget.overflowing
    return type(widget).paint_tree is not Widget.paint_tree
