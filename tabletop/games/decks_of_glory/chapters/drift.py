"""DOG-10: derelicts drift with the wind, those furthest downwind first."""

from tabletop.games.decks_of_glory.chapters.entangling import entangle
from tabletop.games.decks_of_glory.events.movement import ShipDrifted, ShipDriftedOff
from tabletop.games.decks_of_glory.positions import beside, eldest, is_entangled, on_sea, wind_of
from tabletop.games.decks_of_glory.state import Hand, State, Unfolding
from tabletop.geometry.hexgrid import ahead, along, opposite


def drift(turn: Unfolding) -> None:
    """Each derelict that is not entangled goes one hex downwind."""
    for key in adrift(turn.state):
        if not is_entangled(turn.state, key):
            _drift(turn, key)


def adrift(state: State) -> list[str]:
    """All derelicts in the order in which they drift; equals in the order of the list."""
    wind = wind_of(state)
    derelicts = [key for key, ship in state.ships.items() if ship.status == "derelict"]
    return sorted(derelicts, key=lambda key: -along(state.ships[key].at, wind))


def _drift(turn: Unfolding, key: str) -> None:
    there = ahead(turn.state.ships[key].at, wind_of(turn.state))
    if not on_sea(turn.state.sea, there):
        turn.emit(ShipDriftedOff(ship=key))
        return
    turn.emit(ShipDrifted(ship=key, at=there))
    if others := beside(turn.state, key):
        facing = turn.state.ships[eldest(turn.state, list(others))].facing
        entangle(turn, key, came_from(facing, wind_of(turn.state)), rule="DOG-10")


def came_from(facing: int, wind: int) -> Hand:
    """The side of ships that face so from which the wind brings a derelict; starboard from dead ahead or astern."""
    return "port" if (opposite(wind) - facing) % 6 in (4, 5) else "starboard"
