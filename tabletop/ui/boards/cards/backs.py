"""The back of a card: nested lines in brass and a star."""

import math

import pygame

from tabletop.ui.boards.cards.look import Back
from tabletop.ui.boards.cards.paper import body, outline
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import rounded

RADIUS, LINES = 8, 4
_FINE = 4


def drawn(look: Back, size: Size, theme: Theme) -> pygame.Surface:
    """For any size."""
    made = body(size, theme, min(RADIUS, size[0] * 100 / theme.scale / 12))
    inner = made.get_rect().inflate(-2 * theme.px(5), -2 * theme.px(5))
    made.blit(rounded(inner.size, theme.px(4), look.colour), inner)
    faint = tuple(round(c + (b - c) * 0.75) for c, b in zip(look.colour, look.line, strict=True))
    step = max(2, round(min(inner.size) * 0.055))
    for number in range(1, LINES + 1):
        line = inner.inflate(-2 * step * number, -2 * step * number)
        if line.w > 4 * step and line.h > 4 * step:
            outline(made, line, theme.px(3), 1, (faint[0], faint[1], faint[2]))
    _star(made, inner)
    return made


def _star(made: pygame.Surface, inner: pygame.Rect) -> None:
    """Four long points."""
    side = round(min(inner.size) * 0.52)
    fine = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    fine.fill((*INKS.brass_light, 0))
    middle, long = side * _FINE / 2, side * _FINE / 2
    points = []
    for corner in range(8):
        reach, angle = (long, 0.0) if corner % 2 == 0 else (long * 0.19, 0.0)
        angle = math.radians(45 * corner)
        points.append((middle + reach * math.sin(angle), middle - reach * math.cos(angle)))
    pygame.draw.polygon(fine, INKS.brass_light, points)
    small = pygame.transform.smoothscale(fine, (side, side))
    made.blit(small, small.get_rect(center=inner.center))
