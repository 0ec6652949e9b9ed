"""Nation badges and ensigns as signs for lists, bars and dialogs."""

from collections.abc import Sequence
from functools import lru_cache, partial

import pygame

from tabletop.games.ships_of_the_line.state import Nation, Side
from tabletop.ui.assets import icon
from tabletop.ui.boards.contract import Sign

NAMES: dict[Nation, str] = {"britain": "british", "france": "french", "spain": "spanish"}
"""Nation: how its pictures are called."""
SIDES: dict[Side, tuple[Nation, ...]] = {"british": ("britain",), "allied": ("france", "spain")}


@lru_cache(maxsize=8)
def badge(nation: Nation) -> Sign:
    """The badge of a nation."""
    return lambda pixels: icon(f"badge_{NAMES[nation]}", pixels)


@lru_cache(maxsize=4)
def side_badge(side: Side) -> Sign:
    """The badge of a side: both nations of the Combined Fleet, one over the other's corner."""
    return lambda pixels: _of_all([badge(nation) for nation in SIDES[side]], pixels)


@lru_cache(maxsize=4)
def side_ensign(side: Side) -> Sign:
    """The flag of a side: both of the Combined Fleet, one over the other's corner."""
    return lambda pixels: _of_all([partial(ensign, nation) for nation in SIDES[side]], pixels)


def _of_all(signs: Sequence[Sign], pixels: int) -> pygame.Surface:
    if len(signs) == 1:
        return signs[0](pixels)
    made = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    small = round(pixels * 0.64)
    for sign, corner in zip(signs, (0, pixels - small), strict=True):
        made.blit(sign(small), (corner, corner))
    return made


def ensign(nation: Nation, pixels: int) -> pygame.Surface:
    """The flag of a nation."""
    return icon(f"ensign_{NAMES[nation]}", pixels)
