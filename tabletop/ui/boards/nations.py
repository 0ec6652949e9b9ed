"""How nations are called in the names of pictures; their badges and ensigns as signs for lists, bars and dialogs."""

from collections.abc import Sequence
from functools import lru_cache, partial

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.contract import Badge

NATIONS: dict[str, str] = {"britain": "british", "france": "french", "spain": "spanish"}
"""Nation: how its pictures are called."""
SIDES: dict[str, tuple[str, ...]] = {"british": ("britain",), "allied": ("france", "spain")}
"""Side: its nations."""


@lru_cache(maxsize=16)
def badge(*nations: str) -> Badge:
    """The badge of a nation; of two the first one's above the other's, as a prize flies them."""
    return lambda pixels: _of_all([partial(icon, f"badge_{NATIONS[nation]}") for nation in nations], pixels)


def side_badge(side: str) -> Badge:
    """The badge of a side: both nations of the Combined Fleet, one over the other's corner."""
    return badge(*SIDES[side])


def side_ensign(side: str) -> Badge:
    """The flag of a side: both of the Combined Fleet, one over the other's corner."""
    return ensigns(*SIDES[side])


@lru_cache(maxsize=16)
def ensigns(*nations: str) -> Badge:
    """The flag of a nation; of two the first one's above the other's, as a prize flies them."""
    return lambda pixels: _of_all([partial(ensign, nation) for nation in nations], pixels)


def _of_all(signs: Sequence[Badge], pixels: int) -> pygame.Surface:
    if len(signs) == 1:
        return signs[0](pixels)
    made = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    small = round(pixels * 0.64)
    for sign, corner in zip(signs, (0, pixels - small), strict=True):
        made.blit(sign(small), (corner, corner))
    return made


def ensign(nation: str, pixels: int) -> pygame.Surface:
    """The flag of a nation."""
    return icon(f"ensign_{NATIONS[nation]}", pixels)
