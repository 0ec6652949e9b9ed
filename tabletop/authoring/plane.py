"""Places, ways and turns on the two kinds of map: the open sea in UM and degrees, the grid in hexes and their sides."""

import math
from typing import Protocol

from tabletop.core.phrases import format_count
from tabletop.geometry import hexgrid
from tabletop.geometry.measure import bearing
from tabletop.geometry.pose import Point, cosine, quantise, sine

At = tuple[float, float]
"""A place, or a way from one to another: east and north, or axial q and r."""

_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Plane(Protocol):
    """The arithmetic of a map; `full` is a whole turn."""

    full: int

    def at(self, place: At) -> At:
        """The nearest place where a thing can lie."""

    def ahead(self, place: At, heading: int, distance: float) -> At:
        """The place so far away in a direction."""

    def wheeled(self, place: At, about: At, turn: int) -> At:
        """The place after a turn about another one, clockwise."""

    def bearing(self, a: At, b: At) -> int:
        """The direction of the second place from the first."""

    def way(self, by: At) -> str:
        """A way in words: ``0.51 UM to the south-west``."""


class OpenSea:
    """UM from the middle, to a hundredth where it is reckoned; whole degrees clockwise from north."""

    full = 360

    def at(self, place: At) -> At:
        """To a thousandth (AMB-4)."""
        return quantise(place[0]), quantise(place[1])

    def ahead(self, place: At, heading: int, distance: float) -> At:
        """Straight on, to a hundredth."""
        return round(place[0] + distance * sine(heading), 2), round(place[1] + distance * cosine(heading), 2)

    def wheeled(self, place: At, about: At, turn: int) -> At:
        """About a point, to a hundredth."""
        east, north, s, c = place[0] - about[0], place[1] - about[1], sine(turn), cosine(turn)
        return round(about[0] + east * c + north * s, 2), round(about[1] - east * s + north * c, 2)

    def bearing(self, a: At, b: At) -> int:
        """Whole degrees; north for the same place."""
        return bearing(Point(*a), Point(*b))

    def way(self, by: At) -> str:
        """How far and to which of eight points."""
        far = math.hypot(*by)
        point = _POINTS[round(self.bearing((0, 0), by) / 45) % 8]
        return f"{far:.2f} UM to the {point}"


class Grid:
    """Whole hexes; directions from 0, up, clockwise to 5."""

    full = 6

    def at(self, place: At) -> At:
        """The hex in which it is."""
        return round(place[0]), round(place[1])

    def ahead(self, place: At, heading: int, distance: float) -> At:
        """So many hexes on."""
        return hexgrid.hex_ahead(self._hex(place), heading % 6, round(distance))

    def wheeled(self, place: At, about: At, turn: int) -> At:
        """About a hex, by sides."""
        q, r = round(place[0] - about[0]), round(place[1] - about[1])
        for _ in range(turn % 6):
            q, r = -r, q + r
        return about[0] + q, about[1] + r

    def bearing(self, a: At, b: At) -> int:
        """The direction that leads nearest; of two the first."""
        return next(iter(hexgrid.find_nearer_directions(self._hex(a), self._hex(b))), 0)

    def way(self, by: At) -> str:
        """How many hexes."""
        return format_count(hexgrid.distance((0, 0), self._hex(by)), "hex")

    def _hex(self, place: At) -> hexgrid.Hex:
        return round(place[0]), round(place[1])


SEA, GRID = OpenSea(), Grid()
