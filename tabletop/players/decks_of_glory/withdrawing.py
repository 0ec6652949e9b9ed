"""Who had better leave the battle, and how far it is to the edge of the map (DOG-14)."""

from collections.abc import Sequence

from tabletop.games.decks_of_glory.positions import current_wind, list_active
from tabletop.games.decks_of_glory.state import Ship, Side, State, enemy_of
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import SIDES, Hex, angle_between, distance, find_nearer_directions, hex_ahead
from tabletop.players.decks_of_glory.two_ships import REACHED

OUTNUMBERED = 1.25
"""Times its own strength that the enemy has when a side does better to leave."""
SAVED = 0.5
"""Points of a ship that has left, for each time by which the enemy is too strong."""
HOMEWARD = 0.5
"""Points that each turn of sailing costs which still lies between a ship and the edge, while her side makes for it."""


def runs(state: State, side: Side) -> bool:
    """Whether a side makes for the edge: it may, and those who come on are too strong."""
    return state.options["leave_map"] and odds(state, side) > OUTNUMBERED


def odds(state: State, side: Side) -> float:
    """How many times as strong the enemies are who are upon a side's ships or bear down on them."""
    own = [state.ships[one] for one in list_active(state, side)]
    foes = [state.ships[one] for one in list_active(state, enemy_of(side))]
    theirs = sum(foe.strength for foe in foes if own and _comes_on(foe, own))
    return theirs / max(sum(one.strength for one in own), 1)


def _comes_on(foe: Ship, own: Sequence[Ship]) -> bool:
    near = min(own, key=lambda one: (distance(foe.at, one.at), one.at))
    return distance(foe.at, near.at) <= REACHED or foe.facing in find_nearer_directions(foe.at, near.at)


def saved(state: State, key: str) -> float:
    """What it is worth to leave: her points are safe, but she fights no more."""
    return SAVED * state.fleet[key].points * (odds(state, state.fleet[key].side) - OUTNUMBERED)


def turns_to_edge(state: State, at: Hex, facing: int) -> float:
    """Turns that a ship sails before she is off the map, straight in the best direction of the six."""
    wind = current_wind(state)
    ways = [way for way in range(SIDES) if ACTIONS[angle_between(way, wind)]]
    return min(
        (angle_between(facing, way) + _hexes_to_edge(state, at, way)) / ACTIONS[angle_between(way, wind)]
        for way in ways
    )


def _hexes_to_edge(state: State, at: Hex, way: int) -> int:
    count = 1
    while state.sea.holds(hex_ahead(at, way, count)):
        count += 1
    return count
