"""The after-action report of a match: damage of each ship, turning points, luck with dice, and the points by turn."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import erf, sqrt

import msgspec

from tabletop.core.chronicle import Chronicle, NotedEvent, Shot
from tabletop.core.game import Outcome
from tabletop.core.match import Match
from tabletop.core.phrases import format_signed

MOST_TURNING_POINTS = 4
"""Turning points in a report at most."""


class PieceAccount(msgspec.Struct, frozen=True):
    """The damage that a piece, or a squadron, dealt and took, and the distance that it sailed."""

    key: str
    name: str
    side: str
    group: str
    given: int = 0
    taken: int = 0
    sailed: float = 0.0


class SideLuck(msgspec.Struct, frozen=True):
    """The luck of one side with dice or cards.

    Attributes:
        side: id of the side that threw.
        dice: number of dice or cards.
        hits: number of hits that they gave.
        expected: mean number of hits of such dice.
        spread: variance of that number.
        by_turn: (turn, hits above the expected number up to its end, variance up to its end), a tuple for each turn.
    """

    side: str
    dice: int
    hits: int
    expected: float
    spread: float
    by_turn: tuple[tuple[int, float, float], ...]

    @property
    def surplus(self) -> float:
        """Return the hits above the expected number; negative if there were fewer."""
        return self.hits - self.expected

    @property
    def percentile(self) -> int:
        """Return how many of a hundred sides with the same dice would have had fewer hits.

        The number of hits is taken as normally distributed; without any variance the result is 50.
        """
        return round(50 * (1 + erf(self.surplus / sqrt(2 * self.spread)))) if self.spread else 50


class TurningPoint(msgspec.Struct, frozen=True):
    """A loss that changed the points of a side.

    Attributes:
        place: number of moves that had been made after the loss.
        turn: number of the turn.
        mark: name of the sign that marks the loss, as in `Notice.mark`.
        words: the event as a sentence.
        about: ids of the pieces that the event is about.
        points: change of the points by side.
    """

    place: int
    turn: int
    mark: str
    words: str
    about: tuple[str, ...]
    points: Mapping[str, int]


class AfterActionReport(msgspec.Struct, frozen=True):
    """Everything that the report of a match shows.

    Attributes:
        title: title of the match.
        began: the day on which the match began, ISO 8601.
        sides: names of the sides by their ids.
        outcome: how the match ended; None while it goes on.
        points: for each side (turn, points at its end); turn 0 is the opening.
        accounts: an account for each piece that can be damaged.
        groups: an account for each squadron; [] if there are none.
        lucks: the luck of each side that threw dice.
        turning: the turning points, in order of time.
        hours: time of day by turn, e.g. ``12:15``, for the turns that have one.
        gone: keys of the pieces that were lost at any time.
        lost: number of pieces that each side has lost and not got back.
        longest: the shot with the longest distance, or None.
        shots: number of throws.
        counted: the unit of the points.
        harm, chance, measure, throws, nobody: texts of `Chronicler`.
    """

    title: str
    began: str
    sides: Mapping[str, str]
    outcome: Outcome | None
    points: Mapping[str, Sequence[tuple[int, int]]]
    accounts: Sequence[PieceAccount]
    groups: Sequence[PieceAccount]
    lucks: Sequence[SideLuck]
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

    def piece_name(self, key: str) -> str:
        """Return the name of a piece, or `key` itself if the report does not know the piece."""
        return next((one.name for one in self.accounts if one.key == key), key)

    def format_turn(self, turn: int) -> str:
        """Return the turn with its time of day if there is one, e.g. ``Turn 3, 12:15``."""
        return ", ".join(filter(None, (f"Turn {turn}", self.hours.get(turn))))

    def format_distance(self, way: float) -> str:
        """Return a distance with its unit, at most two decimals, e.g. ``3.5 UM``."""
        return f"{way:.2f}".rstrip("0").rstrip(".") + f" {self.measure}"

    @property
    def verdict(self) -> str:
        """Return the winner or the draw as a heading, or a sentence that the battle goes on."""
        if self.outcome is None:
            return "The battle is not over"
        return f"{self.sides[self.outcome.winner]} victory" if self.outcome.winner else "The battle is a draw"

    @property
    def figures(self) -> Sequence[tuple[str, str]]:
        """Return the headline numbers as (number, caption) pairs, e.g. ``("12", "broadsides")``.

        They are throws, dice, lost pieces by side, the longest shot and the damage taken; those that are 0 are left
        out. The lost pieces are left out too if there is no more than one piece a side.
        """
        found: list[tuple[str, str]] = []
        if self.shots:
            found.append((str(self.shots), self.throws))
        if dice := sum(one.dice for one in self.lucks):
            found.append((str(dice), self.chance[0]))
        if any(self.lost.values()) and len(self.accounts) > len(self.sides):
            found.append((" to ".join(str(number) for number in self.lost.values()), "lost"))
        if self.longest:
            found.append((self.format_distance(self.longest.distance), "longest hit"))
        if self.harm and (total := sum(one.taken for one in self.accounts)):
            found.append((str(total), f"{self.harm} taken"))
        return found

    @property
    def damage_by_nobody(self) -> str:
        """Return a sentence on the damage taken beyond the damage that pieces dealt, e.g. by fire, or "" if none."""
        more = sum(one.taken - one.given for one in self.accounts)
        return f"{more} of the damage taken came from {self.nobody}." if more > 0 else ""

    @property
    def luck_summary(self) -> str:
        """Return one or two sentences on the two sides' luck, with its worth in damage at the mean damage a hit.

        "" if fewer than two sides threw, or there were no hits or no damage.
        """
        hits, dealt = sum(one.hits for one in self.lucks), sum(one.given for one in self.accounts)
        if len(self.lucks) < 2 or not hits or not dealt:
            return ""
        lucky, other = sorted(self.lucks, key=lambda one: -one.surplus)[:2]
        gap = lucky.surplus - other.surplus
        points, ahead = gap * dealt / hits, self._damage_by(lucky.side) - self._damage_by(other.side)
        told = f"Luck favoured the {self.sides[lucky.side]} side by {gap:.1f} {self.chance[1]}"
        told += "" if self.harm == self.chance[1] else f" ({points:.1f} {self.harm})"
        if 0 < ahead <= points:
            return f"{told}. Without it the {self.sides[other.side]} side would have dealt as much or more."
        leader = lucky if ahead > 0 else other
        return f"{told}, not enough to change the result: the {self.sides[leader.side]} side dealt {abs(ahead)} more."

    def _damage_by(self, side: str) -> int:
        """Return the damage that all pieces of a side dealt."""
        return sum(one.given for one in self.accounts if one.side == side)

    def table_rows(self) -> list[tuple[str, ...]]:
        """Return the report as rows of text for a table: a heading row, then points, accounts and luck."""
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


def build_report(match: Match, course: Chronicle) -> AfterActionReport:
    """Build the report of `match` from its chronicle."""
    by, game, told = course.chronicler, match.game, course.noted_events
    shots = [one.notice.shot for one in told if one.notice.shot]
    accounts, gone = _build_accounts(course), _find_lost_pieces(course)
    return AfterActionReport(
        title=match.header.title,
        began=match.header.began[:10],
        sides={side.id: game.name_of(match.opening, side.id) for side in game.meta.sides},
        outcome=game.outcome(match.state),
        points=_list_points(course, [side.id for side in game.meta.sides]),
        accounts=accounts,
        groups=_build_group_accounts(accounts),
        lucks=_build_lucks(course, [side.id for side in game.meta.sides]),
        turning=_find_turning_points(course),
        hours=course.turn_times,
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


def _list_points(course: Chronicle, sides: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """Return (turn, points) pairs by side, for the opening as turn 0 and for the end of each turn."""
    ends = [*(begun for _, begun in course.turn_starts[1:]), course.places]
    marks = [(0, 0), *zip((turn for turn, _ in course.turn_starts), ends, strict=True)]
    standings = [(turn, course.score_at(place)) for turn, place in marks]
    return {side: [(turn, now[side]) for turn, now in standings] for side in sides if side in standings[0][1]}


def _build_accounts(course: Chronicle) -> list[PieceAccount]:
    """Return an account for each piece of the opening; damage is counted where pieces dealt and took it."""
    given, taken = dict.fromkeys(course.pieces, 0), dict.fromkeys(course.pieces, 0)
    sailed = dict.fromkeys(course.pieces, 0.0)
    for told in course.noted_events:
        for harm in told.notice.harms:
            given[harm.by] = given.get(harm.by, 0) + harm.points
            taken[harm.to] = taken.get(harm.to, 0) + harm.points
        for key, way in told.notice.sailed.items():
            sailed[key] = sailed.get(key, 0.0) + way
    return [
        PieceAccount(key, one.name, one.side, one.group, given[key], taken[key], sailed[key])
        for key, one in course.pieces.items()
    ]


def _build_group_accounts(accounts: Iterable[PieceAccount]) -> list[PieceAccount]:
    """Return an account for each group of a side: the sums of given and taken damage, no distance.

    Pieces without a group are left out.
    """
    found: dict[tuple[str, str], list[PieceAccount]] = {}
    for one in accounts:
        if one.group:
            found.setdefault((one.side, one.group), []).append(one)
    return [
        PieceAccount("", group, side, group, sum(one.given for one in among), sum(one.taken for one in among))
        for (side, group), among in found.items()
    ]


def _build_lucks(course: Chronicle, sides: Sequence[str]) -> list[SideLuck]:
    """Return the luck of each side of `sides` that threw, with running sums for every turn."""
    found = []
    for side in sides:
        throws = [
            (one.turn, one.notice.threw)
            for one in course.noted_events
            if one.notice.threw and one.notice.threw.side == side
        ]
        turns = [turn for turn, _ in course.turn_starts]
        over = [sum(throw.hits - throw.expected for at, throw in throws if at == turn) for turn in turns]
        spread = [sum(throw.spread for at, throw in throws if at == turn) for turn in turns]
        by_turn = tuple(zip(turns, accumulate(over), accumulate(spread), strict=True))
        if throws:
            dice, hits = sum(one.dice for _, one in throws), sum(one.hits for _, one in throws)
            expected = sum(one.expected for _, one in throws)
            found.append(SideLuck(side, dice, hits, expected, sum(spread), by_turn))
    return found


def _find_lost_pieces(course: Chronicle) -> frozenset[str]:
    """Return the keys of all pieces whose loss has not been made good."""
    return frozenset(key for one in course.lasting_losses for key in one.notice.lost if key in course.pieces)


def _find_turning_points(course: Chronicle) -> list[TurningPoint]:
    """Return the losses with the largest change of points, at most `MOST_TURNING_POINTS`, in order of time.

    Of several losses in one move the first counts, with the change of points by the whole move.
    """
    firsts: dict[int, NotedEvent] = {}
    for told in course.lasting_losses:
        firsts.setdefault(told.place, told)
    found = [
        TurningPoint(
            place,
            told.turn,
            told.notice.mark,
            course.describe(told),
            told.notice.about,
            _points_changed_at(course, place),
        )
        for place, told in firsts.items()
    ]
    weightiest = sorted(found, key=lambda one: -sum(map(abs, one.points.values())))[:MOST_TURNING_POINTS]
    return sorted(weightiest, key=lambda one: one.place)


def _points_changed_at(course: Chronicle, place: int) -> dict[str, int]:
    """Return the change of points by the move before `place`, by side; sides without a change are left out."""
    before, after = course.score_at(place - 1), course.score_at(place)
    return {side: points - before[side] for side, points in after.items() if points != before[side]}


def describe_points(points: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Return changes of points with the names of the sides, e.g. ``British +15``; "" for none."""
    return ", ".join(f"{names[side]} {format_signed(number)}" for side, number in points.items())
