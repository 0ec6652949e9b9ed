"""After the battle: the sea can be looked at, and nothing more can be done."""

from collections.abc import Sequence

from tabletop.core.deeds import Order
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.ships_of_the_line.stations.station import Station


class OverStation(Station):
    """Nobody is asked any more."""

    def actors(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def offer(self) -> Offer:
        """The reckoning."""
        return Offer("See the reckoning", "reckoning", "Every victory point, and why.")

    def finish(self) -> Order | None:
        """There is nothing to end."""
        return None

    def hints(self) -> Sequence[str]:
        """The reckoning."""
        return ("primary",)
