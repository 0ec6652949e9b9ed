"""How sure a share or a mean is: 95 % intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

import msgspec

SURE = 1.96
"""Standard errors to each side that hold 95 % of a normal distribution."""


class Estimate(msgspec.Struct, frozen=True):
    """A point estimate and how far the truth may lie from it to each side, with 95 % confidence."""

    mean: float
    half: float
    number: int

    @property
    def low(self) -> float:
        """The lower bound."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper bound."""
        return self.mean + self.half


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values; of one alone nothing is sure."""
    if len(values) < 2:
        return Estimate(fmean(values) if values else 0.0, float("inf"), len(values))
    return Estimate(fmean(values), SURE * stdev(values) / sqrt(len(values)), len(values))


def share(wins: float, number: int) -> tuple[float, float]:
    """Wilson's interval of a share, from 0 to 1, which also holds for few and for all or none."""
    if not number:
        return 0.0, 1.0
    middle = (wins + SURE**2 / 2) / (number + SURE**2)
    half = SURE / (number + SURE**2) * sqrt(wins * (number - wins) / number + SURE**2 / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
