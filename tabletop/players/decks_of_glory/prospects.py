"""What two ships may expect of each other in the turns to come, if both sail as well as they can and alone."""

from functools import cache

import numpy as np

from tabletop.games.decks_of_glory.tables import WIND_TURNS
from tabletop.players.decks_of_glory import two_ships
from tabletop.players.decks_of_glory.gunnery import EXPECTED, Piece
from tabletop.players.decks_of_glory.many_bearings import KINDS, Floats

TURNS = 6
"""How many turns are looked through."""
LATER = 0.7
"""What a turn later counts."""


def prospect(one: Piece, foe: Piece, wind: int) -> float:
    """Hits given less hits taken, each later turn counting less; 0 for those far from each other."""
    return float(_expected()[two_ships.lying(one, foe, wind)])


@cache
def _expected() -> Floats:
    """By how they lie; either may move first."""
    hits = np.array([EXPECTED.get(kind, 0.0) for kind in KINDS], np.float32)[two_ships.broadsides()]
    hits -= hits[two_ships.swapped()]
    found = np.zeros(two_ships.LYING + 2, np.float32)
    for _ in range(TURNS):
        after = hits + LATER * found
        first = two_ships.chosen(
            two_ships.chosen(after, two_ships.answered(), np.minimum), two_ships.sailed(), np.maximum
        )
        second = two_ships.chosen(
            two_ships.chosen(after, two_ships.sailed(), np.maximum), two_ships.answered(), np.minimum
        )
        found = two_ships.blown(np.mean([first, second], axis=0), tuple(WIND_TURNS.values())).round(6)
        found[two_ships.AWAY :] = 0
    return found
