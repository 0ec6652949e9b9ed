"""What the other side may hold and commit, in worlds that a view leaves open."""

import msgspec
import numpy as np

from tabletop.games.trafalgar_cards.deck import OTHER, SIDES
from tabletop.games.trafalgar_cards.limits import HAND, MOST_DISCARDED, find_limits
from tabletop.games.trafalgar_cards.state import State
from tabletop.players.sampled_worlds import Chances, hidden, places, shuffled
from tabletop.players.trafalgar_cards.many_hands import Cards, Commits, Flags, Habits, Turn, by_habit, committed, thrown
from tabletop.players.trafalgar_cards.printed import SIDE, printed, room

LIKELY = 4
"""Of so many worlds that agree with the cards one is kept, the one that agrees best with what was thrown away."""


def turn_of(view: State) -> Turn:
    """What holds in the turn of a view."""
    return Turn(printed(view.deck), room(find_limits(view.limits, view.turn)))


class Draws(msgspec.Struct, frozen=True):
    """What may come of a discard, a row a world.

    Attributes:
        drawn: the cards that a side would be dealt, the first first.
        theirs: what the other side commits after its own discard.
    """

    drawn: Cards
    theirs: Commits


class OtherHand:
    """The hand of the other side, as far as it follows from a view and from how people play."""

    def __init__(
        self, view: State, side: str, likely: tuple[Habits, ...], shares: tuple[float, ...], chances: Chances
    ) -> None:
        """`likely` are habits that the other side may have, `shares` how likely each of them is."""
        self._turn, self._likely, self._chances = turn_of(view), likely, chances
        self._upto = np.round(np.cumsum(shares), 6)
        self._hidden, self._discards = hidden(view, side), places(view, view.cards.discards)
        self._first, self._other = side == SIDES[0], SIDE[OTHER[side]]

    def before_deal(self, worlds: int) -> Draws:
        """Worlds in which both sides are yet to discard."""
        guessed, who = self._hidden.worlds(self._chances, worlds), self._who(worlds)
        hands, stock = self._full(guessed.hand, HAND), self._stock(guessed.pile)
        gone = self._gone(hands, who)
        ahead = np.zeros((worlds, 1), np.intp) if self._first else gone.sum(axis=1, keepdims=True)
        dealt = stock[:, MOST_DISCARDED:] if self._first else stock
        return Draws(
            np.take_along_axis(stock, ahead + np.arange(MOST_DISCARDED), axis=1),
            self._committed(replaced(hands, gone, dealt), who),
        )

    def after_deal(self, worlds: int, laid: Cards | None) -> Commits:
        """What the other side may commit, given what it threw away; None if that is not known."""
        number = worlds if laid is None else worlds * LIKELY
        hands, who = self._full(self._hidden.worlds(self._chances, number).hand, HAND), self._who(number)
        if laid is not None:
            likely = np.argsort(self._odd(hands, who, laid), kind="stable")[:worlds]
            hands, who = hands[likely], who[likely]
        return self._committed(hands, who)

    def _odd(self, hands: Cards, who: Cards, laid: Cards) -> Cards:
        """How many cards were thrown away, or kept, that would not have been by habit."""
        kept = hands[:, : HAND - len(laid)]
        held = np.hstack([kept, np.broadcast_to(laid, (len(hands), len(laid)))])
        return np.asarray((self._gone(held, who) != (np.arange(HAND) >= kept.shape[1])).sum(axis=1))

    def _who(self, worlds: int) -> Cards:
        """Which habits the other side has in each world, by number, of each its share."""
        who = np.searchsorted(self._upto, (np.arange(worlds) + 0.5) / worlds)
        return np.asarray(np.minimum(who, len(self._likely) - 1))

    def _gone(self, hands: Cards, who: Cards) -> Flags:
        """What is thrown away in each world."""
        gone = np.zeros(hands.shape, np.bool_)
        for number, habits in enumerate(self._likely):
            gone[who == number] = thrown(self._turn, habits, hands[who == number], self._other)
        return gone

    def _committed(self, hands: Cards, who: Cards) -> Commits:
        """What is committed in each world."""
        use = np.zeros(hands.shape, np.int32)
        for number, habits in enumerate(self._likely):
            use[who == number] = by_habit(self._turn, habits, hands[who == number], self._other)
        return committed(self._turn.cards, hands, use)

    def _full(self, cards: Cards, number: int) -> Cards:
        """Rows of at least so many cards, filled up with no cards at all."""
        missing = max(number - cards.shape[1], 0)
        return np.hstack([cards, np.full((len(cards), missing), self._turn.cards.nothing, np.intp)])

    def _stock(self, pile: Cards) -> Cards:
        """What both sides may be dealt: the pile, then the discards."""
        again = shuffled(self._chances, self._discards, len(pile))
        return self._full(np.hstack([pile, again]), HAND)[:, : 2 * HAND]


def replaced(hands: Cards, gone: Flags, dealt: Cards) -> Cards:
    """Hands in which some cards have been replaced by those that are dealt, the first first."""
    place = np.cumsum(gone, axis=1) - 1
    return np.where(gone, np.take_along_axis(dealt, place.clip(0), axis=1), hands)
