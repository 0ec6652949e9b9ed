"""Small pictures of positions: what a match looks like in a list."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame

from tabletop.ui.boards.ships_of_the_line.board import Board
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.camera import Camera
from tabletop.ui.screens.title_art import wide_sea

Size = tuple[int, int]
SMOOTH = 2
"""Small pictures are drawn larger and scaled down, so that small ships stay ships."""
LARGE = 700
"""Pixels of width from which that is not needed."""
MARGIN = 1.12
CLOSEST = 12.0
"""Table units that a picture shows at least, from left to right."""


def _sea_battle(state: Any, size: Size) -> pygame.Surface:
    """All ships of a battle, as large as they fit."""
    poses = [ship.pose for ship in state.ships.values()]
    east, north = [pose.x for pose in poses], [pose.y for pose in poses]
    middle = ((min(east) + max(east)) / 2, (min(north) + max(north)) / 2)
    factor = SMOOTH if size[0] < LARGE else 1
    large = (size[0] * factor, size[1] * factor)
    wide = max(CLOSEST, (max(east) - min(east) + 3) * MARGIN)
    high = (max(north) - min(north) + 3) * MARGIN
    scale = min(large[0] / wide, large[1] / max(high, CLOSEST * size[1] / size[0]))
    made = pygame.Surface(large).convert()
    Board().draw(made, state, Camera(middle, scale, large), shown=Presentation(labels="none"))
    return pygame.transform.smoothscale(made, size)


PICTURES: dict[str, Callable[[Any, Size], pygame.Surface]] = {"ships_of_the_line": _sea_battle}

_kept: dict[tuple[str, int, Size], tuple[Any, pygame.Surface]] = {}
_MOST = 24


def picture(game: str, state: Any, size: Size) -> pygame.Surface:
    """A position of a game; an empty sea if there is none. States are told apart by identity."""
    draw = PICTURES.get(game)
    if draw is None or state is None:
        return _empty(size)
    known = _kept.get((game, id(state), size))
    if known is not None and known[0] is state:
        return known[1]
    while len(_kept) >= _MOST:
        _kept.pop(next(iter(_kept)))
    made = draw(state, size)
    _kept[game, id(state), size] = (state, made)
    return made


@lru_cache(maxsize=8)
def _empty(size: Size) -> pygame.Surface:
    return wide_sea(size)
