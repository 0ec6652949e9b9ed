"""Pictures cut so that what is opaque in them is copied, what is clear is left out, and only the rest is blended."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np
import pygame

from tabletop.ui.copying import LINE

BAND = 16
"""Height of the bands into which a picture is cut, pixels."""
FIRM = 253
"""Opacity that counts as opaque: a picture that was scaled down smoothly has no more."""
CLEAR, MIXED, SOLID = range(3)
Part = tuple[pygame.Surface, tuple[int, int]]
"""One piece, and where its corner lies."""


class Cut:
    """A picture with its alpha multiplied in, for a place that is known from the last line of memory on.

    Args:
        picture: it is not changed.
        beyond: pixels from the last line of memory to the left edge of the picture.
    """

    def __init__(self, picture: pygame.Surface, beyond: int) -> None:
        alpha = pygame.surfarray.array_alpha(picture)
        self._solid: list[Part] = []
        self._mixed: list[Part] = []
        for top in range(0, picture.get_height(), BAND):
            for kind, left, wide in _runs(alpha[:, top : top + BAND], beyond % LINE):
                place = (left, top, wide, min(BAND, picture.get_height() - top))
                if kind == SOLID:
                    self._solid.append((picture.subsurface(place).convert(), (left, top)))
                elif kind == MIXED:
                    self._mixed.append((picture.subsurface(place).copy(), (left, top)))
        self._at, self._placed = (0, 0), (self._solid, self._mixed)

    def draw(self, target: pygame.Surface, at: tuple[int, int]) -> None:
        """Lay it down with its upper left corner there."""
        if at != self._at:
            self._at, self._placed = at, (_moved(self._solid, at), _moved(self._mixed, at))
        solid, mixed = self._placed
        target.fblits(solid)
        target.fblits(mixed, pygame.BLEND_PREMULTIPLIED)


def _moved(parts: list[Part], by: tuple[int, int]) -> list[Part]:
    return [(drawn, (left + by[0], top + by[1])) for drawn, (left, top) in parts]


def _runs(alpha: "np.ndarray[Any, np.dtype[np.uint8]]", beyond: int) -> Iterator[tuple[int, int, int]]:
    """Lines of memory of the same kind in a band: the kind, the first column, and how many columns."""
    wide = alpha.shape[0]
    kinds = [
        _kind(alpha[max(0, start) : start + LINE], full=0 <= start <= wide - LINE)
        for start in range(-beyond, wide, LINE)
    ]
    first = 0
    for kind, same in groupby(kinds):
        count = len(list(same))
        left, right = max(0, first * LINE - beyond), min(wide, (first + count) * LINE - beyond)
        yield kind, left, right - left
        first += count


def _kind(alpha: "np.ndarray[Any, np.dtype[np.uint8]]", *, full: bool) -> int:
    """Of the part of a band that lies in one line; only whole lines are copied, for they are streamed."""
    if full and alpha.min() >= FIRM:
        return SOLID
    return MIXED if alpha.max() else CLEAR
