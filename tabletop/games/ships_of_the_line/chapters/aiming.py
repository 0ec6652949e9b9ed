"""Chapters 2.4, 4.1.2, 4.1.4 and 4.2.3: what a broadside has before its guns, and what it comes to before any die."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from tabletop.core.memory import per_state
from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.lines_of_fire import band_at, in_field
from tabletop.games.ships_of_the_line.chapters.visibility import concealment, dimness
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.firing import Ammunition, Barring
from tabletop.games.ships_of_the_line.modifiers import Gunfire, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.ship import Broadside, loaded_with
from tabletop.games.ships_of_the_line.shots import Facing
from tabletop.games.ships_of_the_line.state import BANDS, Band, Rake, State, in_sinking_zone, side_of
from tabletop.games.ships_of_the_line.tables import HITS_FROM, RAKE_DICE, RANGE
from tabletop.geometry.field import Sight
from tabletop.geometry.measure import heading_difference

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
        """A die hits from this number up."""
        return self.to_hit[-1].value


def aim(state: State, key: str, broadside: Broadside, target: str, sight: Sight) -> Aim:
    """The broadside along a line of fire within the template's reach."""
    band = band_at(state.profile, sight.distance)
    if band is None:
        raise ValueError(f"{sight.distance} UM is beyond the template")
    bearing = positions.bearing_from(state, target, positions.side_middle(state, key, broadside))
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
        to_hit=rules_of(state).sums.to_hit.working(Gunfire(state, key, band, rake)),
    )


def facing_at(profile: Profile, bearing: int) -> Facing:
    """From where a ship is hit, by the firer's bearing from her (4.2.1-q, AMB-18)."""
    foremost, aftermost = profile.broadside_facing
    if bearing < foremost:
        return "bow"
    return "broadside" if bearing <= aftermost else "stern"


def rake_of(state: State, key: str, target: str, bearing: int) -> Rake:
    """Whether a ship crosses the T of another, and at which end (4.2.3-a, AMB-17)."""
    least, most = state.profile.rake_crossing
    crossing = heading_difference(state.ships[key].pose.heading, state.ships[target].pose.heading)
    if not least <= crossing <= most:
        return None
    if bearing <= state.profile.bow_sector:
        return "bow"
    return "stern" if bearing >= state.profile.stern_sector else None


def dice_for(state: State, key: str, band: Band, rake: Rake) -> tuple[Modifier, ...]:
    """How many dice a ship rolls, step by step: strength or half, range, tow, rake (AMB-22, AMB-24).

    A last value of 0 means that she cannot fire so far (AMB-23).
    """
    return rules_of(state).sums.dice.working(Gunfire(state, key, band, rake))


@per_state
def reach(state: State, key: str) -> float:
    """The greatest distance at which a ship has a die to roll, UM; 0 if she has none at all (AMB-23)."""
    bands = (band for band in reversed(BANDS) if dice_for(state, key, band, None)[-1].value)
    return next((ends_at(state.profile, band) for band in bands), 0.0)


def carry(state: State, key: str, broadside: Broadside) -> float:
    """How far one broadside can be fired, UM: as far as it has dice, and the shot in it carries (19)."""
    return min(reach(state, key), ends_at(state.profile, ammunition(state, key, broadside).band))


def ammunition(state: State, key: str, broadside: Broadside) -> Ammunition:
    """The kind of shot in one broadside; round shot where no other is in use."""
    kinds = rules_of(state).ammunition
    return kinds.get(loaded_with(state.ships[key], broadside)) or kinds["round"]


def ends_at(profile: Profile, band: Band) -> float:
    """Where a band of the fire template ends, UM (AMB-2)."""
    limit: float = getattr(profile, band)
    return limit


def _strength(fire: Gunfire, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    dice = fire.state.cards[fire.ship].dice
    return Modifier("basic strength", str(dice), dice)


def _sinking(fire: Gunfire, so_far: int) -> Modifier | None:  # noqa: ARG001 - the card prints the half
    halved = in_sinking_zone(fire.state, fire.ship)
    return Modifier("sinking zone", "half", fire.state.cards[fire.ship].half_dice) if halved else None


def _range(fire: Gunfire, so_far: int) -> Modifier | None:
    return plus(so_far, BAND_NAMES[fire.band], RANGE[fire.band]) if RANGE[fire.band] else None


def _tow(fire: Gunfire, so_far: int) -> Modifier | None:
    in_tow = any(fire.ship in (tow.tower, tow.towed) for tow in fire.state.tows)
    return plus(so_far, "tow", -1) if in_tow else None


def _rake(fire: Gunfire, so_far: int) -> Modifier | None:
    factor = RAKE_DICE[fire.rake]
    return Modifier(f"{fire.rake} rake", f"×{factor}", factor * so_far) if so_far and fire.rake else None


def plus(so_far: int, source: str, change: int) -> Modifier:
    """A line that adds dice or takes some away, but never more than there are."""
    return Modifier(source, signed(change), max(0, so_far + change))


DICE: tuple[ModifierRule[Gunfire], ...] = (
    ModifierRule("strength", "SOTL-4.1.4-a", _strength),
    ModifierRule("sinking zone", "SOTL-4.1.4-d", _sinking),
    ModifierRule("range", "SOTL-2.4bis-b", _range),
    ModifierRule("tow", "SOTL-5.6-c", _tow),
    ModifierRule("rake", "SOTL-4.2.3-b", _rake),
)
"""How many dice a broadside rolls, in this order (AMB-22, AMB-24)."""


def _from(fire: Gunfire, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    needed = HITS_FROM[fire.band]
    return Modifier(BAND_NAMES[fire.band], f"{needed}+", needed)


TO_HIT: tuple[ModifierRule[Gunfire], ...] = (ModifierRule("range", "SOTL-4.2.1-a", _from),)
"""From which number a die hits."""


class Seen(msgspec.Struct, frozen=True):
    """A ship in the field and within the template, with the line to her nearest part that bears."""

    ship: str
    sight: Sight
    band: Band
    enemy: bool
    """She may be fired at, were she the nearest; else she only blocks."""


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
        """A ship of those seen."""
        return next((seen for seen in self.seen if seen.ship == key), None)

    def nearer(self, than: Seen) -> tuple[Seen, ...]:
        """The ships nearer than another after rounding (AMB-15, AMB-131)."""
        return nearer(self.seen, than)


def nearer(seen: tuple[Seen, ...], than: Seen) -> tuple[Seen, ...]:
    """Those of the ships seen that are nearer than one of them."""
    return tuple(one for one in seen if one.sight.distance < than.sight.distance)


def all_nearer(state: State, key: str, broadside: Broadside, target: Seen, near: tuple[Seen, ...]) -> tuple[Seen, ...]:  # noqa: ARG001
    """Whatever is nearer than a ship bars the fire at her (4.1.2-c, AMB-14, AMB-15)."""
    return near


BARRING = Barring(rule="SOTL-4.1.2-c", words="The field is blocked by {ships}.", bars=all_nearer)
"""Only the nearest ship in a field can be fired at."""


@per_state
def sighting(state: State, key: str, broadside: Broadside) -> Sighting:
    """What lies before a broadside, loaded or not, and what it may be fired at (AMB-13 to AMB-15, AMB-66)."""
    lines = in_field(state, key, broadside, positions.within(state, key, state.profile.long))
    ships = (line for line in lines if concealment(state, key, line[0], line[1]) is None)
    found = chain(
        (Seen(*line, may_be_fired_at(state, key, line[0])) for line in ships), seen_besides(state, key, broadside)
    )
    seen = tuple(sorted(found, key=lambda one: one.sight.distance))
    bars = rules_of(state).barring.bars
    barred = {one.ship: bars(state, key, broadside, one, nearer(seen, one)) for one in seen if one.enemy}
    clear = [one for one in seen if one.enemy and not barred[one.ship]]
    first = next(iter(barred.values()), seen)
    return Sighting(
        ship=key,
        broadside=broadside,
        seen=seen,
        open=tuple(one.ship for one in clear),
        targets=tuple(one.ship for one in clear if one.sight.distance <= carry(state, key, broadside)),
        blockers=() if clear else tuple(one.ship for one in first if one.sight.distance == first[0].sight.distance),
    )


def seen_besides(state: State, key: str, broadside: Broadside) -> Iterator[Seen]:
    """Yield the targets in the field of a broadside that are not ships and that one sees from her."""
    found = chain.from_iterable(besides(state, key, broadside) for besides in rules_of(state).sights)
    return (one for one in found if dimness(state, key, one.ship, one.sight.distance) is None)


def may_be_fired_at(state: State, key: str, target: str) -> bool:
    """Whether a ship is fair game for another.

    Enemies are, prizes in enemy hands too; a struck ship only for her former side (4.4.2-b, AMB-66).
    """
    if state.ships[target].status == "struck":
        return state.cards[target].side == side_of(state, key)
    return side_of(state, target) != side_of(state, key)
