"""The ruler: distances and bearings between ships, places and what lies along a coast, singly or in a chain (2.4)."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.games.ships_of_the_line.survey.shores import FAIRWAY, LAND
from tabletop.games.ships_of_the_line.words import name_of
from tabletop.geometry import measure
from tabletop.geometry.pose import Point


class Mark(msgspec.Struct, frozen=True):
    """An end of the ruler: a place, or if `thing` names one a ship, a battery, land or a side of a fairway."""

    place: Point
    thing: str = ""


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
    """A ship or a battery as an end of the ruler."""
    batteries = state.coast.batteries if state.coast else {}
    return Mark(batteries[key].place if key in batteries else positions.hull_center(state, key), key)


def named(state: State, thing: str) -> str:
    """What the ruler is laid to; empty for a place."""
    return _ALONG.get(thing) or (name_of(state, thing) if thing else "")


_ALONG = {LAND: "the shore", FAIRWAY: "the edge of the fairway"}


def chain(state: State, marks: Sequence[Mark]) -> tuple[Reading, ...]:
    """From mark to mark, with running totals; empty for fewer than two marks."""
    gaps = [measure.gap(_shape(state, a), _shape(state, b)) for a, b in pairwise(marks)]
    totals = accumulate(gap.distance for gap in gaps)
    return tuple(
        Reading(gap.distance, measure.bearing(*_ends(gap, a, b)), gap.start, gap.end, measure.round_length(total))
        for gap, (a, b), total in zip(gaps, pairwise(marks), totals, strict=True)
    )


def _ends(gap: measure.Gap, first: Mark, second: Mark) -> tuple[Point, Point]:
    """Between what the bearing is taken: middles and places; along a coast the ends of the ruler."""
    along = gap.distance and {first.thing, second.thing} & _ALONG.keys()
    return (gap.start, gap.end) if along else (first.place, second.place)


def _shape(state: State, end: Mark) -> BaseGeometry:
    if end.thing in state.ships:
        return positions.hull_outline(state, end.thing)
    if state.coast and end.thing:
        return shores.shape(state.coast, end.thing, end.place)
    return shapely.Point(end.place.x, end.place.y)
