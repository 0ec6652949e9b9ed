"""The after-action report of a match: who hurt whom, what turned it, how the dice fell, and what that was worth."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import erf, sqrt

import msgspec

from tabletop.core.chronicle import Chronicle, NotedEvent, Shot
from tabletop.core.game import Outcome
from tabletop.core.match import Match
from tabletop.core.phrases import signed

MOST = 4
"""Turning points at most."""


class Account(msgspec.Struct, frozen=True):
    """What a piece, or a squadron, gave and took, and how far it went."""

    key: str
    name: str
    side: str
    group: str
    given: int = 0
    taken: int = 0
    sailed: float = 0.0


class Luck(msgspec.Struct, frozen=True):
    """How chance treated a side.

    Attributes:
        side: whose dice they were.
        dice: thrown.
        hits: that came of them.
        expected: that were to be expected.
        spread: the variance of what was to be expected.
        by_turn: after each turn, how many hits there had been above what was to be expected, and their spread.
    """

    side: str
    dice: int
    hits: int
    expected: float
    spread: float
    by_turn: tuple[tuple[int, float, float], ...]

    @property
    def over(self) -> float:
        """Hits above what was to be expected, or below if negative."""
        return self.hits - self.expected

    @property
    def luckier_than(self) -> int:
        """Of a hundred sides with these dice."""
        return round(50 * (1 + erf(self.over / sqrt(2 * self.spread)))) if self.spread else 50


class TurningPoint(msgspec.Struct, frozen=True):
    """Something that was lost: its place in the course, its turn, its mark, it in words, and who had points of it."""

    place: int
    turn: int
    mark: str
    words: str
    about: tuple[str, ...]
    points: Mapping[str, int]


class AfterAction(msgspec.Struct, frozen=True):
    """All of it.

    Attributes:
        title: of the match.
        began: the day on which it began.
        sides: their names by their ids.
        outcome: how it ended; None if it has not.
        points: of each side after each turn.
        accounts: of all that could be hurt.
        groups: the same of squadrons, where there are any.
        lucks: of the sides that threw anything.
        turning: what turned it, in order.
        hours: the time of day at which a turn begins, where something says it.
        gone: the pieces that were lost and not got back.
        lost: how many pieces each side has lost and not got back.
        longest: the shot that carried farthest and hit.
        shots: how many there were.
        harm, counted, chance, measure, throws, nobody: see `Chronicler`; `counted` is what points are called.
    """

    title: str
    began: str
    sides: Mapping[str, str]
    outcome: Outcome | None
    points: Mapping[str, Sequence[tuple[int, int]]]
    accounts: Sequence[Account]
    groups: Sequence[Account]
    lucks: Sequence[Luck]
    turning: Sequence[TurningPoint]
    hours: Mapping[int, str]
    gone: frozenset[str]
    lost: Mapping[str, int]
    longest: Shot | None
    shots: int
    harm: str
    counted: str
    chance: tuple[str, str]
    measure: str
    throws: str
    nobody: str

    def name(self, key: str) -> str:
        """What a piece is called."""
        return next((one.name for one in self.accounts if one.key == key), key)

    def when(self, turn: int) -> str:
        """A turn, with the time of day where something says it: ``Turn 3, 12:15``."""
        return ", ".join(filter(None, (f"Turn {turn}", self.hours.get(turn))))

    def far(self, way: float) -> str:
        """A distance in words."""
        return f"{way:.2f}".rstrip("0").rstrip(".") + f" {self.measure}"

    @property
    def verdict(self) -> str:
        """Who has won."""
        if self.outcome is None:
            return "The battle goes on"
        return f"Victory: {self.sides[self.outcome.winner]}" if self.outcome.winner else "A drawn battle"

    @property
    def figures(self) -> Sequence[tuple[str, str]]:
        """A few numbers with what they count."""
        found: list[tuple[str, str]] = []
        if self.shots:
            found.append((str(self.shots), self.throws))
        if dice := sum(one.dice for one in self.lucks):
            found.append((str(dice), self.chance[0]))
        if any(self.lost.values()) and len(self.accounts) > len(self.sides):
            found.append((" to ".join(str(number) for number in self.lost.values()), "lost"))
        if self.longest:
            found.append((self.far(self.longest.distance), "longest hit"))
        if self.harm and (total := sum(one.taken for one in self.accounts)):
            found.append((str(total), f"{self.harm} taken"))
        return found

    @property
    def by_nobody(self) -> str:
        """That more was taken than given, in a sentence; empty where it was not."""
        more = sum(one.taken - one.given for one in self.accounts)
        return f"Of what was taken {more} was given by {self.nobody}." if more > 0 else ""

    @property
    def worth(self) -> str:
        """What luck was worth, in a sentence or two; empty where nothing was thrown, or nothing came of it."""
        hits, dealt = sum(one.hits for one in self.lucks), sum(one.given for one in self.accounts)
        if len(self.lucks) < 2 or not hits or not dealt:
            return ""
        lucky, other = sorted(self.lucks, key=lambda one: -one.over)[:2]
        gap = lucky.over - other.over
        points, ahead = gap * dealt / hits, self._dealt(lucky.side) - self._dealt(other.side)
        told = f"{self.sides[lucky.side]} had {gap:.1f} {self.chance[1]} more luck than {self.sides[other.side]}"
        told += "." if self.harm == self.chance[1] else f", worth {points:.1f} {self.harm}."
        if 0 < ahead <= points:
            return f"{told} Without it {self.sides[other.side]} would have dealt as much or more."
        leader = lucky if ahead > 0 else other
        return f"{told} It did not decide who dealt more: {self.sides[leader.side]}, by {abs(ahead)}."

    def _dealt(self, side: str) -> int:
        return sum(one.given for one in self.accounts if one.side == side)

    def rows(self) -> list[tuple[str, ...]]:
        """All of it as a table: what, turn, side, piece, group, number."""
        found = [("points", str(turn), side, "", "", str(points)) for side, by_turn in self.points.items()
                 for turn, points in by_turn]  # fmt: skip
        for one in self.accounts:
            of = ("", one.side, one.name, one.group)
            found += [(f"{self.harm} given", *of, str(one.given)), (f"{self.harm} taken", *of, str(one.taken))]
            found += [(f"{self.measure} sailed", *of, f"{one.sailed:.2f}")] if self.measure else []
        for luck in self.lucks:
            over = [
                (f"{self.chance[1]} over expectation", str(turn), luck.side, "", "", f"{more:.2f}")
                for turn, more, _ in luck.by_turn
            ]
            found += over
        return [("what", "turn", "side", "piece", "group", "number"), *found]


def after_action(match: Match, course: Chronicle) -> AfterAction:
    """The report of a match whose course is told so."""
    by, game, told = course.by, match.game, course.told
    shots = [one.notice.shot for one in told if one.notice.shot]
    accounts, gone = _accounts(course), _gone(course)
    return AfterAction(
        title=match.header.title,
        began=match.header.began[:10],
        sides={side.id: game.name_of(match.opening, side.id) for side in game.meta.sides},
        outcome=game.outcome(match.state),
        points=_points(course, [side.id for side in game.meta.sides]),
        accounts=accounts,
        groups=_groups(accounts),
        lucks=_lucks(course, [side.id for side in game.meta.sides]),
        turning=_turning(course),
        hours=course.hours,
        gone=gone,
        lost={side.id: sum(course.pieces[key].side == side.id for key in gone) for side in game.meta.sides},
        longest=max(shots, key=lambda shot: shot.distance, default=None),
        shots=sum(one.notice.threw is not None for one in told),
        harm=by.harm,
        counted=by.points,
        chance=by.chance,
        measure=by.measure,
        throws=by.throws,
        nobody=by.nobody,
    )


def _points(course: Chronicle, sides: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """At the beginning and at the end of each turn."""
    ends = [*(begun for _, begun in course.turns[1:]), course.places]
    marks = [(0, 0), *zip((turn for turn, _ in course.turns), ends, strict=True)]
    standings = [(turn, course.standing(place)) for turn, place in marks]
    return {side: [(turn, now[side]) for turn, now in standings] for side in sides if side in standings[0][1]}


def _accounts(course: Chronicle) -> list[Account]:
    given, taken = dict.fromkeys(course.pieces, 0), dict.fromkeys(course.pieces, 0)
    sailed = dict.fromkeys(course.pieces, 0.0)
    for told in course.told:
        for harm in told.notice.harms:
            given[harm.by] = given.get(harm.by, 0) + harm.points
            taken[harm.to] = taken.get(harm.to, 0) + harm.points
        for key, way in told.notice.sailed.items():
            sailed[key] = sailed.get(key, 0.0) + way
    return [
        Account(key, one.name, one.side, one.group, given[key], taken[key], sailed[key])
        for key, one in course.pieces.items()
    ]


def _groups(accounts: Iterable[Account]) -> list[Account]:
    found: dict[tuple[str, str], list[Account]] = {}
    for one in accounts:
        if one.group:
            found.setdefault((one.side, one.group), []).append(one)
    return [
        Account("", group, side, group, sum(one.given for one in among), sum(one.taken for one in among))
        for (side, group), among in found.items()
    ]


def _lucks(course: Chronicle, sides: Sequence[str]) -> list[Luck]:
    found = []
    for side in sides:
        throws = [
            (one.turn, one.notice.threw) for one in course.told if one.notice.threw and one.notice.threw.side == side
        ]
        turns = [turn for turn, _ in course.turns]
        over = [sum(throw.hits - throw.expected for at, throw in throws if at == turn) for turn in turns]
        spread = [sum(throw.spread for at, throw in throws if at == turn) for turn in turns]
        by_turn = tuple(zip(turns, accumulate(over), accumulate(spread), strict=True))
        if throws:
            dice, hits = sum(one.dice for _, one in throws), sum(one.hits for _, one in throws)
            expected = sum(one.expected for _, one in throws)
            found.append(Luck(side, dice, hits, expected, sum(spread), by_turn))
    return found


def _gone(course: Chronicle) -> frozenset[str]:
    """Each piece once, however often."""
    return frozenset(key for one in course.lost for key in one.notice.lost if key in course.pieces)


def _turning(course: Chronicle) -> list[TurningPoint]:
    """What won or cost most points, in the order in which it came about."""
    firsts: dict[int, NotedEvent] = {}
    for told in course.lost:
        firsts.setdefault(told.place, told)
    found = [
        TurningPoint(place, told.turn, told.notice.mark, course.words(told), told.notice.about, _gain(course, place))
        for place, told in firsts.items()
    ]
    weightiest = sorted(found, key=lambda one: -sum(map(abs, one.points.values())))[:MOST]
    return sorted(weightiest, key=lambda one: one.place)


def _gain(course: Chronicle, place: int) -> dict[str, int]:
    before, after = course.standing(place - 1), course.standing(place)
    return {side: points - before[side] for side, points in after.items() if points != before[side]}


def told_points(points: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Points won or lost, in words: ``British 15``."""
    return ", ".join(f"{names[side]} {signed(number)}" for side, number in points.items())
