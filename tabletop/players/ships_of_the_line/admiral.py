"""The admiral at sea."""

from tabletop.players.ships_of_the_line import doctrine
from tabletop.players.ships_of_the_line.officers import Officers


class Admiral(Officers):
    """See `doctrine.ADMIRAL`."""

    title = "Admiral"
    description = "plans for the whole fleet and weighs the enemy's best answer"
    doctrine = doctrine.ADMIRAL


PLAYER = Admiral
