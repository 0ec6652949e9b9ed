"""What two ships may expect of each other in the turns to come, if both sail as well as they can and alone."""

from functools import cache

import numpy as np

from tabletop.games.decks_of_glory.tables import WIND_TURNS
from tabletop.players.decks_of_glory.gunnery import EXPECTED, Piece
from tabletop.players.decks_of_glory.many_bearings import KINDS, Floats
from tabletop.players.decks_of_glory.two_ships import (
    AWAY,
    LYING,
    answered,
    blown,
    broadsides,
    chosen,
    lying,
    sailed,
    swapped,
)

TURNS = 6
"""How many turns are looked through."""
LATER = 0.7
"""What a turn later counts."""


def prospect(one: Piece, foe: Piece, wind: int) -> float:
    """Hits given less hits taken, each later turn counting less; 0 for those far from each other."""
    return float(_expected()[lying(one, foe, wind)])


@cache
def _expected() -> Floats:
    """By how they lie; either may move first."""
    hits = np.array([EXPECTED.get(kind, 0.0) for kind in KINDS], np.float32)[broadsides()]
    hits -= hits[swapped()]
    found = np.zeros(LYING + 2, np.float32)
    for _ in range(TURNS):
        after = hits + LATER * found
        first = chosen(chosen(after, answered(), np.minimum), sailed(), np.maximum)
        second = chosen(chosen(after, sailed(), np.maximum), answered(), np.minimum)
        found = blown(np.mean([first, second], axis=0), tuple(WIND_TURNS.values())).round(6)
        found[AWAY:] = 0
    return found
