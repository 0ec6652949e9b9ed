"""A ship as she is drawn from above: place, yards, shadow and flag; and what goes with her: wake, smoke and fire."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui.assets import Sprite, SpriteLayer, Sprites, anchors, file_size, shade
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.presentation import Glow, Puff
from tabletop.ui.boards.battle.sprite_batch import Placing, blit, box
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import Steps

CLOSE, AFT = 68, 158
"""Bearings of the wind off the bow: up to the first she is braced sharp, from the second on square."""


class Placed(NamedTuple):
    """A ship where she is drawn: the middle of her hull, her heading and her size in table units."""

    key: str
    at: Xy
    heading: float
    length: float
    beam: float
    alpha: int = 255

    def along(self, ahead: float, abeam: float) -> Xy:
        """The point so many hull lengths ahead of her middle and so far to starboard, table units."""
        s, c = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        forward = ahead * self.length
        return self.at[0] + forward * s + abeam * c, self.at[1] + forward * c - abeam * s

    def seen(self, x: float, y: float) -> Xy:
        """How far a place of the table lies ahead of her middle, and how far to starboard, table units."""
        s, c = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        east, north = x - self.at[0], y - self.at[1]
        return east * s + north * c, east * c - north * s


def brace(wind_from: int, heading: float) -> str:
    """How yards are braced: by the side the wind is on, and how far aft it comes."""
    off = (wind_from - heading) % 360
    bow = min(off, 360 - off)
    if bow >= AFT:
        return "square"
    return f"{'stbd' if off < 180 else 'port'}_{'close' if bow < CLOSE else 'quarter'}"


@lru_cache(maxsize=256)
def rigged(
    hull: tuple[str, str], sails: str, braced: str, standing: tuple[str, ...], fallen: tuple[SpriteLayer, ...]
) -> tuple[SpriteLayer, ...]:
    """The files of a ship from the lowest to the topmost; fleets have few that differ, and every scale asks for each.

    Args:
        hull: model and nation.
        sails: their state; `bare` masts carry no fore-and-aft sails either.
        braced: how the yards are.
        standing: the masts, the foremost first.
        fallen: masts that lie over a side.
    """
    model, nation = hull
    below = (SpriteLayer(f"hull_{model}_{nation}"), *fallen)
    if not standing:
        return below
    carried = {"spanker": standing[-1] == list(anchors().models[model].masts)[-1], "jibs": standing[0] == "fore"}
    names = [f"{name}_{model}_{braced}" for name, there in carried.items() if there and sails != "bare"]
    names += [f"mast_{model}_{mast}_{sails}_{braced}" for mast in standing]
    return (*below, SpriteLayer(f"bowsprit_{model}"), *map(SpriteLayer, names))


SHADOW = (5.0, 8.0)
"""Where a shadow falls for a hull of `SHADOW_HULL` pixels."""
SHADOW_HULL = 116


def shaded(sprite: Sprite, at: Xy, length: float, flying: Sequence[Placing]) -> Placing:
    """Shadow, hull, rig and colours as one picture: fewer and smaller than apart, for its parts serve only here.

    Args:
        sprite: hull and rig.
        at: the middle of the hull, pixels.
        length: of the hull, pixels.
        flying: what flies above.
    """
    (x, y), far = at, min(1.5, length / SHADOW_HULL)
    shadow, parts = sprite.at(x + SHADOW[0] * far, y + SHADOW[1] * far), [sprite.at(x, y), *flying]
    boxes = [box(one) for one in parts]
    whole = box(shadow).unionall(boxes)
    merged = pygame.Surface(whole.size, pygame.SRCALPHA)
    blit(merged, [shadow], (-whole.x, -whole.y))
    shade(merged)
    blit(merged, parts, (-whole.x, -whole.y))
    return merged, whole.topleft


def wake(sprites: Sprites, at: Xy, length: float, heading: float) -> Steps[Placing]:
    """The wake of a hull of so many pixels."""
    of = (SpriteLayer("wake"),), length / anchors().wake.hull, heading
    yield from sprites.drawing(*of)
    return sprites.turned(*of).at(*at)


def flag(sprites: Sprites, name: str, hoist: Xy, zoom: float, downwind: int, alpha: int = 255) -> Placing:
    """A flag that flies down-wind from its hoist, never upside down."""
    width = file_size(name)[0]
    reversed_ = downwind > 180
    fly = (width / 2 - anchors().ensign.hoist[0]) * zoom
    turn = downwind - 90 if not reversed_ else downwind - 270
    layers = (SpriteLayer(name, mirrored=reversed_),)
    sprite = sprites.turned(layers, zoom, turn) if alpha == 255 else sprites.faded(layers, zoom, turn, alpha)
    return sprite.at(*strokes.along(hoist, downwind, fly))


GRAINS, FADES = ((120, 20), (24, 8), (0, 2)), ((120, 32), (0, 16))
"""From how many pixels of width a puff grows by how many, and fades by how much of its opacity: of large ones, each of
which takes long to draw, fewer are told apart.
"""


def smoke(sprites: Sprites, camera: Camera, puff: Puff) -> Placing:
    """One puff of smoke, or what else flies about."""
    wide = puff.width * camera.scale
    grain, fade = (next(step for least, step in steps if wide >= least) for steps in (GRAINS, FADES))
    step = max(grain, round(wide / grain) * grain) / file_size(puff.look)[0]
    sprite = sprites.faded((SpriteLayer(puff.look),), step, puff.turn, puff.alpha // fade * fade)
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
        inks = (*(round(part * strength) for part in (255, 190, 98)), round(150 * strength))
        pygame.draw.circle(drawn, inks, middle, ring)
    return drawn
