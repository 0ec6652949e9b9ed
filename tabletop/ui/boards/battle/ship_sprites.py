"""Ships as every board draws them: place, sprite, hull boxes for labels, and which ship lies under a pixel."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, NamedTuple, TypeVar

import pygame

from tabletop.ui.assets import Sprite, SpriteLayer, Sprites, anchors, file_size, shade
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.presentation import Afloat, Glow, Presentation, Puff
from tabletop.ui.boards.battle.sprite_batch import Placing, blit, box
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import Steps
from tabletop.ui.theme import Theme

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


KEEL = (-0.49, -0.25, 0.0, 0.25, 0.49)
"""Where along a ship her boxes are, hull lengths from the middle."""
Bounds = tuple[float, float, float, float]
"""West, south, east and north, table units."""


def hull_box(camera: Camera, ship: Placed) -> pygame.Rect:
    """The upright rectangle round a hull, pixels; shared, so never move it."""
    return _hull_in(camera.to_screen(0, 0), camera.scale, ship)


def rooms(camera: Camera, ship: Placed) -> tuple[pygame.Rect, ...]:
    """What labels keep clear of: boxes along a hull, her bowsprit and her ensign; shared as well."""
    return _rooms_in(camera.to_screen(0, 0), camera.scale, ship)


@lru_cache(maxsize=256)
def _hull_in(origin: Xy, scale: float, ship: Placed) -> pygame.Rect:
    return _in_pixels(origin, scale, _hull(ship))


@lru_cache(maxsize=256)
def _rooms_in(origin: Xy, scale: float, ship: Placed) -> tuple[pygame.Rect, ...]:
    return tuple(_in_pixels(origin, scale, box) for box in _room(ship))


def _in_pixels(origin: Xy, scale: float, box: Bounds) -> pygame.Rect:
    (x, y), (west, south, east, north) = origin, box
    wide, high = round((east - west) * scale) or 1, round((north - south) * scale) or 1
    return pygame.Rect(round(x + west * scale), round(y - north * scale), wide, high)


@lru_cache(maxsize=256)
def _room(ship: Placed) -> tuple[Bounds, ...]:
    """Those boxes in table units."""
    return tuple(
        _bounds([ship.along(ahead + end, side) for end in (-0.13, 0.13) for side in (-0.17, 0.17)]) for ahead in KEEL
    )


@lru_cache(maxsize=256)
def _hull(ship: Placed) -> Bounds:
    """The rectangle round her hull, table units."""
    return _bounds([ship.along(ahead, abeam) for ahead in (-0.5, 0.5) for abeam in (-ship.beam / 2, ship.beam / 2)])


def _bounds(corners: Sequence[Xy]) -> Bounds:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


NEAR = 17
"""Pixels from the keel within which a ship is meant, however small she is drawn."""
SPARE = 0.01
"""Table units by which boxes are wider than they need be, for they are not kept as exactly."""


class HitTest:
    """The hits of ships where they lie.

    Args:
        ships: where each is.
        abeam: how far from her keel a ship is meant, however near she is seen, in parts of her beam.
    """

    def __init__(self, ships: Iterable[Placed], abeam: float) -> None:
        placed = list(ships)
        self._keels = [(one.key, one.along(-0.5, 0), one.along(0.5, 0), abeam * one.beam) for one in placed]
        self._boxes = [_box(one.at, one.length / 2 + one.beam + SPARE) for one in placed]

    def at(self, camera: Camera, pixel: Xy) -> str | None:
        """The ship that is nearest to a pixel, None if none is near."""
        place, near = camera.to_table(*pixel), NEAR / camera.scale
        found = []
        for number in _box(place, near).collidelistall(self._boxes):
            key, stern, bow, abeam = self._keels[number]
            far = _between(stern, bow, place)
            if far <= max(near, abeam):
                found.append((far, key))
        return min(found)[1] if found else None


def _box(middle: Xy, half: float) -> pygame.FRect:
    """A square about a place on the table."""
    return pygame.FRect(middle[0] - half, middle[1] - half, 2 * half, 2 * half)


def _between(stern: Xy, bow: Xy, place: Xy) -> float:
    """Distance of a place from the line between stern and bow, table units."""
    (x0, y0), (x1, y1) = stern, bow
    dx, dy = x1 - x0, y1 - y0
    share = ((place[0] - x0) * dx + (place[1] - y0) * dy) / (dx * dx + dy * dy)
    held = max(0.0, min(1.0, share))
    return math.hypot(place[0] - x0 - held * dx, place[1] - y0 - held * dy)


S = TypeVar("S", covariant=True)


@dataclass(frozen=True)
class BattleScene(Generic[S]):
    """What every part of the drawing needs."""

    state: S
    camera: Camera
    shown: Presentation
    sprites: Sprites

    @property
    def theme(self) -> Theme:
        """How large words are."""
        return Theme(self.shown.scale)

    @cached_property
    def moving(self) -> dict[str, Afloat]:
        """The ships that are on their way."""
        return {one.ship: one for one in self.shown.afloat}

    def placed(self, key: str) -> Placed:
        """Where a ship is drawn."""
        raise NotImplementedError

    def length(self, ship: Placed) -> float:
        """The hull on the screen, pixels; from very far she is drawn longer than she is, to stay a ship."""
        raise NotImplementedError

    def point(self, ship: Placed, ahead: float, abeam: float = 0.0) -> Xy:
        """A place on a ship in pixels: hull lengths ahead of her middle, table units to starboard."""
        return self.camera.to_screen(*ship.along(ahead, abeam))
