"""How the panels of the editor share their height."""

import pygame

from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.panel import Rule

LEAST, GAP = 150, 8
"""Design pixels that the upper part keeps at least, and between both."""
MOST = 0.42
"""Share that the lower part takes at most where the upper one wants more than is left."""


class Shares(Widget):
    """Two parts that scroll, one over the other: the lower takes what it needs, up to its share, the upper the rest."""

    def __init__(self, upper: Widget, lower: Widget) -> None:
        super().__init__(grow=1)
        self._upper, self._lower, self._rule = upper, lower, Rule()
        self.children = [upper, self._rule, lower]

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as the widest; no higher than it must be, for both scroll."""
        wide = max(part.measured(theme, width)[0] for part in (self._upper, self._lower))
        return wide, theme.px(2 * LEAST)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The upper at the top, the lower at the bottom."""
        self.rect, self.dirty = pygame.Rect(rect), True
        gap = theme.px(GAP)
        wanted, own = (part.measured(theme, rect.w)[1] for part in (self._lower, self._upper))
        room = rect.h - 2 * gap
        low = min(wanted, max(round(room * MOST), room - own))
        self._upper.place(theme, pygame.Rect(rect.x, rect.y, rect.w, room - low))
        top = rect.bottom - low - gap
        self._rule.place(theme, pygame.Rect(rect.x, top, rect.w, theme.px(1)))
        self._lower.place(theme, pygame.Rect(rect.x, top + gap, rect.w, low))


class AtMost(Widget):
    """One that scrolls, no higher than so many design pixels."""

    def __init__(self, child: Widget, high: float) -> None:
        super().__init__()
        self.children, self._high = [child], high

    def measure(self, theme: Theme, width: int) -> Size:
        """As the child, but not so high."""
        wide, high = self.children[0].measured(theme, width)
        return wide, min(high, theme.px(self._high))
