"""Faces of dice, drawn: hits bright with a brass edge, misses grey."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget

_FINE = 4
_GREY = (201, 193, 172)
_L, _M, _R = 0.26, 0.5, 0.74
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_M, _M),),
    2: ((_L, _L), (_R, _R)),
    3: ((_L, _L), (_M, _M), (_R, _R)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _M), (_R, _M), (_L, _R), (_R, _R)),
}


@lru_cache(maxsize=256)
def face(number: int, pixels: int, hit: bool) -> pygame.Surface:
    """The face of a die as a square surface."""
    large = pixels * _FINE
    made = pygame.Surface((large, large), pygame.SRCALPHA)
    made.fill((*INKS.brass_edge, 0))
    edge, paper, pip = (INKS.bar_rule, INKS.cream, INKS.ink) if hit else (INKS.foot, _GREY, INKS.muted)
    pygame.draw.rect(made, edge, made.get_rect(), border_radius=large // 6)
    rim = max(_FINE, large // 22)
    pygame.draw.rect(made, paper, made.get_rect().inflate(-2 * rim, -2 * rim), border_radius=large // 7)
    for across, down in _PIPS[number]:
        pygame.draw.circle(made, pip, (across * large, down * large), large * 0.095)
    return pygame.transform.smoothscale(made, (pixels, pixels))


class Dice(Widget):
    """Dice in a row: pairs of the number and what a hit comes to (empty for a miss); side and gap in design pixels."""

    def __init__(self, dice: Sequence[tuple[int, str]], side: float, gap: float) -> None:
        super().__init__()
        self.dice = tuple(dice)
        self.side, self.gap = side, gap

    def measure(self, theme: Theme, width: int) -> Size:
        """The dice and what is between them."""
        count = len(self.dice)
        return count * theme.px(self.side) + max(0, count - 1) * theme.px(self.gap), theme.px(self.side)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Faces."""
        side, step = theme.px(self.side), theme.px(self.side) + theme.px(self.gap)
        for number, (pips, word) in enumerate(self.dice):
            surface.blit(face(pips, side, bool(word)), (self.rect.x + number * step, self.rect.y))
