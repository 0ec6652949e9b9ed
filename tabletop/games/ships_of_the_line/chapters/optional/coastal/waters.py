"""Chapter 22: where land and shoals lie, what they bar, what they hide, and in which ring a hull is (AMB-197, 217)."""

from collections.abc import Mapping
from functools import lru_cache

import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.coast import SHOAL, SHORE, Area, Battery, Coast
from tabletop.games.ships_of_the_line.firing import Mask
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import coast as shapes
from tabletop.geometry.field import Sight
from tabletop.geometry.measure import settled
from tabletop.geometry.pose import Point, Pose
from tabletop.geometry.shadow import behind

RADIUS = 0.15
"""AMB-194: of a battery, UM."""


def land(coast: Coast) -> BaseGeometry:
    """All land."""
    return shapes.shape(coast.land)


def barriers(state: State) -> Mapping[str, shapely.Polygon]:
    """What no hull may enter, in convex pieces: land, and the first ring around each battery but for fairways."""
    if not state.coast:
        return {}
    coast = state.coast
    places = tuple(one.place for one in coast.batteries.values()) if coast.rings else ()
    return _barriers(coast.land, coast.fairways, places, coast.rings)


@lru_cache(maxsize=8)
def _barriers(
    lands: tuple[Area, ...], fairways: tuple[Area, ...], places: tuple[Point, ...], width: float
) -> Mapping[str, shapely.Polygon]:
    free = shapely.union(shapes.shape(fairways), shapes.shape(lands))
    first = [shapes.disc(place, width + RADIUS).difference(free) for place in places]
    named = [(SHORE, piece) for piece in shapes.pieces(shapes.shape(lands))]
    named += [(SHOAL, piece) for ring in first for piece in shapes.pieces(ring)]
    return {f"{kind}:{number}": piece for number, (kind, piece) in enumerate(named)}


def ring(state: State, key: str) -> tuple[int, Battery] | None:
    """The ring of shoal that a hull lies in, 1 to 3, around the nearest battery; None in free water (AMB-217)."""
    coast = state.coast
    if not coast or not coast.rings or not coast.batteries:
        return None
    hull = positions.outline(state, key).difference(shapes.shape(coast.fairways))
    if hull.is_empty:
        return None
    away = {one.key: from_edge(hull, one.place) for one in coast.batteries.values()}
    nearest = min(coast.batteries.values(), key=lambda one: away[one.key])
    number = next((ring for ring in (1, 2, 3) if away[nearest.key] <= settled(ring * coast.rings)), None)
    return (number, nearest) if number else None


def work(place: Point) -> shapely.Polygon:
    """The piece that a battery is."""
    return shapes.disc(place, RADIUS)


def from_edge(hull: BaseGeometry, place: Point) -> float:
    """How far a hull lies from the edge of a battery, UM, quantised; 0 if it touches."""
    return settled(max(0.0, hull.distance(shapely.Point(place.x, place.y)) - RADIUS))


def _hides(state: State, sight: Sight) -> bool:
    """Return True if land lies between a broadside and a ship (AMB-197)."""
    return bool(state.coast) and shapes.crosses(sight.start, sight.end, land(state.coast or Coast()))


def _shadow(
    state: State, pose: Pose, size: tuple[float, float], broadside: Broadside, field: shapely.Polygon
) -> BaseGeometry:
    """Return what of a broadside's field land takes up or hides; empty where there is no coast."""
    return behind(pose, size, broadside, field, land(state.coast)) if state.coast else shapely.Polygon()


MASK = Mask(hides=_hides, shadow=_shadow, rule="AMB-197", reason="Land lies between {ships}.")
"""Land hides ships from each other."""


def in_harbour(state: State, key: str) -> bool:
    """Whether the middle of a ship lies in the harbour (AMB-198)."""
    if not state.coast or not state.coast.harbour:
        return False
    middle = positions.centre(state, key)
    return bool(shapes.shape((state.coast.harbour,)).covers(shapely.Point(middle.x, middle.y)))
