"""Many hands at once, as a fast numpy model of the rules: commits and discards by habit, and the totals of commits.

A hand is a row of cards. A card is its index in the deck; the index after the last card stands for no card, in a hand
that is not full. A use is its index in `USES`. Tests compare the model with the rules.
"""

from collections.abc import Mapping

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.core.state_cache import cache_per_object
from tabletop.games.trafalgar_cards.deck import SIDES, USES, Deck
from tabletop.games.trafalgar_cards.limits import MOST_DISCARDED, find_limits
from tabletop.games.trafalgar_cards.model import State

IntArray = npt.NDArray[np.int32]
CardArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]

UNUSED = len(USES)
"""The use of a card that is not committed."""
SIDE_INDEX: Mapping[str, int] = {side: number for number, side in enumerate(SIDES)}
_USE_INDEX: Mapping[str, int] = {use: number for number, use in enumerate(USES)}
_FIGHTING = USES.index("fighting")

_MAX_FLEXIBLE = 3
"""Most cards of two suits in a hand of which both uses are compared; further ones have their printed use."""
_USE_GAP = 1 << 20
"""A number larger than the value of any card. It keeps cards of different uses apart in a sort."""


class DeckArrays(msgspec.Struct, frozen=True):
    """The print of the cards of a deck, by card. The last row stands for no card.

    Attributes:
        points: printed points.
        suit: printed use.
        also: the other use in which the card may be committed, or `UNUSED`.
        serves: index of the side that an Admiral serves, or -1 for other cards.
        negations: number of opposing cards of each use that the card negates: shape (cards, uses).
        bonus: points that each own card of a use gains: shape (cards, uses).
        strength: rank in which cards of a suit are negated, the lowest first (TRA-8).
    """

    points: IntArray
    suit: IntArray
    also: IntArray
    serves: IntArray
    negations: IntArray
    bonus: IntArray
    strength: IntArray

    @property
    def no_card(self) -> int:
        """The index that stands for no card."""
        return len(self.points) - 1


@cache_per_object
def build_deck_arrays(deck: Deck) -> DeckArrays:
    """Return the print of the cards of a deck as arrays. Cached for each deck."""
    cards = [*deck.values()]
    points = _build_column([card.points for card in cards], 0)
    negations, bonus = np.zeros((2, len(points), UNUSED + 1), np.int32)
    for place, card in enumerate(cards):
        for use in card.negates:
            negations[place, _USE_INDEX[use]] += 1
        for suit, each in card.bonus.items():
            bonus[place, _USE_INDEX[suit]] = each
    return DeckArrays(
        points,
        _build_column([_USE_INDEX[card.suit] for card in cards], UNUSED),
        _build_column([_USE_INDEX[card.also_as] if card.also_as else UNUSED for card in cards], UNUSED),
        _build_column([SIDE_INDEX[card.side] if card.side else -1 for card in cards], -1),
        negations,
        bonus,
        _build_column([int(place) for place in np.argsort(np.argsort(-points[:-1], kind="stable"))], len(cards)),
    )


def _build_column(values: list[int], no_card: int) -> IntArray:
    return np.array([*values, no_card], np.int32)


class Habits(msgspec.Struct, frozen=True):
    """The way a side plays without a guess at the other hand. Values are in points.

    Attributes:
        negation_values: value of a note that negates the strongest opposing card, by use.
        third_fighting: additional value of such a note for Fighting while three Fighting cards count.
        least_kept: a card of lower value is discarded.
    """

    negation_values: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    third_fighting: int = 0
    least_kept: int = 0


GREEDY = Habits()
"""Counts only its own points."""
SOUND = Habits((4, 4, 4, 4, 4))
"""Also counts the cards that its notes negate, at about half of their points."""
SEASONED = Habits((10, 8, 10, 8, 3), third_fighting=2, least_kept=6)
"""Counts negated cards in full, and keeps cards that negate."""


class Turn(msgspec.Struct, frozen=True):
    """The deck and the limits of a turn.

    Attributes:
        cards: the print of the cards.
        room: the most cards of each use that count, 0 for `UNUSED`.
    """

    cards: DeckArrays
    room: IntArray

    def value_of_cards(self, habits: Habits) -> IntArray:
        """Return the value of each card of the deck: its points and notes without its bonus."""
        values = np.array(habits.negation_values)
        values = values + habits.third_fighting * (np.arange(len(USES)) == _FIGHTING) * (self.room[:-1] >= 3)
        values = np.where(self.room[:-1] > 0, values, 0)
        return np.asarray(self.cards.points + self.cards.negations[:, :-1] @ values, np.int32)


def build_turn(view: State, turn: int) -> Turn:
    """Return the deck of `view` and its limits in turn number `turn`."""
    limit = find_limits(view.limits, turn)
    return Turn(build_deck_arrays(view.deck), np.array([*(limit[use] for use in USES), 0], np.int32))


class CommitArrays(msgspec.Struct, frozen=True):
    """Commits, one in each row. Cards of one use stand together, the strongest first.

    Attributes:
        points: printed points of each card: shape (commits, cards), as of `use` and `rank`.
        use: use of each card, or `UNUSED`.
        rank: number of stronger cards of that use.
        negations: number of opposing cards negated, by use: shape (commits, uses), as of `bonus`.
        bonus: points that each own card of a use gains.
    """

    points: IntArray
    use: IntArray
    rank: IntArray
    negations: IntArray
    bonus: IntArray

    def take(self, rows: npt.NDArray[np.intp]) -> "CommitArrays":
        """Return the commits in `rows`. An index may occur more than once."""
        return CommitArrays(self.points[rows], self.use[rows], self.rank[rows], self.negations[rows], self.bonus[rows])


def build_commits(cards: DeckArrays, hands: CardArray, use: IntArray) -> CommitArrays:
    """Return a commit for each hand, in which each card has its `use`, or `UNUSED`."""
    order = np.argsort(use * (cards.no_card + 1) + cards.strength[hands], axis=1, kind="stable")
    hands, use = np.take_along_axis(hands, order, axis=1), np.take_along_axis(use, order, axis=1)
    counts = (use < UNUSED)[:, :, None]
    negations = (cards.negations[hands] * counts).sum(axis=1, dtype=np.int32)
    negations[:, UNUSED] = hands.shape[1]  # negates all cards that are not committed: they count for nothing
    bonus = (cards.bonus[hands] * counts).sum(axis=1)
    return CommitArrays(cards.points[hands], use, _rank_in_use(use), negations, bonus)


def compute_totals(ours: CommitArrays, theirs: CommitArrays) -> IntArray:
    """Return the battle total of each of `ours` against the row of `theirs` beside it (TRA-7 to TRA-10)."""
    stands = ours.rank >= np.take_along_axis(theirs.negations, ours.use, axis=1)
    return np.asarray(((ours.points + np.take_along_axis(ours.bonus, ours.use, axis=1)) * stands).sum(axis=1))


def score_fights(ours: CommitArrays, theirs: CommitArrays) -> npt.NDArray[np.float64]:
    """Return 1 for each row in which `ours` wins the hand, 0.5 for a draw and 0 for a loss."""
    return np.asarray((np.sign(compute_totals(ours, theirs) - compute_totals(theirs, ours)) + 1) / 2)


def choose_uses(turn: Turn, habits: Habits, hands: CardArray, side: int) -> IntArray:
    """Return the use in which `side` commits each card of its hands by habit, or `UNUSED`."""
    usual, other = _find_uses(turn, hands, side)
    best, most = _fill_uses(turn, habits, hands, usual)
    flexible = other < UNUSED
    number = np.cumsum(flexible, axis=1) - 1
    for mask in range(1, 1 << _MAX_FLEXIBLE):
        (rows,) = np.nonzero(flexible.sum(axis=1) >= mask.bit_length())
        if not len(rows):
            break
        changed = flexible[rows] & ((mask >> number[rows].clip(0, _MAX_FLEXIBLE)) & 1).astype(np.bool_)
        use, value = _fill_uses(turn, habits, hands[rows], np.where(changed, other[rows], usual[rows]))
        better = value > most[rows]
        best[rows[better]] = use[better]
        most[rows[better]] = value[better]
    return best


def choose_discards(turn: Turn, habits: Habits, hands: CardArray, side: int) -> BoolArray:
    """Return True for each card that `side` discards by habit: the worst below `least_kept`, four at most."""
    value, rank = _value_hands(turn, habits, hands, side)
    out: BoolArray = (rank < MOST_DISCARDED) & (value < habits.least_kept) & (hands != turn.cards.no_card)
    return out


def _value_hands(turn: Turn, habits: Habits, hands: CardArray, side: int) -> tuple[IntArray, CardArray]:
    """Return the value of each card, -1 if it is not committed, and its rank, the lowest value first."""
    is_used = choose_uses(turn, habits, hands, side) < UNUSED
    value = np.where(is_used, turn.value_of_cards(habits)[hands] + 2 * turn.cards.bonus[hands].sum(axis=2), -1)
    return value, np.argsort(np.argsort(value, axis=1, kind="stable"), axis=1, kind="stable")


def value_commits(turn: Turn, habits: Habits, hands: CardArray, use: IntArray) -> IntArray:
    """Return the value of each commit by habit, in points. The other side negates no card."""
    counts = (use[:, :, None] == np.arange(UNUSED)).sum(axis=1)
    gained = (turn.cards.bonus[hands][:, :, :-1] * counts[:, None, :]).sum(axis=2)
    return np.asarray(((turn.value_of_cards(habits)[hands] + gained) * (use < UNUSED)).sum(axis=1))


def _find_uses(turn: Turn, hands: CardArray, side: int) -> tuple[IntArray, IntArray]:
    """Return the first and the second possible use of each card, or `UNUSED`.

    The printed suit is first if it is possible.
    """
    cards, room = turn.cards, turn.room > 0
    first = np.where(room[cards.suit] & np.isin(cards.serves, (-1, side)), cards.suit, UNUSED)
    second = np.where(room[cards.also], cards.also, UNUSED)
    alone = first == UNUSED
    return np.where(alone, second, first)[hands], np.where(alone, UNUSED, second)[hands]


def _fill_uses(turn: Turn, habits: Habits, hands: CardArray, use: IntArray) -> tuple[IntArray, IntArray]:
    """Keep the most valuable cards of each use up to its limit.

    Return the use of each card, `UNUSED` for those left out, and the value of each commit.
    """
    value = turn.value_of_cards(habits)[hands] + _sum_bonuses(turn, hands, use)
    order = np.argsort(use * _USE_GAP - value, axis=1, kind="stable")
    fits = np.empty(hands.shape, np.bool_)
    ordered = np.take_along_axis(use, order, axis=1)
    np.put_along_axis(fits, order, _rank_in_use(ordered) < turn.room[ordered], axis=1)
    return np.where(fits, use, UNUSED).astype(np.int32), (value * fits).sum(axis=1)


def _sum_bonuses(turn: Turn, hands: CardArray, use: IntArray) -> IntArray:
    """Return the points that the note of each card adds.

    As many cards of each use count as its limit allows.
    """
    gained = np.zeros(hands.shape, np.int32)
    for one in np.flatnonzero(turn.cards.bonus.any(axis=0)):
        counts = np.minimum((use == one).sum(axis=1, dtype=np.int32), turn.room[one])
        gained += turn.cards.bonus[:, one][hands] * counts[:, None]
    return gained


def _rank_in_use(use: IntArray) -> IntArray:
    """Return the number of cards of the same use before each card. Cards of one use must stand together."""
    place = np.arange(use.shape[1])
    begins = np.where(np.diff(use, axis=1, prepend=-1) != 0, place, 0)
    return np.asarray(place - np.maximum.accumulate(begins, axis=1), np.int32)
