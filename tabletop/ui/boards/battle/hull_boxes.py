"""Upright boxes round hulls and along them, of which labels keep clear."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.camera import Camera, Xy

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
