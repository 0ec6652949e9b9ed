"""The drags of the pointer over a map. Each returns the change for the place of the pointer."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tabletop.authoring.draft import Change
from tabletop.authoring.piece_changes import CopyPieces, Formation, LineUpPieces, MovePieces, SetHeading, WheelPieces
from tabletop.ui.camera import Xy

PieceIds = tuple[str, ...]


@dataclass(frozen=True)
class Drag:
    """A drag that began at `start`, in table units, with the pieces it holds."""

    pieces: PieceIds
    start: Xy

    def build_change(self, at: Xy) -> Change | None:
        """Return the change if the pointer is released at `at`, in table units; None for no change."""
        raise NotImplementedError


@dataclass(frozen=True)
class FrameDrag(Drag):
    """A drag that draws a frame; it changes nothing."""

    def build_change(self, at: Xy) -> Change | None:
        """Return None."""


@dataclass(frozen=True)
class MoveDrag(Drag):
    """A drag that moves pieces or copies of them.

    `file_offset` converts two table points to an offset in the file.
    """

    file_offset: Callable[[Xy, Xy], tuple[float, float]]
    is_copy: bool = False

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that moves, or copies, the pieces as far as the pointer has moved."""
        by = self.file_offset(self.start, at)
        if not any(by):
            return None
        return CopyPieces(self.pieces, by) if self.is_copy else MovePieces(self.pieces, by)


@dataclass(frozen=True)
class TurnDrag(Drag):
    """A drag that turns a piece towards the pointer.

    `to_heading` converts degrees to a heading of the file.
    """

    center: Xy
    to_heading: Callable[[float], int]

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that turns the piece towards the pointer."""
        return SetHeading(self.pieces, self.to_heading(bearing(self.center, at))) if at != self.center else None


@dataclass(frozen=True)
class WheelDrag(TurnDrag):
    """A drag that wheels several pieces about the first of them."""

    first_heading: int = 0

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that wheels the pieces by as much as the pointer has turned."""
        by = self.to_heading(bearing(self.center, at)) - self.first_heading if at != self.center else 0
        return WheelPieces(self.pieces, by) if by else None


@dataclass(frozen=True)
class IntervalDrag(Drag):
    """A drag that changes the interval of a column.

    Attributes:
        formation: the column at the start of the drag.
        ends: the centers of its first and last piece, table units.
        unit: table units in one unit of the interval.
        step: the smallest change of the interval.
    """

    formation: Formation
    ends: tuple[Xy, Xy]
    unit: float
    step: float

    def interval_at(self, at: Xy) -> float:
        """Return the interval for a pointer at `at`, at least 0 and a multiple of `step`."""
        long = math.dist(*self.ends) or 1.0
        began, now = self._distance_along(self.start, long), self._distance_along(at, long)
        gaps = max(1, round(began * (len(self.pieces) - 1) / long))
        wide = self.formation.interval + (now - began) / gaps / self.unit
        return max(0.0, round(round(wide / self.step) * self.step, 2))

    def _distance_along(self, at: Xy, long: float) -> float:
        """Return how far `at` lies along the line, in table units; `long` is the length of the line."""
        (x, y), (east, north) = self.ends
        return ((at[0] - x) * (east - x) + (at[1] - y) * (north - y)) / long

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that puts the pieces in a straight line with the new interval."""
        line = self.formation
        return LineUpPieces(self.pieces, line.heading, line.bearing, self.interval_at(at))


@dataclass(frozen=True)
class BearingDrag(Drag):
    """A drag that swings the far end of a column about its head; the ships keep their heading."""

    formation: Formation

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that makes the line point to the pointer."""
        line = self.formation
        return LineUpPieces(self.pieces, line.heading, bearing(line.at, at), line.interval) if at != line.at else None


def bearing(start: Xy, end: Xy) -> int:
    """Return the bearing from `start` to `end` in whole degrees clockwise from north."""
    return round(math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))) % 360
