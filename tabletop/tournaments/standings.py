"""What the results of a tournament come to: who won how often, by how much, and what made the difference."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from statistics import fmean

import msgspec

from tabletop.tournaments.intervals import Estimate, estimate, share
from tabletop.tournaments.match_play import Result


class Standing(msgspec.Struct, frozen=True):
    """One set of a scenario, players and rules: its matches, and what the first side made of them.

    Attributes:
        name: the set in words.
        matches: how many were played.
        won: by side; who won none is there too.
        drawn: how many nobody won.
        points: the share of the first side, a draw being half a victory, from 0 to 1.
        sure: its interval.
        margin: its points more than the other's.
        orders: how many were given in a match.
    """

    name: str
    matches: int
    won: dict[str, int]
    drawn: int
    points: float
    sure: tuple[float, float]
    margin: Estimate
    orders: Estimate


def standing(name: str, results: Sequence[Result]) -> Standing:
    """Of the matches of one set; at least one."""
    sides = list(results[0].fixture.entrants)
    scores = [result.score(sides[0]) for result in results]
    return Standing(
        name,
        len(results),
        {side: sum(result.winner == side for result in results) for side in sides},
        sum(result.winner is None for result in results),
        fmean(scores),
        share(sum(scores), len(scores)),
        estimate([result.margin(sides[0]) for result in results]),
        estimate([result.orders for result in results]),
    )


def standings(results: Iterable[Result]) -> list[Standing]:
    """A line for each set of scenario, players and rules."""
    return [standing(name, among) for name, among in grouped(results, set_of).items()]


def set_of(result: Result) -> str:
    """The scenario, the players and the rules of a match in words."""
    fixture = result.fixture
    who = " v ".join(f"{side} {one}" for side, one in fixture.entrants.items())
    return ", ".join((fixture.scenario, who, *(f"{switch}={value}" for switch, value in fixture.options.items())))


def grouped(results: Iterable[Result], by: Callable[[Result], str]) -> dict[str, list[Result]]:
    """The results by something they have in common."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[by(result)].append(result)
    return dict(found)


class Effect(msgspec.Struct, frozen=True):
    """What a switch, a player or a scenario does: the share of the first side with it less that without, in per cent.

    It is taken over matches of the same chance that differ in nothing else.
    """

    what: str
    than: str
    won: Estimate


def effects(results: Sequence[Result]) -> list[Effect]:
    """Each value of whatever there are several of, against the first of them."""
    found = []
    for aspect in _aspects(results):
        first, *others = dict.fromkeys(aspect(result)[0] for result in results)
        by = {(aspect(result), result.fixture.seed): _points(result) for result in results}
        for other in others:
            pairs = [
                points - by[(first, rest), seed]
                for ((value, rest), seed), points in by.items()
                if value == other and ((first, rest), seed) in by
            ]
            found.append(Effect(other, first, estimate([100 * one for one in pairs])))
    return found


_Aspect = Callable[[Result], tuple[str, Hashable]]


def _aspects(results: Sequence[Result]) -> list[_Aspect]:
    """What the matches differ in: from a result to its value in words, and all else about it."""
    first = results[0].fixture
    names = ["scenario", *first.entrants, *first.options]
    aspects = [_aspect(name) for name in names]
    return [aspect for aspect in aspects if len({aspect(result)[0] for result in results}) > 1]


def _aspect(name: str) -> _Aspect:
    def of(result: Result) -> tuple[str, Hashable]:
        every = described(result)
        return f"{name} {every[name]}", tuple(value for key, value in every.items() if key != name)

    return of


def described(result: Result) -> Mapping[str, str]:
    """The set of a match: its scenario, its players by side, its switches."""
    fixture = result.fixture
    players = {side: str(one) for side, one in fixture.entrants.items()}
    return {"scenario": fixture.scenario, **players, **{key: str(value) for key, value in fixture.options.items()}}


def _points(result: Result) -> float:
    return result.score(next(iter(result.fixture.entrants)))


def losses(results: Iterable[Result]) -> dict[str, Counter[int]]:
    """How many pieces each side lost, by turn, as far as the reckoning names them: those that gave points."""
    found: dict[str, Counter[int]] = {}
    for result in results:
        sides = list(result.fixture.entrants)
        lost = {
            (_foe(sides, one.side), one.about): one.turn for one in result.reckoning if one.about and one.points > 0
        }
        for (side, _), turn in lost.items():
            found.setdefault(side, Counter())[turn] += 1
    return found


def _foe(sides: Sequence[str], side: str) -> str:
    return next(one for one in sides if one != side)


class Luck(msgspec.Struct, frozen=True):
    """Where the spread of the margin comes from, in shares of 1.

    Attributes:
        chance: the same seed, i.e. deal and dice, whoever plays.
        skill: who plays by which rules, whatever the seed.
        course: the rest: how the match went from there.
    """

    chance: float
    skill: float
    course: float


def luck(results: Sequence[Result]) -> Luck | None:
    """The variance of the margin taken apart by seed and by set; None where there are not two of each."""
    by_set = {
        name: {one.fixture.seed: _margin(one) for one in among} for name, among in grouped(results, set_of).items()
    }
    seeds = set.intersection(*(set(one) for one in by_set.values())) if by_set else set()
    if len(by_set) < 2 or len(seeds) < 2:
        return None
    rows = [[among[seed] for seed in sorted(seeds)] for among in by_set.values()]
    mean = fmean(value for row in rows for value in row)
    whole = fmean((value - mean) ** 2 for row in rows for value in row)
    chance = fmean((fmean(column) - mean) ** 2 for column in zip(*rows, strict=True))
    skill = fmean((fmean(row) - mean) ** 2 for row in rows)
    return Luck(chance / whole, skill / whole, 1 - (chance + skill) / whole) if whole else None


def _margin(result: Result) -> float:
    return result.margin(next(iter(result.fixture.entrants)))
