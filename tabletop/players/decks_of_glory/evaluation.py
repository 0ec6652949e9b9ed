"""How good a position is for a side: fire now, fire to come, and how ships lie to wind and enemy."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from tabletop.geometry.hexgrid import angle_between, distance
from tabletop.players.decks_of_glory.gunnery import Piece, assigned, bearing, loss
from tabletop.players.decks_of_glory.prospects import prospect

REACHED = 5
"""Hexes beyond which no ship can bear on another after a move of her own."""
CLOSE_HAULED = 0.15
"""What it costs to lie close-hauled, in hits."""

Fleet = Mapping[str, Piece]


class Weights(msgspec.Struct, frozen=True):
    """What counts how much; one stands for a point of an enemy.

    Attributes:
        taken: what the enemy's fire costs.
        coming: what can be brought to bear after a further move.
        irons: what it costs to lie in irons.
        apart: what each hex from the nearest enemy costs.
        entangled: what each point counts by which a ship is stronger than those whom she boards.
    """

    taken: float = 1.0
    coming: float = 0.25
    irons: float = 2.5
    apart: float = 0.06
    entangled: float = 0.5


TEMPERS = {"bold": 0.75, "steady": 1.0, "cautious": 1.4}
"""Times as much as usual what the enemy's fire costs."""


def tempered(weights: Weights, temper: str) -> Weights:
    """As somebody of that temper weighs."""
    return replace(weights, taken=weights.taken * TEMPERS[temper])


def value(mine: Fleet, foes: Fleet, wind: int, weights: Weights) -> float:
    """What a position is worth to me when both sides fire next; rounded, so that every machine compares alike."""
    given = assigned(mine.values(), dict(foes))[1]
    taken = assigned(foes.values(), dict(mine))[1]
    lying = sum(standing(one, foes, wind, weights) for one in mine.values())
    against = sum(_coming(one, mine, wind) for one in foes.values())
    return round(given - weights.taken * (taken + weights.coming * against) + lying, 6)


def single(one: Piece, foes: Fleet, wind: int, weights: Weights) -> float:
    """The same of one ship alone against all of the others: quick, for what an enemy may answer."""
    given = max((_hurt(foe, bearing(one, foe)) for foe in foes.values()), default=0.0)
    taken = max((_hurt(one, bearing(foe, one)) for foe in foes.values()), default=0.0)
    return round(given - weights.taken * taken + standing(one, foes, wind, weights), 6)


def _hurt(target: Piece, kind: str) -> float:
    return loss(target.strength, target.points, (kind,)) if kind else 0.0


def standing(one: Piece, foes: Fleet, wind: int, weights: Weights) -> float:
    """How a ship of mine lies: what she may do next, how she stands to the wind, how far off she is."""
    lies = weights.coming * _coming(one, foes, wind)
    lies -= (0.0, 0.0, CLOSE_HAULED, weights.irons)[angle_between(one.facing, wind)]
    return lies - weights.apart * min((distance(one.at, foe.at) for foe in foes.values()), default=0)


def _coming(one: Piece, foes: Fleet, wind: int) -> float:
    """The best fight that a ship may look for: hits given less hits taken in the turns to come."""
    return max((prospect(one, foe, wind) for foe in foes.values()), default=0.0)
