"""Signs of two sides: a red disc with a pennant and a blue shield with a diamond, told apart without colour."""

from functools import lru_cache

import pygame

from tabletop.ui.boards.cards.look import Shape
from tabletop.ui.boards.cards.seals import seal
from tabletop.ui.boards.contract import Sign
from tabletop.ui.theme import INKS, Colour

SIGNS: tuple[tuple[Colour, Shape, Shape], ...] = (
    (INKS.british, "disc", "pennant"),
    (INKS.french, "shield", "diamond"),
)
"""Of the first and the second side: colour, outline, and the mark on it."""


@lru_cache(maxsize=32)
def _drawn(number: int, pixels: int) -> pygame.Surface:
    shade, shape, mark = SIGNS[number]
    made = seal(shape, pixels, INKS.cream).copy()
    edge = max(1, pixels // 12)
    made.blit(seal(shape, pixels - 2 * edge, shade), (edge, edge))
    made.blit(seal(mark, pixels // 2, INKS.cream), (pixels // 4, pixels // 4))
    return made


@lru_cache(maxsize=2)
def badge(number: int) -> Sign:
    """The sign of the first or the second side, counted from 0."""
    return lambda pixels: _drawn(number, pixels)
