"""A row of small ticks: how many turns are behind, and how many remain."""

import pygame

from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget

STEP, HEIGHT = 4.6, 4
MOST = 120
"""Width of the row, design pixels, however many turns there are."""


class Ticks(Widget):
    """One tick for each turn, brass up to the one that is played."""

    def __init__(self, now: int, total: int) -> None:
        super().__init__("ticks", tip=Tip(f"Turn {now} of {total}", f"{total - now} to come."))
        self.now, self.total = now, total

    def measure(self, theme: Theme, width: int) -> Size:
        """A short row."""
        return min(theme.px(STEP * self.total), theme.px(MOST)), theme.px(HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """From left to right."""
        for number in range(self.total):
            left, right = (self.rect.x + self.rect.w * n // self.total for n in (number, number + 1))
            shade = INKS.brass_light if number < self.now else INKS.bar_edge
            surface.fill(shade, (left, self.rect.y, max(1, right - left - theme.px(1.5)), self.rect.h))
