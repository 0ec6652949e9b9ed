"""A coast as it is judged: land, the water that is shoal, fairways, wrecks, and how far its batteries reach (22)."""

from functools import lru_cache

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.optional.coastal import batteries, waters
from tabletop.games.ships_of_the_line.coast import Area, Coast
from tabletop.games.ships_of_the_line.state import BANDS, Band, State
from tabletop.geometry import coast as shapes
from tabletop.geometry.pose import Point

RADIUS = waters.RADIUS
"""Of a battery, UM."""
RINGS = 3
"""Of shoal around a battery."""


class Shores(msgspec.Struct, frozen=True):
    """What of a coast does not change in a battle.

    Attributes:
        land: all of it.
        shoals: the water within the first ring around any battery, within the second and within the third.
        fairways: as far as they lie in the water.
    """

    land: BaseGeometry
    shoals: tuple[BaseGeometry, ...]
    fairways: BaseGeometry


def shores(coast: Coast) -> Shores:
    """The land and the water along it."""
    return _shores(coast.land, coast.fairways, tuple(one.place for one in coast.batteries.values()), coast.rings)


@lru_cache(maxsize=8)
def _shores(land: tuple[Area, ...], fairways: tuple[Area, ...], places: tuple[Point, ...], width: float) -> Shores:
    dry, free = shapes.shape(land), shapes.shape(fairways)
    kept = shapely.union(dry, free)
    reaches = [number * width + waters.RADIUS for number in range(1, RINGS + 1)] if width else []
    rings = (shapely.union_all([shapes.disc(place, reach) for place in places]) for reach in reaches)
    return Shores(dry, tuple(ring.difference(kept) for ring in rings), free.difference(dry))


def wrecks(state: State) -> tuple[shapely.Polygon, ...]:
    """The outlines of the ships that lie in the harbour for good (AMB-198)."""
    return tuple(positions.outline(state, key) for key in state.coast.wrecks) if state.coast else ()


def battery_at(state: State, place: Point, near: float) -> str | None:
    """The key of the battery on a place, or so near to its edge, UM; None if there is none."""
    found = state.coast.batteries.values() if state.coast else ()
    spot = shapely.Point(place.x, place.y)
    return next((one.key for one in found if waters.from_edge(spot, one.place) <= near), None)


def ranges(state: State, key: str) -> tuple[tuple[Band, BaseGeometry], ...]:
    """The water that a battery reaches, to the end of each band (AMB-108); none once it is destroyed."""
    battery = state.coast.batteries.get(key) if state.coast else None
    if not state.coast or battery is None or battery.hull <= 0:
        return ()
    reaches, dry = batteries.doubled(state.profile), shores(state.coast).land
    bands = [band for band in BANDS if batteries.dice_for(battery, band)[-1].value]
    far = ((band, float(getattr(reaches, band)) + waters.RADIUS) for band in bands)
    return tuple((band, shapes.disc(battery.place, reach).difference(dry)) for band, reach in far)
