"""Signs of the two sides: a red disc with a pennant and a blue shield with a diamond, told apart without colour."""

from functools import lru_cache

import pygame

from tabletop.games.volley.state import Side
from tabletop.ui.boards.cards.look import Shape
from tabletop.ui.boards.cards.seals import seal
from tabletop.ui.boards.contract import Sign
from tabletop.ui.boards.volley.looks import COLOURS
from tabletop.ui.theme import INKS

SHAPES: dict[Side, Shape] = {"red": "disc", "blue": "shield"}


@lru_cache(maxsize=32)
def _drawn(side: Side, pixels: int) -> pygame.Surface:
    """The shape with a rim, and its mark on it."""
    made = seal(SHAPES[side], pixels, INKS.cream).copy()
    edge = max(1, pixels // 12)
    inner = seal(SHAPES[side], pixels - 2 * edge, COLOURS[side])
    made.blit(inner, (edge, edge))
    made.blit(seal("pennant" if side == "red" else "diamond", pixels // 2, INKS.cream), (pixels // 4, pixels // 4))
    return made


@lru_cache(maxsize=2)
def badge(side: Side) -> Sign:
    """The sign of a side."""
    return lambda pixels: _drawn(side, pixels)
