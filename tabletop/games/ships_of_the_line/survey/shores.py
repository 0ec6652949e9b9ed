"""A coast as the rules judge it: land, shoals, fairways, wrecks, and the reach of its batteries (22)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import model, positions, tables
from tabletop.games.ships_of_the_line.chapters import aiming
from tabletop.games.ships_of_the_line.chapters.optional.coastal import batteries, grounding, scenario_keys
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.geometry import coast as shapes
from tabletop.geometry.pose import Point, Pose

BATTERY_RADIUS = grounding.BATTERY_RADIUS
"""The radius of a battery, UM."""
BATTERY_HULL_POINTS = model.BATTERY_HULL
"""Hull points of an undamaged battery (22-d)."""
ChartName = scenario_keys.ChartName
"""A name on the chart."""
SHOAL_RINGS = 3
"""The number of rings of shoal around a battery."""


class CoastGeometry(msgspec.Struct, frozen=True):
    """The shapes of a coast that do not change in a battle.

    Attributes:
        land: union of all land.
        shoals: water within the first, the second and the third ring around any battery, fairways left out; ()
            without rings.
        uncut_shoals: the same shapes with the fairways.
        fairways: the part of the fairways in the water.
    """

    land: BaseGeometry
    shoals: tuple[BaseGeometry, ...]
    uncut_shoals: tuple[BaseGeometry, ...]
    fairways: BaseGeometry


def build_coast_geometry(coast: model.Coast) -> CoastGeometry:
    """Return the land, the shoals and the fairways of a coast. Cached."""
    return _build_coast_geometry(
        coast.land, coast.fairways, tuple(one.place for one in coast.batteries.values()), coast.rings
    )


@lru_cache(maxsize=8)
def _build_coast_geometry(
    land: tuple[model.Area, ...], fairways: tuple[model.Area, ...], places: tuple[Point, ...], width: float
) -> CoastGeometry:
    """Return the shapes of a coast; `width` is that of a ring of shoal, UM, 0 for no shoals."""
    dry, free = shapes.unite_areas(land), shapes.unite_areas(fairways)
    reaches = [number * width + grounding.BATTERY_RADIUS for number in range(1, SHOAL_RINGS + 1)] if width else []
    kinds = (
        shapes.build_disc,
        *[shapes.build_circle] * (SHOAL_RINGS - 1),
    )  # moves are judged by the first as it is drawn
    rings = [
        shapely.union_all([kind(place, reach) for place in places]).difference(dry)
        for kind, reach in zip(kinds, reaches, strict=False)
    ]
    return CoastGeometry(dry, tuple(ring.difference(free) for ring in rings), tuple(rings), free.difference(dry))


def list_chart_names(state: model.State) -> tuple[ChartName, ...]:
    """Return the names on the chart in file order; () without a coast."""
    return scenario_keys.list_chart_names(state, build_coast_geometry(state.coast).land) if state.coast else ()


def list_wreck_outlines(state: model.State) -> tuple[shapely.Polygon, ...]:
    """Return the outlines of the wrecks that stay in the harbour (AMB-198); () without a coast."""
    return tuple(positions.hull_outline(state, key) for key in state.coast.wrecks) if state.coast else ()


def find_battery_at(state: model.State, place: Point, near: float) -> str | None:
    """Return the key of the first battery whose edge is within `near` UM of `place`, or None."""
    found = state.coast.batteries.values() if state.coast else ()
    spot = shapely.Point(place.x, place.y)
    return next((one.key for one in found if grounding.battery_distance(spot, one.place) <= near), None)


LAND, FAIRWAY = ":land", ":fairway"
"""Ids of the parts of a coast that the ruler can measure to."""


def find_thing_at(state: model.State, place: Point, near: float) -> str | None:
    """Return the battery, land or edge of a fairway at `place` or within `near` UM; None in open water.

    A battery is given by its key, the others as `LAND` and `FAIRWAY`. Land counts only at `place` itself.
    """
    if not state.coast:
        return None
    found, spot = build_coast_geometry(state.coast), shapely.Point(place.x, place.y)
    if key := find_battery_at(state, place, near):
        return key
    if found.land.intersects(spot):
        return LAND
    fairways = found.fairways
    return FAIRWAY if not fairways.is_empty and fairways.boundary.distance(spot) <= near else None


def find_thing_shape(coast: model.Coast, thing: str, place: Point) -> BaseGeometry:
    """Return the shape of a battery, or the nearest piece of land or side of a fairway to `place`."""
    if thing in coast.batteries:
        return grounding.battery_shape(coast.batteries[thing].place)
    found, spot = build_coast_geometry(coast), shapely.Point(place.x, place.y)
    parts = shapely.get_parts(found.land).tolist() if thing == LAND else _list_edges(found.fairways)
    nearest: BaseGeometry = min(parts, key=spot.distance)
    return nearest


def _list_edges(fairways: BaseGeometry) -> list[shapely.LineString]:
    """Return the straight pieces of the edges of the fairways."""
    rings = shapely.get_parts(shapely.boundary(shapely.get_parts(fairways))).tolist()
    return [shapely.LineString(ends) for ring in rings for ends in pairwise(ring.coords)]


def find_battery_waters(state: model.State, key: str) -> tuple[tuple[model.Band, BaseGeometry], ...]:
    """Return (band, water up to the end of the band) for each band of a battery (AMB-108).

    Land, hidden water and water off the map are left out. Returns () if the battery is destroyed or unknown.
    """
    battery = state.coast.batteries.get(key) if state.coast else None
    if not state.coast or battery is None or battery.hull <= 0:
        return ()
    blind, reached = _blind(state, battery), build_map_area(state)
    return tuple(
        (
            band,
            shapes.build_circle(battery.place, reach + grounding.BATTERY_RADIUS)
            .intersection(reached)
            .difference(blind),
        )
        for band, reach in list_battery_reaches(state, battery)
    )


def _blind(state: model.State, battery: model.Battery) -> BaseGeometry:
    """Return the land, and the water in which a battery sees no ship because of fog and the like."""
    dry, far = build_coast_geometry(state.coast or model.Coast()).land, batteries.double_ranges(state.profile).long
    whole = shapes.build_circle(battery.place, far + grounding.BATTERY_RADIUS)
    dim = aiming.unseen_water(
        state, battery.place, whole, lambda reach: shapes.build_circle(battery.place, reach + grounding.BATTERY_RADIUS)
    )
    return shapely.union(dry, dim)


def list_battery_reaches(state: model.State, battery: model.Battery) -> tuple[tuple[model.Band, float], ...]:
    """Return each band in which the battery has dice with its reach from the edge, UM."""
    far = batteries.double_ranges(state.profile)
    return tuple((band, getattr(far, band)) for band in model.BANDS if batteries.battery_dice(battery, band)[-1].value)


def find_range_lines(state: model.State, key: str) -> tuple[tuple[model.Band, float, BaseGeometry], ...]:
    """Return the end of each band of a battery: band, reach in UM, line on the water; () if destroyed.

    Parts on land, in hidden water and off the map are left out.
    """
    battery = state.coast.batteries[key] if state.coast else None
    if not state.coast or battery is None or battery.hull <= 0:
        return ()
    blind, reached = _blind(state, battery), build_map_area(state)
    lines = (
        (band, reach, shapes.build_circle(battery.place, reach + grounding.BATTERY_RADIUS).exterior)
        for band, reach in list_battery_reaches(state, battery)
    )
    return tuple((band, reach, line.intersection(reached).difference(blind)) for band, reach, line in lines)


def build_map_area(state: model.State) -> shapely.Polygon:
    """Return the rectangle of the map, UM."""
    return shapely.box(state.sea.west, state.sea.south, state.sea.east, state.sea.north)


class ShoalRing(msgspec.Struct, frozen=True):
    """The water of one ring of shoal around a battery, and the lowest die that grounds a ship there.

    No ship can enter the first ring; its `needed` is for ships that lie there at the start (AMB-217).
    """

    number: int
    needed: int
    water: BaseGeometry


def find_grounding_number(ring: int) -> int:
    """Return the lowest die that grounds a ship in a ring of shoal, 1 to 3."""
    return grounding.GROUNDING_NEEDED[ring]


def find_shoal_rings(state: model.State, key: str) -> Iterator[ShoalRing]:
    """Yield the rings of shoal around a battery, innermost first, without overlap; none without rings.

    Water that belongs to an inner ring of any battery is left out.
    """
    coast = state.coast or model.Coast()
    kept: BaseGeometry = shapely.Polygon()
    for number in range(1, SHOAL_RINGS + 1) if coast.rings else ():
        disc = shapes.build_circle(coast.batteries[key].place, number * coast.rings + grounding.BATTERY_RADIUS)
        water = build_coast_geometry(coast).shoals[number - 1].intersection(disc).intersection(build_map_area(state))
        yield ShoalRing(number, grounding.GROUNDING_NEEDED[number], water.difference(kept))
        kept = shapely.union(kept, build_coast_geometry(coast).shoals[number - 1])


class BatteryStatus(msgspec.Struct, frozen=True):
    """A battery in numbers.

    Attributes:
        battery: the battery itself.
        dice: by range band the number of dice and the lowest die that hits; bands without dice are left out.
        reaches: by range band the reach from the edge of the battery, UM.
        attacks_left: attacks left in this turn.
        has_furnace: True if hot shot is in use.
        red_until: last turn in which only hot shot may be fired; 0 if there is none.
        category: category of the harbour; 0 if the scenario names none.
    """

    battery: model.Battery
    dice: dict[model.Band, tuple[int, int]]
    reaches: dict[model.Band, float]
    attacks_left: int
    has_furnace: bool
    red_until: int
    category: int


def summarize_battery(state: model.State, battery: model.Battery) -> BatteryStatus:
    """Return the numbers of a battery as it is now."""
    harbour, until = (
        scenario_keys.HARBOUR.state_value(state),
        battery.red_turn + batteries.TURNS_OF_HOT_SHOT if battery.red_turn else 0,
    )
    return BatteryStatus(
        battery=battery,
        dice={
            band: (dice, tables.HITS_FROM[band])
            for band in model.BANDS
            if (dice := batteries.battery_dice(battery, band)[-1].value)
        },
        reaches=dict(list_battery_reaches(state, battery)),
        attacks_left=batteries.ATTACKS_PER_TURN - batteries.count_attacks(state, battery),
        has_furnace=batteries.has_hot_shot(state),
        red_until=until if until >= state.turn else 0,
        category=harbour["category"] if harbour else 0,
    )


def has_hot_shot_next(state: model.State, key: str, wanted: bool) -> bool:
    """Return True if the battery has hot shot and either must fire it or it is `wanted` (AMB-195)."""
    told = summarize_battery(state, state.coast.batteries[key]) if state.coast else None
    return told is not None and told.has_furnace and (wanted or bool(told.red_until))


def list_ready_batteries(state: model.State, side: Side) -> Iterator[model.Battery]:
    """Yield the batteries of `side` with an attack left; outside the Combat Phase all of them."""
    for battery in model.list_batteries(state.coast, side):
        if state.phase != "combat" or batteries.count_attacks(state, battery) < batteries.ATTACKS_PER_TURN:
            yield battery


def find_battery_fire(state: model.State, key: str, pose: Pose) -> Iterator[batteries.BatteryAim]:
    """Yield the fire of hostile batteries at the ship if she lies at `pose`, nearest battery first."""
    there = model.with_ship(state, key, pose=pose)
    hostile = (one for one in model.list_batteries(state.coast) if batteries.can_fire_at(there, one, key))
    laid = (batteries.aim_battery(there, one, key) for one in hostile)
    yield from sorted((one for one in laid if one), key=lambda one: one.distance)
