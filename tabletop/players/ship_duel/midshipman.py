"""Means to do as the greedy one does, and forgets half of it."""

from collections.abc import Iterator
from random import Random

from tabletop.games.ship_duel.state import State
from tabletop.players.player import Proposal
from tabletop.players.ship_duel.choosing import Counts, Duellist, by_habit, order, told
from tabletop.players.ship_duel.habits import GREEDY


class Midshipman(Duellist):
    """A beginner."""

    title = "Midshipman"
    about = "fires what it has most of, now and then forgets to exchange cards, and is sparing with its wind"
    overlooked = 0.1
    """The chance that it overlooks a card that it ought to take, for each of them."""

    def ponder(self, view: State) -> Iterator[Proposal]:
        """What hits hardest, as far as it sees it."""
        chosen = order(view, self.side, self._seen(by_habit(GREEDY, view, self.side), self.fancy()))
        yield Proposal(chosen, f"{told(view, chosen)}; that is all it sees.")

    def _seen(self, meant: Counts, fancy: Random) -> Counts:
        return tuple(sum(fancy.random() >= self.overlooked for _ in range(number)) for number in meant)


PLAYER = Midshipman
