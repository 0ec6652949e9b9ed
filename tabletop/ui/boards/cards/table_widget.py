"""The card table as one widget: it places its parts and paints them over the cloth and the bars."""

from collections.abc import Iterator, Sequence

import pygame
from typing_extensions import override

from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.layout import Layout, Parts
from tabletop.ui.boards.cards.static_layer import StaticLayer
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.scroll import Scroll

EDGE = 8
"""How far shadow or ring of what lies on the table goes beyond it, design pixels."""


def sort_units(widgets: Sequence[Widget], theme: Theme) -> list[Widget]:
    """Return what is painted one by one, the lowest first: the table's places and words, its cards, then its sheets.

    A sheet, a scrolled part, or another widget with a `paint_tree` of its own is painted as one unit. A widget that
    comes after such a unit and overlaps it stays above it.
    """
    edge, taken = 2 * theme.px(EDGE), list[pygame.Rect]()
    lying: list[Widget] = []
    above: list[Widget] = []
    for unit in (unit for widget in widgets for unit in _list_units(widget)):
        if _paints_own_tree(unit) or unit.rect.collidelist(taken) >= 0:
            above.append(unit)
            taken.append(unit.rect.inflate(edge, edge))
        else:
            lying.append(unit)
    return [*sorted(lying, key=lambda unit: isinstance(unit, Card)), *above]


def _list_units(widget: Widget) -> Iterator[Widget]:
    if _paints_own_tree(widget):
        yield widget
        return
    if type(widget).paint is not Widget.paint:
        yield widget
    for child in widget.shown():
        yield from _list_units(child)


def _paints_own_tree(widget: Widget) -> bool:
    if isinstance(widget, Scroll):
        return widget.overflowing
    return type(widget).paint_tree is not Widget.paint_tree


class TableWidget(Widget):
    """All that lies on the table. It lies above the bars, so that a card that reaches over a bar is seen whole."""

    def __init__(self, parts: Parts, tableau: Tableau, static: StaticLayer) -> None:
        super().__init__("desk")
        self.parts, self.tableau, self.static = parts, tableau, static
        self._theme = Theme()
        self._laid_out = self._build_layout()
        self._before: dict[str, Widget] = {}
        """The widgets before the screen was rebuilt, by id, until this widget is placed."""
        self._units: list[Widget] | None = None
        """The widgets that are painted one by one; None until the first frame after the widget was placed."""
        self._animated: frozenset[tuple[str, object]] = frozenset()
        """`Tableau.animated` when the table was painted last."""

    # --- layout

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place head, hand, columns and middle."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), True, theme
        self.tableau.clear_places()
        self.children, self._units = [], None
        self.parts.reader.forget()
        room = WindowLayout(theme, rect.size)
        area = pygame.Rect(rect.x, rect.y + room.top, rect.w, rect.h - room.top - room.bottom)
        self._laid_out = self._build_layout()
        free = self._laid_out.place(area)
        self.static.strip, self.static.laid = self._laid_out.strip, self._laid_out.is_ample
        self._place_part(Scroll(self.parts.middle, ident="middle"), free)
        self._before = {}

    def _build_layout(self) -> Layout:
        return Layout(self._theme, self.parts, self.tableau, self._place_part)

    def adopt(self, old: Widget) -> None:
        """Remember the widgets of `old`; each part adopts its predecessor when it is placed."""
        self._before = {widget.id: widget for widget in old.walk() if widget.id}

    def _place_part(self, widget: Widget, rect: pygame.Rect) -> None:
        self.children.append(widget)
        if type(self._before.get(widget.id)) is type(widget):
            widget.adopt(self._before[widget.id])
        widget.place(self._theme, rect)

    # --- painting

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        turned = self._turn_reader()
        before, self._animated = self._animated, self.tableau.list_animated()
        changed = {ident for ident, _ in before ^ self._animated}
        for widget in self.walk() if changed else ():
            if widget.id in changed:
                widget.touch()  # a sheet with a picture of itself shows it differently
        return turned or bool(changed)

    def paint_tree(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paint all units, the lowest first."""
        self._dirty = False
        if self._units is None:
            self._units = sort_units(list(self.shown()), theme)
        for unit in self._units:
            if _paints_own_tree(unit):
                unit.paint_tree(surface, theme)
            else:
                unit.paint(surface, theme)

    def _turn_reader(self) -> bool:
        """Let the reader show the card that is looked at. Return True if it showed another one before."""
        reader = self.parts.reader
        if not reader.is_outdated:
            return False
        if not reader.show_wanted() and reader in self.children:
            reader.place(self._theme, self._laid_out.reader_rect())
        return True
