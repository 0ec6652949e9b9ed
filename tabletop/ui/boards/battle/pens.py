"""Smooth lines: solid, dashed and dotted, each with a dark line below it so that it shows on any ground."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour

UNDER = INKS.outline


def stroke(surface: pygame.Surface, points: Sequence[Xy], colour: Colour, width: int = 2, under: int = 2) -> None:
    """A line through points; `under` is how much wider the dark line below it is, 0 for none."""
    parts = list(pairwise(points))
    if under:
        _segments(surface, parts, UNDER, width + under)
    _segments(surface, parts, colour, width)


def dashed(
    surface: pygame.Surface, points: Sequence[Xy], colour: Colour, pattern: tuple[float, float], width: int = 2,
    under: int = 2,
) -> None:  # fmt: skip
    """A broken line: `pattern` is the length of a dash and of a gap, pixels."""
    parts = list(dashes(points, *pattern))
    if under:
        _segments(surface, parts, UNDER, width + under)
    _segments(surface, parts, colour, width)


def dotted(surface: pygame.Surface, points: Sequence[Xy], colour: Colour, every: float = 8) -> None:
    """A line of round dots, each with a dark rim."""
    dot = _dot(colour)
    half = dot.get_width() // 2
    places = [start for start, _ in dashes(points, 1, every - 1)]
    surface.fblits([(dot, (round(x) - half, round(y) - half)) for x, y in places], pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=16)
def _dot(colour: Colour) -> pygame.Surface:
    large = pygame.Surface((28, 28), pygame.SRCALPHA)
    pygame.draw.circle(large, UNDER, (14, 14), 11)
    pygame.draw.circle(large, colour, (14, 14), 7)
    return pygame.transform.smoothscale(large.premul_alpha(), (7, 7))


def dashes(points: Sequence[Xy], dash: float, gap: float) -> Iterator[tuple[Xy, Xy]]:
    """The pieces of a broken line, which bend with it."""
    walked = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while length and at < length - 1e-9:
            phase = (walked + at) % (dash + gap)
            on = phase < dash - 1e-9
            step = min((dash if on else dash + gap) - phase, length - at)
            if on:
                a, b = at / length, (at + step) / length
                yield (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
            at += max(step, 1e-6)
        walked += length


def arrow_head(
    surface: pygame.Surface, tip: Xy, direction: float, size: float, colour: Colour, under: float = 2
) -> None:
    """A filled head that points to a screen direction, degrees clockwise from up; `under` as for a stroke."""
    points = [along(tip, direction, 0), along(tip, direction + 152, size), along(tip, direction + 208, size)]
    pygame.draw.polygon(surface, UNDER, [along(p, _away(points, p), under) for p in points])
    polygon(surface, points, colour)


def polygon(surface: pygame.Surface, points: Sequence[Xy], colour: Colour) -> None:
    """A filled shape with smooth edges."""
    pygame.draw.polygon(surface, colour, points)
    for start, end in pairwise([*points, points[0]]):
        pygame.draw.aaline(surface, colour, start, end)


def along(start: Xy, direction: float, distance: float) -> Xy:
    """The pixel so far from another in a direction, degrees clockwise from up."""
    angle = math.radians(direction)
    return start[0] + distance * math.sin(angle), start[1] - distance * math.cos(angle)


def ellipse(centre: Xy, across: float, lengthwise: float, heading: float, steps: int = 48) -> list[Xy]:
    """A closed ellipse with its long axis at a heading; half axes in pixels."""
    s, c = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    turned = [(math.sin(2 * math.pi * k / steps), math.cos(2 * math.pi * k / steps)) for k in range(steps + 1)]
    return [
        (centre[0] + across * a * c + lengthwise * b * s, centre[1] + across * a * s - lengthwise * b * c)
        for a, b in turned
    ]


def _away(points: Iterable[Xy], point: Xy) -> float:
    """The direction from the middle of points to one of them."""
    placed = list(points)
    x, y = sum(p[0] for p in placed) / len(placed), sum(p[1] for p in placed) / len(placed)
    return math.degrees(math.atan2(point[0] - x, y - point[1]))


def _segments(surface: pygame.Surface, parts: Iterable[tuple[Xy, Xy]], colour: Colour, width: int) -> None:
    for start, end in parts:
        pygame.draw.aaline(surface, colour, start, end, width)
