"""Positions of ships, their points of sail, and the ships that share a hex."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tabletop.core.game import StartingPiece
from tabletop.core.state_cache import cache_per_object
from tabletop.games.decks_of_glory import model
from tabletop.games.decks_of_glory.tables import ACTIONS, IRONS
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex

PointOfSail = Literal["running", "close_hauled", "in_irons"]

_POINTS: tuple[PointOfSail, ...] = ("running", "running", "close_hauled", "in_irons")


def list_in_order(state: model.State) -> Iterator[str]:
    """Yield all ships, the first side's, then the second's, each in the order of the list (DOG-27)."""
    for side in state.sides:
        yield from (key for key, vessel in state.fleet.items() if vessel.side == side)


def is_active(ship: model.Ship) -> bool:
    """Return True if a ship is on the map, is not derelict, and has at least a point (DOG-25)."""
    return ship.strength > 0 and ship.status == "sailing"


def list_active(state: model.State, side: model.Side) -> list[str]:
    """Return the active ships of a side, in the order of the list."""
    fleet = state.fleet
    return [key for key, ship in state.ships.items() if fleet[key].side == side and is_active(ship)]


def muster(state: model.State) -> tuple[StartingPiece, ...]:
    """Return every ship as a piece, with its status if the ship is out of action."""
    return tuple(
        StartingPiece(state.fleet[key].side, key, "" if is_active(ship) else ship.status, ship.status == "withdrawn")
        for key, ship in state.ships.items()
    )


def ships_at(state: model.State, place: Hex) -> list[str]:
    """Return the ships in a hex, derelicts included, in the order of the list."""
    return _group_by_hex(state.ships).get(place, [])


def find_occupied_hexes(state: model.State) -> dict[Hex, list[str]]:
    """Return the ships of every hex with any ship, derelicts included, in the order of the list."""
    return _group_by_hex(state.ships)


@cache_per_object
def _group_by_hex(ships: dict[str, model.Ship]) -> dict[Hex, list[str]]:
    """Return the ships on the map by hex. Cached for all states that share `ships`."""
    found: dict[Hex, list[str]] = {}
    for key, ship in ships.items():
        if ship.status in model.ON_MAP:
            found.setdefault(ship.at, []).append(key)
    return found


def find_others_in_hex(state: model.State, key: str) -> tuple[str, ...]:
    """Return the other ships in a ship's hex, in the order of the list."""
    return tuple(other for other in ships_at(state, state.ships[key].at) if other != key)


def is_entangled(state: model.State, key: str) -> bool:
    """Return True if a ship shares its hex with another and has not just cut loose (DOG-25)."""
    way = state.way
    if way is not None and way.ship == key and way.loose_from:
        return False
    return len(_group_by_hex(state.ships).get(state.ships[key].at, ())) > 1


def first_in_hex(state: model.State, keys: Sequence[str]) -> str:
    """Return the ship that has lain longest in the hex that all `keys` share (DOG-26)."""
    return min(keys, key=lambda key: state.ships[key].since)


def row(state: model.State, place: Hex) -> tuple[str, ...]:
    """Return the ships in a hex from port to starboard, as the ship there longest sees them (DOG-26)."""
    keys = sorted(ships_at(state, place), key=lambda key: state.ships[key].place)
    if keys and not is_row_to_starboard(state.ships[first_in_hex(state, keys)].facing):
        keys.reverse()
    return tuple(keys)


def is_row_to_starboard(facing: int) -> bool:
    """Return True if a higher `place` in the row is further to starboard of a ship with this facing."""
    return facing < IRONS


def side_of_neighbour(state: model.State, key: str, other: str) -> model.Hand:
    """Return the side of a ship on which another ship of the same row lies."""
    ship = state.ships[key]
    return "starboard" if (state.ships[other].place > ship.place) == is_row_to_starboard(ship.facing) else "port"


def point_of_sail(facing: int, wind: int) -> PointOfSail:
    """Return the point of sail of a ship with this facing (DOG-2)."""
    return _POINTS[hexgrid.angle_between(facing, wind)]


def current_wind(state: model.State) -> int:
    """Return the direction that the wind blows towards. The wind must have been set."""
    assert state.wind is not None
    return state.wind


def is_in_irons(state: model.State, facing: int) -> bool:
    """Return True if a ship with this facing faces the wind (DOG-2)."""
    return hexgrid.angle_between(facing, current_wind(state)) == IRONS


def count_actions(state: model.State, facing: int) -> int:
    """Return the number of actions of a ship with this facing at the start of its move (DOG-12)."""
    return ACTIONS[hexgrid.angle_between(facing, current_wind(state))]


def format_row_reference(state: model.State, keys: Sequence[str]) -> str:
    """Return the words by which port and starboard of ships are identified.

    Examples: ``her``, ``them as Victory heads``.
    """
    return "her" if len(keys) == 1 else f"them as {model.ship_name(state, first_in_hex(state, keys))} heads"
