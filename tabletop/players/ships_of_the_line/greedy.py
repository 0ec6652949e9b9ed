"""The greedy at sea."""

from tabletop.players.ships_of_the_line import doctrine
from tabletop.players.ships_of_the_line.officers import Officers


class Greedy(Officers):
    """See `doctrine.GREEDY`."""

    title = "Greedy"
    description = "takes the best move that it sees at once"
    doctrine = doctrine.GREEDY


PLAYER = Greedy
