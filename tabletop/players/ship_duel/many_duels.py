"""Many duels at once, played out by habit: a light model beside the rules, of numbers of each kind of card.

It leaves out what decides no duel: names, which of equal cards is which, and the order of deals by which nothing
changes but who is dealt which of two unseen cards.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tabletop.games.ship_duel.tables import HAND, KINDS
from tabletop.players.sampled_worlds import Chances
from tabletop.players.ship_duel import habits
from tabletop.players.ship_duel.habits import SHOTS, Habits, Numbers

Flags = npt.NDArray[np.bool_]
LONGEST = 25
"""Turns after which a duel that is still undecided counts as drawn."""
WON, DRAWN, LOST = 1.0, 0.5, 0.0
NONE = np.int16(32767)
"""A card that no pile holds."""


class Common:
    """Random numbers that are the same for all duels of a world, so that these differ by what is chosen alone."""

    def __init__(self, chances: Chances, worlds: int) -> None:
        self._chances, self._worlds = chances, worlds

    def of(self, world: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
        """The next number for each of some duels, by the worlds that they are in."""
        return self._chances.random(self._worlds)[world]


class Duels:
    """Where the cards of many duels are, and what is left of the ships; the last axis is the duel.

    Attributes:
        hands: by kind and side.
        left: points by stat and side.
        pile: by kind.
        discards: by kind.
        world: of each duel, by number.
    """

    def __init__(
        self, hands: Numbers, left: Numbers, pile: Numbers, discards: Numbers, world: npt.NDArray[np.intp]
    ) -> None:
        self.hands, self.left, self.pile, self.discards, self.world = hands, left, pile, discards, world

    def only(self, which: Flags) -> "Duels":
        """Some of them."""
        cards = (self.hands[..., which], self.left[..., which], self.pile[:, which], self.discards[:, which])
        return Duels(*cards, self.world[which])

    def lay_down(self, cards: Numbers) -> None:
        """Cards of both hands go to the discards."""
        self.hands -= cards
        self.discards += cards.sum(axis=1, dtype=np.int16)

    def deal(self, wanted: Numbers, common: Common) -> None:
        """Each side is dealt so many cards, the first side first; where the pile is empty the discards become it."""
        upto = np.cumsum(self.pile, axis=0, dtype=np.int16)
        for side, numbers in enumerate(wanted):
            dealt = np.zeros_like(upto)
            for number in range(int(numbers.max(initial=0))):
                dealt += self._deal_one(upto, numbers > number, common.of(self.world))
            self.hands[:, side] += _each(dealt)
        self.pile = _each(upto)

    def _deal_one(self, upto: Numbers, takers: Flags, numbers: npt.NDArray[np.float64]) -> Flags:
        """To some duels one card each; whether it is of a kind or of one before it.

        `upto` is how many cards of each kind and of those before it their piles hold.
        """
        if not upto[-1].all():
            self._fill_up(upto, np.nonzero(takers & (upto[-1] == 0))[0])
        drawn = np.where(takers, (numbers * upto[-1]).astype(np.int16), NONE)
        dealt: Flags = upto > drawn  # of no kind if neither pile nor discards are left: the deal ends short
        upto -= dealt
        return dealt

    def _fill_up(self, upto: Numbers, empty: npt.NDArray[np.intp]) -> None:
        """The discards become the pile."""
        upto[:, empty] = np.cumsum(self.discards[:, empty], axis=0, dtype=np.int16)
        self.discards[:, empty] = 0

    def reload(self, cards: Numbers, common: Common) -> Flags:
        """Both exchange cards (SLC-5); who is asked next: both."""
        self.lay_down(cards)
        self.deal(cards.sum(axis=0, dtype=np.int16), common)
        return self._both()

    def sail(self, cards: Numbers, common: Common) -> Flags:  # noqa: ARG002 - nothing is dealt
        """Both show winds; who may attack (SLC-7)."""
        self.lay_down(cards)
        winds = cards.sum(axis=0, dtype=np.int16)
        flags: Flags = winds >= winds[::-1]
        return flags

    def fire(self, cards: Numbers, common: Common) -> Flags:  # noqa: ARG002
        """All attacks hit together (SLC-8)."""
        self.lay_down(cards)
        self.left -= cards[SHOTS][:, ::-1]
        return self._both()

    def retire(self, cards: Numbers, common: Common) -> Flags:
        """Both discard, and the next turn begins: the hands are filled up (SLC-9, SLC-4)."""
        self.lay_down(cards)
        self.deal(np.maximum(HAND - self.hands.sum(axis=0, dtype=np.int16), 0), common)
        return self._both()

    def lost(self) -> Flags:
        """By side, whether its ship is lost (SLC-2)."""
        return np.asarray(self.left.min(axis=0) <= 0)

    def _both(self) -> Flags:
        return np.ones(self.hands.shape[1:], np.bool_)


ORDER = ("reload", "sail", "fire", "retire")
"""The phases of a turn."""
PHASES: dict[str, Callable[[Duels, Numbers, Common], Flags]] = {
    "reload": Duels.reload,
    "sail": Duels.sail,
    "fire": Duels.fire,
    "retire": Duels.retire,
}
"""What comes to pass in each with the cards of both sides."""
BY_HABIT: dict[str, Callable[[Habits, Numbers, Numbers], Numbers]] = {
    "reload": habits.exchanged,
    "sail": lambda one, hands, left: habits.shown(hands),  # noqa: ARG005
    "fire": habits.fired,
    "retire": habits.thrown,
}
"""What is chosen in each by habit, from hands and the points of the enemies."""


def usual(one: Habits, phase: str, duels: Duels, asked: Flags) -> Numbers:
    """What both sides would choose by habit; nothing for a side that is not asked."""
    return np.asarray(BY_HABIT[phase](one, duels.hands, duels.left[:, ::-1]) * asked, np.int16)


def played_out(
    duels: Duels, phase: str, asked: Flags, first: Numbers, side: int, one: Habits, common: Common
) -> npt.NDArray[np.float64]:
    """What becomes of duels for a side that first makes a choice of its own, and then does as everybody by habit.

    Args:
        duels: as they lie, in a phase; they are used up.
        phase: its id.
        asked: by side and duel, who chooses in it.
        first: by kind and duel, what the side chooses in it.
        side: by number.
        one: the habits of both.
        common: their random numbers.
    """
    results = np.full(duels.world.shape, DRAWN)
    chosen = usual(one, phase, duels, asked)
    chosen[:, side] = first
    rest, begun = np.arange(len(results)), ORDER.index(phase)
    for step in range(begun, begun + len(ORDER) * LONGEST):
        now = ORDER[step % len(ORDER)]
        if step > begun:
            chosen = usual(one, now, duels, asked)
        asked = PHASES[now](duels, chosen, common)
        lost = duels.lost()
        if lost.any():
            over: Flags = np.asarray(lost.any(axis=0))
            results[rest[over]] = _worth(lost[:, over], side)
            rest, duels, asked = rest[~over], duels.only(~over), asked[:, ~over]
        if not len(rest):
            break
    return results


def _worth(lost: Flags, side: int) -> npt.NDArray[np.float64]:
    """What duels are worth to a side of which at least one ship is lost."""
    return np.where(lost.all(axis=0), DRAWN, np.where(lost[side], LOST, WON))


def _each(upto: Numbers) -> Numbers:
    """How many of each kind, by how many there are of each and of those before it."""
    each = upto.copy()
    each[1:] -= upto[:-1]
    return each


def counted(kinds: npt.NDArray[np.intp]) -> Numbers:
    """Cards given by their kinds, a row a world, as numbers of each kind in each world."""
    return np.array([(kinds == kind).sum(axis=1) for kind in range(len(KINDS))], np.int16)
