"""What is drawn over a battle while it is set up: plain data in table units, the same for the sea and for hexes."""

from dataclasses import dataclass

from tabletop.ui.camera import Xy


@dataclass(frozen=True)
class Mark:
    """Something that is tied to places."""

    points: tuple[Xy, ...]


@dataclass(frozen=True)
class Gap(Mark):
    """A measured line, whether it is as it should be, and that in words; None where nothing is asked of it."""

    words: str
    fits: bool | None = None


@dataclass(frozen=True)
class Spine(Mark):
    """The line through the middles of a column."""


@dataclass(frozen=True)
class Frame(Mark):
    """A rectangle between two corners; it is `firm` where it is the edge of the sea."""

    firm: bool = False


@dataclass(frozen=True)
class Shape(Mark):
    """The outline of what would lie there; `sound` is whether it may."""

    sound: bool = True


@dataclass(frozen=True)
class Ghost(Mark):
    """Land, a fairway or a battery of the file that the battle does not have; `words` say so, or are empty."""

    kind: str
    words: str


@dataclass(frozen=True)
class Waters(Mark):
    """A zone of a side, in its colour, without its holes; a chosen one has a stronger edge."""

    side: str
    words: str
    chosen: bool = False
    holes: tuple[tuple[Xy, ...], ...] = ()


@dataclass(frozen=True)
class Bearing(Mark):
    """A heading, as an arc from north."""

    heading: int


@dataclass(frozen=True)
class Grip(Mark):
    """A handle that can be dragged; it stands so many pixels from its place, at 100 %."""

    id: str
    aside: tuple[float, float] = (0.0, 0.0)
    words: str = ""
