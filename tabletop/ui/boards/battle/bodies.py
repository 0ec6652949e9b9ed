"""A ship from above with her shadow, and the water that she parts."""

from collections.abc import Sequence

import pygame

from tabletop.ui.assets import Layer, Sprite, Sprites, anchors, shade
from tabletop.ui.boards.battle.chart import Placing, blit
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.camera import Xy

SHADOW = (5.0, 8.0)
"""Where a shadow falls for a hull of `SHADOW_HULL` pixels."""
SHADOW_HULL = 116


def shaded(sprite: Sprite, at: Xy, length: float, aloft: Sequence[Placing]) -> Placing:
    """Shadow, hull, rig and colours as one picture: fewer and smaller than apart, for its parts serve only here.

    Args:
        sprite: hull and rig.
        at: the middle of the hull, pixels.
        length: of the hull, pixels.
        aloft: what flies above.
    """
    (x, y), far = at, min(1.5, length / SHADOW_HULL)
    shadow, parts = sprite.at(x + SHADOW[0] * far, y + SHADOW[1] * far), [sprite.at(x, y), *aloft]
    boxes = [box(one) for one in parts]
    whole = box(shadow).unionall(boxes)
    merged = pygame.Surface(whole.size, pygame.SRCALPHA)
    blit(merged, [shadow], (-whole.x, -whole.y))
    shade(merged)
    blit(merged, parts, (-whole.x, -whole.y))
    return merged, whole.topleft


def wake(sprites: Sprites, at: Xy, length: float, heading: float) -> Placing:
    """The wake of a hull of so many pixels."""
    return sprites.turned((Layer("wake"),), length / anchors().wake.hull, heading).at(*at)
