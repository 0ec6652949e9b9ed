"""While another is to order: the sea can be looked at, and nothing can be done."""

from collections.abc import Sequence

from tabletop.core.deeds import Order
from tabletop.ui.boards.ships_of_the_line.stations.station import Station


class WaitingStation(Station):
    """No person is asked now."""

    def actors(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def finish(self) -> Order | None:
        """It is another's to end."""
        return None
