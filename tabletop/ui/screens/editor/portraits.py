"""Ships for the list of what can be placed: kept pictures of each model under the colours of each nation."""

from functools import lru_cache

import pygame

from tabletop.ui.assets import Sprites, anchors
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.portraits import Portrait, paint

FILLS = 0.8
"""Of the width of the picture, the longest hull."""


@lru_cache(maxsize=1)
def _sprites() -> Sprites:
    return Sprites()


@lru_cache(maxsize=64)
def portrayed(model: str, nation: str, size: tuple[int, int]) -> pygame.Surface:
    """A ship heading to the right, her alpha multiplied in; large ones are larger."""
    made = pygame.Surface(size, pygame.SRCALPHA)
    longest = max(one.hull[0] for one in anchors().models.values())
    zoom = FILLS * size[0] / longest
    paint(
        made,
        _sprites(),
        Portrait(model, NATIONS[nation], (size[0] * 0.54, size[1] * 0.5), zoom, 90, "square"),
        (0, 0),
        1.0,
    )
    return made
