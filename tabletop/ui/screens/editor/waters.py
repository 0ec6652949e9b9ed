"""Zones at sea: water with corners, drawn as a rectangle and shaped by its handles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import shapely

from tabletop.authoring.draft import Change, Draft
from tabletop.authoring.kit import Data, Piece
from tabletop.games.ships_of_the_line.state import Sea
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import coast, zones
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.screens.editor.holds import Hold
from tabletop.ui.screens.editor.marks import Grip, Mark, Waters
from tabletop.ui.widgets.base import Widget

LEAST = 0.5
"""UM that a new zone is wide and high at least."""
SWITCH = "deployment"
"""The option without which zones have no meaning."""


@dataclass(frozen=True)
class Boxing(Hold):
    """A rectangle is drawn for a side."""

    bench: Bench

    def change(self, at: Xy) -> Change | None:
        """Once it is large enough, to a tenth of a UM."""
        (west, east), (south, north) = (sorted((round(a, 1), round(b, 1))) for a, b in zip(self.start, at, strict=True))
        if east - west < LEAST or north - south < LEAST:
            return None
        area = [[west, south], [east, south], [east, north], [west, north]]
        return zones.added(self.bench.draft, {"side": zones.side(self.bench), "area": area}, SWITCH)


def extent(draft: Draft) -> str:
    """Return in words how large the sea is, and whether it has a coast."""
    sea: Sea = draft.state.sea
    drawn = "land has no effect" if any(coast.unseen(draft, draft.pieces)) else "no land"
    return f"Sea {sea.east - sea.west:g} × {sea.north - sea.south:g} UM, {'with coast' if draft.state.coast else drawn}"


def marks(bench: Bench, data: Data, pieces: Sequence[Piece]) -> Iterator[Mark]:
    """The zones of both sides with their corners; the chosen one is moved whole, and has more dragged out of it."""
    entries, at = zones.entries(data), zones.chosen(bench)
    for number, piece in _laid(pieces):
        entry, chosen = entries[number], number == at
        yield Waters(piece.points, str(entry.get("side")), zones.words(bench.draft, entry), chosen)
        yield from (one for one in coast.corners(piece) if chosen or one.id.startswith("point."))
        if chosen:
            xs, ys = zip(*piece.points, strict=True)
            yield Grip(((sum(xs) / len(xs), sum(ys) / len(ys)),), f"point.{piece.id}")


def above(bench: Bench) -> Sequence[Widget]:
    """Whose zone is drawn next."""
    return zones.above(bench, "Drag over the sea to draw a zone; click to select one.")


def number_at(pieces: Sequence[Piece], at: Xy) -> int | None:
    """The last one that holds a place."""
    spot = shapely.Point(at)
    held = (number for number, piece in _laid(pieces) if len(piece.points) > 2 and _area(piece).contains(spot))
    return max(held, default=None)


def _area(piece: Piece) -> shapely.Polygon:
    return shapely.Polygon(piece.points)


def _laid(pieces: Sequence[Piece]) -> Iterator[tuple[int, Piece]]:
    """The zones by their numbers."""
    count = len(zones.ZONES)
    return ((int(one.path[count]), one) for one in pieces if one.path[:count] == zones.ZONES)
