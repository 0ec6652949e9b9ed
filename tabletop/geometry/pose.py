"""Points and poses on the table.

x grows to the east, y to the north. Headings and bearings are whole degrees clockwise from north.
"""

import math

import msgspec

_RESOLUTION = 3
_SINES = tuple(round(math.sin(math.radians(d)), 9) for d in range(360))
"""Sines rounded far above the differences between mathematical libraries, so that every platform agrees."""


def sine(degrees: int) -> float:
    """Return the sine of a whole number of degrees, the same on every platform."""
    return _SINES[degrees % 360]


def cosine(degrees: int) -> float:
    """Return the cosine of a whole number of degrees, the same on every platform."""
    return _SINES[(degrees + 90) % 360]


def quantise(length: float) -> float:
    """Return a length rounded to 1/1000 of a table unit, half away from zero; never a negative zero."""
    scaled = math.floor(abs(length) * 10**_RESOLUTION + 0.5) / 10**_RESOLUTION
    return math.copysign(scaled, length) if scaled else 0.0


def round_degrees(angle: float) -> int:
    """Return an angle rounded to whole degrees from 0 to 359, half away from zero."""
    return int(math.copysign(math.floor(abs(angle) + 0.5), angle)) % 360


class Point(msgspec.Struct, frozen=True, array_like=True):
    """A place on the table."""

    x: float
    y: float


class Pose(msgspec.Struct, frozen=True):
    """A point and a heading. The point of a ship is the middle of the stern."""

    x: float
    y: float
    heading: int

    @property
    def point(self) -> Point:
        """The point without the heading."""
        return Point(self.x, self.y)

    def advance(self, distance: float) -> "Pose":
        """Return the pose after a move of `distance` straight ahead, quantised."""
        return Pose(
            quantise(self.x + distance * sine(self.heading)),
            quantise(self.y + distance * cosine(self.heading)),
            self.heading,
        )

    def shift(self, east: float, north: float) -> "Pose":
        """Return the pose moved by `east` and `north` without a turn, quantised."""
        return Pose(quantise(self.x + east), quantise(self.y + north), self.heading)

    def turn(self, degrees: int) -> "Pose":
        """Return the pose after a turn on the spot, starboard positive."""
        return Pose(self.x, self.y, (self.heading + degrees) % 360)
