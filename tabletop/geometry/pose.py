"""Where a piece is and which way it heads.

x grows to the east, y to the north; headings and bearings are whole degrees clockwise from north.
"""

import math

import msgspec

_RESOLUTION = 3
_SINES = tuple(round(math.sin(math.radians(d)), 9) for d in range(360))
"""Sines rounded far above the differences between mathematical libraries, so that every platform agrees."""


def sine(degrees: int) -> float:
    """Sine of a whole number of degrees, the same on every platform."""
    return _SINES[degrees % 360]


def cosine(degrees: int) -> float:
    """Cosine of a whole number of degrees, the same on every platform."""
    return _SINES[(degrees + 90) % 360]


def quantise(length: float) -> float:
    """A length to 1/1000 of a table unit, half away from zero; never a negative zero."""
    scaled = math.floor(abs(length) * 10**_RESOLUTION + 0.5) / 10**_RESOLUTION
    return math.copysign(scaled, length) if scaled else 0.0


def whole_degrees(angle: float) -> int:
    """An angle to whole degrees from 0 to 359, half away from zero."""
    return int(math.copysign(math.floor(abs(angle) + 0.5), angle)) % 360


class Point(msgspec.Struct, frozen=True, array_like=True):
    """A place on the table."""

    x: float
    y: float


class Pose(msgspec.Struct, frozen=True):
    """A place and a heading; for a ship the place is her stern."""

    x: float
    y: float
    heading: int

    @property
    def point(self) -> Point:
        """The place alone."""
        return Point(self.x, self.y)

    def ahead(self, distance: float) -> "Pose":
        """The pose after going straight on, quantised."""
        return Pose(
            quantise(self.x + distance * sine(self.heading)),
            quantise(self.y + distance * cosine(self.heading)),
            self.heading,
        )

    def moved(self, east: float, north: float) -> "Pose":
        """The pose after being carried so far without turning, quantised."""
        return Pose(quantise(self.x + east), quantise(self.y + north), self.heading)

    def turned(self, degrees: int) -> "Pose":
        """The pose after turning on the spot, starboard positive."""
        return Pose(self.x, self.y, (self.heading + degrees) % 360)
