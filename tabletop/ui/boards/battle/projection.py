"""How the places of a game lie on the table, and by a camera on the screen: points of the free sea, or hexes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex
from tabletop.geometry.pose import Point
from tabletop.ui.camera import Camera, Xy

APOTHEM = 3**0.5 / 2
"""From the middle of a hex to a side, table units."""

P = TypeVar("P")


class Projection(Protocol[P]):
    """Between places of a game and the table, in whose units x grows to the east and y to the north."""

    def point(self, place: P) -> Xy:
        """Where a place lies, or its middle."""

    def snap(self, at: Xy) -> P:
        """The place that holds a point of the table."""

    def outline(self, place: P) -> Sequence[Xy]:
        """Its corners; of a mere point that itself."""


def to_pixel(projection: Projection[P], camera: Camera, place: P) -> tuple[int, int]:
    """The pixel in the middle of a place."""
    x, y = camera.to_screen(*projection.point(place))
    return round(x), round(y)


def from_pixel(projection: Projection[P], camera: Camera, pixel: Xy) -> P:
    """The place under a pixel."""
    return projection.snap(camera.to_table(*pixel))


class FreeSea:
    """A place is any point."""

    def point(self, place: Point) -> Xy:
        """Where it lies."""
        return place.x, place.y

    def snap(self, at: Xy) -> Point:
        """The point itself."""
        return Point(*at)

    def outline(self, place: Point) -> tuple[Xy, ...]:
        """The point itself."""
        return (self.point(place),)


class Hexes:
    """A place is a hex; a table unit is from its middle to a corner."""

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


SEA, HEXES = FreeSea(), Hexes()


def heading_of(facing: int) -> int:
    """A facing on the hexes in degrees clockwise from up the map."""
    return 60 * facing
