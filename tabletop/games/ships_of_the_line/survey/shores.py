"""A coast as it is judged: land, the water that is shoal, fairways, wrecks, and how far its batteries reach (22)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import aiming
from tabletop.games.ships_of_the_line.chapters.optional.coastal import batteries, grounding, scenario_keys
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.state import (
    BANDS,
    BATTERY_HULL,
    Area,
    Band,
    Battery,
    Coast,
    State,
    standing_batteries,
    with_ship,
)
from tabletop.geometry import coast as shapes
from tabletop.geometry.pose import Point, Pose

RADIUS = grounding.BATTERY_RADIUS
"""Of a battery, UM."""
HULLS = BATTERY_HULL
"""Points of a battery that nothing has hit (22-d)."""
ChartName = scenario_keys.ChartName
"""A name on the chart."""
RINGS = 3
"""Of shoal around a battery."""


class Shores(msgspec.Struct, frozen=True):
    """What of a coast does not change in a battle.

    Attributes:
        land: all of it.
        shoals: the water within the first ring around any battery, within the second and within the third.
        ringed: the same with what the fairways keep free.
        fairways: as far as they lie in the water.
    """

    land: BaseGeometry
    shoals: tuple[BaseGeometry, ...]
    ringed: tuple[BaseGeometry, ...]
    fairways: BaseGeometry


def shores(coast: Coast) -> Shores:
    """The land and the water along it."""
    return _shores(coast.land, coast.fairways, tuple(one.place for one in coast.batteries.values()), coast.rings)


@lru_cache(maxsize=8)
def _shores(land: tuple[Area, ...], fairways: tuple[Area, ...], places: tuple[Point, ...], width: float) -> Shores:
    dry, free = shapes.unite_areas(land), shapes.unite_areas(fairways)
    reaches = [number * width + grounding.BATTERY_RADIUS for number in range(1, RINGS + 1)] if width else []
    kinds = (shapes.build_disc, *[shapes.build_circle] * (RINGS - 1))  # moves are judged by the first as it is drawn
    rings = [
        shapely.union_all([kind(place, reach) for place in places]).difference(dry)
        for kind, reach in zip(kinds, reaches, strict=False)
    ]
    return Shores(dry, tuple(ring.difference(free) for ring in rings), tuple(rings), free.difference(dry))


def places(state: State) -> tuple[ChartName, ...]:
    """The names on the chart, in file order; none where there is no coast."""
    return scenario_keys.list_chart_names(state, shores(state.coast).land) if state.coast else ()


def wrecks(state: State) -> tuple[shapely.Polygon, ...]:
    """The outlines of the ships that lie in the harbour for good (AMB-198)."""
    return tuple(positions.hull_outline(state, key) for key in state.coast.wrecks) if state.coast else ()


def battery_at(state: State, place: Point, near: float) -> str | None:
    """The key of the battery on a place, or so near to its edge, UM; None if there is none."""
    found = state.coast.batteries.values() if state.coast else ()
    spot = shapely.Point(place.x, place.y)
    return next((one.key for one in found if grounding.battery_distance(spot, one.place) <= near), None)


LAND, FAIRWAY = ":land", ":fairway"
"""What the ruler may be laid to besides ships and batteries."""


def thing_at(state: State, place: Point, near: float) -> str | None:
    """The battery, land or edge of a fairway on a place, or so near to it, UM; None in free water."""
    if not state.coast:
        return None
    found, spot = shores(state.coast), shapely.Point(place.x, place.y)
    if key := battery_at(state, place, near):
        return key
    if found.land.intersects(spot):
        return LAND
    fairways = found.fairways
    return FAIRWAY if not fairways.is_empty and fairways.boundary.distance(spot) <= near else None


def shape(coast: Coast, thing: str, place: Point) -> BaseGeometry:
    """A battery, or that piece of land or side of a fairway which is meant by a place."""
    if thing in coast.batteries:
        return grounding.battery_shape(coast.batteries[thing].place)
    found, spot = shores(coast), shapely.Point(place.x, place.y)
    parts = shapely.get_parts(found.land).tolist() if thing == LAND else _sides(found.fairways)
    nearest: BaseGeometry = min(parts, key=spot.distance)
    return nearest


def _sides(fairways: BaseGeometry) -> list[shapely.LineString]:
    """The straight pieces of their edges."""
    rings = shapely.get_parts(shapely.boundary(shapely.get_parts(fairways))).tolist()
    return [shapely.LineString(ends) for ring in rings for ends in pairwise(ring.coords)]


def ranges(state: State, key: str) -> tuple[tuple[Band, BaseGeometry], ...]:
    """The water of the map that a battery reaches, to the end of each band (AMB-108); none once it is destroyed."""
    battery = state.coast.batteries.get(key) if state.coast else None
    if not state.coast or battery is None or battery.hull <= 0:
        return ()
    blind, reached = _blind(state, battery), sea(state)
    return tuple(
        (
            band,
            shapes.build_circle(battery.place, reach + grounding.BATTERY_RADIUS)
            .intersection(reached)
            .difference(blind),
        )
        for band, reach in reaches(state, battery)
    )


def _blind(state: State, battery: Battery) -> BaseGeometry:
    """Return the land, and the water in which a battery sees nobody."""
    dry, far = shores(state.coast or Coast()).land, batteries.double_ranges(state.profile).long
    whole = shapes.build_circle(battery.place, far + grounding.BATTERY_RADIUS)
    dim = aiming.unseen_water(
        state, battery.place, whole, lambda reach: shapes.build_circle(battery.place, reach + grounding.BATTERY_RADIUS)
    )
    return shapely.union(dry, dim)


def reaches(state: State, battery: Battery) -> tuple[tuple[Band, float], ...]:
    """How far the guns of a battery carry, from its edge to the end of each band in which it has dice, UM."""
    far = batteries.double_ranges(state.profile)
    return tuple((band, getattr(far, band)) for band in BANDS if batteries.battery_dice(battery, band)[-1].value)


def circles(state: State, key: str) -> tuple[tuple[Band, float, BaseGeometry], ...]:
    """The ends of its bands as lines on the water of the map, each with how far the guns carry to there, UM."""
    battery = state.coast.batteries[key] if state.coast else None
    if not state.coast or battery is None or battery.hull <= 0:
        return ()
    blind, reached = _blind(state, battery), sea(state)
    lines = (
        (band, reach, shapes.build_circle(battery.place, reach + grounding.BATTERY_RADIUS).exterior)
        for band, reach in reaches(state, battery)
    )
    return tuple((band, reach, line.intersection(reached).difference(blind)) for band, reach, line in lines)


def sea(state: State) -> shapely.Polygon:
    """The map."""
    return shapely.box(state.sea.west, state.sea.south, state.sea.east, state.sea.north)


class Ring(msgspec.Struct, frozen=True):
    """The water of one ring of shoal: its number, and from what die a ship that lies there runs aground.

    None enters the first; its `needed` holds for who lies there at the start (AMB-217).
    """

    number: int
    needed: int
    water: BaseGeometry


def shoal(ring: int) -> int:
    """From what number of the die a ship runs aground in a ring."""
    return grounding.GROUNDING_NEEDED[ring]


def shoals_of(state: State, key: str) -> Iterator[Ring]:
    """The rings of shoal round a battery, each without those within it, the first first."""
    coast = state.coast or Coast()
    kept: BaseGeometry = shapely.Polygon()
    for number in range(1, RINGS + 1) if coast.rings else ():
        disc = shapes.build_circle(coast.batteries[key].place, number * coast.rings + grounding.BATTERY_RADIUS)
        water = shores(coast).shoals[number - 1].intersection(disc).intersection(sea(state))
        yield Ring(number, grounding.GROUNDING_NEEDED[number], water.difference(kept))
        kept = shapely.union(kept, shores(coast).shoals[number - 1])


class Work(msgspec.Struct, frozen=True):
    """A battery in numbers.

    Attributes:
        battery: itself.
        dice: by range, how many and from what number up each hits; of those in which it has any.
        reach: to where each carries, from its edge, UM.
        attacks: left in this turn.
        furnace: whether it has hot shot.
        red_until: the turn until the end of which it fires hot shot alone; 0 if it need not.
        category: of the harbour that it guards; 0 if the scenario names none.
    """

    battery: Battery
    dice: dict[Band, tuple[int, int]]
    reach: dict[Band, float]
    attacks: int
    furnace: bool
    red_until: int
    category: int


def work(state: State, battery: Battery) -> Work:
    """A battery as it is now."""
    harbour, until = (
        scenario_keys.HARBOUR.of(state),
        battery.red_turn + batteries.TURNS_OF_HOT_SHOT if battery.red_turn else 0,
    )
    return Work(
        battery=battery,
        dice={
            band: (dice, tables.HITS_FROM[band])
            for band in BANDS
            if (dice := batteries.battery_dice(battery, band)[-1].value)
        },
        reach=dict(reaches(state, battery)),
        attacks=batteries.ATTACKS_PER_TURN - batteries.count_attacks(state, battery),
        furnace=batteries.has_hot_shot(state),
        red_until=until if until >= state.turn else 0,
        category=harbour["category"] if harbour else 0,
    )


def fires_hot(state: State, key: str, wanted: bool) -> bool:
    """Whether a battery fires hot shot next, if that is wanted where it may choose (AMB-195)."""
    told = work(state, state.coast.batteries[key]) if state.coast else None
    return told is not None and told.furnace and (wanted or bool(told.red_until))


def ready(state: State, side: Side) -> Iterator[Battery]:
    """The batteries of a side that could fire now or, when the guns are silent, in the next Combat Phase."""
    for battery in standing_batteries(state.coast, side):
        if state.phase != "combat" or batteries.count_attacks(state, battery) < batteries.ATTACKS_PER_TURN:
            yield battery


def under(state: State, key: str, pose: Pose) -> Iterator[batteries.BatteryAim]:
    """The fire of the enemy's batteries that a ship would come under if she lay there, the nearest first."""
    there = with_ship(state, key, pose=pose)
    hostile = (one for one in standing_batteries(state.coast) if batteries.can_fire_at(there, one, key))
    laid = (batteries.aim_battery(there, one, key) for one in hostile)
    yield from sorted((one for one in laid if one), key=lambda one: one.distance)
