"""Badges and ensigns of nations and sides, for lists, bars and dialogs."""

from collections.abc import Sequence
from functools import lru_cache, partial

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.contract import Badge

NATIONS: dict[str, str] = {"britain": "british", "france": "french", "spain": "spanish"}
"""Nation to the word in the names of its pictures."""
SIDES: dict[str, tuple[str, ...]] = {"british": ("britain",), "allied": ("france", "spain")}
"""Side to its nations."""


@lru_cache(maxsize=16)
def nation_badge(*nations: str) -> Badge:
    """Return the badge of a nation; of two nations, the first badge above the second, as for a prize."""
    return lambda pixels: _combine_signs([partial(icon, f"badge_{NATIONS[nation]}") for nation in nations], pixels)


def side_badge(side: str) -> Badge:
    """Return the badge of a side; for the Combined Fleet, both nations' badges overlap."""
    return nation_badge(*SIDES[side])


def side_ensign(side: str) -> Badge:
    """Return the flag of a side; for the Combined Fleet, both nations' flags overlap."""
    return nation_ensign(*SIDES[side])


@lru_cache(maxsize=16)
def nation_ensign(*nations: str) -> Badge:
    """Return the flag of a nation; of two nations, the first flag above the second, as for a prize."""
    return lambda pixels: _combine_signs([partial(draw_ensign, nation) for nation in nations], pixels)


def _combine_signs(signs: Sequence[Badge], pixels: int) -> pygame.Surface:
    if len(signs) == 1:
        return signs[0](pixels)
    made = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    small = round(pixels * 0.64)
    for sign, corner in zip(signs, (0, pixels - small), strict=True):
        made.blit(sign(small), (corner, corner))
    return made


def draw_ensign(nation: str, pixels: int) -> pygame.Surface:
    """Return the flag of a nation, `pixels` on its longer side."""
    return icon(f"ensign_{NATIONS[nation]}", pixels)
