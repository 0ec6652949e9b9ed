"""Which of many options is best, by trying all of them a little and the better ones more: sequential halving.

What is tried first is what one would do anyway; another option takes its place only where it is surely better.
"""

from collections.abc import Callable, Iterable

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.core.record import STEADY

Options = npt.NDArray[np.intp]
"""Options by number."""
Results = npt.NDArray[np.float64]
"""What came of options: a row an option, a column a world; all options are tried in the same worlds."""
TrialFunction = Callable[[Options, int], Results]
"""From options and a number of worlds to what comes of each option in each of them."""
Bias = Results | None
"""What options count besides, by number; None for nothing."""

OPTIONS_FOR_ONE_KEPT = 3
"""Of so many options one is kept from round to round."""
MIN_WORLDS = 4
"""Worlds that every option is tried in."""
DECIMALS = 9
"""To which results are rounded before they are compared."""


class BestOption(msgspec.Struct, frozen=True):
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

    def describe(self, worlds: str) -> str:
        """In words, of results between 0 and 1: ``wins 62% of 300 duels like this one, the usual choice 58%``."""
        more = f", the usual choice {self.usual:.0%}" if self.worth != self.usual else ""
        return f"wins {self.worth:.0%} of {self.tried} {worlds} like this one{more}"


class _ResultSums:
    """Sums of the results of every option, and of what it did better than the usual one in the same worlds."""

    def __init__(self, options: int, usual: int, bias: Bias = None) -> None:
        self.usual = usual
        self.liking = np.zeros(options) if bias is None else bias
        self.tried, self.total, self.better, self.squares = np.zeros((4, options))

    def add(self, alive: Options, results: Results) -> None:
        edge = results - results[np.flatnonzero(alive == self.usual)[0]]
        self.tried[alive] += results.shape[1]
        self.total[alive] += results.sum(axis=1)
        self.better[alive] += edge.sum(axis=1)
        self.squares[alive] += (edge * edge).sum(axis=1)

    def mean_results(self, alive: Options) -> Results:
        return np.round(self.total[alive] / self.tried[alive], DECIMALS)

    def measure_advantage(self, option: int) -> tuple[float, float]:
        """By how much an option is better than the usual one, liking included, and the standard error of that."""
        tried = self.tried[option]
        mean = self.better[option] / tried
        spread = max(self.squares[option] / tried - mean * mean, 0.0) / max(tried - 1, 1)
        mean += self.liking[option] - self.liking[self.usual]
        return round(float(mean), DECIMALS), round(float(np.sqrt(spread)), DECIMALS)


def find_best_option(
    options: int, usual: int, budget: int, trial: TrialFunction, errors: float = 1.0, bias: Bias = None
) -> BestOption:
    """The best of some options.

    Args:
        options: how many there are.
        usual: which of them is kept unless another is better; it stays to the last round.
        budget: options tried in worlds, in all rounds together; each is tried in `MIN_WORLDS` worlds at least.
        trial: tries some in a number of new worlds.
        errors: by how many standard errors another must be better.
        liking: what each option counts besides what comes of it.
    """
    tally, alive, rounds = _ResultSums(options, usual, bias), np.arange(options), _count_rounds(options)
    for _ in range(rounds):
        tally.add(alive, trial(alive, max(MIN_WORLDS, budget // (rounds * len(alive)))))
        alive = _select_best_third(tally, alive)
    return _pick_option(tally, alive, errors)


def compare_options(results: Results, usual: int, errors: float = 1.0) -> BestOption:
    """The best of options that have all been tried in the same worlds."""
    tally, alive = _ResultSums(len(results), usual), np.arange(len(results))
    tally.add(alive, results)
    return _pick_option(tally, _select_best_third(tally, alive), errors)


def _pick_option(tally: _ResultSums, alive: Options, errors: float) -> BestOption:
    """The first of those that are left, or the usual one unless that is better by so many standard errors."""
    first = int(alive[0])
    edge, error = tally.measure_advantage(first)
    option = first if edge > errors * error else tally.usual
    means = tally.mean_results(np.array([option, tally.usual]))
    return BestOption(option, float(means[0]), float(means[1]), int(tally.tried[option]))


def _count_rounds(options: int) -> int:
    """Until no more than two are left."""
    rounds = 1
    while options > 2:
        options = -(-options // OPTIONS_FOR_ONE_KEPT)
        rounds += 1
    return rounds


def _select_best_third(tally: _ResultSums, alive: Options) -> Options:
    """A third of the options, the best first, and the usual one."""
    ranked = alive[np.argsort(-np.round(tally.mean_results(alive) + tally.liking[alive], DECIMALS), kind="stable")]
    kept = ranked[: -(-len(ranked) // OPTIONS_FOR_ONE_KEPT)]
    return kept if tally.usual in kept else np.append(kept, tally.usual)


BIAS_PER_CARD = {"bold": 0.006, STEADY: 0.0, "cautious": -0.006}
"""How much likelier to win a choice seems for each card that it lays down: the bold press, the cautious hold."""


def temper_bias(temper: str, cards: Iterable[int]) -> Results:
    """What choices of so many cards count besides what comes of them."""
    return BIAS_PER_CARD[temper] * np.array([*cards], np.float64)
