"""A sheet at one side of the table, which stays in sight beside it."""

from typing import Literal

import pygame

from tabletop.ui.boards.room import Room
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Widget

GAP = 8
"""Between the sheet and the edges of the table, design pixels."""
SHARE = 0.42
"""Of the width of a window that a sheet takes at most, but for its least width."""


class Docked(Widget):
    """Lays a sheet between the bars; in a low window it lies over the lower one.

    It is `widest` where there is room, never narrower than `least`, design pixels.
    """

    def __init__(self, sheet: Widget, side: Literal["left", "right"], *, widest: float, least: float) -> None:
        super().__init__()
        self.children = [sheet]
        self._side, self._widest, self._least = side, widest, least

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """As wide as leaves the table in sight."""
        self.rect, self.dirty = pygame.Rect(rect), False
        room, gap = Room(theme, rect.size), theme.px(GAP)
        wide = min(rect.w - 2 * gap, theme.px(max(self._least, min(self._widest, room.wide * SHARE))))
        top, bottom = rect.y + room.top + gap, rect.bottom - gap - (0 if room.low else room.bottom)
        left = rect.x + gap if self._side == "left" else rect.right - gap - wide
        self.children[0].place(theme, pygame.Rect(left, top, wide, bottom - top))
