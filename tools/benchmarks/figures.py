"""A measured figure with its reach, and ways to measure figures."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

TRIES = 3
SIZE = (1920, 1080)
"""The size of the window in which frames are measured, in pixels."""
NO_REACH = 1e9
"""The reach of a figure that is only reported; finite, since JSON has no infinity."""


@dataclass(frozen=True)
class Figure:
    """One row of the table of benchmarks.

    Attributes:
        what: the thing that is measured.
        value: the measured value.
        reach: the largest value wanted, or with `at_least` the smallest.
        unit: the unit of `value` and `reach`.
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
        """True if the value is as wanted."""
        return self.value >= self.reach if self.at_least else self.value <= self.reach

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """The cells of the row as text."""
        digits = ".2f" if self.unit == "%" else ".3g"
        measured = f"{self.value:{digits}} {self.unit}"
        if self.reach == NO_REACH:
            return self.what, measured, "", "told", self.note
        sign = "≥" if self.at_least else "≤"
        verdict = "reached" if self.reached else "missed"
        return self.what, measured, f"{sign} {self.reach:g} {self.unit}", verdict, self.note


def time_alternately(doing: Callable[[], object], unit: Callable[[], object], runs: int = 40) -> tuple[float, float]:
    """Return the median seconds of `doing` and of `unit`, run by turns; the best of a few tries.

    By turns, each finds the processor's cache as the other has left it, and what slows one slows both.
    """
    tries = [_by_turns(doing, unit, runs) for _ in range(TRIES)]
    return min(tries, key=lambda taken: taken[0] / taken[1])


def measure_ratio(
    what: str, doing: Callable[[], object], unit: Callable[[], object], reach: float, runs: int = 40
) -> Figure:
    """Return the duration of `doing` in units of `unit`; the note has both in milliseconds."""
    taken, one = time_alternately(doing, unit, runs)
    return Figure(what, taken / one, reach, note=f"{1e3 * taken:.2f} ms; the unit is {1e3 * one:.2f} ms")


def _by_turns(doing: Callable[[], object], unit: Callable[[], object], runs: int) -> tuple[float, float]:
    taken = [(time_once(doing), time_once(unit)) for _ in range(runs)]
    return median(one for one, _ in taken), median(other for _, other in taken)


def time_once(doing: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    began = time.perf_counter()
    doing()
    return time.perf_counter() - began
