"""A figure with its reach, and how figures are measured."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Figure:
    """One row of the table.

    Attributes:
        what: was measured.
        value: as it came out.
        reach: the most, or with `at_least` the least, that is aimed at.
        unit: of both.
        note: the raw measures behind a ratio.
    """

    what: str
    value: float
    reach: float
    unit: str = "×"
    note: str = ""
    at_least: bool = False

    @property
    def reached(self) -> bool:
        """Whether the aim is met."""
        return self.value >= self.reach if self.at_least else self.value <= self.reach

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """The row in words."""
        sign = "≥" if self.at_least else "≤"
        verdict = "reached" if self.reached else "missed"
        return self.what, f"{self.value:.3g} {self.unit}", f"{sign} {self.reach:g} {self.unit}", verdict, self.note


def seconds(doing: Callable[[], object], runs: int = 40) -> float:
    """The median of several runs."""
    return median(_once(doing) for _ in range(runs))


def against(doing: Callable[[], object], unit: Callable[[], object], runs: int = 40, tries: int = 3) -> float:
    """A ratio of medians, both measured beside each other; the best of a few tries, for the machine may be busy."""
    return min(seconds(doing, runs) / seconds(unit, runs) for _ in range(tries))


def _once(doing: Callable[[], object]) -> float:
    began = time.perf_counter()
    doing()
    return time.perf_counter() - began
