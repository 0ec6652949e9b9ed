"""The midshipman: a greedy captain who overlooks things, and whose guns are not always ready."""

from typing import ClassVar

from tabletop.games.decks_of_glory.state import Aim, Side, State
from tabletop.players.decks_of_glory.greedy import Greedy


class Midshipman(Greedy):
    """As the greedy captain, but for a beginner's mistakes."""

    title = "Midshipman"
    about = "goes where it hits now, and overlooks things as a beginner does"
    overlooks: ClassVar[float] = 0.3
    late: ClassVar[float] = 0.15
    """How often a ship is not ready to fire."""

    def targets(self, view: State, side: Side) -> tuple[Aim, ...]:
        """Of the ships that could fire, those that are ready."""
        fancy = self.fancy()
        return tuple(aim for aim in super().targets(view, side) if fancy.random() >= self.late)


PLAYER = Midshipman
