"""A battle as it is laid out in the editor: what each game has of its own, and what is shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar

from tabletop.authoring.draft import Change, ImpossibleChangeError
from tabletop.authoring.edits import SetValue, apply_edits
from tabletop.authoring.kit import Data, DistanceGauge, Piece
from tabletop.authoring.piece_changes import measure_formation
from tabletop.core.document import DataPath
from tabletop.ui.boards.battle.measuring import Measuring
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import cartouche, zones
from tabletop.ui.screens.editor.bench import TOOLS, Bench, Tool
from tabletop.ui.screens.editor.holds import Framing, Hold, Spreading
from tabletop.ui.screens.editor.markings import Markings
from tabletop.ui.screens.editor.marks import Frame, Mark, Shape
from tabletop.ui.screens.editor.pieces import Portray, listed
from tabletop.ui.screens.editor.zones import ZONES
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import Report

SHAPING: tuple[Tool, ...] = ("sea", "zone")
"""The tools with which something else than ships is shaped."""
Places = Mapping[str, tuple[Xy, int]]
"""Where pieces are supposed to lie, in the measure of the file, and how they head."""


def places(bench: Bench, change: Change) -> Places:
    """Where pieces would lie after a change, told by its edits without writing them."""
    pieces = {piece.path: piece for piece in bench.draft.pieces}
    found: dict[str, tuple[Xy, int]] = {}
    for edit in change.build_edits(bench.draft):
        piece = pieces.get(edit.path[:-1]) if isinstance(edit, SetValue) else None
        if piece is None or not isinstance(edit, SetValue):
            continue
        at, heading = found.get(piece.id, (piece.at, piece.heading or 0))
        if edit.path[-1] == "at" and isinstance(edit.value, list):
            at = edit.value[0], edit.value[1]
        elif isinstance(edit.value, int):
            heading = edit.value
        found[piece.id] = at, heading
    return found


class Layout:
    """A battle while it is set up.

    Args:
        bench: on which the draft lies.
        viewer: what is shown of it.
        surface: what shows it.
        measuring: its rulers.

    Attributes:
        markings: what is drawn over it.
        supposed: where pieces would lie if what is held were let go.
    """

    tools: ClassVar[Sequence[str]] = TOOLS
    hints: ClassVar[Sequence[str]] = (
        "place", "column", "add_drag", "spread", "copy", "turn_port", "ruler", "fit_book", "next_problem", "undo",
        "try", "rulebook",
    )  # fmt: skip
    nudge: ClassVar[float] = 0.1
    """How far an arrow moves what is chosen, in the measure of the file."""
    turn: ClassVar[int] = 5
    """By how much a key turns it."""
    unit: ClassVar[float] = 1.0
    """Table units from a place to the next one, in the measure of the file."""
    grain: ClassVar[float] = 0.05
    """In what steps the interval of a column is dragged."""

    def __init__(self, bench: Bench, viewer: AnyViewer, surface: AnySurface, measuring: Measuring[object]) -> None:
        self.bench, self.viewer, self.surface, self.view = bench, viewer, surface, surface.view
        self.measuring = measuring
        self.markings = Markings(surface)
        self.supposed: Places = {}
        self._keys: dict[str, Callable[[], object]] = {}
        self._held: Hold | None = None
        self._after: Data | None = None
        self._at: Xy = (0.0, 0.0)
        self._over = False
        self._carried: tuple[str, Xy] | None = None
        """The kind that is dragged off the list, and where it is."""

    # --- what each game has of its own

    portray: Portray

    def show(self) -> None:
        """Show the draft as it is, or as it would be."""
        raise NotImplementedError

    def small(self) -> Sequence[Widget]:
        """What lies small upon the surface at its lower left."""
        return ()

    def cartouche(self) -> Widget:
        """What tells what the chart shows, where there is room for it."""
        return cartouche.of(self.bench.draft, "")

    def written(self, at: Xy) -> tuple[float, float]:
        """A place on the table as the file has it."""
        raise NotImplementedError

    def point(self, place: tuple[float, float]) -> Xy:
        """A place of the file on the table."""
        raise NotImplementedError

    def way(self, start: Xy, end: Xy) -> tuple[float, float]:
        """From a place on the table to another, as the file has it."""
        raise NotImplementedError

    def outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """What a new piece would cover there."""
        raise NotImplementedError

    def grips(self) -> Iterator[Mark]:
        """Spine, handles and measured lines of what is chosen."""
        raise NotImplementedError

    def take(self, grip: str, at: Xy) -> Hold | None:
        """What dragging a handle comes to."""
        raise NotImplementedError

    def spread(self, at: Xy) -> Hold | None:
        """What dragging the interval of a column comes to."""
        lined = self.bench.lined
        if len(lined) < 2:
            return None
        ends = self.middle(lined[0]), self.middle(lined[-1])
        return Spreading(lined, at, measure_formation(self.bench.draft, lined), ends, self.unit, self.grain)

    def draw_zone(self, at: Xy) -> Hold | None:
        """What a drag comes to that begins there with the tool for zones."""
        raise NotImplementedError

    def zone_at(self, at: Xy) -> int | None:
        """Number of the zone that holds a place."""
        raise NotImplementedError

    def set_wind(self, at: Xy) -> Change | None:
        """The wind comes from there."""
        raise NotImplementedError

    def panel(self) -> Sequence[Widget] | None:
        """What the panel at the right shows of what is chosen, where that is more than its fields."""
        return None

    def above(self) -> Sequence[Widget]:
        """What it shows over the fields."""
        return ()

    def more_keys(self) -> Mapping[str, Callable[[], object]]:
        """What keys do in this game alone."""
        return {}

    def own_answer(self, report: Report) -> bool:
        """Reports of the panels of this game; whether it was one."""
        return False

    def measured(self) -> Sequence[DistanceGauge]:
        """The distances of the book."""
        return ()

    def form_of(self, tool: Tool) -> DataPath | None:
        """The part of the file whose fields a tool opens."""
        deploy = ZONES[:1] if zones.entries(self.bench.draft.data) else ()
        return {"wind": ("wind",), "sea": (), "zone": deploy}.get(tool)

    # --- what is shown

    def refresh(self) -> None:
        """Lay the marks, and show the draft."""
        self.show()
        self.markings.lay(tuple(self._marks()))

    def _marks(self) -> Iterator[Mark]:
        yield from self.grips()
        if isinstance(self._held, Framing):
            yield Frame((self._held.start, self._at))
        if self._carried:
            kind, at = self._carried
            yield Shape(self.outline(kind, at))
        elif self.bench.tool == "place" and self._over and self.kind:
            yield Shape(self.outline(self.kind, self._at))

    @property
    def kind(self) -> str:
        """What is placed next: the one chosen in the list, else the first of it."""
        kinds = [one.id for one in listed(self.bench)]
        return self.bench.kind if self.bench.kind in kinds else next(iter(kinds), "")

    def suppose(self, change: Change | None) -> None:
        """Show what a change would come to."""
        self.supposed, self._after, draft = {}, None, self.bench.draft
        try:
            if change and self.bench.tool in SHAPING:
                self._after = apply_edits(draft.full_data, change.build_edits(draft))
            elif change:
                self.supposed = places(self.bench, change)
        except (ImpossibleChangeError, LookupError, TypeError):
            self.supposed = {}

    def let_go(self) -> None:
        """Nothing is held any more."""
        self._held, self.supposed, self._after = None, {}, None

    @property
    def data(self) -> Data:
        """What the file says, or would say if what is held were let go."""
        return self.bench.draft.full_data if self._after is None else self._after

    @property
    def pieces(self) -> Sequence[Piece]:
        """The things with places, likewise."""
        return self.bench.draft.pieces if self._after is None else self.bench.draft.kit.list_pieces(self._after)

    def middle(self, piece: str) -> Xy:
        """Where a piece lies, or is supposed to lie, on the table."""
        at = self.supposed[piece][0] if piece in self.supposed else self.bench.draft.find_piece(piece).at
        return self.point(at)

    def heart(self) -> Xy:
        """The middle of all ships on the table; that of the table where there is none."""
        xs, ys = zip(*(self.view.chart.places() or [(0.0, 0.0)]), strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)
