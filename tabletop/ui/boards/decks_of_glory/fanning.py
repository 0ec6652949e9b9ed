"""Which long row of ships is fanned out, so that every one of them can be seen and picked."""

from collections.abc import Set

from tabletop.games.decks_of_glory.positions import occupied
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.decks_of_glory.berths import smaller
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.scene import Pointed


def fanned(state: State, crowds: Set[Hex], overlay: Overlay, selected: str, pointed: Pointed) -> Hex | None:
    """The hex whose row is fanned out: of what the pointer is on, else of the chosen ship; None for none.

    A row keeps together while a place alongside it is being chosen. The `crowds` are those of the state.
    """
    if not crowds:
        return None
    asked = {slot.hex for slot in overlay.choices}
    places = [_at(state, pointed.ship), pointed.hex, _at(state, selected)]
    return next((place for place in places if place in crowds and place not in asked), None)


def _at(state: State, key: str) -> Hex | None:
    return state.ships[key].at if key in state.ships else None


def crowds(state: State) -> frozenset[Hex]:
    """The hexes in which ships are drawn smaller for want of room."""
    return frozenset(place for place, keys in occupied(state).items() if smaller(len(keys)) < 1)
