"""The captain at sea."""

from tabletop.players.ships_of_the_line import doctrine
from tabletop.players.ships_of_the_line.officers import Officers


class Captain(Officers):
    """See `doctrine.CAPTAIN`."""

    title = "Captain"
    description = "fights soundly and expects to be answered"
    doctrine = doctrine.CAPTAIN


PLAYER = Captain
