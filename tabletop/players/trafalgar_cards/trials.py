"""What discards and commits come to in worlds that a view leaves open."""

from collections.abc import Sequence

import numpy as np

from tabletop.games.trafalgar_cards.state import State
from tabletop.players.sequential_halving import Options, Results
from tabletop.players.trafalgar_cards.choosing import Taken, Used, held
from tabletop.players.trafalgar_cards.many_hands import Cards, Habits, by_habit, committed, results
from tabletop.players.trafalgar_cards.other_hand import OtherHand, turn_of
from tabletop.players.trafalgar_cards.other_hand import replaced as dealt_anew
from tabletop.players.trafalgar_cards.printed import SIDE


class Discards:
    """Tries discards: the cards that come for them are committed by habit."""

    def __init__(self, view: State, side: str, ways: Sequence[Taken], habits: Habits, other: OtherHand) -> None:
        self._turn, self._side, self._habits, self._other = turn_of(view), SIDE[side], habits, other
        self._hand = held(view, side)
        self._gone = np.array([[place in way for place in range(self._hand.shape[1])] for way in ways])

    def __call__(self, alive: Options, worlds: int) -> Results:
        """Whether the hand is won after each of some discards, in so many new worlds."""
        draws = self._other.before_deal(worlds)
        gone = np.repeat(self._gone[alive], worlds, axis=0)
        hands = dealt_anew(np.broadcast_to(self._hand, gone.shape), gone, np.tile(draws.drawn, (len(alive), 1)))
        ours = committed(self._turn.cards, hands, by_habit(self._turn, self._habits, hands, self._side))
        won = results(ours, draws.theirs.at(np.tile(np.arange(worlds), len(alive))))
        return won.reshape(len(alive), worlds)


def commits_tried(
    view: State, side: str, ways: Sequence[Used], other: OtherHand, laid: Cards | None, worlds: int
) -> Results:
    """Whether the hand is won by each of some commits, in so many worlds; `laid` is what the other side threw away."""
    hand = np.broadcast_to(held(view, side), (len(ways), len(ways[0])))
    ours = committed(turn_of(view).cards, hand, np.array(ways, np.int32))
    theirs = other.after_deal(worlds, laid)
    rows = np.repeat(np.arange(len(ways)), len(theirs.use))
    won = results(ours.at(rows), theirs.at(np.tile(np.arange(len(theirs.use)), len(ways))))
    return won.reshape(len(ways), -1)
