"""The chance of each number of hits as columns, each with its number and its percentage."""

from collections.abc import Mapping
from fractions import Fraction

import pygame

from tabletop.core.phrases import format_percent
from tabletop.ui.text import Style, size_of, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget

BARS, WIDEST = 34, 56
"""Height of the highest column and width of a column at most, design pixels."""
_NUMBER, _SHARE = Style("semibold", 14), Style("body", 13, INKS.ink_2)


class Histogram(Widget):
    """Columns side by side over the numbers of hits that can come."""

    def __init__(self, chances: Mapping[int, Fraction], note: str = "") -> None:
        told = ", ".join(f"{hits}: {format_percent(chance)}" for hits, chance in chances.items())
        super().__init__(tip=Tip("Chance of each number of hits", "\n".join(filter(None, (told, note)))))
        self.chances = dict(chances)

    def _lines(self, theme: Theme) -> tuple[int, int]:
        return size_of("8", _NUMBER, theme.scale)[1], size_of("8 %", _SHARE, theme.scale)[1]

    def measure(self, theme: Theme, width: int) -> Size:
        """Percentages, columns, numbers."""
        return min(width, theme.px(WIDEST) * len(self.chances)), theme.px(BARS) + sum(self._lines(theme))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Each column in its share of the width."""
        number_high = self._lines(theme)[0]
        highest = max(self.chances.values(), default=Fraction(1))
        each = min(theme.px(WIDEST), self.rect.w // max(1, len(self.chances)))
        floor = self.rect.bottom - number_high
        for place, (hits, chance) in enumerate(self.chances.items()):
            middle = self.rect.x + each * place + each // 2
            high = max(theme.px(1), round(theme.px(BARS) * float(chance / highest)))
            wide = max(theme.px(6), each - theme.px(10))
            surface.fill(INKS.brass_dark, (middle - wide // 2, floor - high, wide, high))
            write_at(surface, theme, format_percent(chance), _SHARE, midbottom=(middle, floor - high))
            write_at(surface, theme, str(hits), _NUMBER, midbottom=(middle, self.rect.bottom))
        surface.fill(INKS.rule, (self.rect.x, floor, each * len(self.chances), theme.px(1)))
