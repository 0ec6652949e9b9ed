"""The turn begins: both sides roll (chapter 3)."""

from tabletop.core.deeds import Order
from tabletop.games.ships_of_the_line.commands import RollInitiative
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.replies import Reply, Submit
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.widgets.base import Action


class InitiativeStation(Station):
    """One button."""

    def offer(self) -> Offer:
        """Roll."""
        return Offer("Roll for initiative", "roll", "A die for each side; the higher total goes first.")

    def finish(self) -> Order | None:
        """Only the dice end it."""
        return None

    def act(self, action: Action) -> Reply:
        """Roll the dice."""
        if action.id != "roll":
            return None
        return Submit.one(RollInitiative(side=self.viewer.side))
