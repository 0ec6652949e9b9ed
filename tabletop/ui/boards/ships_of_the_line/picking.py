"""Which ship is under the pointer."""

import math

from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.ships_of_the_line.models import Placed, placed
from tabletop.ui.camera import Camera, Xy

NEAR = 17
"""Pixels from the keel within which a ship is meant, however small she is drawn."""


def pick(state: State, camera: Camera, at: Xy) -> str | None:
    """The ship at a pixel, the nearest where several would do; None over empty sea."""
    place = camera.to_table(*at)
    far = 2 * max(map(max, state.profile.hulls.values())) + NEAR / camera.scale
    found = []
    x, y = place
    for key, marks in state.ships.items():
        stern = marks.pose
        if not -far <= stern.x - x <= far or not -far <= stern.y - y <= far or not on_map(state, key):
            continue
        ship = placed(state, key)
        distance = _from_keel(ship, place) * camera.scale
        if distance <= max(NEAR, 0.6 * ship.beam * camera.scale):
            found.append((distance, key))
    return min(found)[1] if found else None


def _from_keel(ship: Placed, place: Xy) -> float:
    """Distance of a place from the line between stern and bow, table units."""
    (x0, y0), (x1, y1) = ship.along(-0.5, 0), ship.along(0.5, 0)
    dx, dy = x1 - x0, y1 - y0
    share = ((place[0] - x0) * dx + (place[1] - y0) * dy) / (dx * dx + dy * dy)
    held = max(0.0, min(1.0, share))
    return math.hypot(place[0] - x0 - held * dx, place[1] - y0 - held * dy)
