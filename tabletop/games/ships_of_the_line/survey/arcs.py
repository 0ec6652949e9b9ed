"""Fields of fire: of a broadside, in the shape that is judged (2.4bis, 4.1.1, AMB-13), and of a whole side."""

from collections import defaultdict
from functools import lru_cache

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.core.memory import weighty
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, fire
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Side
from tabletop.games.ships_of_the_line.state import BANDS, Band, State, is_in_service, side_of
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.geometry import hull
from tabletop.geometry.field import build_field, rim
from tabletop.geometry.pose import Point, Pose


class BandArea(msgspec.Struct, frozen=True):
    """One band of a broadside's field.

    Attributes:
        band: which.
        reach: where it ends, UM from the side.
        area: the band alone.
        whole: the field up to the end of the band; its outer rim is the arc to draw.
    """

    band: Band
    reach: float
    area: shapely.Polygon
    whole: shapely.Polygon


def arc(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> tuple[BandArea, BandArea, BandArea]:
    """The bands of a broadside, nearest first.

    Args:
        state: the battle.
        key: the ship.
        broadside: which side of her.
        pose: where to suppose her; as she lies if None.
    """
    profile = state.profile
    reaches = profile.point_blank, profile.medium, profile.long
    at = state.ships[key].pose if pose is None else pose
    return _arc(at, positions.hull_size(state, key), broadside, reaches, profile.gun_traverse)


def in_reach(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> tuple[BandArea, ...]:
    """Return the bands in which she has a die to roll (AMB-23), to which her shot carries (19) and one sees.

    A band within which sight ends, because the ship lies in fog and the like, ends there.
    """
    reach, bands = aiming.carrying_distance(state, key, broadside), arc(state, key, broadside, pose)
    found = tuple(area for area in bands if area.reach <= reach)
    seen = aiming.reach_from(state, _middle(state, key, pose))
    if not found or found[-1].reach <= seen:
        return found
    clear = tuple(area for area in found if area.reach <= seen)
    at = state.ships[key].pose if pose is None else pose
    whole = build_field(at, *positions.hull_size(state, key), broadside, seen, state.profile.gun_traverse)
    last = BandArea(found[len(clear)].band, seen, _less(whole, clear[-1].whole) if clear else whole, whole)
    return (*clear, last)


def hidden(state: State, key: str, broadside: Broadside, pose: Pose | None = None) -> BaseGeometry:
    """Return the part of the field of a broadside in which land, fog and the like hide all targets; often empty."""
    rules = rules_of(state)
    if not rules.masks and not rules.visibility:
        return shapely.Polygon()
    at, size = state.ships[key].pose if pose is None else pose, positions.hull_size(state, key)
    whole, traverse = arc(state, key, broadside, pose)[-1].whole, state.profile.gun_traverse
    shadows = [mask.shadow(state, at, size, broadside, whole) for mask in rules.masks]
    dim = aiming.unseen_water(
        state, _middle(state, key, pose), whole, lambda reach: build_field(at, *size, broadside, reach, traverse)
    )
    return shapely.union_all([*shadows, dim])


def _middle(state: State, key: str, pose: Pose | None) -> Point:
    return positions.center_of(state, key) if pose is None else hull.centre(pose, positions.hull_size(state, key)[0])


def commanded(state: State, key: str, broadside: Broadside, area: BandArea, pose: Pose | None = None) -> BaseGeometry:
    """Return the field of a broadside to the end of a band, without its hidden part."""
    blind = hidden(state, key, broadside, pose)
    return area.whole if blind.is_empty else area.whole.difference(blind)


def armed(state: State, key: str) -> bool:
    """Whether a ship fights, and rolls a die at any range (AMB-23)."""
    return is_in_service(state, key) and aiming.firing_reach(state, key) > 0


@lru_cache(maxsize=1024)
def _arc(
    pose: Pose, size: tuple[float, float], broadside: Broadside, reaches: tuple[float, float, float], traverse: float
) -> tuple[BandArea, BandArea, BandArea]:
    near, middle, far = (build_field(pose, *size, broadside, reach, traverse) for reach in reaches)
    return (
        BandArea("point_blank", reaches[0], near, near),
        BandArea("medium", reaches[1], _less(middle, near), middle),
        BandArea("long", reaches[2], _less(far, middle), far),
    )


def _less(whole: shapely.Polygon, inner: shapely.Polygon) -> shapely.Polygon:
    """What a field has beyond a nearer one of the same broadside."""
    return shapely.Polygon([*rim(whole), *reversed(rim(inner))])


class Threat(msgspec.Struct, frozen=True):
    """One band of one ready broadside, and the dice it would roll there, rakes aside."""

    ship: str
    broadside: Broadside
    band: Band
    dice: int
    area: BandArea


class Region(msgspec.Struct, frozen=True):
    """All water where the strongest single broadside or battery that bears rolls this many dice."""

    dice: int
    area: BaseGeometry


@weighty
def threats(state: State, side: Side) -> tuple[Threat, ...]:
    """Every band in which a ready broadside of the side has a die to roll, in key order."""
    return tuple(threat for key in state.ships if side_of(state, key) == side for threat in _of_ship(state, key))


def _of_ship(state: State, key: str) -> list[Threat]:
    ready = [broadside for broadside in BROADSIDES if fire.check_broadside(state, key, broadside) is None]
    if not ready:
        return []
    dice = {band: aiming.dice_for(state, key, band, None)[-1].value for band in BANDS}
    areas = [(broadside, area) for broadside in ready for area in in_reach(state, key, broadside)]
    return [Threat(key, broadside, area.band, dice[area.band], area) for broadside, area in areas]


@weighty
def regions(state: State, side: Side) -> tuple[Region, ...]:
    """The threatened water by number of dice, most first; no two regions overlap.

    Whether a ship masks a broadside depends on who lies where, and is not asked here. Land and fog do, and batteries
    count.
    """
    by_dice: dict[int, list[BaseGeometry]] = defaultdict(list)
    for threat in threats(state, side):
        by_dice[threat.dice].append(commanded(state, threat.ship, threat.broadside, threat.area))
    for battery in shores.ready(state, side):
        for band, water in shores.ranges(state, battery.key):
            by_dice[shores.work(state, battery).dice[band][0]].append(water)
    found: list[Region] = []
    stronger: BaseGeometry = shapely.Polygon()
    for dice in sorted(by_dice, reverse=True):
        reached = shapely.union_all([stronger, *by_dice[dice]])
        found.append(Region(dice, shapely.difference(reached, stronger)))
        stronger = reached
    return tuple(found)
