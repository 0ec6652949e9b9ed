"""Where something is heard, to an ear that is where the eye is: above the middle of what is seen."""

import math
from typing import NamedTuple

from tabletop.ui.camera import Camera, Xy

HEIGHT = 0.45
"""Of the ear above the table, in parts of what is seen from top to bottom."""
WIDEST = 0.8
"""How far to a side something is heard at most: what lies beyond the edge is not in one ear alone."""


class Where(NamedTuple):
    """How far off, table units, and how far to the left (to -1) or to the right (to 1)."""

    away: float = 0.0
    across: float = 0.0


HERE = Where()


def seen_from(camera: Camera, place: Xy) -> Where:
    """A place on a table that is looked at so."""
    (x, _), (wide, high) = camera.to_screen(*place), camera.size
    east, north = place[0] - camera.centre[0], place[1] - camera.centre[1]
    return Where(math.hypot(east, north, HEIGHT * high / camera.scale), _side(x, wide))


def in_window(x: float, wide: int) -> Where:
    """A pixel from the left of a window that shows all there is."""
    return Where(0.0, _side(x, wide))


def _side(x: float, wide: int) -> float:
    return WIDEST * max(-1.0, min(1.0, 2 * x / max(1, wide) - 1))
