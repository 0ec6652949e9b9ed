"""The ruler: distances and bearings between ships and places, singly or in a chain (2.4, AMB-3)."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.state import State
from tabletop.geometry import measure
from tabletop.geometry.pose import Point


class Mark(msgspec.Struct, frozen=True):
    """An end of the ruler: a place, or the hull of a ship if `ship` names one."""

    place: Point
    ship: str = ""


class Reading(msgspec.Struct, frozen=True):
    """What the ruler shows.

    Attributes:
        distance: UM; between ships from hull to hull, 0 where they touch.
        bearing: of the second end from the first, whole degrees; from the middle of a ship to the middle of a ship.
        start: where the ruler touches the first end.
        end: where it touches the second.
        total: UM of a chain so far, this part included.
    """

    distance: float
    bearing: int
    start: Point
    end: Point
    total: float


def mark(state: State, key: str) -> Mark:
    """A ship as an end of the ruler."""
    return Mark(positions.centre(state, key), key)


def chain(state: State, marks: Sequence[Mark]) -> tuple[Reading, ...]:
    """From mark to mark, with running totals; empty for fewer than two marks."""
    gaps = [measure.gap(_shape(state, a), _shape(state, b)) for a, b in pairwise(marks)]
    totals = accumulate(gap.distance for gap in gaps)
    return tuple(
        Reading(gap.distance, measure.bearing(a.place, b.place), gap.start, gap.end, measure.settled(total))
        for gap, (a, b), total in zip(gaps, pairwise(marks), totals, strict=True)
    )


def _shape(state: State, end: Mark) -> BaseGeometry:
    return positions.outline(state, end.ship) if end.ship else shapely.Point(end.place.x, end.place.y)
