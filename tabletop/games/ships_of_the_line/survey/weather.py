"""The wind: what each ship has of it (21), when it is looked at next, and what it may come to then (18)."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import msgspec

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.optional import weather_gauge
from tabletop.games.ships_of_the_line.chapters.optional.wind_change import change_strength, next_wind_check, shift_wind
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State, Strength
from tabletop.games.ships_of_the_line.survey.chances import FACES
from tabletop.games.ships_of_the_line.tables import WIND_CHANGES_FROM
from tabletop.geometry import hull
from tabletop.geometry.pose import Point


class Gauge(msgspec.Struct, frozen=True):
    """What a ship has of the wind on her heading (21).

    Attributes:
        letter: W to windward, L to leeward, empty for neither.
        lee: the outline of her side away from the wind, over which her masts fall; empty for none.
    """

    letter: str
    lee: tuple[Point, ...]


def gauge(state: State, key: str) -> Gauge | None:
    """Of a ship; None where nobody has any."""
    if weather_gauge.MODULE not in rules_of(state).modules or key not in state.ships or not state.wind.counts:
        return None
    lee, letter = weather_gauge.lee_side(state, key), weather_gauge.gauge_of(state, key)[0].upper()
    return Gauge(letter if letter in "WL" else "", _half(state, key, lee) if lee else ())


def _half(state: State, key: str, side: Broadside) -> tuple[Point, ...]:
    """One side of a hull, from the stern along the keel to the bow and back along the side."""
    pose, (length, beam) = state.ships[key].pose, positions.hull_size(state, key)
    abeam = beam / 2 if side == "starboard" else -beam / 2
    return tuple(hull.offset(pose, *at) for at in ((0.0, 0.0), (length, 0.0), (length, abeam), (0.0, abeam)))


class Forecast(msgspec.Struct, frozen=True):
    """The next change of the wind that there may be.

    Attributes:
        turn: at the beginning of which it is looked for, after the initiative.
        origins: the chance of each quarter from which it may come then, degrees.
        strengths: the chance of each strength.
    """

    turn: int
    origins: dict[int, Fraction]
    strengths: dict[Strength, Fraction]


def forecast(state: State) -> Forecast | None:
    """What the next check may bring; None where the wind holds to the end of the battle, or is not known yet."""
    turn, strength = next_wind_check(state), state.wind.strength
    if turn is None or strength is None or state.wind.unknown:
        return None
    origins: dict[int, Fraction] = defaultdict(Fraction)
    strengths: dict[Strength, Fraction] = defaultdict(Fraction)
    for die, second in product(FACES, repeat=2):
        changes, chance = die >= WIND_CHANGES_FROM, Fraction(1, len(FACES) ** 2)
        origins[shift_wind(state.wind.origin, second) if changes else state.wind.origin] += chance
        strengths[change_strength(strength, second) if changes else strength] += chance
    return Forecast(turn, dict(origins), dict(strengths))
