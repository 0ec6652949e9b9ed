"""The midshipman at sea."""

from tabletop.players.ships_of_the_line import doctrine
from tabletop.players.ships_of_the_line.officers import Officers


class Midshipman(Officers):
    """See `doctrine.MIDSHIPMAN`."""

    title = "Midshipman"
    description = "fights boldly and does not see everything"
    doctrine = doctrine.MIDSHIPMAN


PLAYER = Midshipman
