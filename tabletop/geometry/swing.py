"""How far hulls can turn on the spot, alone or as a group, before they come too close to others; as `sweep` judges."""

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.geometry.contact import apart, margin
from tabletop.geometry.hull import ring
from tabletop.geometry.pose import Point

_SAMPLES = 4
"""Places looked at in each degree of a turn: a corner 1 unit out goes 0.004 from one to the next."""

_STRETCH = 20
"""Places that one glance in their middle can pass over, when nothing is near."""


class TurnCut(msgspec.Struct, frozen=True):
    """How many whole degrees a turn goes, signed as asked; `blocker` if it is cut."""

    degrees: int
    blocker: str | None = None


def spin_limit(
    bodies: Sequence[shapely.Polygon],
    about: Point,
    degrees: int,
    obstacles: Mapping[str, shapely.Polygon],
    gap: float,
) -> TurnCut:
    """How far a group can turn rigidly about a point.

    Args:
        bodies: Hulls that keep their places with each other.
        about: The point that stays where it is.
        degrees: Wanted, starboard positive.
        obstacles: Other hulls by name, convex.
        gap: Least clearance to keep.
    """
    near = _within_swing(bodies, about, obstacles, gap)
    if not near or not degrees:
        return TurnCut(degrees)
    sign = 1 if degrees > 0 else -1
    angles = np.radians(np.arange(1, abs(degrees) * _SAMPLES + 1) * (sign / _SAMPLES))
    blocker = ""
    for body in bodies:
        for name, obstacle in near.items():
            free = _free_angles(body, about, angles, obstacle, gap)
            if free < len(angles):
                angles, blocker = angles[:free], name
    return TurnCut(len(angles) // _SAMPLES * sign, blocker) if blocker else TurnCut(degrees)


def _arm(body: shapely.Polygon, about: Point) -> float:
    """From a pivot to the farthest corner."""
    return max(math.dist(corner, (about.x, about.y)) for corner in ring(body).tolist())


def _within_swing(
    bodies: Sequence[shapely.Polygon], about: Point, obstacles: Mapping[str, shapely.Polygon], gap: float
) -> dict[str, shapely.Polygon]:
    pivot = shapely.Point(about.x, about.y)
    reach = max(_arm(body, about) for body in bodies) + gap
    return {name: obstacle for name, obstacle in obstacles.items() if obstacle.distance(pivot) <= reach}


def _swung(body: shapely.Polygon, about: Point, angles: NDArray[np.float64]) -> NDArray[np.object_]:
    """The body at each of the angles, radians clockwise."""
    x, y = (ring(body) - (about.x, about.y)).T
    sines, cosines = np.sin(angles)[:, None], np.cos(angles)[:, None]
    places = np.stack([about.x + x * cosines + y * sines, about.y - x * sines + y * cosines], axis=-1)
    return np.asarray(shapely.polygons(places))


def _free_angles(
    body: shapely.Polygon, about: Point, angles: NDArray[np.float64], obstacle: shapely.Polygon, gap: float
) -> int:
    """How many of the angles a body can pass before it comes too near an obstacle."""
    if not angles.size:
        return 0
    keep = margin(apart(body, obstacle), gap)
    glances = np.append(np.arange(_STRETCH // 2, len(angles), _STRETCH), len(angles) - 1)
    stride = _arm(body, about) * math.radians(_STRETCH / _SAMPLES / 2)
    away = shapely.distance(_swung(body, about, angles[glances]), obstacle)
    doubtful = glances[away <= max(keep, 0) + stride]
    places = np.unique(doubtful[:, None] + np.arange(-_STRETCH // 2, _STRETCH // 2 + 1))
    places = places[(places >= 0) & (places < len(angles))]
    swung = _swung(body, about, angles[places])
    if keep <= 0:
        pressed = (place for place, hull in zip(places, swung, strict=True) if apart(hull, obstacle) < keep - 1e-6)
        return int(next(pressed, len(angles)))
    close = places[shapely.distance(swung, obstacle) < keep - 1e-6]
    return int(close[0]) if close.size else len(angles)
