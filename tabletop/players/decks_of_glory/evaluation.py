"""The value of a position for a side, and the decision to leave the battle (DOG-14).

Values are in victory points of the enemy unless a docstring says otherwise.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tabletop.games.decks_of_glory.model import Ship, Side, State, enemy_of
from tabletop.games.decks_of_glory.positions import current_wind, list_active
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex, angle_between, distance
from tabletop.players.decks_of_glory.light_model import ModelShip, assign_broadsides, broadside_kind, expected_loss
from tabletop.players.decks_of_glory.two_ships import SIGHT, prospect

CLOSE_HAULED_COST = 0.15
"""Cost of a close-hauled facing."""
WITHDRAWAL_RATIO = 1.25
"""Ratio of the enemy's strength to the own above which a side leaves the battle."""
SAVED_SHARE = 0.5
"""Share of a ship's points that its withdrawal is worth, for each 1.0 of the ratio above `WITHDRAWAL_RATIO`."""
TURN_TO_EDGE_COST = 0.5
"""Cost of each turn of sailing between a ship and the edge, while its side leaves the battle."""

Fleet = Mapping[str, ModelShip]
"""Ships of a side by key."""


class Weights(msgspec.Struct, frozen=True):
    """Weights of the parts of a position. The expected loss of the enemy has the weight 1.

    Attributes:
        taken: weight of the own expected loss.
        coming: weight of the prospect of a fight in the next turns.
        irons: cost of a ship in irons.
        apart: cost of each hex to the nearest enemy.
        entangled: value of each point by which a ship is stronger than the enemies that it boards.
    """

    taken: float = 1.0
    coming: float = 0.25
    irons: float = 2.5
    apart: float = 0.06
    entangled: float = 0.5


TEMPER_FACTORS = {"bold": 0.75, "steady": 1.0, "cautious": 1.4}
"""Factor on the weight of the own expected loss, by temper."""


def adjust_for_temper(weights: Weights, temper: str) -> Weights:
    """Return `weights` with the own expected loss weighted by `temper`."""
    return replace(weights, taken=weights.taken * TEMPER_FACTORS[temper])


def value_position(mine: Fleet, foes: Fleet, wind: int, weights: Weights) -> float:
    """Return the value of a position before both sides fire.

    It is rounded, so that all machines compare alike.
    """
    given = assign_broadsides(mine.values(), dict(foes))[1]
    taken = assign_broadsides(foes.values(), dict(mine))[1]
    placement = sum(value_placement(one, foes, wind, weights) for one in mine.values())
    against = sum(_best_prospect(one, mine, wind) for one in foes.values())
    return round(given - weights.taken * (taken + weights.coming * against) + placement, 6)


def value_ship(one: ModelShip, foes: Fleet, wind: int, weights: Weights) -> float:
    """Return the value of the position of a single ship against all `foes`. Faster than `value_position`."""
    given = max((_broadside_loss(foe, broadside_kind(one, foe)) for foe in foes.values()), default=0.0)
    taken = max((_broadside_loss(one, broadside_kind(foe, one)) for foe in foes.values()), default=0.0)
    return round(given - weights.taken * taken + value_placement(one, foes, wind, weights), 6)


def _broadside_loss(target: ModelShip, kind: str) -> float:
    """Return the expected loss of `target` by a broadside of `kind`, 0 for no broadside."""
    return expected_loss(target.strength, target.points, (kind,)) if kind else 0.0


def value_placement(one: ModelShip, foes: Fleet, wind: int, weights: Weights) -> float:
    """Return the value of the place and facing of a ship: its prospect, the wind and the nearest enemy."""
    value = weights.coming * _best_prospect(one, foes, wind)
    value -= (0.0, 0.0, CLOSE_HAULED_COST, weights.irons)[angle_between(one.facing, wind)]
    return value - weights.apart * min((distance(one.at, foe.at) for foe in foes.values()), default=0)


def _best_prospect(one: ModelShip, foes: Fleet, wind: int) -> float:
    """Return the prospect, in hits, of the best fight with one of `foes`, or 0 without foes."""
    return max((prospect(one, foe, wind) for foe in foes.values()), default=0.0)


def should_withdraw(state: State, side: Side) -> bool:
    """Return True if `side` may leave the map and the threatening enemies are too strong (DOG-14)."""
    return state.options["leave_map"] and enemy_strength_ratio(state, side) > WITHDRAWAL_RATIO


def enemy_strength_ratio(state: State, side: Side) -> float:
    """Return the strength of the enemies in sight or sailing towards `side`, divided by its strength."""
    own = [state.ships[one] for one in list_active(state, side)]
    foes = [state.ships[one] for one in list_active(state, enemy_of(side))]
    theirs = sum(foe.strength for foe in foes if own and _is_threat(foe, own))
    return theirs / max(sum(one.strength for one in own), 1)


def _is_threat(foe: Ship, own: Sequence[Ship]) -> bool:
    """Return True if `foe` is in sight of the nearest of `own` or faces towards it."""
    near = min(own, key=lambda one: (distance(foe.at, one.at), one.at))
    return distance(foe.at, near.at) <= SIGHT or foe.facing in hexgrid.find_nearer_directions(foe.at, near.at)


def withdrawal_value(state: State, key: str) -> float:
    """Return the value of leaving the map: the points of the ship are safe, but the ship fights no more."""
    ratio = enemy_strength_ratio(state, state.fleet[key].side)
    return SAVED_SHARE * state.fleet[key].points * (ratio - WITHDRAWAL_RATIO)


def turns_to_edge(state: State, at: Hex, facing: int) -> float:
    """Return the number of turns to the edge of the map, straight in the best of the six directions."""
    wind = current_wind(state)
    directions = [one for one in range(hexgrid.SIDES) if ACTIONS[angle_between(one, wind)]]
    return min(
        (angle_between(facing, one) + _hexes_to_edge(state, at, one)) / ACTIONS[angle_between(one, wind)]
        for one in directions
    )


def _hexes_to_edge(state: State, at: Hex, direction: int) -> int:
    """Return the number of hexes to the first hex off the map."""
    count = 1
    while state.sea.holds(hexgrid.hex_ahead(at, direction, count)):
        count += 1
    return count
