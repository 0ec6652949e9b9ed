"""The sea itself: waves, light and dark, the graticule, and the edge of the map."""

import math
from functools import cache, lru_cache

import numpy as np
import pygame

from tabletop.games.ships_of_the_line.state import Sea
from tabletop.ui.assets import drawn
from tabletop.ui.camera import Camera
from tabletop.ui.theme import INKS

TILE = "sea_tile_640"
GRATICULE = 5
"""Table units between two lines."""
FINE, COARSE = 40, 8
"""Pixels to a table unit from which every line is drawn, and below which none is."""
LINE_ALPHA = 18
LIGHT, DEEP = 0.50, 0.92
"""How strongly the middle is lightened and the corners are darkened."""
BEYOND = 120
"""Opacity of the dark beyond the edge of the map."""


def paint(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Draw the sea as a camera sees it."""
    _waves(surface, camera)
    surface.blit(_light(surface.get_size()), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    _graticule(surface, camera)
    _edge(surface, camera, sea)


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


@lru_cache(maxsize=1)
def _light(size: tuple[int, int]) -> pygame.Surface:
    """Light in the middle, deep water at the edges; drawn small and stretched, for it has no detail."""
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
    return pygame.transform.smoothscale(small.premul_alpha(), size)


def _graticule(surface: pygame.Surface, camera: Camera) -> None:
    if camera.scale < COARSE:
        return
    west, south, east, north = camera.bounds
    step = GRATICULE if camera.scale >= FINE else 2 * GRATICULE
    width, height = surface.get_size()
    upright, level = _hair((1, height)), _hair((width, 1))
    for x in range(math.ceil(west / step) * step, math.floor(east) + 1, step):
        surface.blit(upright, (round(camera.to_screen(x, 0)[0]), 0))
    for y in range(math.ceil(south / step) * step, math.floor(north) + 1, step):
        surface.blit(level, (0, round(camera.to_screen(0, y)[1])))


@lru_cache(maxsize=8)
def _hair(size: tuple[int, int]) -> pygame.Surface:
    hair = pygame.Surface(size, pygame.SRCALPHA)
    hair.fill((255, 255, 255, LINE_ALPHA))
    return hair


def _edge(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Darken what lies beyond the map and rule its border like that of a chart."""
    left, top = camera.to_screen(sea.west, sea.north)
    right, bottom = camera.to_screen(sea.east, sea.south)
    inside = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
    whole = surface.get_rect()
    if inside.contains(whole):
        return
    for strip in _around(whole, inside):
        shade = pygame.Surface(strip.size, pygame.SRCALPHA)
        shade.fill((*INKS.scrim, BEYOND))
        surface.blit(shade, strip)
    pygame.draw.rect(surface, INKS.outline, inside.inflate(6, 6), 5)
    pygame.draw.rect(surface, INKS.rule, inside.inflate(4, 4), 1)
    pygame.draw.rect(surface, INKS.rule, inside.inflate(12, 12), 1)


def _around(whole: pygame.Rect, inside: pygame.Rect) -> list[pygame.Rect]:
    """The parts of a rectangle that lie outside another."""
    held = inside.clip(whole)
    if not held.width or not held.height:
        return [whole]
    strips = [
        pygame.Rect(0, 0, whole.width, held.top),
        pygame.Rect(0, held.bottom, whole.width, whole.bottom - held.bottom),
        pygame.Rect(0, held.top, held.left, held.height),
        pygame.Rect(held.right, held.top, whole.right - held.right, held.height),
    ]
    return [strip for strip in strips if strip.width and strip.height]
