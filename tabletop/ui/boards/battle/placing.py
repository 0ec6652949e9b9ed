"""Where labels go so that they do not lie on each other or, where that can be helped, on a ship."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.camera import Camera, Xy

GAP = 5
"""Pixels between a hull and her plate."""
ON_LABEL, ON_SHIP = 12.0, 3.0
"""How bad it is that a pixel of a label lies on another label, or on a ship."""
KEEL = (-0.49, -0.25, 0.0, 0.25, 0.49)
"""Where along a ship her boxes are, hull lengths from the middle."""
LATER = 90.0
"""How much worse each further position is than the one before it."""

Bounds = tuple[float, float, float, float]
"""West, south, east and north, table units."""


@dataclass(frozen=True)
class Crowd:
    """What a new label has to keep clear of."""

    labels: list[pygame.Rect]
    ships: list[pygame.Rect]


def hull_box(camera: Camera, ship: Placed) -> pygame.Rect:
    """The upright rectangle round a hull, pixels."""
    return _scaled(camera, (_hull(ship),))[0]


def rooms(camera: Camera, ship: Placed) -> list[pygame.Rect]:
    """What labels keep clear of: boxes along a hull, her bowsprit and her ensign."""
    return _scaled(camera, _room(ship))


def _scaled(camera: Camera, boxes: Iterable[Bounds]) -> list[pygame.Rect]:
    """Boxes in pixels: some hundreds for every new scale."""
    (x, y), scale = camera.to_screen(0, 0), camera.scale
    return [
        pygame.Rect(
            round(x + west * scale),
            round(y - north * scale),
            round((east - west) * scale) or 1,
            round((north - south) * scale) or 1,
        )
        for west, south, east, north in boxes
    ]


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


def beside(box: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """The places for a label about a box, the best first."""
    blank = pygame.Rect((0, 0), size)
    places = [blank.copy() for _ in range(6)]
    places[0].midtop = (box.centerx, box.bottom + GAP)
    places[1].midleft = (box.right + 2 * GAP, box.centery)
    places[2].midbottom = (box.centerx, box.top - GAP)
    places[3].midright = (box.left - 2 * GAP, box.centery)
    places[4].topleft = (box.right, box.bottom)
    places[5].bottomright = (box.left, box.top)
    return places


def around(box: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """The same, and the two corners that are left, for a label that cannot be choosy."""
    corners = [pygame.Rect((0, 0), size) for _ in range(2)]
    corners[0].bottomleft, corners[1].topright = box.topright, box.bottomleft
    return [*beside(box, size), *corners]


def placed_label(places: Sequence[pygame.Rect], crowd: Crowd) -> pygame.Rect:
    """The place where a label covers least."""
    best, least = places[0], float("inf")
    for number, place in enumerate(places):
        if LATER * number >= least:
            break
        cost = LATER * number + _covered(place, crowd)
        if cost < least:
            best, least = place, cost
    return best


def _covered(place: pygame.Rect, crowd: Crowd) -> float:
    return ON_LABEL * covered(place, crowd.labels) + ON_SHIP * covered(place, crowd.ships)


def covered(place: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """Pixels of boxes on which a place lies."""
    return sum(_area(place, boxes[number]) for number in place.collidelistall(boxes))


def _area(one: pygame.Rect, other: pygame.Rect) -> int:
    common = one.clip(other)
    return common.width * common.height
