"""What is under the pointer: a place alongside, an arrow, a single ship of a row, a hex."""

from tabletop.games.decks_of_glory.positions import on_sea
from tabletop.games.decks_of_glory.state import State
from tabletop.ui.boards.battle.keels import Keels
from tabletop.ui.boards.decks_of_glory import handles, places
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.camera import Camera

ABEAM = 0.62
"""How far from her keel a ship is meant, in parts of her beam."""


def pointed(state: State, keels: Keels, overlay: Overlay, camera: Camera, at: tuple[int, int]) -> Pointed:
    """All that lies at a pixel."""
    place = places.hex_at(camera.to_table(*at))
    held = place if on_sea(state.sea, place) else None
    slot = handles.slot_at(state, overlay.choices, camera, at) if overlay.choices else None
    handle = handles.handle_at(overlay.facings, camera, at) if overlay.facings and not slot else None
    return Pointed(held, keels.at(camera, at) or "", handle, slot)
