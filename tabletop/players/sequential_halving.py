"""Which of many options is best, by trying all of them a little and the better ones more: sequential halving.

What is tried first is what one would do anyway; another option takes its place only where it is surely better.
"""

from collections.abc import Callable

import msgspec
import numpy as np
import numpy.typing as npt

Options = npt.NDArray[np.intp]
"""Options by number."""
Results = npt.NDArray[np.float64]
"""What came of options: a row an option, a column a world; all options are tried in the same worlds."""
Trial = Callable[[Options, int], Results]
"""From options and a number of worlds to what comes of each option in each of them."""
Liking = Results | None
"""What options count besides, by number; None for nothing."""

KEPT = 3
"""Of so many options one is kept from round to round."""
LEAST = 4
"""Worlds that every option is tried in."""
PLACES = 9
"""To which results are rounded before they are compared."""


class Found(msgspec.Struct, frozen=True):
    """What trying has shown.

    Attributes:
        option: the best one, by number.
        worth: its mean result.
        usual: the mean result of what one would do anyway.
        tried: in how many worlds it was tried.
    """

    option: int
    worth: float
    usual: float
    tried: int

    def told(self, worlds: str) -> str:
        """In words, of results between 0 and 1: ``wins 62% of 300 duels like this one, the usual choice 58%``."""
        more = f", the usual choice {self.usual:.0%}" if self.worth != self.usual else ""
        return f"wins {self.worth:.0%} of {self.tried} {worlds} like this one{more}"


class _Tally:
    """Sums of the results of every option, and of what it did better than the usual one in the same worlds."""

    def __init__(self, options: int, usual: int, liking: Liking = None) -> None:
        self.usual = usual
        self.liking = np.zeros(options) if liking is None else liking
        self.tried, self.total, self.better, self.squares = np.zeros((4, options))

    def add(self, alive: Options, results: Results) -> None:
        edge = results - results[np.flatnonzero(alive == self.usual)[0]]
        self.tried[alive] += results.shape[1]
        self.total[alive] += results.sum(axis=1)
        self.better[alive] += edge.sum(axis=1)
        self.squares[alive] += (edge * edge).sum(axis=1)

    def means(self, alive: Options) -> Results:
        return np.round(self.total[alive] / self.tried[alive], PLACES)

    def edge(self, option: int) -> tuple[float, float]:
        """By how much an option is better than the usual one, liking included, and the standard error of that."""
        tried = self.tried[option]
        mean = self.better[option] / tried
        spread = max(self.squares[option] / tried - mean * mean, 0.0) / max(tried - 1, 1)
        mean += self.liking[option] - self.liking[self.usual]
        return round(float(mean), PLACES), round(float(np.sqrt(spread)), PLACES)


def best(options: int, usual: int, budget: int, trial: Trial, errors: float = 1.0, liking: Liking = None) -> Found:
    """The best of some options.

    Args:
        options: how many there are.
        usual: which of them is kept unless another is better; it stays to the last round.
        budget: options tried in worlds, in all rounds together; each is tried in `LEAST` worlds at least.
        trial: tries some in a number of new worlds.
        errors: by how many standard errors another must be better.
        liking: what each option counts besides what comes of it.
    """
    tally, alive, rounds = _Tally(options, usual, liking), np.arange(options), _rounds(options)
    for _ in range(rounds):
        tally.add(alive, trial(alive, max(LEAST, budget // (rounds * len(alive)))))
        alive = _kept(tally, alive)
    return _found(tally, alive, errors)


def best_of_all(results: Results, usual: int, errors: float = 1.0) -> Found:
    """The best of options that have all been tried in the same worlds."""
    tally, alive = _Tally(len(results), usual), np.arange(len(results))
    tally.add(alive, results)
    return _found(tally, _kept(tally, alive), errors)


def _found(tally: _Tally, alive: Options, errors: float) -> Found:
    """The first of those that are left, or the usual one unless that is better by so many standard errors."""
    first = int(alive[0])
    edge, error = tally.edge(first)
    option = first if edge > errors * error else tally.usual
    means = tally.means(np.array([option, tally.usual]))
    return Found(option, float(means[0]), float(means[1]), int(tally.tried[option]))


def _rounds(options: int) -> int:
    """Until no more than two are left."""
    rounds = 1
    while options > 2:
        options = -(-options // KEPT)
        rounds += 1
    return rounds


def _kept(tally: _Tally, alive: Options) -> Options:
    """A third of the options, the best first, and the usual one."""
    ranked = alive[np.argsort(-np.round(tally.means(alive) + tally.liking[alive], PLACES), kind="stable")]
    kept = ranked[: -(-len(ranked) // KEPT)]
    return kept if tally.usual in kept else np.append(kept, tally.usual)
