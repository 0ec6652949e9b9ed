"""Statistics of the results of a tournament: estimates, standings, effects, losses and luck."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev, variance

import msgspec

from tabletop.tournaments.match_play import Result

Z_95 = 1.96
"""Standard errors to each side that hold 95 % of a normal distribution."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean of `number` values, and half the width of its 95 % interval."""

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


def estimate_mean(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its 95 % interval.

    The interval is infinite for fewer than two values.
    """
    if len(values) < 2:
        return Estimate(fmean(values) if values else 0.0, float("inf"), len(values))
    return Estimate(fmean(values), Z_95 * stdev(values) / sqrt(len(values)), len(values))


def share_interval(wins: float, number: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the share `wins` / `number`, from 0 to 1.

    It holds for few matches, and for shares of 0 and 1, too.
    """
    if not number:
        return 0.0, 1.0
    middle = (wins + Z_95**2 / 2) / (number + Z_95**2)
    half = Z_95 / (number + Z_95**2) * sqrt(wins * (number - wins) / number + Z_95**2 / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


class StandingsRow(msgspec.Struct, frozen=True):
    """The matches of one set: a scenario, players and rules.

    Attributes:
        name: the set in words.
        matches: how many matches were played.
        won: the number of victories by side, 0 included.
        drawn: the number of draws.
        points: the share of the first side, from 0 to 1; a draw counts as half a victory.
        sure: the 95 % interval of `points`.
        margin: the points of the first side minus those of the other.
        orders: the number of orders in a match.
        turns: the number of turns in a match.
    """

    name: str
    matches: int
    won: dict[str, int]
    drawn: int
    points: float
    sure: tuple[float, float]
    margin: Estimate
    orders: Estimate
    turns: Estimate


def build_row(name: str, results: Sequence[Result]) -> StandingsRow:
    """Return the row of the set `name` for its results, at least one."""
    sides = list(results[0].fixture.entrants)
    scores = [result.score(sides[0]) for result in results]
    return StandingsRow(
        name,
        len(results),
        {side: sum(result.winner == side for result in results) for side in sides},
        sum(result.winner is None for result in results),
        fmean(scores),
        share_interval(sum(scores), len(scores)),
        estimate_mean([result.margin(sides[0]) for result in results]),
        estimate_mean([result.orders for result in results]),
        estimate_mean([result.turns for result in results]),
    )


def build_standings(results: Iterable[Result]) -> list[StandingsRow]:
    """Return a row for each set of scenario, players and rules."""
    return [build_row(name, among) for name, among in group_results(results, format_set).items()]


def format_set(result: Result) -> str:
    """Return the set of a match: ``duel, british admiral v allied captain, wind=True``."""
    fixture = result.fixture
    who = " v ".join(f"{side} {one}" for side, one in fixture.entrants.items())
    return ", ".join((fixture.scenario, who, *(f"{switch}={value}" for switch, value in fixture.options.items())))


def group_results(results: Iterable[Result], by: Callable[[Result], str]) -> dict[str, list[Result]]:
    """Return the results grouped by the key that `by` returns, in order of first appearance."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[by(result)].append(result)
    return dict(found)


def count_forfeits(results: Iterable[Result]) -> dict[str, int]:
    """Return the number of forfeited matches by reason, the most frequent reason first."""
    return dict(Counter(result.reason for result in results if result.forfeit).most_common())


class PairedEffect(msgspec.Struct, frozen=True):
    """The effect of a switch, a player or a scenario, over pairs of matches that differ in nothing else.

    Attributes:
        what: the value of the aspect that differs.
        than: the value with which it is compared.
        won: the increase of the share of the first side, in per cent.
        margin: the increase of the margin of the first side.
    """

    what: str
    than: str
    won: Estimate
    margin: Estimate


def find_effects(results: Sequence[Result]) -> list[PairedEffect]:
    """Return the effect of each value of every varying aspect, against the first value of the aspect."""
    found = []
    for aspect in _list_aspects(results):
        by: dict[str, dict[Hashable, Result]] = {}
        for result in results:
            value, rest = aspect(result)
            by.setdefault(value, {})[rest, result.fixture.seed] = result
        (first, without), *others = by.items()
        for other, with_it in others:
            pairs = [(result, without[rest]) for rest, result in with_it.items() if rest in without]
            found.append(_build_effect(other, first, pairs))
    return found


def _build_effect(what: str, than: str, pairs: Sequence[tuple[Result, Result]]) -> PairedEffect:
    won = estimate_mean(
        [100 * (_score_of_first_side(with_it) - _score_of_first_side(without)) for with_it, without in pairs]
    )
    return PairedEffect(
        what,
        than,
        won,
        estimate_mean([_margin_of_first_side(with_it) - _margin_of_first_side(without) for with_it, without in pairs]),
    )


_Aspect = Callable[[Result], tuple[str, Hashable]]


def _list_aspects(results: Sequence[Result]) -> list[_Aspect]:
    """Return the aspects that vary.

    An aspect maps a result to its value in words, and to all other values.
    """
    first = results[0].fixture
    names = ["scenario", *first.entrants, *first.options]
    aspects = [_build_aspect(name) for name in names]
    return [aspect for aspect in aspects if len({aspect(result)[0] for result in results}) > 1]


def _build_aspect(name: str) -> _Aspect:
    def find_value(result: Result) -> tuple[str, Hashable]:
        every = describe_set(result)
        return f"{name} {every[name]}", tuple(value for key, value in every.items() if key != name)

    return find_value


def describe_set(result: Result) -> Mapping[str, str]:
    """Return the set of a match in words: the scenario, the player of each side, and the switches."""
    fixture = result.fixture
    players = {side: str(one) for side, one in fixture.entrants.items()}
    return {"scenario": fixture.scenario, **players, **{key: str(value) for key, value in fixture.options.items()}}


def _score_of_first_side(result: Result) -> float:
    return result.score(next(iter(result.fixture.entrants)))


def _sides_with_pieces(results: Iterable[Result]) -> list[str]:
    """Return the sides that have pieces, the first side first."""
    return list(dict.fromkeys(side for one in results for side in one.fixture.entrants if one.pieces.get(side)))


def mean_losses(results: Sequence[Result]) -> dict[str, dict[int, float]]:
    """Return the mean number of pieces that each side lost in a match, by turn.

    Sides without pieces are left out.
    """
    found = {side: Counter[int]() for side in _sides_with_pieces(results)}
    for loss in (loss for result in results for loss in result.lost):
        found[loss.side][loss.turn] += 1
    return {side: {turn: by_turn[turn] / len(results) for turn in sorted(by_turn)} for side, by_turn in found.items()}


def mean_fates(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Return the mean losses of each side in a match by fate, the most frequent fate first."""
    lost = [loss for result in results for loss in result.lost]
    every = [fate for fate, _ in Counter(loss.fate for loss in lost).most_common()]
    found = Counter((loss.side, loss.fate) for loss in lost)
    sides = _sides_with_pieces(results)
    return {side: {fate: found[side, fate] / len(results) for fate in every} for side in sides}


class LossesPaid(msgspec.Struct, frozen=True):
    """The losses of one side by the turn in which the other side lost its nth piece.

    Attributes:
        mean: the mean over the matches in which the nth piece was lost.
        few: the tenth percentile.
        many: the ninetieth percentile.
        turn: the mean number of the turn.
        matches: the number of matches in which the nth piece was lost.
    """

    mean: float
    few: int
    many: int
    turn: float
    matches: int


def compare_losses(results: Iterable[Result], loser: str, winner: str) -> dict[int, LossesPaid]:
    """Return the losses of `winner` by the turn in which `loser` lost its nth piece, by n.

    Pieces that got away are not counted.
    """
    met: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for result in results:
        lost = [one for one in result.lost if not one.away]
        paid = sorted(one.turn for one in lost if one.side == winner)
        for place, loss in enumerate((one for one in lost if one.side == loser), 1):
            met[place].append((bisect_right(paid, loss.turn), loss.turn))
    return {place: _build_price(pairs) for place, pairs in sorted(met.items())}


def _build_price(met: Sequence[tuple[int, int]]) -> LossesPaid:
    paid = sorted(lost for lost, _ in met)
    few, many = paid[len(paid) // 10], paid[(9 * len(paid) - 1) // 10]
    return LossesPaid(fmean(paid), few, many, fmean(turn for _, turn in met), len(met))


class VarianceShares(msgspec.Struct, frozen=True):
    """The sources of the variance of the margin, as shares of 1.

    Attributes:
        chance: the seed, i.e. deal and dice, for any players.
        skill: the players and rules, whatever the seed.
        course: the rest: the course of the single match.
    """

    chance: float
    skill: float
    course: float


def analyse_variance(results: Sequence[Result]) -> VarianceShares | None:
    """Return the variance of the margin split by seed and by set.

    None with fewer than two of either, or no variance.
    It is an analysis of variance: the share that the course of matches alone adds to the variance of the means of seeds
    and of sets is subtracted from them.
    """
    rows = _margins_by_seed(results)
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    sets, seeds = len(rows), len(rows[0])
    of_sets, of_seeds = [fmean(row) for row in rows], [fmean(column) for column in zip(*rows, strict=True)]
    squares = [
        (value - of_set - of_seed + fmean(of_sets)) ** 2
        for row, of_set in zip(rows, of_sets, strict=True)
        for value, of_seed in zip(row, of_seeds, strict=True)
    ]
    rest = sum(squares) / ((sets - 1) * (seeds - 1))
    chance, skill = max(0.0, variance(of_seeds) - rest / sets), max(0.0, variance(of_sets) - rest / seeds)
    whole = chance + skill + rest
    return VarianceShares(chance / whole, skill / whole, rest / whole) if whole else None


def _margins_by_seed(results: Iterable[Result]) -> list[list[int]]:
    """Return the margins of each set, in the order of the seeds that all sets share."""
    sets = [
        {one.fixture.seed: _margin_of_first_side(one) for one in among}
        for among in group_results(results, format_set).values()
    ]
    seeds = sorted(set[str].intersection(*map(set, sets))) if sets else []
    return [[among[seed] for seed in seeds] for among in sets]


def _margin_of_first_side(result: Result) -> int:
    return result.margin(next(iter(result.fixture.entrants)))
