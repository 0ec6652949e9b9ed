"""Many hands at once: what is committed of them by habit, what is thrown away, and what commits come to.

A light model beside the rules. A hand is a row of cards by their numbers, see `printed`.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.games.trafalgar_cards.deck import USES
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED
from tabletop.players.trafalgar_cards.printed import UNUSED, Numbers, Printed

Cards = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_FLEXIBLE = 3
"""Cards of two suits of which both uses are weighed in one hand; others are used as printed."""
_APART = 1 << 20
"""More than any card of a hand can be worth."""


class Habits(msgspec.Struct, frozen=True):
    """How somebody plays who does not think of the other hand.

    Attributes:
        notes: what it is worth to negate the strongest card of each use, in points.
        many: what more where three Fighting cards count.
        kept: a card that is worth less than this is thrown away.
    """

    notes: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    many: int = 0
    kept: int = 0


GREEDY = Habits()
"""Counts its own points alone."""
SOUND = Habits((4, 4, 4, 4, 4))
"""Also counts what a card undoes, for half of what that comes to."""
SEASONED = Habits((10, 8, 10, 8, 3), many=2, kept=6)
"""Keeps a card that undoes the enemy's best."""


class Turn(msgspec.Struct, frozen=True):
    """What holds in a turn.

    Attributes:
        cards: what is printed on them.
        room: the most cards of each use.
    """

    cards: Printed
    room: Numbers

    def worth(self, habits: Habits) -> Numbers:
        """What each card is worth by its points and notes, while nothing gains anything."""
        notes = np.array(habits.notes) + habits.many * (np.arange(len(USES)) == 3) * (self.room[:-1] >= 3)
        notes = np.where(self.room[:-1] > 0, notes, 0)
        return np.asarray(self.cards.points + self.cards.strikes[:, :-1] @ notes, np.int32)


class Commits(msgspec.Struct, frozen=True):
    """Commits, a row each, the cards of a use side by side, the strongest first.

    Attributes:
        points: printed on each card.
        use: as what each is used.
        rank: how many cards of its use are stronger.
        strikes: by use, how many opposing cards are negated.
        bonus: by use, what each own card gains.
    """

    points: Numbers
    use: Numbers
    rank: Numbers
    strikes: Numbers
    bonus: Numbers

    def at(self, rows: npt.NDArray[np.intp]) -> "Commits":
        """Some of them, or the same more than once."""
        return Commits(self.points[rows], self.use[rows], self.rank[rows], self.strikes[rows], self.bonus[rows])


def committed(cards: Printed, hands: Cards, use: Numbers) -> Commits:
    """Commits from cards and as what each is used, `UNUSED` for those that are left out."""
    order = np.argsort(use * (cards.nothing + 1) + cards.strength[hands], axis=1, kind="stable")
    hands, use = np.take_along_axis(hands, order, axis=1), np.take_along_axis(use, order, axis=1)
    counts = (use < UNUSED)[:, :, None]
    strikes = (cards.strikes[hands] * counts).sum(axis=1, dtype=np.int32)
    strikes[:, UNUSED] = hands.shape[1]  # what is not committed counts for nothing
    return Commits(cards.points[hands], use, _rank(use), strikes, (cards.bonus[hands] * counts).sum(axis=1))


def totals(ours: Commits, theirs: Commits) -> Numbers:
    """The battle totals of commits, each against the one in the same row (TRA-7 to TRA-10)."""
    stands = ours.rank >= np.take_along_axis(theirs.strikes, ours.use, axis=1)
    return np.asarray(((ours.points + np.take_along_axis(ours.bonus, ours.use, axis=1)) * stands).sum(axis=1))


def results(ours: Commits, theirs: Commits) -> npt.NDArray[np.float64]:
    """1 for a hand that is won, 0.5 for one that is drawn, 0 for one that is lost."""
    return np.asarray((np.sign(totals(ours, theirs) - totals(theirs, ours)) + 1) / 2)


def by_habit(turn: Turn, habits: Habits, hands: Cards, side: int) -> Numbers:
    """As what each card of some hands of a side is committed by habit, `UNUSED` for those that are left out."""
    usual, other = _uses(turn, hands, side)
    best, most = _fullest(turn, habits, hands, usual)
    flexible = other < UNUSED
    number = np.cumsum(flexible, axis=1) - 1
    for mask in range(1, 1 << _FLEXIBLE):
        (rows,) = np.nonzero(flexible.sum(axis=1) >= mask.bit_length())
        if not len(rows):
            break
        changed = flexible[rows] & ((mask >> number[rows].clip(0, _FLEXIBLE)) & 1).astype(np.bool_)
        use, value = _fullest(turn, habits, hands[rows], np.where(changed, other[rows], usual[rows]))
        better = value > most[rows]
        best[rows[better]], most[rows[better]] = use[better], value[better]
    return best


def thrown(turn: Turn, habits: Habits, hands: Cards, side: int) -> Flags:
    """Which cards are thrown away by habit: of those that are left out or worth little, the worst."""
    worth, place = worth_keeping(turn, habits, hands, side)
    out: Flags = (place < MOST_DISCARDED) & (worth < habits.kept) & (hands != turn.cards.nothing)
    return out


def worth_keeping(turn: Turn, habits: Habits, hands: Cards, side: int) -> tuple[Numbers, Cards]:
    """What each card of some hands is worth by habit, below 0 if it is left out; and its place, the least first."""
    used = by_habit(turn, habits, hands, side) < UNUSED
    worth = np.where(used, turn.worth(habits)[hands] + 2 * turn.cards.bonus[hands].sum(axis=2), -1)
    return worth, np.argsort(np.argsort(worth, axis=1, kind="stable"), axis=1, kind="stable")


def worth_of(turn: Turn, habits: Habits, hands: Cards, use: Numbers) -> Numbers:
    """What commits are worth by habit, nothing negated."""
    counts = (use[:, :, None] == np.arange(UNUSED)).sum(axis=1)
    gained = (turn.cards.bonus[hands][:, :, :-1] * counts[:, None, :]).sum(axis=2)
    return np.asarray(((turn.worth(habits)[hands] + gained) * (use < UNUSED)).sum(axis=1))


def _uses(turn: Turn, hands: Cards, side: int) -> tuple[Numbers, Numbers]:
    """As what each card can be used, the printed suit first; and as what else."""
    cards, room = turn.cards, turn.room > 0
    first = np.where(room[cards.suit] & np.isin(cards.serves, (-1, side)), cards.suit, UNUSED)
    second = np.where(room[cards.also], cards.also, UNUSED)
    alone = first == UNUSED
    return np.where(alone, second, first)[hands], np.where(alone, UNUSED, second)[hands]


def _fullest(turn: Turn, habits: Habits, hands: Cards, use: Numbers) -> tuple[Numbers, Numbers]:
    """The best cards of each use as far as there is room for them, and what they are worth together."""
    worth = turn.worth(habits)[hands] + _gained(turn, hands, use)
    order = np.argsort(use * _APART - worth, axis=1, kind="stable")
    fits = np.empty(hands.shape, np.bool_)
    ordered = np.take_along_axis(use, order, axis=1)
    np.put_along_axis(fits, order, _rank(ordered) < turn.room[ordered], axis=1)
    return np.where(fits, use, UNUSED).astype(np.int32), (worth * fits).sum(axis=1)


def _gained(turn: Turn, hands: Cards, use: Numbers) -> Numbers:
    """What the note of each card adds, where as many cards of each use count as there is room for."""
    gained = np.zeros(hands.shape, np.int32)
    for one in np.flatnonzero(turn.cards.bonus.any(axis=0)):
        counts = np.minimum((use == one).sum(axis=1, dtype=np.int32), turn.room[one])
        gained += turn.cards.bonus[:, one][hands] * counts[:, None]
    return gained


def _rank(use: Numbers) -> Numbers:
    """How many cards of the same use stand before each, where those of a use stand side by side."""
    place = np.arange(use.shape[1])
    begins = np.where(np.diff(use, axis=1, prepend=-1) != 0, place, 0)
    return np.asarray(place - np.maximum.accumulate(begins, axis=1), np.int32)
