"""Which long row of ships is fanned out, so that every one of them can be seen and picked."""

from tabletop.games.decks_of_glory.positions import ships_at
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.decks_of_glory.berths import smaller
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.scene import Pointed


def fanned(state: State, overlay: Overlay, selected: str, pointed: Pointed) -> Hex | None:
    """The hex whose row is fanned out: of what the pointer is on, else of the chosen ship; None for none.

    A row keeps together while a place alongside it is being chosen.
    """
    asked = {slot.hex for slot in overlay.choices}
    places = [_at(state, pointed.ship), pointed.hex, _at(state, selected)]
    return next((place for place in places if place and place not in asked and _crowded(state, place)), None)


def _at(state: State, key: str) -> Hex | None:
    return state.ships[key].at if key in state.ships else None


def _crowded(state: State, place: Hex) -> bool:
    """Whether ships are drawn smaller there for want of room."""
    return smaller(len(ships_at(state, place))) < 1
