"""What the wind may come to: when it is looked at next, and with what chances (18)."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import msgspec

from tabletop.games.ships_of_the_line.chapters.optional.wind_change import next_check, shifted, turned
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.chances import FACES
from tabletop.games.ships_of_the_line.tables import WIND_CHANGES_FROM
from tabletop.games.ships_of_the_line.wind import Strength


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
    turn, strength = next_check(state), state.wind.strength
    if turn is None or strength is None or state.wind.unknown:
        return None
    origins: dict[int, Fraction] = defaultdict(Fraction)
    strengths: dict[Strength, Fraction] = defaultdict(Fraction)
    for die, second in product(FACES, repeat=2):
        changes, chance = die >= WIND_CHANGES_FROM, Fraction(1, len(FACES) ** 2)
        origins[shifted(state.wind.origin, second) if changes else state.wind.origin] += chance
        strengths[turned(strength, second) if changes else strength] += chance
    return Forecast(turn, dict(origins), dict(strengths))
