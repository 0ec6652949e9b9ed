"""How hexes lie on the table, and by a camera on the screen: x grows to the east and y to the north."""

from functools import lru_cache

from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.camera import Camera, Xy

APOTHEM = 3**0.5 / 2
"""From the middle of a hex to a side, table units."""


class Hexes:
    """The hexes of a table whose unit is from the middle of one to a corner."""

    @staticmethod
    @lru_cache(maxsize=4096)
    def point(place: Hex) -> Xy:
        """The middle of a hex."""
        x, y = hexgrid.centre(place, 1.0)
        return x, -y

    def snap(self, at: Xy) -> Hex:
        """The hex that holds a point."""
        return hexgrid.hex_at(at[0], -at[1], 1.0)

    @staticmethod
    @lru_cache(maxsize=4096)
    def outline(place: Hex) -> tuple[Xy, ...]:
        """The six corners clockwise from the right one."""
        return tuple((x, -y) for x, y in hexgrid.corners(place, 1.0))


HEXES = Hexes()


def to_pixel(camera: Camera, place: Hex) -> tuple[int, int]:
    """The pixel in the middle of a hex."""
    x, y = camera.to_screen(*HEXES.point(place))
    return round(x), round(y)


def heading_of(facing: int) -> int:
    """A facing on the hexes in degrees clockwise from up the map."""
    return 60 * facing
