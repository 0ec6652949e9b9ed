"""Small pictures on the ship card: stars, men, masts, numbered boxes, drawn with the pen."""

import math
from collections.abc import Callable

import pygame

from tabletop.ui.text import Style, write_centred
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import rim

Pen = Callable[[pygame.Surface, Theme, pygame.Rect], None]


class Drawn(Widget):
    """A picture of a size in design pixels, drawn by a function."""

    def __init__(self, width: float, height: float, pen: Pen, *, tip: Tip | None = None, grow: float = 0) -> None:
        super().__init__(tip=tip, grow=grow)
        self.width, self.height, self._pen = width, height, pen

    def measure(self, theme: Theme, width: int) -> Size:
        """As asked."""
        return theme.px(self.width), theme.px(self.height)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Let the pen draw."""
        self._pen(surface, theme, self.rect)


def stars(count: int) -> Drawn:
    """So many brass stars."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number in range(count):
            middle = (rect.x + theme.px(8) + number * theme.px(17), rect.centery)
            points = _star(middle, theme.px(7.5))
            pygame.draw.polygon(surface, INKS.brass, points)
            pygame.draw.aalines(surface, INKS.brass_dark, True, points)

    return Drawn(17 * count, 18, pen)


def _star(middle: tuple[int, int], radius: float) -> list[tuple[float, float]]:
    turns = [(math.radians(36 * k), radius * (1 if k % 2 == 0 else 0.42)) for k in range(10)]
    return [(middle[0] + r * math.sin(turn), middle[1] - r * math.cos(turn)) for turn, r in turns]


def men(count: int) -> Drawn:
    """So many crews, a figure each."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number in range(count):
            x = rect.x + theme.px(7) + number * theme.px(16)
            pygame.draw.aacircle(surface, INKS.ink, (x, rect.y + theme.px(5)), theme.px(3.4))
            body = pygame.Rect(0, 0, theme.px(11), theme.px(9))
            body.midtop = (x, rect.y + theme.px(10))
            pygame.draw.rect(
                surface, INKS.ink, body, border_top_left_radius=theme.px(5), border_top_right_radius=theme.px(5)
            )

    return Drawn(16 * count, 20, pen)


def numbered(reached: int, most: int) -> Drawn:
    """Boxes with numbers from 1, those that are reached in brass."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number in range(1, most + 1):
            box = pygame.Rect(rect.x + (number - 1) * theme.px(27), rect.y, theme.px(23), theme.px(20))
            surface.fill(INKS.brass if number <= reached else INKS.paper, box)
            rim(surface, INKS.edge if number <= reached else INKS.rule, box, theme.px(1))
            ink = INKS.ink if number <= reached else INKS.muted
            write_centred(surface, theme, str(number), Style("semibold", 14, ink), box)

    return Drawn(27 * most, 20, pen)


def spar(standing: bool) -> Drawn:
    """A mast that stands, or one that is gone."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        box = pygame.Rect(rect.x, rect.centery - theme.px(5), rect.w, theme.px(10))
        lost(surface, theme, box) if not standing else surface.fill(INKS.ink, box)

    return Drawn(34, 18, pen)


def lost(surface: pygame.Surface, theme: Theme, box: pygame.Rect, ink: Colour = INKS.foot) -> None:
    """An empty box, struck through."""
    rim(surface, ink, box, theme.px(1))
    pygame.draw.aaline(surface, ink, (box.x, box.bottom - 1), (box.right - 1, box.y))
