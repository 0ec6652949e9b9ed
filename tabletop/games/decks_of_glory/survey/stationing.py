"""Placing ships before play: in which hexes, and how a ship lies now."""

from collections.abc import Iterable, Iterator

from tabletop.games.decks_of_glory.chapters import placing
from tabletop.games.decks_of_glory.commands import PlaceShip
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex


def hexes(state: State, keys: Iterable[str]) -> Iterator[Hex]:
    """The hexes of the map in which some ships may be placed, each once."""
    found = dict.fromkeys(place for key in keys for place in placing.hexes(state, key))
    return (place for place in found if state.sea.holds(place))


def as_lies(state: State, key: str) -> PlaceShip:
    """The order that leaves a ship where she is."""
    lies = placing.berth(state, key)
    return PlaceShip(state.fleet[key].side, key, lies.at, lies.facing)
