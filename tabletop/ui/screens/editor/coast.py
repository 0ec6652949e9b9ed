"""What the tool for the sea holds by handles: edges of the map, outlines of land and fairways, batteries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletop.authoring.draft import AddEntry, Change, CombinedChange, Draft, SetField, switch_on
from tabletop.authoring.kit import Data, Piece
from tabletop.authoring.piece_changes import MovePieces
from tabletop.core.document import DataPath
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.screens.editor.holds import Hold
from tabletop.ui.screens.editor.marks import Frame, Ghost, Grip, Mark, Shape
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Row

EDGES = {"west": 0, "south": 1, "east": 0, "north": 1}
"""The edges of the map, and which number of a place each of them is."""
SWITCH = "coastal"
"""The option without which a coast has no effect."""
COASTAL = ("land", "fairways", "battery")
_NEW = Tip("New", "Adds a triangle in the middle of the view; drag its corners into place.")
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
        return MovePieces(self.pieces, by) if any(by) else None


@dataclass(frozen=True)
class Splitting(Hold):
    """A new corner is dragged out of the middle of an edge; `place` is its number."""

    path: DataPath
    place: int

    def change(self, at: Xy) -> Change | None:
        """It comes to lie there."""
        return AddEntry(self.path, [round(at[0], 2), round(at[1], 2)], self.place)


def marks(bench: Bench, data: Data, pieces: Sequence[Piece]) -> Iterator[Mark]:
    """The edges with their handles, then every outline with its points, then the batteries."""
    said, sea = data.get("map"), bench.draft.state.sea
    edges = {edge: getattr(sea, edge) for edge in EDGES} | (said if isinstance(said, dict) else {})
    yield Frame(((edges["west"], edges["south"]), (edges["east"], edges["north"])), firm=True)
    if isinstance(said, dict):
        middle = (edges["west"] + edges["east"]) / 2, (edges["south"] + edges["north"]) / 2
        for edge, number in EDGES.items():
            yield Grip(((edges[edge], middle[1]) if number == 0 else (middle[0], edges[edge]),), f"edge.{edge}")
    for piece in pieces:
        if piece.points and piece.kind != "deploy":
            yield Shape(piece.points)
            yield from corners(piece)
        elif piece.kind == "battery":
            yield Grip((piece.at,), f"point.{piece.id}", words=piece.name)


def corners(piece: Piece) -> Iterator[Grip]:
    """The points of an outline, and between them where another one can be dragged out."""
    for number, (at, after) in enumerate(zip(piece.points, (*piece.points[1:], piece.points[0]), strict=True)):
        yield Grip((at,), f"point.{piece.id}:{number}")
        yield Grip((((at[0] + after[0]) / 2, (at[1] + after[1]) / 2),), f"split.{piece.id}:{number}")


def take(draft: Draft, grip: str, at: Xy) -> Hold | None:
    """What dragging one of these handles comes to."""
    kind, _, name = grip.partition(".")
    if kind == "edge":
        return Edging((), at, name)
    if kind == "split":
        outline, _, number = name.rpartition(":")
        return Splitting((), at, draft.find_piece(outline).path, int(number) + 1)
    return Shifting((name,), at) if kind == "point" else None


def new_land(draft: Draft, key: str, at: Xy) -> Change:
    """Return the change that draws land or a fairway, three corners about a place, and switches its rules on."""
    corners = [[round(at[0] + x, 1), round(at[1] + y, 1)] for x, y in ISLAND]
    return CombinedChange((*switch_on(draft, SWITCH), AddEntry((key,), corners)), f"New {key.removesuffix('s')}")


def unseen(draft: Draft, pieces: Sequence[Piece]) -> Iterator[Ghost]:
    """Yield land, fairways and batteries of the file that the battle does not have, with the reason."""
    if draft.state.coast:
        return
    off = any(one.switch == SWITCH for one in draft.unheeded)
    words = "No effect: the coastal rules are off" if off else ""
    for piece in pieces:
        if piece.kind in COASTAL:
            yield Ghost(piece.points or (piece.at,), piece.kind, words)
            words = ""  # once is enough


def outlined(draft: Draft) -> tuple[str, ...]:
    """The keys of lists of outlines of this game."""
    return tuple(path[0] for path in draft.kit.outlines if path[1:] == ("*",))


def above(bench: Bench) -> Sequence[Widget]:
    """What brings land and fairways."""
    keys = outlined(bench.draft)
    return [Row([Button(f"coast.{key}", f"New {key.removesuffix('s')}", grow=1, tip=_NEW) for key in keys], gap=8)]
