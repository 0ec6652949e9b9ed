"""What the wind carries off: flags, powder smoke, and the fire of guns."""

from functools import lru_cache

import pygame

from tabletop.ui.assets import Layer, Sprites, anchors, file_size
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.presentation import Glow, Puff
from tabletop.ui.camera import Camera, Xy


def flag(sprites: Sprites, name: str, hoist: Xy, zoom: float, downwind: int) -> Placing:
    """A flag that flies down-wind from its hoist, never upside down."""
    width = file_size(name)[0]
    reversed_ = downwind > 180
    fly = (width / 2 - anchors().ensign.hoist[0]) * zoom
    turn = downwind - 90 if not reversed_ else downwind - 270
    sprite = sprites.turned((Layer(name, mirrored=reversed_),), zoom, turn)
    return sprite.at(*pens.along(hoist, downwind, fly))


def smoke(sprites: Sprites, camera: Camera, puff: Puff) -> Placing:
    """One puff of smoke."""
    zoom = puff.width * camera.scale / file_size("smoke_puff")[0]
    step = max(0.05, round(zoom * 16) / 16)
    sprite = sprites.faded((Layer("smoke_puff"),), step, 0, puff.alpha // 16 * 16)
    return sprite.at(*camera.to_screen(*puff.at))


def glow(camera: Camera, flash: Glow) -> Placing:
    """A flash of fire, which adds its light to what lies below."""
    lit = _lit(max(2, round(flash.width * camera.scale / 8) * 8), flash.alpha // 32 * 32)
    x, y = camera.to_screen(*flash.at)
    return lit, (round(x) - lit.get_width() // 2, round(y) - lit.get_height() // 2)


@lru_cache(maxsize=128)
def _lit(pixels: int, alpha: int) -> pygame.Surface:
    """A disc of light that fades outward; its alpha is low, so that it brightens more than it covers."""
    drawn = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    middle = (pixels / 2, pixels / 2)
    for ring in range(pixels // 2, 0, -2):
        strength = (1 - ring / (pixels / 2)) ** 1.6 * alpha / 255
        inks = (*(round(part * strength) for part in (255, 205, 120)), round(150 * strength))
        pygame.draw.circle(drawn, inks, middle, ring)
    return drawn
