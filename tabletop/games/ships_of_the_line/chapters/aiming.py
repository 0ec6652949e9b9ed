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
    """Return all dim water of a battle, of every limit on sight; () if sight is clear everywhere."""
    return tuple(water for one in rules_of(state).visibility for water in one.waters(state))


def concealment(state: State, key: str, target: str, sight: Sight) -> Concealment | None:
    """Return what hides `target` along the line of fire: a mask, else a limit on sight.

    None if it is seen. `key` and `target` are ships or batteries. The target's place in the field is not checked.
    """
    rules = rules_of(state)
    if not rules.masks and not rules.visibility:
        return None
    mask = next((one for one in rules.masks if one.hides(state, sight)), None)
    return mask or dimness(state, key, target, sight.distance)


def dimness(state: State, key: str, target: str, distance: float) -> Visibility | None:
    """Return the first limit on sight that is shorter than `distance` UM; None if both see each other.

    A limit counts if one of the two ships or batteries lies in its water.
    """
    places = positions.center_of(state, key), positions.center_of(state, target)
    for one in rules_of(state).visibility:
        if distance > _least_reach(one.waters(state), *places):
            return one
    return None


def reach_between(state: State, key: str, target: str) -> float:
    """Return the distance in UM up to which two ships or batteries see each other; inf in clear water.

    It is the least reach of all dim water in which the center of either of the two lies.
    """
    waters = dim_waters(state)
    return (
        _least_reach(waters, positions.center_of(state, key), positions.center_of(state, target))
        if waters
        else math.inf
    )


def reach_from(state: State, place: Point) -> float:
    """Return the least reach in UM of the dim water at a place; inf if the place lies in clear water."""
    return _least_reach(dim_waters(state), place)


def unseen_water(
    state: State, place: Point, water: BaseGeometry, near: Callable[[float], BaseGeometry]
) -> BaseGeometry:
    """Return the part of `water` in which an observer at `place` sees no ship; for drawing and threats.

    From inside dim water, all beyond its reach is unseen; from outside, only what lies in it and beyond its reach.

    Args:
        state: The battle.
        place: The center of the ship or battery that looks.
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
    """Return the least reach in UM of the waters that contain one of `places`; inf if none does."""
    return min((one.reach for one in waters if any(_contains(one, place) for place in places)), default=math.inf)


def _contains(water: DimWater, place: Point) -> bool:
    """Return True if the place lies in the water or on its edge."""
    return bool(shapely.intersects_xy(water.area, place.x, place.y))


Size = tuple[float, float]
"""Length and beam of a hull."""
Line = tuple[str, Sight, Band]
"""A line of fire: key of the target, the line itself, and its range band."""


def band_at(profile: Profile, distance: float) -> Band | None:
    """Return the range band at `distance` UM, limits included; None beyond the template (2.4bis, AMB-2)."""
    if distance <= profile.point_blank:
        return "point_blank"
    if distance <= profile.medium:
        return "medium"
    return "long" if distance <= profile.long else None


def ships_in_field(state: State, key: str, broadside: Broadside, near: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the lines of fire to the ships of `near` within the broadside's field and the template.

    The lines keep the order of `near`. Ships in the way, sight, loading and sides are not considered.
    """
    return _lines_in_field(positions.plot(state), state.ships[key].pose, key, broadside, near)


@lru_cache(maxsize=512)
def _lines_in_field(
    lying: positions.Plot, pose: Pose, key: str, broadside: Broadside, near: tuple[str, ...]
) -> tuple[Line, ...]:
    """Return the lines of fire as `ships_in_field` does. Cached: holds until a hull moves."""
    look = partial(_find_sight, pose, lying.size(key), broadside, lying.profile.gun_traverse)
    lines = ((other, look(lying.poses[other], lying.size(other))) for other in near)
    reached = [(other, sight, band_at(lying.profile, sight.distance)) for other, sight in lines if sight]
    return tuple([(other, sight, band) for other, sight, band in reached if band])


def line_of_fire(state: State, key: str, broadside: Broadside, target: str) -> Sight | None:
    """Return the shortest line from a broadside to the part of a hull in its field; None outside the field.

    Neither the range nor ships in between matter. `target` is a ship, as is `key`.
    """
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
    """Return the line of fire, or None outside the field. Cached by the two poses."""
    return field.find_sight(pose, *size, broadside, traverse, positions.hull_shape(target, target_size))


BAND_NAMES: dict[Band, str] = {"point_blank": "point-blank range", "medium": "medium range", "long": "long range"}


class Aim(msgspec.Struct, frozen=True):
    """A broadside ready to be fired.

    Attributes:
        ship: key of the ship that fires.
        target: key of a ship or of a battery on the coast.
        sight: the line of fire and its length, UM.
        band: the range band of the distance.
        facing: side from which the target is hit; decides which masts fall first.
        bearing: of the broadside from the target, 0 over her bow to 180 over her stern.
        rake: end of the target that is raked; None for no rake, and for a battery.
        dice: the steps to the number of dice; the last value counts, 0 for none.
        to_hit: the steps to the number from which a die hits; the last value counts.
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
    """Return the aim along a line of fire: band, facing, rake, number of dice, and number to hit.

    Whether the shot is allowed is not checked. `target` may be a battery, which cannot be raked.

    Raises:
        ValueError: if the line is longer than the fire template.
    """
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
    """Return the side that is hit: bow or stern by the profile's limits, else broadside (4.2.1-q, AMB-18).

    `bearing` is of the firing broadside from the target, 0 over her bow to 180 over her stern; the limits
    themselves count as broadside.
    """
    foremost, aftermost = profile.broadside_facing
    if bearing < foremost:
        return "bow"
    return "broadside" if bearing <= aftermost else "stern"


def rake_of(state: State, key: str, target: str, bearing: int) -> Rake:
    """Return the end of `target` that the ship rakes by crossing her T, or None (4.2.3-a, AMB-17).

    The headings must cross within the profile's angles, and the `bearing` from the target (0 to 180) must lie in
    her bow or stern sector.
    """
    least, most = state.profile.rake_crossing
    crossing = heading_difference(state.ships[key].pose.heading, state.ships[target].pose.heading)
    if not least <= crossing <= most:
        return None
    if bearing <= state.profile.bow_sector:
        return "bow"
    return "stern" if bearing >= state.profile.stern_sector else None


def dice_for(state: State, key: str, band: Band, rake: Rake) -> tuple[Modifier, ...]:
    """Return the number of dice step by step: strength or half, range, tow, rake (AMB-22, AMB-24).

    A last value of 0 means that the ship has no dice at this range and cannot fire (AMB-23).
    """
    return rules_of(state).modifiers.dice.working(Gunfire(state, key, band, rake))


@cache_per_state
def firing_reach(state: State, key: str) -> float:
    """Return the end in UM of the farthest band at which a ship has dice, without a rake.

    0 if none (AMB-23).
    """
    bands = (band for band in reversed(BANDS) if dice_for(state, key, band, None)[-1].value)
    return next((band_limit(state.profile, band) for band in bands), 0.0)


def carrying_distance(state: State, key: str, broadside: Broadside) -> float:
    """Return how far a broadside can be fired, UM: the lesser reach of the dice and of the shot (19)."""
    return min(firing_reach(state, key), band_limit(state.profile, ammunition_of(state, key, broadside).band))


def ammunition_of(state: State, key: str, broadside: Broadside) -> Ammunition:
    """Return the kind of shot that a broadside has or will be loaded with.

    Round shot if the kind is not in use.
    """
    kinds = rules_of(state).ammunition
    return kinds.get(shot_in(state.ships[key], broadside)) or kinds["round"]


def band_limit(profile: Profile, band: Band) -> float:
    """Return the greatest distance of a band of the fire template, UM (AMB-2)."""
    limit: float = getattr(profile, band)
    return limit


def _add_basic_strength(fire: Gunfire, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the dice printed on the ship's card."""
    dice = fire.state.cards[fire.ship].dice
    return Modifier("basic strength", str(dice), dice)


def _halve_in_sinking_zone(fire: Gunfire, so_far: int) -> Modifier | None:  # noqa: ARG001 - the card prints the half
    """Return the line with the printed half, for a ship in her sinking zone; None for any other."""
    halved = is_in_sinking_zone(fire.state, fire.ship)
    return Modifier("sinking zone", "half", fire.state.cards[fire.ship].half_dice) if halved else None


def _add_range(fire: Gunfire, so_far: int) -> Modifier | None:
    """Return the line for the change of dice by the range, at least to 0.

    None if the band changes nothing.
    """
    return add_dice(so_far, BAND_NAMES[fire.band], RANGE[fire.band]) if RANGE[fire.band] else None


def _subtract_tow(fire: Gunfire, so_far: int) -> Modifier | None:
    """Return the line that takes a die from a ship that tows or is towed, at least to 0.

    None for any other.
    """
    in_tow = any(fire.ship in (tow.tower, tow.towed) for tow in fire.state.tows)
    return add_dice(so_far, "tow", -1) if in_tow else None


def _multiply_rake(fire: Gunfire, so_far: int) -> Modifier | None:
    """Return the line that multiplies the dice for a rake; None without a rake or without dice."""
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
    """Return the first line: the printed number from which a die hits at this range."""
    needed = HITS_FROM[fire.band]
    return Modifier(BAND_NAMES[fire.band], f"{needed}+", needed)


TO_HIT: tuple[ModifierRule[Gunfire], ...] = (ModifierRule("range", "SOTL-4.2.1-a", _hits_from_range),)
"""From which number a die hits."""


class Sighting(msgspec.Struct, frozen=True):
    """The targets that lie before a broadside, and those of them that it may be fired at.

    Attributes:
        ship: key of the ship that looks.
        seen: all ships and batteries in the field and the template that nothing hides, friends too, nearest first;
            at equal distances ships in key order, then others.
        open: the hostile ones whose fire no other bars: the nearest, or those past whom the rules let one fire (11).
        targets: those of `open` within the distance that the guns carry; the broadside may be fired at these now.
        blockers: the nearest ones that bar the nearest hostile one, if none is open; () otherwise.
    """

    ship: str
    broadside: Broadside
    seen: tuple[Seen, ...]
    open: tuple[str, ...]
    targets: tuple[str, ...]
    blockers: tuple[str, ...]

    def find(self, key: str) -> Seen | None:
        """Return the ship or battery with this key as seen, friend or enemy; None if it is not seen."""
        return next((seen for seen in self.seen if seen.ship == key), None)

    def list_nearer(self, than: Seen) -> tuple[Seen, ...]:
        """Return all that is seen nearer than `than`, friends included, nearest first (AMB-15, AMB-131)."""
        return filter_nearer(self.seen, than)


def filter_nearer(seen: tuple[Seen, ...], than: Seen) -> tuple[Seen, ...]:
    """Return those of `seen` at a smaller distance than `than`, in their order.

    Equal distances are left out.
    """
    return tuple(one for one in seen if one.sight.distance < than.sight.distance)


def all_nearer(state: State, key: str, broadside: Broadside, target: Seen, near: tuple[Seen, ...]) -> tuple[Seen, ...]:  # noqa: ARG001
    """Return `near` unchanged: all that is nearer than the target bars the fire (4.1.2-c, AMB-14, AMB-15)."""
    return near


BARRING = Barring(rule="SOTL-4.1.2-c", words="The field of fire is blocked by {ships}.", bars=all_nearer)
"""Only the nearest ship in a field can be fired at."""


@cache_per_state
def compute_sighting(state: State, key: str, broadside: Broadside) -> Sighting:
    """Return what a broadside sees, loaded or not, and its targets (AMB-13 to AMB-15, AMB-66).

    Hidden ships are neither seen nor in the way. Loading, wreckage and grapples are not considered.
    """
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
    """Yield the targets of rule modules in a broadside's field, e.g.

    Batteries, except those too far to be seen.
    """
    found = chain.from_iterable(besides(state, key, broadside) for besides in rules_of(state).sights)
    return (one for one in found if dimness(state, key, one.ship, one.sight.distance) is None)


def is_fair_target(state: State, key: str, target: str) -> bool:
    """Return True if a ship may be fired at by another: an enemy, or a prize in enemy hands.

    A struck ship may be fired at only by ships of the side on her card (4.4.2-b, AMB-66). Range, sight and whether
    the ship is still on the map are not considered.
    """
    if state.ships[target].status == "struck":
        return state.cards[target].side == side_of(state, key)
    return side_of(state, target) != side_of(state, key)
