"""Fields of fire of broadsides, threatened water, and the targets of every broadside (2.4bis, 4.1, AMB-13)."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import shapely
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_few_states
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, fire
from tabletop.games.ships_of_the_line.chapters.aiming import (
    Aim,
    Sighting,
    compute_sighting,
    find_other_targets,
    line_of_fire,
)
from tabletop.games.ships_of_the_line.chapters.optional import friendly_fire
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.model import BANDS, Band, State, is_in_service, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Side
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.geometry import hull
from tabletop.geometry.field import build_field, rim
from tabletop.geometry.fleet import measure_distances
from tabletop.geometry.pose import Point, Pose


class BandArea(msgspec.Struct, frozen=True):
    """One range band of the field of fire of a broadside.

    Attributes:
        band: name of the band.
        reach: end of the band, UM from the side of the ship.
        area: the band alone.
        full_area: the field up to the end of the band; its outer rim is the arc to draw.
    """

    band: Band
    reach: float
    area: shapely.Polygon
    full_area: shapely.Polygon


def find_band_areas(
    state: State, key: str, broadside: Broadside, pose: Pose | None = None
) -> tuple[BandArea, BandArea, BandArea]:
    """Return the three range bands of a broadside, nearest first, whatever the shot and the dice.

    Args:
        state: the battle.
        key: key of the ship.
        broadside: the broadside.
        pose: pose in which to suppose the ship; None for her present pose.
    """
    profile = state.profile
    reaches = profile.point_blank, profile.medium, profile.long
    at = state.ships[key].pose if pose is None else pose
    return _build_band_areas(at, positions.hull_size(state, key), broadside, reaches, profile.gun_traverse)


def find_areas_in_reach(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> tuple[BandArea, ...]:
    """Return the bands that the shot reaches and in which the broadside has a die, nearest first.

    If sight ends within a band because of fog and the like, the band ends there and is the last (AMB-23, 19).
    """
    reach, bands = aiming.carrying_distance(state, key, broadside), find_band_areas(state, key, broadside, pose)
    found = tuple(area for area in bands if area.reach <= reach)
    seen = aiming.reach_from(state, _middle(state, key, pose))
    if not found or found[-1].reach <= seen:
        return found
    clear = tuple(area for area in found if area.reach <= seen)
    at = state.ships[key].pose if pose is None else pose
    whole = build_field(at, *positions.hull_size(state, key), broadside, seen, state.profile.gun_traverse)
    last = BandArea(
        found[len(clear)].band, seen, _subtract_inner_field(whole, clear[-1].full_area) if clear else whole, whole
    )
    return (*clear, last)


def find_hidden_water(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> BaseGeometry:
    """Return the part of a broadside's field that land or fog hides; may be empty (AMB-197).

    `pose` is the pose in which to suppose the ship; None for her present pose.
    """
    rules = rules_of(state)
    if not rules.masks and not rules.visibility:
        return shapely.Polygon()
    at, size = state.ships[key].pose if pose is None else pose, positions.hull_size(state, key)
    whole, traverse = find_band_areas(state, key, broadside, pose)[-1].full_area, state.profile.gun_traverse
    shadows = [mask.shadow(state, at, size, broadside, whole) for mask in rules.masks]
    dim = aiming.unseen_water(
        state, _middle(state, key, pose), whole, lambda reach: build_field(at, *size, broadside, reach, traverse)
    )
    return shapely.union_all([*shadows, dim])


def _middle(state: State, key: str, pose: Pose | None) -> Point:
    """Return the middle of the hull in `pose`, or in the present pose if None."""
    return positions.center_of(state, key) if pose is None else hull.centre(pose, positions.hull_size(state, key)[0])


def find_covered_water(
    state: State, key: str, broadside: Broadside, area: BandArea, pose: Pose | None = None
) -> BaseGeometry:
    """Return the field of a broadside up to the end of `area`, without the water that land or fog hides."""
    blind = find_hidden_water(state, key, broadside, pose)
    return area.full_area if blind.is_empty else area.full_area.difference(blind)


def has_guns(state: State, key: str) -> bool:
    """Return True if the ship is in service and has a die at any range (AMB-23)."""
    return is_in_service(state, key) and aiming.firing_reach(state, key) > 0


@lru_cache(maxsize=1024)
def _build_band_areas(
    pose: Pose, size: tuple[float, float], broadside: Broadside, reaches: tuple[float, float, float], traverse: float
) -> tuple[BandArea, BandArea, BandArea]:
    """Return the three bands for `reaches` in UM, nearest first. Cached."""
    near, middle, far = (build_field(pose, *size, broadside, reach, traverse) for reach in reaches)
    return (
        BandArea("point_blank", reaches[0], near, near),
        BandArea("medium", reaches[1], _subtract_inner_field(middle, near), middle),
        BandArea("long", reaches[2], _subtract_inner_field(far, middle), far),
    )


def _subtract_inner_field(whole: shapely.Polygon, inner: shapely.Polygon) -> shapely.Polygon:
    """Return the part of a field beyond a nearer field of the same broadside."""
    return shapely.Polygon([*rim(whole), *reversed(rim(inner))])


class Threat(msgspec.Struct, frozen=True):
    """One range band of a broadside that may fire, with the number of its dice before any rake."""

    ship: str
    broadside: Broadside
    band: Band
    dice: int
    area: BandArea


class DangerRegion(msgspec.Struct, frozen=True):
    """The water in which the strongest single broadside or battery rolls `dice` dice."""

    dice: int
    area: BaseGeometry


@cache_few_states
def find_threats(state: State, side: Side) -> tuple[Threat, ...]:
    """Return every range band in which a broadside of `side` that may fire has a die, in key order."""
    return tuple(
        threat for key in state.ships if side_of(state, key) == side for threat in _find_ship_threats(state, key)
    )


def _find_ship_threats(state: State, key: str) -> list[Threat]:
    """Return the bands of each broadside of the ship that may fire; [] if none may."""
    ready = [broadside for broadside in BROADSIDES if fire.check_broadside(state, key, broadside) is None]
    if not ready:
        return []
    dice = {band: aiming.dice_for(state, key, band, None)[-1].value for band in BANDS}
    areas = [(broadside, area) for broadside in ready for area in find_areas_in_reach(state, key, broadside)]
    return [Threat(key, broadside, area.band, dice[area.band], area) for broadside, area in areas]


@cache_few_states
def find_danger_regions(state: State, side: Side) -> tuple[DangerRegion, ...]:
    """Return the threatened water by number of dice, most dice first. Regions do not overlap.

    Water hidden by land or fog is left out, and batteries count. Ships that mask a broadside are ignored,
    because that depends on where the target lies.
    """
    by_dice: dict[int, list[BaseGeometry]] = defaultdict(list)
    for threat in find_threats(state, side):
        by_dice[threat.dice].append(find_covered_water(state, threat.ship, threat.broadside, threat.area))
    for battery in shores.list_ready_batteries(state, side):
        for band, water in shores.find_battery_waters(state, battery.key):
            by_dice[shores.summarize_battery(state, battery).dice[band][0]].append(water)
    found: list[DangerRegion] = []
    stronger: BaseGeometry = shapely.Polygon()
    for dice in sorted(by_dice, reverse=True):
        reached = shapely.union_all([stronger, *by_dice[dice]])
        found.append(DangerRegion(dice, shapely.difference(reached, stronger)))
        stronger = reached
    return tuple(found)


class BroadsideOutlook(msgspec.Struct, frozen=True):
    """One broadside with at least one ship in its field.

    Attributes:
        sighting: ships in the field, targets, and blockers.
        refusal: reason why the broadside cannot be fired at anything, or None.
        aims: a shot at each target; more than one only in a tie (AMB-15).
    """

    sighting: Sighting
    refusal: Refused | None
    aims: tuple[Aim, ...]


@cache_few_states
def find_outlooks(state: State) -> dict[tuple[str, Broadside], BroadsideOutlook]:
    """Return an outlook for each broadside with a ship or battery in its field, in key order."""
    return {
        (key, broadside): _build_outlook(state, key, broadside) for key, broadside in _find_looking_broadsides(state)
    }


class FireLine(msgspec.Struct, frozen=True):
    """The line of fire that must not touch a friend (AMB-160), from broadside to target.

    Attributes:
        start: middle of the broadside.
        end: middle of the target.
        crossing: point at which the line first meets the hull across it; None if it meets none.
    """

    start: Point
    end: Point
    crossing: Point | None = None


def can_hit_friends(state: State) -> bool:
    """Return True if the rule module for fire past friends is in use (11)."""
    return friendly_fire.MODULE in rules_of(state).modules


def find_fire_line(state: State, key: str, broadside: Broadside, target: str, across: str = "") -> FireLine | None:
    """Return the line of fire at `target` and its crossing with the ship `across`.

    The crossing is None if `across` is no ship or the line misses her hull. Returns None without the rule
    module (11).
    """
    if not can_hit_friends(state):
        return None
    start, end = positions.broadside_center(state, key, broadside), positions.center_of(state, target)
    way = shapely.LineString([(start.x, start.y), (end.x, end.y)])
    met = way.intersection(positions.hull_outline(state, across)) if across in state.ships else None
    if met is None or met.is_empty:
        return FireLine(start, end)
    x, y = met.coords[0]
    return FireLine(start, end, Point(x, y))


def list_shots(state: State, key: str) -> tuple[FireBroadside, ...]:
    """Return every shot that the ship may fire now; a tie gives several for one broadside."""
    outlooks = (find_outlooks(state).get((key, broadside)) for broadside in BROADSIDES)
    aims = (aim for one in outlooks if one and one.refusal is None for aim in one.aims)
    side = side_of(state, key)
    return tuple(FireBroadside(side, aim.ship, aim.broadside, aim.target) for aim in aims)


def list_volley(state: State, key: str) -> tuple[FireBroadside, ...]:
    """Return one shot of each broadside that has a target: the first target in a tie."""
    return tuple({shot.broadside: shot for shot in reversed(list_shots(state, key))}.values())[::-1]


class FireForecast(msgspec.Struct, frozen=True):
    """The guns that bear if one ship lies elsewhere and all others stay. Not a ruling.

    Attributes:
        targets: ships and batteries that the ship's broadsides could be fired at, each with the range.
        threats: enemies with a broadside that could be fired at the ship.
    """

    targets: tuple[tuple[str, Band], ...]
    threats: tuple[str, ...]


def forecast_fire(state: State, key: str, pose: Pose) -> FireForecast:
    """Return the guns that bear if the ship `key` lies at `pose`."""
    state = replace(state, ships={**state.ships, key: replace(state.ships[key], pose=pose)})
    side = side_of(state, key)
    near = [one for one in positions.ships_near(state, key, state.profile.long) if is_in_service(state, one)]
    under = (one for one in near if side_of(state, one) != side and _is_target_of(state, one, key))
    return FireForecast(tuple(_list_targets(state, key)), tuple(under))


def _list_targets(state: State, key: str) -> Iterator[tuple[str, Band]]:
    """Yield (target, range) for each target of each broadside; nothing if the ship is not in service."""
    for broadside in BROADSIDES if is_in_service(state, key) else ():
        view = compute_sighting(state, key, broadside)
        yield from ((seen.ship, seen.band) for target in view.targets if (seen := view.find(target)))


def _is_target_of(state: State, one: str, key: str) -> bool:
    """Return True if a broadside of the ship `one` has the ship `key` as a target."""
    fields = (broadside for broadside in BROADSIDES if line_of_fire(state, one, broadside, key) is not None)
    return any(key in compute_sighting(state, one, broadside).targets for broadside in fields)


def _find_looking_broadsides(state: State) -> list[tuple[str, Broadside]]:
    """Return the broadsides with a ship or battery in their field up to long range, in key order."""
    keys = [key for key in state.ships if is_on_map(state, key)]
    poses, sizes = [state.ships[key].pose for key in keys], [positions.hull_size(state, key) for key in keys]
    seen = measure_distances(poses, sizes, state.profile.gun_traverse, state.profile.long).min(
        axis=2, initial=float("inf")
    )
    return [
        (key, broadside)
        for key, row in zip(keys, seen.tolist(), strict=True)
        for broadside, nearest in zip(BROADSIDES, row, strict=True)
        if nearest <= state.profile.long or next(find_other_targets(state, key, broadside), None)
    ]


def _build_outlook(state: State, key: str, broadside: Broadside) -> BroadsideOutlook:
    """Return the outlook of a broadside; targets without a legal aim are left out of `aims`."""
    view = compute_sighting(state, key, broadside)
    aims = (fire.find_aim(state, key, broadside, target) for target in view.targets)
    return BroadsideOutlook(view, fire.check_broadside(state, key, broadside), tuple(aim for aim in aims if aim))
