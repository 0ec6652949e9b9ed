"""Thin lines from words to what they name, where they cannot stand beside it."""

from functools import lru_cache

import pygame

from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.placing import Line
from tabletop.ui.theme import INKS

SHARP = 2
"""How many times larger a line is drawn before it is scaled down."""
ROOM = 3
"""Pixels about a line for its edge."""


def tie(line: Line) -> Placing:
    """The line as a picture, and where it goes."""
    (x0, y0), (x1, y1) = line
    drawn = _drawn(x1 - x0, y1 - y0)
    return drawn, (min(x0, x1) - ROOM, min(y0, y1) - ROOM)


@lru_cache(maxsize=128)
def _drawn(dx: int, dy: int) -> pygame.Surface:
    """A line so far to the right and down."""
    size = abs(dx) + 2 * ROOM, abs(dy) + 2 * ROOM
    large = pygame.Surface((SHARP * size[0], SHARP * size[1]), pygame.SRCALPHA)
    start = SHARP * (ROOM - min(dx, 0)), SHARP * (ROOM - min(dy, 0))
    end = start[0] + SHARP * dx, start[1] + SHARP * dy
    pygame.draw.line(large, INKS.outline, start, end, SHARP * 3)
    pygame.draw.line(large, INKS.mist, start, end, SHARP)
    return pygame.transform.smoothscale(large.premul_alpha(), size)
