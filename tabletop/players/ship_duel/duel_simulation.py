"""Many duels at once, played to their end by simple habits, as a fast numpy model of the rules.

Cards are counts of each kind. The first axis of an array is the kind in the order of the rules, or the stat in the
order of `STATS`; the last axis is the duel. The model leaves out names, which of several equal cards is played, and the
order in which both sides are dealt cards of one deal. Tests compare the model with the rules.
"""

from collections.abc import Callable

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.games.ship_duel import tables
from tabletop.players.sampled_worlds import BulkRandom

CountArray = npt.NDArray[np.int16]
BoolArray = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.float64]

_INDEX_OF_KIND = {kind: index for index, kind in enumerate(tables.KINDS)}
SHOTS = np.array([_INDEX_OF_KIND[tables.SHOT[stat]] for stat in tables.STATS])
"""The index of the kind of shot that reduces each stat."""
WIND_PAIRS = tuple((_INDEX_OF_KIND[one], _INDEX_OF_KIND[other]) for one, other in tables.OPPOSITES)
"""Pairs of indices of opposite winds."""
_DECISIVE = 100
"""Additional value of shot that takes the last point of a stat; more than any other value."""

MAX_TURNS = 25
"""Turns after which an undecided duel counts as a draw."""
WON, DRAWN, LOST = 1.0, 0.5, 0.0
NO_CARD = np.int16(32767)
"""A number of a card that no pile holds."""


class Habits(msgspec.Struct, frozen=True):
    """The way a side plays without looking ahead.

    Attributes:
        thrift: cost of each point that a target keeps, if a point taken is worth 1.
        sorts: True if the side also discards the shot that it will not fire when it retires.
    """

    thrift: int = 0
    sorts: bool = False


GREEDY = Habits()
"""Fires the most shot of one kind, and chooses the target again with every hand."""
SEASONED = Habits(thrift=2, sorts=True)
"""Prefers the stat with the fewest points left."""


def choose_target(habits: Habits, hands: CountArray, left: CountArray) -> npt.NDArray[np.intp]:
    """Return the index of the stat to shoot at in each duel. `left` holds the points of the enemy by stat."""
    shots = hands[SHOTS]
    hits = np.minimum(shots, left)
    values = hits - habits.thrift * (left - hits) + _DECISIVE * (shots >= left)
    return np.asarray(np.argmax(values, axis=0))


def choose_reload(habits: Habits, hands: CountArray, left: CountArray) -> CountArray:
    """Return the cards to exchange: useless winds, and shot that will not be fired (SLC-5)."""
    return _choose_discards(hands, tables.RELOADED, choose_target(habits, hands, left))


def choose_winds(hands: CountArray) -> CountArray:
    """Return the most winds that each hand can show together (SLC-6)."""
    chosen = np.zeros_like(hands)
    for one, other in WIND_PAIRS:
        chosen[one] = np.where(hands[one] >= hands[other], hands[one], 0)
        chosen[other] = np.where(hands[one] >= hands[other], 0, hands[other])
    return chosen


def choose_shot(habits: Habits, hands: CountArray, left: CountArray) -> CountArray:
    """Return the shot to fire at the chosen stat, at most as many cards as points are left (SLC-8)."""
    chosen = np.zeros_like(hands)
    target = choose_target(habits, hands, left)
    for stat, kind in enumerate(SHOTS):
        chosen[kind] = np.where(target == stat, np.minimum(hands[kind], left[stat]), 0)
    return chosen


def choose_retirement(habits: Habits, hands: CountArray, left: CountArray) -> CountArray:
    """Return the cards to discard when retiring: useless winds, and other shot if `sorts` (SLC-9)."""
    return _choose_discards(hands, tables.RETIRED, choose_target(habits, hands, left) if habits.sorts else None)


def _choose_discards(hands: CountArray, most: int, target: npt.NDArray[np.intp] | None) -> CountArray:
    """Return at most `most` cards: useless winds first, then shot for other stats than `target`.

    Of two opposite winds the fewer are useless. Without a `target` no shot is included.
    """
    chosen = np.zeros_like(hands)
    room = np.full_like(hands[0], most)
    for one, other in WIND_PAIRS:
        count = np.minimum(np.minimum(hands[one], hands[other]), room)
        chosen[one] = np.where(hands[one] < hands[other], count, 0)
        chosen[other] = count - chosen[one]
        room = room - count
    if target is not None:
        _add_other_shot(chosen, hands, room, target)
    return chosen


def _add_other_shot(chosen: CountArray, hands: CountArray, room: CountArray, target: npt.NDArray[np.intp]) -> None:
    """Add up to `room` cards of the two kinds of shot not fired to `chosen`, the rarer kind first."""
    shots = np.where(target == np.arange(len(SHOTS)).reshape(-1, *[1] * target.ndim), 0, hands[SHOTS])
    larger = shots.max(axis=0)
    smaller = shots.sum(axis=0) - larger
    larger_part = np.minimum(larger, np.maximum(room - smaller, 0))
    first = np.argmax(shots, axis=0)
    for stat, kind in enumerate(SHOTS):
        chosen[kind] = np.where(first == stat, larger_part, np.minimum(shots[stat], room))


class CommonNumbers:
    """Random numbers shared by all duels of a world, which then differ only by the choices of the sides."""

    def __init__(self, chances: BulkRandom, worlds: int) -> None:
        self._chances = chances
        self._worlds = worlds

    def draw(self, world: npt.NDArray[np.intp]) -> Scores:
        """Return the next random number, 0 to 1, for each duel; `world` holds the world of each duel."""
        return self._chances.random(self._worlds)[world]


class Duels:
    """The cards and the points of many duels. Every method changes them in place.

    Attributes:
        hands: cards by kind, side and duel.
        left: points by stat, side and duel.
        pile: cards by kind and duel.
        discards: cards by kind and duel.
        world: index of the world of each duel.
    """

    def __init__(
        self,
        hands: CountArray,
        left: CountArray,
        pile: CountArray,
        discards: CountArray,
        world: npt.NDArray[np.intp],
    ) -> None:
        self.hands = hands
        self.left = left
        self.pile = pile
        self.discards = discards
        self.world = world

    def select(self, which: BoolArray) -> "Duels":
        """Return a new object with the duels for which `which` is True."""
        cards = (self.hands[..., which], self.left[..., which], self.pile[:, which], self.discards[:, which])
        return Duels(*cards, self.world[which])

    def discard(self, cards: CountArray) -> None:
        """Move `cards`, by kind, side and duel, from the hands to the discards."""
        self.hands -= cards
        self.discards += cards.sum(axis=1, dtype=np.int16)

    def deal(self, wanted: CountArray, common: CommonNumbers) -> None:
        """Deal `wanted` cards, by side and duel, the first side first.

        An empty pile is refilled from the discards.
        """
        sums = np.cumsum(self.pile, axis=0, dtype=np.int16)
        for side, numbers in enumerate(wanted):
            dealt = np.zeros_like(sums)
            for number in range(int(numbers.max(initial=0))):
                dealt += self._deal_one(sums, numbers > number, common.draw(self.world))
            self.hands[:, side] += _counts_of_sums(dealt)
        self.pile = _counts_of_sums(sums)

    def _deal_one(self, sums: CountArray, takers: BoolArray, numbers: Scores) -> BoolArray:
        """Deal a card in each duel of `takers` and take it out of `sums`.

        `sums` holds the running sums of the cards of each pile over the kinds. Return such sums of the card dealt.
        """
        if not sums[-1].all():
            self._refill_piles(sums, np.nonzero(takers & (sums[-1] == 0))[0])
        drawn = np.where(takers, (numbers * sums[-1]).astype(np.int16), NO_CARD)
        dealt: BoolArray = sums > drawn  # all False if neither pile nor discards are left: the deal ends short
        sums -= dealt
        return dealt

    def _refill_piles(self, sums: CountArray, empty: npt.NDArray[np.intp]) -> None:
        """Turn the discards of the duels `empty` into their piles, written into `sums`."""
        sums[:, empty] = np.cumsum(self.discards[:, empty], axis=0, dtype=np.int16)
        self.discards[:, empty] = 0

    def reload(self, cards: CountArray, common: CommonNumbers) -> BoolArray:
        """Exchange the cards of both sides (SLC-5).

        Return the sides that choose next, by side and duel: both.
        """
        self.discard(cards)
        self.deal(cards.sum(axis=0, dtype=np.int16), common)
        return self._ask_both()

    def sail(self, cards: CountArray, common: CommonNumbers) -> BoolArray:  # noqa: ARG002 - nothing is dealt
        """Discard the winds shown. Return the sides that may attack, by side and duel (SLC-7)."""
        self.discard(cards)
        winds = cards.sum(axis=0, dtype=np.int16)
        flags: BoolArray = winds >= winds[::-1]
        return flags

    def fire(self, cards: CountArray, common: CommonNumbers) -> BoolArray:  # noqa: ARG002
        """Subtract the damage of all attacks at once (SLC-8). Return the sides that choose next: both."""
        self.discard(cards)
        self.left -= cards[SHOTS][:, ::-1]
        return self._ask_both()

    def retire(self, cards: CountArray, common: CommonNumbers) -> BoolArray:
        """Discard cards and fill the hands for the next turn (SLC-9, SLC-4).

        Return the sides that choose next, by side and duel: both.
        """
        self.discard(cards)
        self.deal(np.maximum(tables.HAND - self.hands.sum(axis=0, dtype=np.int16), 0), common)
        return self._ask_both()

    def find_losses(self) -> BoolArray:
        """Return True for each side and duel whose ship is lost (SLC-2)."""
        return np.asarray(self.left.min(axis=0) <= 0)

    def _ask_both(self) -> BoolArray:
        return np.ones(self.hands.shape[1:], np.bool_)


PHASE_ORDER = ("reload", "sail", "fire", "retire")
"""The ids of the phases of a turn."""
RESOLVERS: dict[str, Callable[[Duels, CountArray, CommonNumbers], BoolArray]] = {
    "reload": Duels.reload,
    "sail": Duels.sail,
    "fire": Duels.fire,
    "retire": Duels.retire,
}
"""The method that resolves each phase with the cards of both sides."""
CHOOSERS: dict[str, Callable[[Habits, CountArray, CountArray], CountArray]] = {
    "reload": choose_reload,
    "sail": lambda habits, hands, left: choose_winds(hands),  # noqa: ARG005
    "fire": choose_shot,
    "retire": choose_retirement,
}
"""The function that chooses cards in each phase, from habits, hands and the points of the enemies."""


def choose_for_both(habits: Habits, phase: str, duels: Duels, asked: BoolArray) -> CountArray:
    """Return the cards that both sides choose by habit, by kind, side and duel.

    A side that is not asked, by `asked`, chooses none.
    """
    return np.asarray(CHOOSERS[phase](habits, duels.hands, duels.left[:, ::-1]) * asked, np.int16)


def play_out(
    duels: Duels, phase: str, asked: BoolArray, first: CountArray, side: int, habits: Habits, common: CommonNumbers
) -> Scores:
    """Play duels to the end, all choices but `first` by habit, and return the result of each for `side`.

    Args:
        duels: duels in the phase `phase`; the function changes them.
        phase: id of the phase.
        asked: the sides that choose in this phase, by side and duel.
        first: the first choice of `side`, by kind and duel.
        side: index of the side.
        habits: the habits of both sides.
        common: random numbers of the worlds of the duels.
    """
    results = np.full(duels.world.shape, DRAWN)
    chosen = choose_for_both(habits, phase, duels, asked)
    chosen[:, side] = first
    rest = np.arange(len(results))
    start = PHASE_ORDER.index(phase)
    for step in range(start, start + len(PHASE_ORDER) * MAX_TURNS):
        now = PHASE_ORDER[step % len(PHASE_ORDER)]
        if step > start:
            chosen = choose_for_both(habits, now, duels, asked)
        asked = RESOLVERS[now](duels, chosen, common)
        lost = duels.find_losses()
        if lost.any():
            ended: BoolArray = np.asarray(lost.any(axis=0))
            results[rest[ended]] = _score_losses(lost[:, ended], side)
            rest = rest[~ended]
            duels = duels.select(~ended)
            asked = asked[:, ~ended]
        if not len(rest):
            break
    return results


def _score_losses(lost: BoolArray, side: int) -> Scores:
    """Return the score of `side` in duels in which at least one ship is lost."""
    return np.where(lost.all(axis=0), DRAWN, np.where(lost[side], LOST, WON))


def _counts_of_sums(sums: CountArray) -> CountArray:
    """Return the count of each kind from running sums over the kinds."""
    counts = sums.copy()
    counts[1:] -= sums[:-1]
    return counts


def count_rows(kinds: npt.NDArray[np.intp]) -> CountArray:
    """Return the count of each kind in each row of cards: shape (kinds, rows).

    `kinds` holds the index of the kind of each card.
    """
    return np.array([(kinds == kind).sum(axis=1) for kind in range(len(tables.KINDS))], np.int16)
