"""The printed charts of fire, damage and the Crew Phase, typed as printed."""

from fractions import Fraction
from typing import Literal

import msgspec

from tabletop.games.ships_of_the_line.ship import Mast, ShipClass
from tabletop.games.ships_of_the_line.shots import Facing
from tabletop.games.ships_of_the_line.state import Band
from tabletop.games.ships_of_the_line.wind import Strength

Result = Literal["engaged", "foothold", "captured", "nothing", "repulsed", "counter_captured"]
CriticalEffect = Literal["mast_port", "mast_starboard", "officer", "rudder", "fire", "ammunition"]


class ClassRow(msgspec.Struct, frozen=True):
    """One row of the class table: gun decks, guns from and to, dice by range, boarding strength."""

    ship_class: ShipClass
    decks: int
    guns: tuple[int, int]
    dice: dict[Band, int]
    boarding: int


CLASSES: tuple[ClassRow, ...] = (
    ClassRow("I", 4, (121, 140), {"point_blank": 7, "medium": 6, "long": 5}, 5),
    ClassRow("I", 3, (91, 120), {"point_blank": 6, "medium": 5, "long": 4}, 4),
    ClassRow("II", 3, (75, 90), {"point_blank": 5, "medium": 4, "long": 3}, 3),
    ClassRow("III", 2, (65, 74), {"point_blank": 4, "medium": 3, "long": 2}, 3),
    ClassRow("IV", 2, (50, 64), {"point_blank": 3, "medium": 2, "long": 1}, 2),
    ClassRow("V", 1, (36, 44), {"point_blank": 2, "medium": 1, "long": 0}, 1),
    ClassRow("VI", 1, (16, 28), {"point_blank": 1, "medium": 0, "long": 0}, 1),
)
"""SOTL-4.1.4-a; the first row is Santísima Trinidad."""

HALVED: dict[int, int] = {7: 4, 6: 3, 5: 3, 4: 2, 3: 2, 2: 1, 1: 1}
"""SOTL-4.1.4-d: dice in the sinking zone."""

RANGE: dict[Band, int] = {"point_blank": 0, "medium": -1, "long": -2}
"""SOTL-2.4bis-b, -c: what the range does to the number of dice."""

HITS_FROM: dict[Band, int] = {"point_blank": 4, "medium": 5, "long": 5}
"""SOTL-4.2.1-a: a die hits from this number up."""

DAMAGE: dict[int, Literal["hull", "critical"]] = {
    1: "hull",
    2: "hull",
    3: "hull",
    4: "hull",
    5: "hull",
    6: "critical",
}
"""SOTL-4.2.1-c: one hull point, or one critical hit and no hull point."""

CRITICALS: dict[int, CriticalEffect] = {
    1: "mast_port",
    2: "mast_starboard",
    3: "officer",
    4: "rudder",
    5: "fire",
    6: "ammunition",
}
"""SOTL-4.2.1-d; left and right are the target's own port and starboard (AMB-19)."""

MASTS_FALL: dict[Facing, tuple[Mast, Mast, Mast]] = {
    "bow": ("fore", "main", "mizzen"),
    "broadside": ("main", "mizzen", "fore"),
    "stern": ("mizzen", "main", "fore"),
}
"""SOTL-4.2.1-n, -o, -p: in which order the masts go, by where the firer lies."""

RAKE_DICE: dict[Literal["bow", "stern"] | None, int] = {None: 1, "bow": 2, "stern": 2}
"""SOTL-4.2.3-b, -c: what a rake does to the number of dice."""

RAKE_DAMAGE: dict[Literal["bow", "stern"] | None, int] = {None: 1, "bow": 1, "stern": 2}
"""SOTL-4.2.3-c: a stern rake doubles hull hits and rolls on the critical table."""

EXPLOSION_AT_OR_ABOVE = 6
"""SOTL-4.2.1-l: an ammunition die that fires the magazine; less adds one more fire."""

WAVERING_STRIKES = 2
"""AMB-29: a crew without its officer strikes at this die or less."""

STRUCK_POINTS = 15
"""SOTL-8-b."""

SUNK_POINTS = 10
"""SOTL-8-c."""

FLED_POINTS = 5
"""SOTL-8-e."""

SINKING: dict[int, Literal["struck", "nothing", "again"]] = {
    1: "struck",
    2: "struck",
    3: "nothing",
    4: "nothing",
    5: "again",
    6: "again",
}
"""SOTL-4.4.1-b, -c, -d: a ship attacked in her sinking zone."""

SINKS_AT_OR_ABOVE = 6
"""SOTL-4.4.1-d: the second die."""

TASK: dict[int, bool] = {1: True, 2: True, 3: False, 4: False, 5: False, 6: False}
"""SOTL-6-e: grapple, break a grapple, unrig; fires too (AMB-31)."""

TASK_SUCCESS = max(die for die, success in TASK.items() if success)
"""SOTL-6-e: a modified die up to this succeeds."""

RUDDER_SUCCESS = 1
"""SOTL-4.2.1-i: nothing but a 1 repairs a rudder."""

LEADERSHIP = 2
"""SOTL-19-c: hot shot is fired if a modified die comes to so much at most, where the profile does not say."""

BEST_PRACTICE = 2
"""SOTL-6-f: failures in a row help by one each, by so much at most."""

OVER_BOW_OR_STERN = 1
"""SOTL-6-h: added to the die of a grapple that is not thrown broadside to broadside."""

PRIZE_STRENGTH = 1
"""SOTL-4.4.2-c: boarding strength of a struck or captured ship."""


WIND_TABLE = (270, 225, 180, 315, 135, 0, 45, 90)
"""SOTL-18.1-b: where the wind comes from by position, as printed: below 1 W, SW, S, NW, SE, N, NE, above 6 E."""

WIND_CHANGES_FROM = 6
"""SOTL-18.1-b, SOTL-18.2-a: the die that changes the wind."""

WIND_SHIFTS: dict[int, int] = {1: 2, 2: 1, 3: 0, 4: 0, 5: -1, 6: -2}
"""SOTL-18.1-b: by the second die, how far it goes in the table."""

WIND_FORCE: tuple[Strength, ...] = ("light", "breeze", "heavy")
"""SOTL-18.2-c: from the weakest up, a step each."""

WIND_STRENGTHS: dict[int, Strength] = {1: "light", 2: "light", 3: "breeze", 4: "breeze", 5: "heavy", 6: "heavy"}
"""SOTL-18.2-a: how hard it wants to blow, by the second die."""


class Column(msgspec.Struct, frozen=True):
    """One column of the boarding table: the least ratio that it is for, and the highest 2d6 that succeeds."""

    label: str
    ratio: Fraction
    needed: int


BOARDING: tuple[Column, ...] = (
    Column("1-5", Fraction(1, 5), 2),
    Column("1-4", Fraction(1, 4), 3),
    Column("1-2", Fraction(1, 2), 4),
    Column("1-1", Fraction(1), 5),
    Column("3-2", Fraction(3, 2), 6),
    Column("2-1", Fraction(2), 7),
    Column("3-1", Fraction(3), 8),
    Column("4-1", Fraction(4), 9),
    Column("6-1", Fraction(6), 10),
    Column("8-1", Fraction(8), 11),
)
"""SOTL-4.3.2-a, in rising order of ratio."""

ALWAYS_FAILS = 12
"""SOTL-4.3.2-b: the natural throw that no strength makes good."""

OUTCOME: dict[tuple[bool, bool], Result] = {
    (True, True): "engaged",
    (True, False): "captured",
    (False, False): "nothing",
    (False, True): "counter_captured",
}
"""SOTL-4.3.1-d to -g: (attacker passes, defender passes)."""


def column(own: int, opponent: int) -> Column | None:
    """The highest printed column that the ratio reaches, or None where it is worse than 1-5 (AMB-41, AMB-42)."""
    if opponent == 0:
        return BOARDING[-1] if own else None
    reached = [one for one in BOARDING if one.ratio <= Fraction(own, opponent)]
    return reached[-1] if reached else None


def shifted(column: Column, by: int) -> Column:
    """So many columns better, at most the last (20.2-f, AMB-43)."""
    return BOARDING[min(BOARDING.index(column) + by, len(BOARDING) - 1)]


def succeeds(needed: int, natural: int, total: int) -> bool:
    """Whether a throw of two dice carries the deck, with what it comes to after all that helps it (4.3.2-a, -b)."""
    return total <= needed and natural != ALWAYS_FAILS
