"""What is held by the pointer while it is dragged: each says what change it comes to where the pointer is."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tabletop.authoring.draft import Change
from tabletop.authoring.piece_changes import CopyPieces, Formation, LineUpPieces, MovePieces, SetHeading, WheelPieces
from tabletop.ui.camera import Xy

PieceIds = tuple[str, ...]


@dataclass(frozen=True)
class Drag:
    """Pieces that are dragged from a place."""

    pieces: PieceIds
    start: Xy

    def build_change(self, at: Xy) -> Change | None:
        """What letting go here comes to; None for nothing."""
        raise NotImplementedError


@dataclass(frozen=True)
class FrameDrag(Drag):
    """A frame is drawn; nothing is changed by it."""

    def build_change(self, at: Xy) -> Change | None:
        """Nothing."""


@dataclass(frozen=True)
class MoveDrag(Drag):
    """Pieces are carried, or a copy of them; `way` is from place to place in the measure of the file."""

    file_offset: Callable[[Xy, Xy], tuple[float, float]]
    is_copy: bool = False

    def build_change(self, at: Xy) -> Change | None:
        """As far as the pointer has come."""
        by = self.file_offset(self.start, at)
        if not any(by):
            return None
        return CopyPieces(self.pieces, by) if self.is_copy else MovePieces(self.pieces, by)


@dataclass(frozen=True)
class TurnDrag(Drag):
    """A single piece is turned towards the pointer; `heading` tells the bearing in the measure of the file."""

    center: Xy
    to_heading: Callable[[float], int]

    def build_change(self, at: Xy) -> Change | None:
        """Towards it."""
        return SetHeading(self.pieces, self.to_heading(bearing(self.center, at))) if at != self.center else None


@dataclass(frozen=True)
class WheelDrag(TurnDrag):
    """Several are wheeled about the first of them."""

    first_heading: int = 0

    def build_change(self, at: Xy) -> Change | None:
        """By as much as the pointer has turned; a heading goes round."""
        by = self.to_heading(bearing(self.center, at)) - self.first_heading if at != self.center else 0
        return WheelPieces(self.pieces, by) if by else None


@dataclass(frozen=True)
class IntervalDrag(Drag):
    """The interval of a column is dragged along its line.

    Attributes:
        formation: how it lies.
        ends: the middles of its first and last piece on the table.
        unit: table units from a place to the next one.
        step: in what steps the interval is dragged.
    """

    formation: Formation
    ends: tuple[Xy, Xy]
    unit: float
    step: float

    def interval_at(self, at: Xy) -> float:
        """So much wider as the pointer has come along the line, for each gap up to where it began."""
        long = math.dist(*self.ends) or 1.0
        began, now = self._distance_along(self.start, long), self._distance_along(at, long)
        gaps = max(1, round(began * (len(self.pieces) - 1) / long))
        wide = self.formation.interval + (now - began) / gaps / self.unit
        return max(0.0, round(round(wide / self.step) * self.step, 2))

    def _distance_along(self, at: Xy, long: float) -> float:
        (x, y), (east, north) = self.ends
        return ((at[0] - x) * (east - x) + (at[1] - y) * (north - y)) / long

    def build_change(self, at: Xy) -> Change | None:
        """A straight line with it."""
        line = self.formation
        return LineUpPieces(self.pieces, line.heading, line.bearing, self.interval_at(at))


@dataclass(frozen=True)
class BearingDrag(Drag):
    """The far end of a column is swung about its head; the ships keep their heading."""

    formation: Formation

    def build_change(self, at: Xy) -> Change | None:
        """The line points to the pointer."""
        line = self.formation
        return LineUpPieces(self.pieces, line.heading, bearing(line.at, at), line.interval) if at != line.at else None


def bearing(start: Xy, end: Xy) -> int:
    """Whole degrees clockwise from north."""
    return round(math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))) % 360
