"""Sticks to what it shoots at, and sorts its hand for that."""

from collections.abc import Iterator

from tabletop.games.ship_duel.state import State
from tabletop.players.player import Proposal
from tabletop.players.ship_duel.choosing import Duellist, by_habit, order, told
from tabletop.players.ship_duel.habits import SEASONED


class Captain(Duellist):
    """Sound habits, no looking ahead."""

    title = "Captain"
    about = "keeps hammering at one thing until it gives way, without looking ahead"

    def ponder(self, view: State) -> Iterator[Proposal]:
        """Its habit."""
        chosen = order(view, self.side, by_habit(SEASONED, view, self.side))
        yield Proposal(chosen, f"{told(view, chosen)}.")


PLAYER = Captain
