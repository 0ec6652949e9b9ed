"""Where hexes lie on the table: a table unit is from the middle of a hex to a corner, y grows to the north."""

from functools import lru_cache

from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.camera import Camera, Xy

APOTHEM = 3**0.5 / 2
"""From the middle of a hex to a side."""


@lru_cache(maxsize=4096)
def middle(place: Hex) -> Xy:
    """The middle of a hex, table units."""
    x, y = hexgrid.centre(place, 1.0)
    return x, -y


@lru_cache(maxsize=4096)
def corners(place: Hex) -> tuple[Xy, ...]:
    """The six corners of a hex clockwise from the right one, table units."""
    return tuple((x, -y) for x, y in hexgrid.corners(place, 1.0))


def hex_at(place: Xy) -> Hex:
    """The hex that holds a place on the table."""
    return hexgrid.hex_at(place[0], -place[1], 1.0)


def heading(facing: int) -> int:
    """A facing in degrees clockwise from up the map."""
    return 60 * facing


def pixel(camera: Camera, place: Hex) -> tuple[int, int]:
    """The pixel in the middle of a hex."""
    x, y = camera.to_screen(*middle(place))
    return round(x), round(y)
