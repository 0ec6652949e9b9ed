"""What the tool for the sea holds by handles: edges of the map, outlines of land and fairways, batteries."""

from collections.abc import Iterator
from dataclasses import dataclass

from tabletop.authoring.changes import AddEntry, Change, SetField
from tabletop.authoring.draft import Draft
from tabletop.authoring.moves import Move
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor.holds import Hold
from tabletop.ui.screens.editor.marks import Frame, Grip, Mark, Shape

EDGES = {"west": 0, "south": 1, "east": 0, "north": 1}
"""The edges of the map, and which number of a place each of them is."""
ISLAND = ((-1.5, -1.0), (1.5, -1.0), (0.0, 1.5))
"""The corners of new land about its middle, UM."""


@dataclass(frozen=True)
class Edging(Hold):
    """An edge of the map is dragged."""

    edge: str

    def change(self, at: Xy) -> Change | None:
        """To the nearest half UM."""
        return SetField(("map", self.edge), round(2 * at[EDGES[self.edge]]) / 2)


@dataclass(frozen=True)
class Shifting(Hold):
    """A point of an outline, or a battery."""

    def change(self, at: Xy) -> Change | None:
        """As far as the pointer has come."""
        by = round(at[0] - self.start[0], 2), round(at[1] - self.start[1], 2)
        return Move(self.pieces, by) if any(by) else None


def marks(draft: Draft) -> Iterator[Mark]:
    """The edges with their handles, then every outline with its points, then the batteries."""
    sea = draft.state.sea
    yield Frame(((sea.west, sea.south), (sea.east, sea.north)), firm=True)
    if isinstance(draft.data.get("map"), dict):
        across, up = (sea.west + sea.east) / 2, (sea.south + sea.north) / 2
        places = {
            "west": (sea.west, up),
            "east": (sea.east, up),
            "south": (across, sea.south),
            "north": (across, sea.north),
        }
        for edge, at in places.items():
            yield Grip((at,), f"edge.{edge}")
    for piece in draft.pieces:
        if piece.points:
            yield Shape(piece.points)
            for number, at in enumerate(piece.points):
                yield Grip((at,), f"point.{piece.id}:{number}")
        elif piece.kind == "battery":
            yield Grip((piece.at,), f"point.{piece.id}", words=piece.name)


def take(grip: str, at: Xy) -> Hold | None:
    """What dragging one of these handles comes to."""
    kind, _, name = grip.partition(".")
    if kind == "edge":
        return Edging((), at, name)
    return Shifting((name,), at) if kind == "point" else None


def new_land(key: str, at: Xy) -> Change:
    """Three corners about a place, to be dragged where they belong."""
    return AddEntry((key,), [[round(at[0] + x, 1), round(at[1] + y, 1)] for x, y in ISLAND])


def outlined(draft: Draft) -> tuple[str, ...]:
    """The keys of lists of outlines of this game."""
    return tuple(path[0] for path in draft.kit.outlines if path[1:] == ("*",))
