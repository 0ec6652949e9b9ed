"""Small signs drawn with the pen: on a grid of 24 units, smooth, cached."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from tabletop.ui.theme import Colour

Stroke = Sequence[tuple[float, float]]

_STROKES: dict[str, tuple[Stroke, ...]] = {
    "menu": (((3, 6), (21, 6)), ((3, 12), (21, 12)), ((3, 18), (21, 18))),
    "tick": (((4, 12), (9, 18), (20, 6)),),
    "cross": (((5, 5), (19, 19)), ((19, 5), (5, 19))),
    "plus": (((12, 4), (12, 20)), ((4, 12), (20, 12))),
    "minus": (((4, 12), (20, 12)),),
    "down": (((5, 9), (12, 16), (19, 9)),),
    "right": (((9, 5), (16, 12), (9, 19)),),
    "left": (((16, 5), (9, 12), (16, 19)),),
    "collapse": (((12, 5), (5, 12), (12, 19)), ((19, 5), (12, 12), (19, 19))),
    "expand": (((5, 5), (12, 12), (5, 19)), ((12, 5), (19, 12), (12, 19))),
    "undo": (((9, 3), (4, 8), (9, 13)), ((4, 8), (13, 8), (17, 9.5), (19.5, 14), (17.5, 18.5), (13, 20), (7, 20))),
    "redo": (((15, 3), (20, 8), (15, 13)), ((20, 8), (11, 8), (7, 9.5), (4.5, 14), (6.5, 18.5), (11, 20), (17, 20))),
    "arcs": (((18, 3), (4, 12), (18, 21)), ((18, 3), (20.5, 7.5), (21.5, 12), (20.5, 16.5), (18, 21))),
    "threats": (
        ((12, 5), (17, 7), (19, 12), (17, 17), (12, 19), (7, 17), (5, 12), (7, 7), (12, 5)),
        ((12, 1), (12, 8)), ((12, 16), (12, 23)), ((1, 12), (8, 12)), ((16, 12), (23, 12)),
    ),
    "labels": (((2, 7), (22, 7), (22, 17), (2, 17), (2, 7)), ((7, 12), (17, 12))),
    "slower": (((5, 5), (12, 11), (19, 5)), ((5, 13), (12, 19), (19, 13))),
    "back": (((8, 5), (22, 5), (22, 19), (8, 19), (2, 12), (8, 5)), ((11, 9), (17, 15)), ((17, 9), (11, 15))),
    "fit": (
        ((3, 9), (3, 3), (9, 3)), ((15, 3), (21, 3), (21, 9)),
        ((21, 15), (21, 21), (15, 21)), ((9, 21), (3, 21), (3, 15)),
    ),
}  # fmt: skip
_FINE = 4


@lru_cache(maxsize=256)
def icon(name: str, pixels: int, shade: Colour) -> pygame.Surface:
    """A sign as a square surface of that size."""
    large = pygame.Surface((pixels * _FINE, pixels * _FINE), pygame.SRCALPHA)
    large.fill((*shade, 0))
    unit, pen = pixels * _FINE / 24, max(_FINE, round(pixels * _FINE / 24 * 2.2))
    for stroke in _STROKES[name]:
        points = [(x * unit, y * unit) for x, y in stroke]
        for start, end in pairwise(points):
            pygame.draw.line(large, shade, start, end, pen)
        for point in points:
            pygame.draw.circle(large, shade, point, pen / 2)
    return pygame.transform.smoothscale(large, (pixels, pixels))
