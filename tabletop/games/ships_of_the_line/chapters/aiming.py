"""Chapters 2.4, 4.1.4 and 4.2.3: what one broadside at one target comes to, before any die is rolled."""

from typing import Literal

import msgspec

from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.events import Modifier
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.ship import Battery
from tabletop.games.ships_of_the_line.state import Band, Facing, State, in_sinking_zone
from tabletop.games.ships_of_the_line.tables import RAKE_DICE, RANGE, TO_HIT
from tabletop.geometry.field import Sight
from tabletop.geometry.measure import heading_difference

Rake = Literal["bow", "stern"] | None

BAND_NAMES: dict[Band, str] = {"point_blank": "point-blank range", "medium": "medium range", "long": "long range"}


class Aim(msgspec.Struct, frozen=True):
    """A broadside ready to be fired.

    Attributes:
        sight: the line of fire and its length, UM.
        facing: which masts fall first.
        bearing: of the broadside from the target, 0 over her bow to 180 over her stern.
        dice: how the number of dice comes about; the last value counts.
        needed: a die hits from this number up.
    """

    ship: str
    battery: Battery
    target: str
    sight: Sight
    band: Band
    facing: Facing
    bearing: int
    rake: Rake
    dice: tuple[Modifier, ...]
    needed: int


def aim(state: State, key: str, battery: Battery, target: str, sight: Sight) -> Aim:
    """The broadside along a line of fire within the template's reach."""
    band = band_at(state.profile, sight.distance)
    if band is None:
        raise ValueError(f"{sight.distance} UM is beyond the template")
    bearing = positions.bearing_from(state, target, positions.side_middle(state, key, battery))
    rake = rake_of(state, key, target, bearing)
    return Aim(
        ship=key,
        battery=battery,
        target=target,
        sight=sight,
        band=band,
        facing=facing_at(state.profile, bearing),
        bearing=bearing,
        rake=rake,
        dice=dice_for(state, key, band, rake),
        needed=TO_HIT[band],
    )


def band_at(profile: Profile, distance: float) -> Band | None:
    """The band of the fire template at a distance in UM, limits included; None beyond it (2.4bis, AMB-2)."""
    if distance <= profile.point_blank:
        return "point_blank"
    if distance <= profile.medium:
        return "medium"
    return "long" if distance <= profile.long else None


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
    card = state.cards[key]
    sum_ = [Modifier("basic strength", str(card.dice), card.dice)]
    if in_sinking_zone(state, key):
        sum_.append(Modifier("sinking zone", "half", card.half_dice))
    if RANGE[band]:
        sum_.append(_plus(sum_[-1], BAND_NAMES[band], RANGE[band]))
    if any(key in (tow.tower, tow.towed) for tow in state.tows):
        sum_.append(_plus(sum_[-1], "tow", -1))
    if sum_[-1].value and rake:
        factor = RAKE_DICE[rake]
        sum_.append(Modifier(f"{rake} rake", f"×{factor}", factor * sum_[-1].value))
    return tuple(sum_)


def reach(state: State, key: str) -> float:
    """The greatest distance at which a ship has a die to roll, UM; 0 if she has none at all (AMB-23)."""
    limits: dict[Band, float] = {
        "long": state.profile.long,
        "medium": state.profile.medium,
        "point_blank": state.profile.point_blank,
    }
    return next((limit for band, limit in limits.items() if dice_for(state, key, band, None)[-1].value), 0.0)


def _plus(so_far: Modifier, source: str, change: int) -> Modifier:
    return Modifier(source, signed(change), max(0, so_far.value + change))
