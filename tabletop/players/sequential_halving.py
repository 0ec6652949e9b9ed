"""Search for the best option by sequential halving: try all a little, and the better ones more.

The usual option is the one that the player would take without a search. Another option replaces it only if that one is
surely better. The bias of a temper for options with more or fewer cards stands here too.
"""

from collections.abc import Callable, Iterable

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.core.record import STEADY

Options = npt.NDArray[np.intp]
"""Options as indices."""
Results = npt.NDArray[np.float64]
"""Results of options; shape (options, worlds). All options are tried in the same worlds."""
TrialFunction = Callable[[Options, int], Results]
"""Function from options and a number of worlds to the results; shape (options, worlds)."""
Bias = Results | None
"""Bonus of each option, added to its results; None for none."""

OPTIONS_FOR_ONE_KEPT = 3
"""Number of options of which one stays for the next round."""
MIN_WORLDS = 4
"""Least number of worlds in which each option is tried."""
DECIMALS = 9
"""Decimals to which results are rounded before they are compared."""


class BestOption(msgspec.Struct, frozen=True):
    """The result of a search.

    Attributes:
        option: index of the best option.
        worth: its mean result.
        usual: mean result of the usual option.
        tried: number of worlds in which the best option was tried.
    """

    option: int
    worth: float
    usual: float
    tried: int

    def describe(self, worlds: str) -> str:
        """Return the result as a clause: ``wins 62% of 300 duels like this one, the usual choice 58%``.

        The results must lie between 0 and 1. `worlds` names them in the plural, e.g. ``duels``.
        """
        more = f", the usual choice {self.usual:.0%}" if self.worth != self.usual else ""
        return f"wins {self.worth:.0%} of {self.tried} {worlds} like this one{more}"


class _ResultSums:
    """Sums of the results of each option, and of its advantage over the usual option in the same worlds."""

    def __init__(self, options: int, usual: int, bias: Bias = None) -> None:
        self.usual = usual
        self.liking = np.zeros(options) if bias is None else bias
        self.tried, self.total, self.better, self.squares = np.zeros((4, options))

    def add(self, alive: Options, results: Results) -> None:
        """Add the results of the options `alive`; shape (options, worlds)."""
        edge = results - results[np.flatnonzero(alive == self.usual)[0]]
        self.tried[alive] += results.shape[1]
        self.total[alive] += results.sum(axis=1)
        self.better[alive] += edge.sum(axis=1)
        self.squares[alive] += (edge * edge).sum(axis=1)

    def mean_results(self, alive: Options) -> Results:
        """Return the mean result of each option, rounded."""
        return np.round(self.total[alive] / self.tried[alive], DECIMALS)

    def measure_advantage(self, option: int) -> tuple[float, float]:
        """Return the mean advantage of an option over the usual one, with the bias, and its standard error."""
        tried = self.tried[option]
        mean = self.better[option] / tried
        spread = max(self.squares[option] / tried - mean * mean, 0.0) / max(tried - 1, 1)
        mean += self.liking[option] - self.liking[self.usual]
        return round(float(mean), DECIMALS), round(float(np.sqrt(spread)), DECIMALS)


def find_best_option(
    options: int, usual: int, budget: int, trial: TrialFunction, errors: float = 1.0, bias: Bias = None
) -> BestOption:
    """Return the best of some options.

    Args:
        options: number of options.
        usual: index of the option that is kept unless another is better; it stays to the last round.
        budget: total number of trials (options times worlds) in all rounds; `MIN_WORLDS` take precedence.
        trial: tries options in a number of new worlds.
        errors: number of standard errors by which another option must be better.
        bias: bonus of each option.
    """
    tally, alive, rounds = _ResultSums(options, usual, bias), np.arange(options), _count_rounds(options)
    for _ in range(rounds):
        tally.add(alive, trial(alive, max(MIN_WORLDS, budget // (rounds * len(alive)))))
        alive = _select_best_third(tally, alive)
    return _pick_option(tally, alive, errors)


def compare_options(results: Results, usual: int, errors: float = 1.0) -> BestOption:
    """Return the best of options that have all been tried in the same worlds."""
    tally, alive = _ResultSums(len(results), usual), np.arange(len(results))
    tally.add(alive, results)
    return _pick_option(tally, _select_best_third(tally, alive), errors)


def _pick_option(tally: _ResultSums, alive: Options, errors: float) -> BestOption:
    """Return the first option, or the usual one unless the first is better by `errors` standard errors."""
    first = int(alive[0])
    edge, error = tally.measure_advantage(first)
    option = first if edge > errors * error else tally.usual
    means = tally.mean_results(np.array([option, tally.usual]))
    return BestOption(option, float(means[0]), float(means[1]), int(tally.tried[option]))


def _count_rounds(options: int) -> int:
    """Return the number of rounds until at most two options are left."""
    rounds = 1
    while options > 2:
        options = -(-options // OPTIONS_FOR_ONE_KEPT)
        rounds += 1
    return rounds


def _select_best_third(tally: _ResultSums, alive: Options) -> Options:
    """Return the best third of the options, best first, and the usual option."""
    ranked = alive[np.argsort(-np.round(tally.mean_results(alive) + tally.liking[alive], DECIMALS), kind="stable")]
    kept = ranked[: -(-len(ranked) // OPTIONS_FOR_ONE_KEPT)]
    return kept if tally.usual in kept else np.append(kept, tally.usual)


BIAS_PER_CARD = {"bold": 0.006, STEADY: 0.0, "cautious": -0.006}
"""Bonus of a choice for each card that it plays: the bold play more cards, the cautious fewer."""


def temper_bias(temper: str, cards: Iterable[int]) -> Results:
    """Return the bonus of each choice for a temper. `cards` is the number of cards of each choice."""
    return BIAS_PER_CARD[temper] * np.array([*cards], np.float64)
