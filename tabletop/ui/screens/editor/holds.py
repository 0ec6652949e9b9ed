"""What is held by the pointer while it is dragged: each says what change it comes to where the pointer is."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from tabletop.authoring.changes import Change
from tabletop.authoring.fleet import Copy
from tabletop.authoring.moves import Column, Head, LineUp, Move, Wheel
from tabletop.ui.camera import Xy

Chosen = tuple[str, ...]
LEAST_INTERVAL, GRAIN = 0.0, 0.05
"""UM between ships of a column at least, and in what steps it is dragged."""


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
        return Copy(self.pieces, by) if self.copied else Move(self.pieces, by)


@dataclass(frozen=True)
class Turning(Hold):
    """A single piece is turned towards the pointer; `heading` tells the bearing in the measure of the file."""

    middle: Xy
    heading: Callable[[float], int]

    def change(self, at: Xy) -> Change | None:
        """Towards it."""
        return Head(self.pieces, self.heading(bearing(self.middle, at))) if at != self.middle else None


@dataclass(frozen=True)
class Wheeling(Turning):
    """Several are wheeled about the first of them."""

    was: int = 0

    def change(self, at: Xy) -> Change | None:
        """By as much as the pointer has turned; a heading goes round."""
        by = self.heading(bearing(self.middle, at)) - self.was if at != self.middle else 0
        return Wheel(self.pieces, by) if by else None


@dataclass(frozen=True)
class Spreading(Hold):
    """The interval of a column is dragged along its line; `step` is from one of its ships to the next."""

    column: Column
    step: float

    def change(self, at: Xy) -> Change | None:
        """So much wider as the pointer has come along the line for each gap up to where it began."""
        line = self.column
        turned = math.radians(line.bearing)
        along = math.sin(turned), math.cos(turned)
        first, now = ((x - line.at[0]) * along[0] + (y - line.at[1]) * along[1] for x, y in (self.start, at))
        wider = (now - first) / max(1.0, round(first / self.step))
        interval = max(LEAST_INTERVAL, round((line.interval + wider) / GRAIN) * GRAIN)
        return LineUp(self.pieces, line.heading, line.bearing, round(interval, 2))


@dataclass(frozen=True)
class Swinging(Hold):
    """The far end of a column is swung about its head; the ships keep their heading."""

    column: Column

    def change(self, at: Xy) -> Change | None:
        """The line points to the pointer."""
        line = self.column
        return LineUp(self.pieces, line.heading, bearing(line.at, at), line.interval) if at != line.at else None


def bearing(start: Xy, end: Xy) -> int:
    """Whole degrees clockwise from north."""
    return round(math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))) % 360
