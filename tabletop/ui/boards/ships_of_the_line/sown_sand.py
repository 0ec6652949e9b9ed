"""Grains of sand upon shoal water, as charts of the time were sown with dots."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.theme import Colour

SOWN = ((8, 0.6), (13, 0.5), (21, 0.42))
"""Of each ring, the innermost first: pixels from grain to grain, and how much of the colour of sand a grain has."""
STREWN = 64
"""So many to either side lie strewn before the same come again."""

Outline = tuple[Sequence[Xy], Sequence[Sequence[Xy]]]
"""A polygon and its holes, pixels."""
Places = npt.NDArray[np.int64]


def sow(surface: pygame.Surface, rings: Sequence[Sequence[Outline]], origin: Xy, sand: Colour) -> None:
    """Sow rings within the clip of a surface.

    Args:
        surface: what is drawn on.
        rings: the innermost first, each with all that lies within it.
        origin: the pixel from which squares with a grain each are counted, so that they stay when the view moves.
        sand: the colour.
    """
    clip = surface.get_clip()
    sheet = pygame.Surface(clip.size, depth=8)
    for number, ring in reversed(list(enumerate(rings, 1))):
        for outline, holes in ring:
            for level, points in ((number, outline), *((0, hole) for hole in holes)):
                pygame.draw.polygon(sheet, level, [(x - clip.x, y - clip.y) for x, y in points])
    start = round(origin[0]) - clip.x, round(origin[1]) - clip.y
    pixels = pygame.surfarray.pixels3d(surface)
    lying = pygame.surfarray.pixels2d(sheet)
    for number, (gap, share) in enumerate(SOWN[: len(rings)], 1):
        x, y = _places(clip.size, gap, start)
        kept = lying[x, y] == number
        at = x[kept] + clip.x, y[kept] + clip.y
        lit = pixels[at].astype(np.int16)
        pixels[at] = lit + ((np.array(sand) - lit) * share).astype(np.int16)
    del pixels, lying


def _places(size: tuple[int, int], gap: int, start: tuple[int, int]) -> tuple[Places, Places]:
    """One in each square of so many pixels that are counted from a start, as far as they lie within."""
    columns, rows = (
        np.arange(-from_ // gap - 1, (long - from_) // gap + 1) for from_, long in zip(start, size, strict=True)
    )
    chance = _chances()[:, columns[:, None] % STREWN, rows[None, :] % STREWN]
    x = (start[0] + columns[:, None] * gap + (chance[0] * gap).astype(int)).ravel()
    y = (start[1] + rows[None, :] * gap + (chance[1] * gap).astype(int)).ravel()
    within = (x >= 0) & (x < size[0]) & (y >= 0) & (y < size[1])
    return x[within], y[within]


@cache
def _chances() -> npt.NDArray[np.float64]:
    return np.random.default_rng(22).random((2, STREWN, STREWN))
