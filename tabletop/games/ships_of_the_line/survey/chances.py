"""Exact chances of dice, as fractions (4.2.1)."""

from fractions import Fraction
from functools import lru_cache
from math import comb

from tabletop.games.ships_of_the_line.tables import DAMAGE

Spread = tuple[Fraction, ...]
"""The chance of 0, of 1, of 2 … ; sums to 1."""

FACES = range(1, 7)


def chance_of(good: int) -> Fraction:
    """Of so many good faces of a die coming up."""
    return Fraction(good, len(FACES))


@lru_cache(maxsize=512)
def successes(dice: int, each: Fraction) -> Spread:
    """How many of some dice succeed, when each does with the same chance."""
    return tuple(comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(dice + 1))


def to_hit(needed: int) -> Fraction:
    """That one die hits, from `needed` up (4.2.1-a)."""
    return chance_of(sum(die >= needed for die in FACES))


def result_of_hit(result: str) -> Fraction:
    """That a hit comes to a hull point, or to a critical (4.2.1-c)."""
    return chance_of(sum(DAMAGE[die] == result for die in FACES))


@lru_cache(maxsize=256)
def throws(dice: int, needed: int) -> dict[tuple[int, int], Fraction]:
    """The chance of each number of hits with each number of damage dice among them that cost hull points."""
    return {
        (hits, hull): chance * among
        for hits, chance in enumerate(successes(dice, to_hit(needed)))
        for hull, among in enumerate(successes(hits, result_of_hit("hull")))
    }


def any_critical(dice: int, needed: int) -> Fraction:
    """That at least one of the hits is critical."""
    return 1 - (1 - to_hit(needed) * result_of_hit("critical")) ** dice


def at_least(spread: Spread, least: int) -> Fraction:
    """The chance of so much or more."""
    return sum(spread[max(0, least) :], Fraction(0))
