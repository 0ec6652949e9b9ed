"""Commits the most points that its hand has, and throws away the rest."""

from collections.abc import Iterator

from tabletop.games.trafalgar_cards.state import State
from tabletop.players.player import Proposal
from tabletop.players.trafalgar_cards import choosing
from tabletop.players.trafalgar_cards.choosing import Commander, told, usual_commit, usual_discard
from tabletop.players.trafalgar_cards.many_hands import GREEDY, Habits


class Greedy(Commander):
    """Plays by habit, and counts its own points alone."""

    title = "Greedy"
    about = "commits the most points that it holds, whatever the enemy may hold against them"
    habits: Habits = GREEDY

    def discard(self, view: State) -> Iterator[Proposal]:
        """What it does not mean to commit."""
        order = choosing.discard(view, self.side, usual_discard(self.habits, view, self.side))
        yield Proposal(order, f"{told(view, order)}.")

    def commit(self, view: State) -> Iterator[Proposal]:
        """What counts most."""
        order = choosing.commit(view, self.side, usual_commit(self.habits, view, self.side))
        yield Proposal(order, f"{told(view, order)}.")


PLAYER = Greedy
