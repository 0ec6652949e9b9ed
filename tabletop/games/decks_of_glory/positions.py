"""Where ships lie and how they stand to the wind and to each other."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tabletop.core.game import Piece
from tabletop.core.memory import per_object
from tabletop.games.decks_of_glory.state import (
    ON_MAP,
    Hand,
    Ship,
    Side,
    State,
    name,
)
from tabletop.games.decks_of_glory.tables import ACTIONS, IRONS
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex

PointOfSail = Literal["running", "close_hauled", "in_irons"]

_POINTS: tuple[PointOfSail, ...] = ("running", "running", "close_hauled", "in_irons")


def in_order(state: State) -> Iterator[str]:
    """All ships, the first side's, then the second's, each in the order of the list (DOG-27)."""
    for side in state.sides:
        yield from (key for key, vessel in state.fleet.items() if vessel.side == side)


def is_active(ship: Ship) -> bool:
    """On the map, not derelict, with at least a point (DOG-25)."""
    return ship.strength > 0 and ship.status == "sailing"


def active(state: State, side: Side) -> list[str]:
    """The active ships of a side, in the order of the list."""
    fleet = state.fleet
    return [key for key, ship in state.ships.items() if fleet[key].side == side and is_active(ship)]


def muster(state: State) -> tuple[Piece, ...]:
    """Every ship, and why she fights no more."""
    return tuple(
        Piece(state.fleet[key].side, key, "" if is_active(ship) else ship.status, ship.status == "withdrawn")
        for key, ship in state.ships.items()
    )


def ships_at(state: State, place: Hex) -> list[str]:
    """The ships in a hex, derelicts too, in the order of the list."""
    return _lying(state.ships).get(place, [])


def occupied(state: State) -> dict[Hex, list[str]]:
    """The ships of every hex that has any, as `ships_at`."""
    return _lying(state.ships)


@per_object
def _lying(ships: dict[str, Ship]) -> dict[Hex, list[str]]:
    """Of all states in which the ships are the same."""
    found: dict[Hex, list[str]] = {}
    for key, ship in ships.items():
        if ship.status in ON_MAP:
            found.setdefault(ship.at, []).append(key)
    return found


def beside(state: State, key: str) -> tuple[str, ...]:
    """The other ships in a ship's hex, in the order of the list."""
    return tuple(other for other in ships_at(state, state.ships[key].at) if other != key)


def is_entangled(state: State, key: str) -> bool:
    """Whether a ship shares her hex with another and has not just cut loose (DOG-25)."""
    way = state.way
    if way is not None and way.ship == key and way.loose_from:
        return False
    return len(_lying(state.ships).get(state.ships[key].at, ())) > 1


def eldest(state: State, keys: Sequence[str]) -> str:
    """Of some ships in one hex, the one that has lain there longest (DOG-26)."""
    return min(keys, key=lambda key: state.ships[key].since)


def row(state: State, place: Hex) -> tuple[str, ...]:
    """The ships in a hex from port to starboard, as the one that has lain there longest faces (DOG-26)."""
    keys = sorted(ships_at(state, place), key=lambda key: state.ships[key].place)
    if keys and not faces_up(state.ships[eldest(state, keys)].facing):
        keys.reverse()
    return tuple(keys)


def faces_up(facing: int) -> bool:
    """Whether a higher place in the row is further to starboard of a ship that faces so."""
    return facing < IRONS


def side_of(state: State, key: str, other: str) -> Hand:
    """The side of a ship on which another of her row lies."""
    ship = state.ships[key]
    return "starboard" if (state.ships[other].place > ship.place) == faces_up(ship.facing) else "port"


def point_of_sail(facing: int, wind: int) -> PointOfSail:
    """How a ship stands to the wind (DOG-2)."""
    return _POINTS[hexgrid.angle_between(facing, wind)]


def wind_of(state: State) -> int:
    """The direction that the wind blows towards, once it is set."""
    assert state.wind is not None
    return state.wind


def in_irons(state: State, facing: int) -> bool:
    """Whether a ship that faces so faces the wind (DOG-2)."""
    return hexgrid.angle_between(facing, wind_of(state)) == IRONS


def actions_of(state: State, facing: int) -> int:
    """Actions of a ship that faces so at the start of her move (DOG-12)."""
    return ACTIONS[hexgrid.angle_between(facing, wind_of(state))]


def reckoned(state: State, keys: Sequence[str]) -> str:
    """Of whom port and starboard are told where ships lie in one hex: ``her``, or of several as one of them heads."""
    return "her" if len(keys) == 1 else f"them as {name(state, eldest(state, keys))} heads"
