"""Open water: waves, light in the middle and dark at the edges."""

import math
from functools import cache

import numpy as np
import pygame

from tabletop.ui.assets import drawn
from tabletop.ui.camera import Camera
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.draw import spread

TILE = "sea_tile_640"
BEYOND = 120
"""Opacity of the dark beyond the edge of the map."""
LIGHT, DEEP = 0.50, 0.92
"""How strongly the middle is lightened and the corners are darkened."""


def paint(surface: pygame.Surface, camera: Camera) -> None:
    """Draw the water as a camera sees it."""
    _waves(surface, camera)
    spread(surface, _light(), pygame.BLEND_PREMULTIPLIED)


@cache
def _tile() -> pygame.Surface:
    return drawn(TILE, 1.0).convert()


def _waves(surface: pygame.Surface, camera: Camera) -> None:
    tile = _tile()
    side = tile.get_width()
    x0, y0 = camera.to_screen(0, 0)
    left, top = round(x0) % side - side, round(y0) % side - side
    width, height = surface.get_size()
    surface.fblits([(tile, (x, y)) for x in range(left, width, side) for y in range(top, height, side)])


@cache
def _light() -> pygame.Surface:
    """Light in the middle, deep water at the edges; small, for it has no detail."""
    width, height = 96, 54
    y, x = np.mgrid[0:height, 0:width]
    out = np.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5) / math.hypot(0.5, 0.5)
    small = pygame.Surface((width, height), pygame.SRCALPHA)
    pixels = pygame.surfarray.pixels3d(small)
    pixels[:] = np.where((out < 0.5).T[..., None], INKS.sea_light, INKS.sea_deep)
    alpha = pygame.surfarray.pixels_alpha(small)
    inward, outward = np.clip(1 - out / 0.5, 0, 1), np.clip(out / 0.5 - 1, 0, 1)
    strength = LIGHT * inward**1.4 + DEEP * outward**1.5
    alpha[:] = (255 * strength.T).astype(np.uint8)
    del pixels, alpha
    return small.premul_alpha()


def around(whole: pygame.Rect, inside: pygame.Rect) -> list[pygame.Rect]:
    """The parts of a rectangle that lie outside another."""
    held = inside.clip(whole)
    if not held.width or not held.height:
        return [whole]
    strips = [
        pygame.Rect(whole.x, whole.y, whole.w, held.top - whole.y),
        pygame.Rect(whole.x, held.bottom, whole.w, whole.bottom - held.bottom),
        pygame.Rect(whole.x, held.top, held.left - whole.x, held.h),
        pygame.Rect(held.right, held.top, whole.right - held.right, held.h),
    ]
    return [strip for strip in strips if strip.width and strip.height]
