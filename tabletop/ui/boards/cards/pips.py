"""Pips: outlines that tell suits apart, filled or as a line, with or without a value; and the signs of two sides."""

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from tabletop.ui.boards.cards.look import Shape
from tabletop.ui.boards.contract import Badge
from tabletop.ui.text import Style, rendered
from tabletop.ui.theme import INKS, Colour, Theme

_FINE = 4
Points = list[tuple[float, float]]


def _ring(corners: int, turn: float, squeeze: float = 1.0) -> Points:
    """Corners on a circle in the unit square; `turn` in degrees from the top."""
    angles = [math.radians(turn + 360 * n / corners) for n in range(corners)]
    return [(0.5 + 0.5 * math.sin(a), 0.5 - 0.5 * squeeze * math.cos(a)) for a in angles]


def _star() -> Points:
    outer, inner = _ring(8, 0), _ring(8, 22.5)
    nearer = [(0.5 + (x - 0.5) * 0.76, 0.5 + (y - 0.5) * 0.76) for x, y in inner]
    return [point for pair in zip(outer, nearer, strict=True) for point in pair]


_OUTLINES: dict[Shape, Callable[[], Points]] = {
    "disc": lambda: _ring(72, 0),
    "square": lambda: [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)],
    "diamond": lambda: _ring(4, 0),
    "shield": lambda: [(0.05, 0.04), (0.95, 0.04), (0.95, 0.7), (0.5, 1.0), (0.05, 0.7)],
    "hexagon": lambda: _ring(6, 0),
    "star": _star,
    "octagon": lambda: _ring(8, 22.5),
    "pennant": lambda: [(0.0, 0.1), (0.82, 0.1), (1.0, 0.5), (0.82, 0.9), (0.0, 0.9)],
    "oval": lambda: _ring(72, 0, 0.8),
    "triangle": lambda: [(0.5, -0.02), (1.04, 0.96), (-0.04, 0.96)],
}
_MIDDLES: dict[Shape, float] = {"shield": 0.45, "triangle": 0.66, "pennant": 0.5}
"""How far down the value stands, where that is not half way."""


@lru_cache(maxsize=512)
def pip(shape: Shape, pixels: int, shade: Colour, line: int = 0) -> pygame.Surface:
    """The outline in a square of so many pixels: filled, or as a line of `line` pixels."""
    margin = _FINE * 2
    side = pixels * _FINE
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*shade, 0))
    reach = side - 2 * margin
    points = [(margin + x * reach, margin + y * reach) for x, y in _OUTLINES[shape]()]
    if line:
        _outlined(large, shade, points, line * _FINE)
    else:
        pygame.draw.polygon(large, shade, points)
    return pygame.transform.smoothscale(large, (pixels, pixels))


def _outlined(large: pygame.Surface, shade: Colour, points: Points, pen: int) -> None:
    """The line with a hole in it, so that its corners are sharp."""
    pygame.draw.polygon(large, shade, points)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    apothem = min(_away(middle, a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True))
    share = max(0.1, 1 - pen / max(1.0, apothem))
    hole = [(middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share) for x, y in points]
    pygame.draw.polygon(large, (*shade, 0), hole)


def _away(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """Distance of a point from a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return abs(dx * (start[1] - point[1]) - (start[0] - point[0]) * dy) / max(1e-6, math.hypot(dx, dy))


_NUMBERS: dict[Shape, tuple[float, float]] = {"triangle": (0.52, 0.38), "diamond": (0.62, 0.46), "star": (0.6, 0.46)}
"""How large a value of one and of more characters is, of the side of the pip, where it has less room than usual."""

LEGIBLE = 9
"""Pixels of a value at least, however small its pip."""


def _number(shape: Shape, value: str, pixels: int, ink: Colour) -> pygame.Surface:
    single, double = _NUMBERS.get(shape, (0.66, 0.52))
    size = max(LEGIBLE, pixels * (single if len(value) < 2 else double))
    return rendered(value, Style("number", size, ink), Theme().scale)


def draw_pip(
    surface: pygame.Surface, shape: Shape, at: pygame.Rect, value: str, shade: Colour, ink: Colour, line: int = 0
) -> None:
    """A pip with its value.

    Args:
        surface: to draw on.
        shape: its outline.
        at: a square, screen pixels.
        value: written in it, may be empty.
        shade: of the outline.
        ink: of the value.
        line: width of the outline; 0 fills it.
    """
    surface.blit(pip(shape, at.w, shade, line), at)
    if value:
        number = _number(shape, value, at.w, ink)
        middle = (at.centerx, at.y + round(at.h * _MIDDLES.get(shape, 0.5)))
        surface.blit(number, number.get_rect(center=middle))


@lru_cache(maxsize=64)
def medallion(total: str, pixels: int, leads: bool) -> pygame.Surface:
    """A total between the rows: in a dark disc with a brass rim where it leads."""
    made = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    if leads:
        made.blit(pip("disc", pixels, INKS.bar_rule), (0, 0))
        inner = round(pixels * 0.92)
        made.blit(pip("disc", inner, INKS.ink), ((pixels - inner) // 2, (pixels - inner) // 2))
    size = pixels * {1: 0.62, 2: 0.5}.get(len(total), 0.38)
    number = rendered(total, Style("number", size, INKS.cream if leads else INKS.ink), 100)
    made.blit(number, number.get_rect(center=(pixels // 2, pixels // 2)))
    return made


SIGNS: tuple[tuple[Colour, Shape, Shape], ...] = (
    (INKS.british, "disc", "pennant"),
    (INKS.french, "shield", "diamond"),
)
"""Of the first and the second side: colour, outline, and the mark on it."""


@lru_cache(maxsize=32)
def _drawn(number: int, pixels: int) -> pygame.Surface:
    shade, shape, mark = SIGNS[number]
    made = pip(shape, pixels, INKS.cream).copy()
    edge = max(1, pixels // 12)
    made.blit(pip(shape, pixels - 2 * edge, shade), (edge, edge))
    made.blit(pip(mark, pixels // 2, INKS.cream), (pixels // 4, pixels // 4))
    return made


@lru_cache(maxsize=2)
def badge(number: int) -> Badge:
    """The sign of the first or the second side, counted from 0."""
    return lambda pixels: _drawn(number, pixels)
