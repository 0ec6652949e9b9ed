"""Where the broadsides of a side can strike as its ships lie (DOG-3, DOG-4, DOG-17, DOG-18)."""

import msgspec

from tabletop.games.decks_of_glory.chapters.sighting import blockers, field, may_fire
from tabletop.games.decks_of_glory.positions import on_sea
from tabletop.games.decks_of_glory.state import Side, State
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER
from tabletop.geometry.hexgrid import Hex


class Threat(msgspec.Struct, frozen=True):
    """A hex that lies under guns.

    Attributes:
        at: the hex.
        distance: to the nearest of the ships, in hexes.
        modifier: added to the hits of the nearest (DOG-18).
        ships: whose broadsides bear on it with nothing between, the nearest first.
    """

    at: Hex
    distance: int
    modifier: int
    ships: tuple[str, ...]


def threats(state: State, side: Side) -> tuple[Threat, ...]:
    """Every hex on which a ship of a side could fire now, were an enemy there; in the order of the hexes."""
    found: dict[Hex, list[tuple[int, str]]] = {}
    for key, vessel in state.fleet.items():
        if vessel.side == side and may_fire(state, key):
            for at, distance in _under(state, key):
                found.setdefault(at, []).append((distance, key))
    return tuple(_threat(at, sorted(bearing, key=lambda one: one[0])) for at, bearing in sorted(found.items()))


def _under(state: State, key: str) -> list[tuple[Hex, int]]:
    """The hexes on the map that one ship has before her guns, each with its range."""
    ship = state.ships[key]
    bearing = field(ship.at, ship.facing).items()
    return [
        (at, distance)
        for at, (_, distance) in bearing
        if on_sea(state.sea, at) and not blockers(state, ship.at, at)
    ]  # fmt: skip


def _threat(at: Hex, bearing: list[tuple[int, str]]) -> Threat:
    nearest = bearing[0][0]
    return Threat(at, nearest, RANGE_MODIFIER[nearest], tuple(key for _, key in bearing))
