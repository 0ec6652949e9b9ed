"""The printed charts of the Crew Phase: sinking, the crew's tasks and boarding, typed as printed."""

from fractions import Fraction
from typing import Literal

import msgspec

Result = Literal["engaged", "captured", "nothing", "repulsed", "counter_captured"]

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

BEST_PRACTICE = 2
"""SOTL-6-f: failures in a row help by one each, by so much at most."""

OVER_BOW_OR_STERN = 1
"""SOTL-6-h: added to the die of a grapple that is not thrown broadside to broadside."""

PRIZE_STRENGTH = 1
"""SOTL-4.4.2-c: boarding strength of a struck or captured ship."""


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


def succeeds(needed: int, dice: tuple[int, ...]) -> bool:
    """Whether a throw of two dice carries the deck (4.3.2-a, -b)."""
    return sum(dice) <= needed and sum(dice) != ALWAYS_FAILS
