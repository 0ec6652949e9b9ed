"""Tables: rows of cells below their heads, or, where there is no room for that, one row after the other."""

import math
from collections.abc import Sequence

import pygame

from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget


class Ruled(Widget):
    """Rows of cells below their heads, each column as wide as its words need, where there is room."""

    GAP, LINE = 16, 5

    def __init__(self, rows: Sequence[Sequence[Widget]]) -> None:
        super().__init__()
        self.rows = [list(row) for row in rows]
        self.children = [cell for row in self.rows for cell in row]

    def fits(self, theme: Theme, width: int) -> bool:
        """Whether no word is wider than its column."""
        return sum(self._wanted(theme, 1)) <= self._room(theme, width)

    def _room(self, theme: Theme, width: int) -> int:
        return max(1, width - theme.px(self.GAP) * (len(self.rows[0]) - 1) - 2 * theme.px(self.LINE))

    def _wanted(self, theme: Theme, width: int) -> list[int]:
        """What the columns take where each cell has so much room."""
        return [max(cell.measured(theme, width)[0] for cell in column) for column in zip(*self.rows, strict=True)]

    def _widths(self, theme: Theme, width: int) -> list[int]:
        """Of the columns; what is missing is taken from those that can be broken, by how much they can."""
        room, least = self._room(theme, width), self._wanted(theme, 1)
        wanted = self._wanted(theme, room)
        spare, missing = sum(wanted) - sum(least), max(0, sum(wanted) - room)
        if not spare:
            return wanted
        share = min(1.0, missing / spare)
        return [most - math.ceil((most - few) * share) for most, few in zip(wanted, least, strict=True)]

    def _heights(self, theme: Theme, widths: Sequence[int]) -> list[int]:
        return [
            max(cell.measured(theme, wide)[1] for cell, wide in zip(row, widths, strict=True)) + 2 * theme.px(self.LINE)
            for row in self.rows
        ]

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as its columns."""
        widths = self._widths(theme, width)
        wide = sum(widths) + theme.px(self.GAP) * (len(widths) - 1) + 2 * theme.px(self.LINE)
        return wide, sum(self._heights(theme, widths))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Row by row."""
        self.rect, self.dirty = pygame.Rect(rect), True
        widths = self._widths(theme, rect.w)
        top = rect.y
        for row, high in zip(self.rows, self._heights(theme, widths), strict=True):
            left = rect.x + theme.px(self.LINE)
            for cell, wide in zip(row, widths, strict=True):
                cell.place(theme, pygame.Rect(left, top + theme.px(self.LINE), wide, high - 2 * theme.px(self.LINE)))
                left += wide + theme.px(self.GAP)
            top += high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A ground, and a line under each row, a stronger one under the heads."""
        widths = self._widths(theme, self.rect.w)
        wide = min(self.rect.w, self.measure(theme, self.rect.w)[0])
        heights = self._heights(theme, widths)
        surface.fill(INKS.paper_2, (self.rect.x, self.rect.y, wide, sum(heights)))
        top = self.rect.y
        for number, high in enumerate(heights):
            top += high
            ink = INKS.edge if number == 0 else INKS.rule
            surface.fill(ink, (self.rect.x, top - theme.px(1), wide, theme.px(1)))


class Tabular(Widget):
    """A table; where its columns find no room side by side, row by row with the heads before the cells."""

    def __init__(self, columns: Ruled, rows: Widget) -> None:
        super().__init__()
        self._columns, self._rows = columns, rows
        self.children = [columns]

    def measure(self, theme: Theme, width: int) -> Size:
        """Of the form that fits."""
        return self._form(theme, width).measured(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """In the form that fits."""
        self.children = [self._form(theme, rect.w)]
        super().place(theme, rect)

    def _form(self, theme: Theme, width: int) -> Widget:
        return self._columns if self._columns.fits(theme, width) else self._rows
