"""Chapters 2.4, 4.1.2, 4.1.4 and 4.2.3: lines of fire, targets, and the dice of a broadside before it is rolled."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.core.phrases import format_signed
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.hooks import Ammunition, Barring, DimWater, Mask, Seen, Visibility
from tabletop.games.ships_of_the_line.model import BANDS, Band, Profile, Rake, State, is_in_sinking_zone, side_of
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, Facing, shot_in
from tabletop.games.ships_of_the_line.tables import HITS_FROM, RAKE_DICE, RANGE, Gunfire, Modifier, ModifierRule
from tabletop.geometry import field, hull
from tabletop.geometry.field import Sight
from tabletop.geometry.measure import heading_difference
from tabletop.geometry.pose import Point, Pose

Concealment = Mask | Visibility
"""What keeps a broadside from a target in its field; it has the rule and the words of the refusal."""


@cache_per_state
def dim_waters(state: State) -> tuple[DimWater, ...]:
    """Return all dim water of a battle; () where one sees as far as guns reach."""
    return tuple(water for one in rules_of(state).visibility for water in one.waters(state))


def concealment(state: State, key: str, target: str, sight: Sight) -> Concealment | None:
    """Return what hides a ship or battery, `target`, from another along a line of fire, or None."""
    rules = rules_of(state)
    if not rules.masks and not rules.visibility:
        return None
    mask = next((one for one in rules.masks if one.hides(state, sight)), None)
    return mask or dimness(state, key, target, sight.distance)


def dimness(state: State, key: str, target: str, distance: float) -> Visibility | None:
    """Return the visibility by which two ships or batteries, `distance` UM apart, do not see each other, or None."""
    places = positions.center_of(state, key), positions.center_of(state, target)
    for one in rules_of(state).visibility:
        if distance > _least_reach(one.waters(state), *places):
            return one
    return None


def reach_between(state: State, key: str, target: str) -> float:
    """Return the distance in UM up to which two ships or batteries see each other; infinity in clear water."""
    waters = dim_waters(state)
    return (
        _least_reach(waters, positions.center_of(state, key), positions.center_of(state, target))
        if waters
        else math.inf
    )


def reach_from(state: State, place: Point) -> float:
    """Return the distance in UM up to which one sees from a place; infinity in clear water."""
    return _least_reach(dim_waters(state), place)


def unseen_water(
    state: State, place: Point, water: BaseGeometry, near: Callable[[float], BaseGeometry]
) -> BaseGeometry:
    """Return the part of `water` in which nobody is seen from a place, for drawing and for threats.

    Args:
        state: The battle.
        place: The middle of the ship or battery that looks.
        water: All that its guns reach.
        near: Returns the part of `water` up to a distance in UM.
    """
    return shapely.union_all(
        [
            (water if _contains(one, place) else one.area.intersection(water)).difference(near(one.reach))
            for one in dim_waters(state)
        ]
    )


def _least_reach(waters: tuple[DimWater, ...], *places: Point) -> float:
    return min((one.reach for one in waters if any(_contains(one, place) for place in places)), default=math.inf)


def _contains(water: DimWater, place: Point) -> bool:
    return bool(shapely.intersects_xy(water.area, place.x, place.y))


Size = tuple[float, float]
"""Length and beam of a hull."""
Line = tuple[str, Sight, Band]
"""A line of fire: to which ship, how it goes, and its band."""


def band_at(profile: Profile, distance: float) -> Band | None:
    """Return the band of the fire template at `distance` UM, limits included; None beyond it (2.4bis, AMB-2)."""
    if distance <= profile.point_blank:
        return "point_blank"
    if distance <= profile.medium:
        return "medium"
    return "long" if distance <= profile.long else None


def ships_in_field(state: State, key: str, broadside: Broadside, near: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the lines of fire to those ships of `near` that lie in the field and in the template, in key order."""
    return _lines_in_field(positions.plot(state), state.ships[key].pose, key, broadside, near)


@lru_cache(maxsize=512)
def _lines_in_field(
    lying: positions.Plot, pose: Pose, key: str, broadside: Broadside, near: tuple[str, ...]
) -> tuple[Line, ...]:
    look = partial(_find_sight, pose, lying.size(key), broadside, lying.profile.gun_traverse)
    lines = ((other, look(lying.poses[other], lying.size(other))) for other in near)
    reached = [(other, sight, band_at(lying.profile, sight.distance)) for other, sight in lines if sight]
    return tuple([(other, sight, band) for other, sight, band in reached if band])


def line_of_fire(state: State, key: str, broadside: Broadside, target: str) -> Sight | None:
    """Return the shortest line from a broadside to the part of a hull in its field, at any range; None outside it."""
    own, other = ((state.ships[one].pose, positions.hull_size(state, one)) for one in (key, target))
    return _measure_sight(*own, broadside, state.profile.gun_traverse, *other)


def _find_sight(
    pose: Pose, size: Size, broadside: Broadside, traverse: float, target: Pose, target_size: Size
) -> Sight | None:
    """Return the line of fire as `_measure_sight` does, but test quickly first if there is none."""
    middle, radius = hull.centre(target, target_size[0]), hull.radius(*target_size)
    if field.is_out_of_field(pose, *size, broadside, traverse, middle, radius):
        return None
    return _measure_sight(pose, size, broadside, traverse, target, target_size)


@lru_cache(maxsize=16384)
def _measure_sight(
    pose: Pose, size: Size, broadside: Broadside, traverse: float, target: Pose, target_size: Size
) -> Sight | None:
    """Return the line of fire, or None. Cached: ships that lie still see each other as before."""
    return field.find_sight(pose, *size, broadside, traverse, positions.hull_shape(target, target_size))


BAND_NAMES: dict[Band, str] = {"point_blank": "point-blank range", "medium": "medium range", "long": "long range"}


class Aim(msgspec.Struct, frozen=True):
    """A broadside ready to be fired.

    Attributes:
        sight: the line of fire and its length, UM.
        facing: which masts fall first.
        bearing: of the broadside from the target, 0 over her bow to 180 over her stern.
        dice: how the number of dice comes about; the last value counts.
        to_hit: how the number from which a die hits comes about.
    """

    ship: str
    broadside: Broadside
    target: str
    sight: Sight
    band: Band
    facing: Facing
    bearing: int
    rake: Rake
    dice: tuple[Modifier, ...]
    to_hit: tuple[Modifier, ...]

    @property
    def needed(self) -> int:
        """The lowest number with which a die hits."""
        return self.to_hit[-1].value


def compute_aim(state: State, key: str, broadside: Broadside, target: str, sight: Sight) -> Aim:
    """Return the aim of a broadside along a line of fire. Raises ValueError beyond the template."""
    band = band_at(state.profile, sight.distance)
    if band is None:
        raise ValueError(f"{sight.distance} UM is beyond the template")
    bearing = positions.relative_bearing_of(state, target, positions.broadside_center(state, key, broadside))
    rake = rake_of(state, key, target, bearing) if target in state.ships else None
    return Aim(
        ship=key,
        broadside=broadside,
        target=target,
        sight=sight,
        band=band,
        facing=facing_at(state.profile, bearing),
        bearing=bearing,
        rake=rake,
        dice=dice_for(state, key, band, rake),
        to_hit=rules_of(state).modifiers.to_hit.working(Gunfire(state, key, band, rake)),
    )


def facing_at(profile: Profile, bearing: int) -> Facing:
    """Return the side from which a ship is hit, by the bearing of the firing ship from her (4.2.1-q, AMB-18)."""
    foremost, aftermost = profile.broadside_facing
    if bearing < foremost:
        return "bow"
    return "broadside" if bearing <= aftermost else "stern"


def rake_of(state: State, key: str, target: str, bearing: int) -> Rake:
    """Return the end of `target` that the ship rakes by crossing her T, or None (4.2.3-a, AMB-17)."""
    least, most = state.profile.rake_crossing
    crossing = heading_difference(state.ships[key].pose.heading, state.ships[target].pose.heading)
    if not least <= crossing <= most:
        return None
    if bearing <= state.profile.bow_sector:
        return "bow"
    return "stern" if bearing >= state.profile.stern_sector else None


def dice_for(state: State, key: str, band: Band, rake: Rake) -> tuple[Modifier, ...]:
    """Return the number of dice step by step: strength or half, range, tow, rake (AMB-22, AMB-24).

    A last value of 0 means that she cannot fire so far (AMB-23).
    """
    return rules_of(state).modifiers.dice.working(Gunfire(state, key, band, rake))


@cache_per_state
def firing_reach(state: State, key: str) -> float:
    """Return the greatest distance in UM at which a ship has a die to roll; 0 if she has none at all (AMB-23)."""
    bands = (band for band in reversed(BANDS) if dice_for(state, key, band, None)[-1].value)
    return next((band_limit(state.profile, band) for band in bands), 0.0)


def carrying_distance(state: State, key: str, broadside: Broadside) -> float:
    """Return how far a broadside can be fired in UM: it needs dice, and its shot must carry so far (19)."""
    return min(firing_reach(state, key), band_limit(state.profile, ammunition_of(state, key, broadside).band))


def ammunition_of(state: State, key: str, broadside: Broadside) -> Ammunition:
    """Return the kind of shot in a broadside; round shot if the battle has no other kinds."""
    kinds = rules_of(state).ammunition
    return kinds.get(shot_in(state.ships[key], broadside)) or kinds["round"]


def band_limit(profile: Profile, band: Band) -> float:
    """Return the greatest distance of a band of the fire template, UM (AMB-2)."""
    limit: float = getattr(profile, band)
    return limit


def _add_basic_strength(fire: Gunfire, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    dice = fire.state.cards[fire.ship].dice
    return Modifier("basic strength", str(dice), dice)


def _halve_in_sinking_zone(fire: Gunfire, so_far: int) -> Modifier | None:  # noqa: ARG001 - the card prints the half
    halved = is_in_sinking_zone(fire.state, fire.ship)
    return Modifier("sinking zone", "half", fire.state.cards[fire.ship].half_dice) if halved else None


def _add_range(fire: Gunfire, so_far: int) -> Modifier | None:
    return add_dice(so_far, BAND_NAMES[fire.band], RANGE[fire.band]) if RANGE[fire.band] else None


def _subtract_tow(fire: Gunfire, so_far: int) -> Modifier | None:
    in_tow = any(fire.ship in (tow.tower, tow.towed) for tow in fire.state.tows)
    return add_dice(so_far, "tow", -1) if in_tow else None


def _multiply_rake(fire: Gunfire, so_far: int) -> Modifier | None:
    factor = RAKE_DICE[fire.rake]
    return Modifier(f"{fire.rake} rake", f"×{factor}", factor * so_far) if so_far and fire.rake else None


def add_dice(so_far: int, source: str, change: int) -> Modifier:
    """Return a line that adds `change` dice, which may be negative; the number never falls below 0."""
    return Modifier(source, format_signed(change), max(0, so_far + change))


DICE: tuple[ModifierRule[Gunfire], ...] = (
    ModifierRule("strength", "SOTL-4.1.4-a", _add_basic_strength),
    ModifierRule("sinking zone", "SOTL-4.1.4-d", _halve_in_sinking_zone),
    ModifierRule("range", "SOTL-2.4bis-b", _add_range),
    ModifierRule("tow", "SOTL-5.6-c", _subtract_tow),
    ModifierRule("rake", "SOTL-4.2.3-b", _multiply_rake),
)
"""How many dice a broadside rolls, in this order (AMB-22, AMB-24)."""


def _hits_from_range(fire: Gunfire, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    needed = HITS_FROM[fire.band]
    return Modifier(BAND_NAMES[fire.band], f"{needed}+", needed)


TO_HIT: tuple[ModifierRule[Gunfire], ...] = (ModifierRule("range", "SOTL-4.2.1-a", _hits_from_range),)
"""From which number a die hits."""


class Sighting(msgspec.Struct, frozen=True):
    """What a broadside sees.

    Attributes:
        seen: all ships in the field, nearest first, equals in key order.
        open: the hostile ships that no other bars: the nearest in the field, or those past whom it may be fired (11).
        targets: those of them that are not too far for the guns; they may be fired at now.
        blockers: where none is open, the nearest ships that bar the nearest hostile one.
    """

    ship: str
    broadside: Broadside
    seen: tuple[Seen, ...]
    open: tuple[str, ...]
    targets: tuple[str, ...]
    blockers: tuple[str, ...]

    def find(self, key: str) -> Seen | None:
        """Return the target with this key if the broadside sees it, or None."""
        return next((seen for seen in self.seen if seen.ship == key), None)

    def list_nearer(self, than: Seen) -> tuple[Seen, ...]:
        """Return the targets nearer than `than`, after rounding (AMB-15, AMB-131)."""
        return filter_nearer(self.seen, than)


def filter_nearer(seen: tuple[Seen, ...], than: Seen) -> tuple[Seen, ...]:
    """Return those of `seen` that are nearer than `than`."""
    return tuple(one for one in seen if one.sight.distance < than.sight.distance)


def all_nearer(state: State, key: str, broadside: Broadside, target: Seen, near: tuple[Seen, ...]) -> tuple[Seen, ...]:  # noqa: ARG001
    """Return every ship that is nearer than the target: each bars the fire (4.1.2-c, AMB-14, AMB-15)."""
    return near


BARRING = Barring(rule="SOTL-4.1.2-c", words="The field of fire is blocked by {ships}.", bars=all_nearer)
"""Only the nearest ship in a field can be fired at."""


@cache_per_state
def compute_sighting(state: State, key: str, broadside: Broadside) -> Sighting:
    """Return what a broadside sees, loaded or not, and its targets (AMB-13 to AMB-15, AMB-66)."""
    lines = ships_in_field(state, key, broadside, positions.ships_near(state, key, state.profile.long))
    ships = (line for line in lines if concealment(state, key, line[0], line[1]) is None)
    found = chain(
        (Seen(*line, is_fair_target(state, key, line[0])) for line in ships), find_other_targets(state, key, broadside)
    )
    seen = tuple(sorted(found, key=lambda one: one.sight.distance))
    bars = rules_of(state).fire_blockers.bars
    barred = {one.ship: bars(state, key, broadside, one, filter_nearer(seen, one)) for one in seen if one.enemy}
    clear = [one for one in seen if one.enemy and not barred[one.ship]]
    first = next(iter(barred.values()), seen)
    return Sighting(
        ship=key,
        broadside=broadside,
        seen=seen,
        open=tuple(one.ship for one in clear),
        targets=tuple(one.ship for one in clear if one.sight.distance <= carrying_distance(state, key, broadside)),
        blockers=() if clear else tuple(one.ship for one in first if one.sight.distance == first[0].sight.distance),
    )


def find_other_targets(state: State, key: str, broadside: Broadside) -> Iterator[Seen]:
    """Yield the targets in the field of a broadside that are not ships and that one sees from her."""
    found = chain.from_iterable(besides(state, key, broadside) for besides in rules_of(state).sights)
    return (one for one in found if dimness(state, key, one.ship, one.sight.distance) is None)


def is_fair_target(state: State, key: str, target: str) -> bool:
    """Return True if a ship may be fired at by another.

    Enemies are, prizes in enemy hands too; a struck ship only for her former side (4.4.2-b, AMB-66).
    """
    if state.ships[target].status == "struck":
        return state.cards[target].side == side_of(state, key)
    return side_of(state, target) != side_of(state, key)
