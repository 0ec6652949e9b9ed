"""Distances and bearings: the ruler (2.4), and the distances at which the book sets up Trafalgar (SOTL-T-SET)."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.games.ships_of_the_line.survey.shores import FAIRWAY, LAND
from tabletop.games.ships_of_the_line.words import name_of
from tabletop.geometry import measure
from tabletop.geometry.measure import Gap
from tabletop.geometry.pose import Point


class RulerEnd(msgspec.Struct, frozen=True):
    """An end of the ruler: a place, and the id of a ship, a battery or a part of the coast, or ""."""

    place: Point
    thing: str = ""


class RulerReading(msgspec.Struct, frozen=True):
    """One measured part of a chain of ruler ends.

    Attributes:
        distance: UM; between ships from hull to hull, 0 if they touch.
        bearing: bearing of the second end from the first, whole degrees; between ships from middle to middle.
        start: point at which the ruler touches the first end.
        end: point at which the ruler touches the second end.
        total: UM of the chain so far, this part included.
    """

    distance: float
    bearing: int
    start: Point
    end: Point
    total: float


def build_ruler_end(state: State, key: str) -> RulerEnd:
    """Return the end of the ruler on a ship or a battery, placed at its middle."""
    batteries = state.coast.batteries if state.coast else {}
    return RulerEnd(batteries[key].place if key in batteries else positions.hull_center(state, key), key)


def name_ruler_end(state: State, thing: str) -> str:
    """Return the name of the thing at an end of the ruler, or "" for a place in open water."""
    return _COAST_WORDS.get(thing) or (name_of(state, thing) if thing else "")


_COAST_WORDS = {LAND: "the shore", FAIRWAY: "the edge of the fairway"}


def measure_chain(state: State, marks: Sequence[RulerEnd]) -> tuple[RulerReading, ...]:
    """Return the reading between each end and the next, with running totals; () for fewer than two ends."""
    gaps = [measure.gap(_build_end_shape(state, a), _build_end_shape(state, b)) for a, b in pairwise(marks)]
    totals = accumulate(gap.distance for gap in gaps)
    return tuple(
        RulerReading(
            gap.distance,
            measure.bearing(*_find_bearing_ends(gap, a, b)),
            gap.start,
            gap.end,
            measure.round_length(total),
        )
        for gap, (a, b), total in zip(gaps, pairwise(marks), totals, strict=True)
    )


def _find_bearing_ends(gap: measure.Gap, first: RulerEnd, second: RulerEnd) -> tuple[Point, Point]:
    """Return the points of a bearing: centres and places, but the ends of the ruler along a coast.

    If the ruler touches a coast at distance 0, the places count.
    """
    along = gap.distance and {first.thing, second.thing} & _COAST_WORDS.keys()
    return (gap.start, gap.end) if along else (first.place, second.place)


def _build_end_shape(state: State, end: RulerEnd) -> BaseGeometry:
    """Return the shape that the ruler touches: a hull, a battery, a part of the coast, or a point."""
    if end.thing in state.ships:
        return positions.hull_outline(state, end.thing)
    if state.coast and end.thing:
        return shores.find_thing_shape(state.coast, end.thing, end.place)
    return shapely.Point(end.place.x, end.place.y)


RULE = "SOTL-T-SET"
MAX_GAP_TOUCHING = 0.15
"""Hulls with a smaller gap count as touching, UM."""
_NEAR_TOLERANCE, _FAR_TOLERANCE = 0.25, 1.0
"""Tolerances, UM (SOTL-T-SET2): at distances of 2, 5 and 6, and of 16."""


class BookDistance(msgspec.Struct, frozen=True):
    """A distance that the book states from the ship `first` to the nearest of `others`, UM."""

    id: str
    first: str
    others: tuple[str, ...]
    distance: float
    tolerance: float = _NEAR_TOLERANCE


class MeasuredDistance(msgspec.Struct, frozen=True):
    """A distance of the book as it is in a position, UM; `fits` says if it is within the tolerance.

    `second` is the ship of the others that is nearest to `first`.
    """

    id: str
    first: str
    second: str
    gap: Gap
    wanted: float
    tolerance: float
    fits: bool
    rule: str = RULE


def _list_touching_pairs(*pairs: str) -> Iterator[BookDistance]:
    """Yield a book distance of 0 for each pair of keys, written as ``F12-S11``."""
    for pair in pairs:
        first, second = pair.split("-")
        yield BookDistance("SET-08", first, (second,), 0.0, MAX_GAP_TOUCHING)


BOOK_DISTANCES: tuple[BookDistance, ...] = (
    BookDistance("SET-02", "B1", ("F12",), 6),
    BookDistance("SET-03", "B13", ("S18",), 5),
    BookDistance("SET-04", "B12", ("S1",), 2),
    BookDistance("SET-04", "B12", ("B3",), 6),
    BookDistance("SET-05", "S7", ("F8",), 2),
    BookDistance("SET-06", "B9", ("B8", "B10"), 2),
    BookDistance("SET-06", "B11", ("B8", "B10"), 2),
    *(
        BookDistance("SET-07", ship, (enemy,), 16, _FAR_TOLERANCE)
        for ship in ("B23", "B24", "B25")
        for enemy in ("S33", "F32")
    ),
    *_list_touching_pairs(
        "F12-S11", "F32-S31", "S33-S31", "B26-B27", "B26-B24", "B27-B24", "B23-B24", "B25-B24", "B13-B14"
    ),
)
"""Victory to Bucentaure, Royal Sovereign to Santa Ana, Africa to Neptuno and to Conqueror, and so on."""
_SHIP_NAMES = {
    "B1": "Victory",
    "F12": "Bucentaure",
    "B13": "Royal Sovereign",
    "S18": "Santa Ana",
    "B12": "Africa",
    "S1": "Neptuno",
    "B3": "Conqueror",
    "S7": "San Francisco de Asís",
    "F8": "Mont-Blanc",
    "B9": "Minotaur",
    "B8": "Agamemnon",
    "B10": "Britannia",
    "B11": "Spartiate",
    "B23": "Defence",
    "B24": "Thunderer",
    "B25": "Defiance",
    "S33": "San Juan Nepomuceno",
    "F32": "Berwick",
    "S11": "Santísima Trinidad",
    "S31": "Príncipe de Asturias",
    "B26": "Prince",
    "B27": "Dreadnought",
    "B14": "Mars",
}
"""Names by key: another battle may give the key B1 to another ship."""


def find_book_distances(state: State) -> tuple[BookDistance, ...]:
    """Return the book's distances whose ships are on the map, in the order of the book.

    Ships are known by key and name. Other ends that are not on the map are left out, and a distance without any
    other end.
    """
    there = {
        key
        for key, name in _SHIP_NAMES.items()
        if key in state.cards and state.cards[key].name == name and is_on_map(state, key)
    }
    found = (
        msgspec.structs.replace(one, others=tuple(key for key in one.others if key in there))
        for one in BOOK_DISTANCES
        if one.first in there
    )
    return tuple(one for one in found if one.others)


def measure_book_distances(state: State) -> tuple[MeasuredDistance, ...]:
    """Return the distances of `find_book_distances` with the gaps in the present position."""
    return tuple(_measure(state, one) for one in find_book_distances(state))


def _measure(state: State, wanted: BookDistance) -> MeasuredDistance:
    """Measure the gap to the nearest of the other ships and compare it with the book."""
    second = min(wanted.others, key=lambda other: positions.distance_between(state, wanted.first, other))
    gap = positions.gap_between(state, wanted.first, second)
    fits = abs(gap.distance - wanted.distance) <= wanted.tolerance
    return MeasuredDistance(wanted.id, wanted.first, second, gap, wanted.distance, wanted.tolerance, fits)
