"""What is held by the pointer while it is dragged: each says what change it comes to where the pointer is."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tabletop.authoring.draft import Change
from tabletop.authoring.piece_changes import CopyPieces, Formation, LineUpPieces, MovePieces, SetHeading, WheelPieces
from tabletop.ui.camera import Xy

Chosen = tuple[str, ...]


@dataclass(frozen=True)
class Hold:
    """Pieces that are dragged from a place."""

    pieces: Chosen
    start: Xy

    def change(self, at: Xy) -> Change | None:
        """What letting go here comes to; None for nothing."""
        raise NotImplementedError


@dataclass(frozen=True)
class Framing(Hold):
    """A frame is drawn; nothing is changed by it."""

    def change(self, at: Xy) -> Change | None:
        """Nothing."""


@dataclass(frozen=True)
class Carrying(Hold):
    """Pieces are carried, or a copy of them; `way` is from place to place in the measure of the file."""

    way: Callable[[Xy, Xy], tuple[float, float]]
    copied: bool = False

    def change(self, at: Xy) -> Change | None:
        """As far as the pointer has come."""
        by = self.way(self.start, at)
        if not any(by):
            return None
        return CopyPieces(self.pieces, by) if self.copied else MovePieces(self.pieces, by)


@dataclass(frozen=True)
class Turning(Hold):
    """A single piece is turned towards the pointer; `heading` tells the bearing in the measure of the file."""

    middle: Xy
    heading: Callable[[float], int]

    def change(self, at: Xy) -> Change | None:
        """Towards it."""
        return SetHeading(self.pieces, self.heading(bearing(self.middle, at))) if at != self.middle else None


@dataclass(frozen=True)
class Wheeling(Turning):
    """Several are wheeled about the first of them."""

    was: int = 0

    def change(self, at: Xy) -> Change | None:
        """By as much as the pointer has turned; a heading goes round."""
        by = self.heading(bearing(self.middle, at)) - self.was if at != self.middle else 0
        return WheelPieces(self.pieces, by) if by else None


@dataclass(frozen=True)
class Spreading(Hold):
    """The interval of a column is dragged along its line.

    Attributes:
        column: how it lies.
        ends: the middles of its first and last piece on the table.
        unit: table units from a place to the next one.
        grain: in what steps the interval is dragged.
    """

    column: Formation
    ends: tuple[Xy, Xy]
    unit: float
    grain: float

    def interval(self, at: Xy) -> float:
        """So much wider as the pointer has come along the line, for each gap up to where it began."""
        long = math.dist(*self.ends) or 1.0
        began, now = self._along(self.start, long), self._along(at, long)
        gaps = max(1, round(began * (len(self.pieces) - 1) / long))
        wide = self.column.interval + (now - began) / gaps / self.unit
        return max(0.0, round(round(wide / self.grain) * self.grain, 2))

    def _along(self, at: Xy, long: float) -> float:
        (x, y), (east, north) = self.ends
        return ((at[0] - x) * (east - x) + (at[1] - y) * (north - y)) / long

    def change(self, at: Xy) -> Change | None:
        """A straight line with it."""
        line = self.column
        return LineUpPieces(self.pieces, line.heading, line.bearing, self.interval(at))


@dataclass(frozen=True)
class Swinging(Hold):
    """The far end of a column is swung about its head; the ships keep their heading."""

    column: Formation

    def change(self, at: Xy) -> Change | None:
        """The line points to the pointer."""
        line = self.column
        return LineUpPieces(self.pieces, line.heading, bearing(line.at, at), line.interval) if at != line.at else None


def bearing(start: Xy, end: Xy) -> int:
    """Whole degrees clockwise from north."""
    return round(math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))) % 360
