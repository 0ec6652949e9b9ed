"""What is under the pointer: an arrow, a place alongside, a single ship of a row, a hex."""

import math
from collections.abc import Iterable

from tabletop.games.decks_of_glory.positions import on_sea
from tabletop.games.decks_of_glory.state import State
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.decks_of_glory import handles, places
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.scene import Pointed
from tabletop.ui.camera import Camera, Xy

NEAR = 17
"""Pixels from the keel within which a ship is meant, however small she is drawn."""
LONGEST = 1.2
"""Table units from the middle of a ship beyond which nothing of her lies."""


def pointed(state: State, ships: dict[str, Placed], overlay: Overlay, camera: Camera, at: tuple[int, int]) -> Pointed:
    """All that lies at a pixel."""
    place = places.hex_at(camera.to_table(*at))
    held = place if on_sea(state.sea, place) else None
    slot = handles.slot_at(state, overlay.choices, camera, at)
    handle = None if slot else handles.handle_at(overlay.facings, camera, at)
    return Pointed(held, ship_at(ships.values(), camera, at) or "", handle, slot)


def ship_at(ships: Iterable[Placed], camera: Camera, at: Xy) -> str | None:
    """The ship whose keel is nearest to a pixel, None if none is near."""
    (x, y), near = camera.to_table(*at), NEAR / camera.scale
    reach = LONGEST + near
    close = [ship for ship in ships if abs(ship.at[0] - x) < reach and abs(ship.at[1] - y) < reach]
    found = [(far, ship.key) for ship in close if (far := from_keel(ship, (x, y))) <= max(near, 0.62 * ship.beam)]
    return min(found)[1] if found else None


def from_keel(ship: Placed, place: Xy) -> float:
    """Distance of a place from the line between stern and bow, table units."""
    (x0, y0), (x1, y1) = ship.along(-0.5, 0), ship.along(0.5, 0)
    dx, dy = x1 - x0, y1 - y0
    share = ((place[0] - x0) * dx + (place[1] - y0) * dy) / (dx * dx + dy * dy)
    held = max(0.0, min(1.0, share))
    return math.hypot(place[0] - x0 - held * dx, place[1] - y0 - held * dy)
