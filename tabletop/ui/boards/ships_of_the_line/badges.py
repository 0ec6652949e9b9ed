"""Nation badges and ensigns as signs for lists, bars and dialogs."""

from functools import lru_cache

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

    def drawn(pixels: int) -> pygame.Surface:
        nations = SIDES[side]
        if len(nations) == 1:
            return badge(nations[0])(pixels)
        made = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        small = round(pixels * 0.64)
        made.blit(badge(nations[0])(small), (0, 0))
        made.blit(badge(nations[1])(small), (pixels - small, pixels - small))
        return made

    return drawn


def ensign(nation: Nation, pixels: int) -> pygame.Surface:
    """The flag of a nation."""
    return icon(f"ensign_{NAMES[nation]}", pixels)
