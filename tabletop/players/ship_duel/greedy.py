"""Fires whatever hits hardest now, and shows all the wind there is."""

from collections.abc import Iterator

from tabletop.games.ship_duel.state import State
from tabletop.players.player import Proposal
from tabletop.players.ship_duel.choosing import Duellist, by_habit, order, told
from tabletop.players.ship_duel.habits import GREEDY


class Greedy(Duellist):
    """Looks at nothing but the hand and the next broadside."""

    title = "Greedy"
    about = "fires the most shot of one kind that it holds, every time"

    def ponder(self, view: State) -> Iterator[Proposal]:
        """What hits hardest."""
        chosen = order(view, self.side, by_habit(GREEDY, view, self.side))
        yield Proposal(chosen, f"{told(view, chosen)}: the most that can be done now.")


PLAYER = Greedy
