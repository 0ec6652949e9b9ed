"""The battle of a draft on its map: what the pointer, the keys and the panels do with it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from tabletop.authoring.draft import Change, CombinedChange, ImpossibleChangeError, SetField
from tabletop.authoring.edits import SetValue, apply_edits
from tabletop.authoring.kit import Data, DistanceGauge, Piece
from tabletop.authoring.piece_changes import (
    CopyPieces,
    JoinGroup,
    MovePieces,
    PlacePiece,
    RemovePieces,
    TurnPieces,
    measure_formation,
)
from tabletop.core.document import DataPath
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.measuring import Measuring
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.room import Room
from tabletop.ui.camera import Xy
from tabletop.ui.input import Input
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.dock import EditorDesk, build_cartouche
from tabletop.ui.screens.editor.drags import Carrying, Framing, Hold, Spreading
from tabletop.ui.screens.editor.form import Form, blank_key
from tabletop.ui.screens.editor.inspector import inspector
from tabletop.ui.screens.editor.marks import Frame, Mark, Markings, Shape, Waters
from tabletop.ui.screens.editor.pieces_panel import (
    KIND,
    NATION,
    SIDE,
    TREE,
    Carried,
    Portray,
    left_panel,
    listed,
    pieces_sheet,
    shown_nation,
)
from tabletop.ui.screens.editor.session import TOOLS, Bench, Tool
from tabletop.ui.screens.editor.zones import ZONES
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.report import (
    Chosen,
    Folded,
    Hearing,
    On,
    Pressed,
    Report,
    RowAdded,
    RowOpened,
    RowPointed,
    hearing,
)

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


class MapBoard:
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
        self._held: Hold | None = None
        self._after: Data | None = None
        self._at: Xy = (0.0, 0.0)
        self._over = False
        self._carried: tuple[str, Xy] | None = None
        """The kind that is dragged off the list, and where it is."""
        self._keys = self._bound()
        self._presses: dict[str, Callable[[], object]] = {
            "zoom.in": lambda: self.view.zoom(1), "zoom.out": lambda: self.view.zoom(-1), "zoom.fit": self.view.fit,
            "order.open": viewer.toggle_list, "order.close": viewer.toggle_list, "inspector.open": self._fold,
            "inspector.close": self._fold, "kinds.next": self.reinforce, "division.new": self.new_division,
            zones.NEW: lambda: self.choose_zone(None),
        }  # fmt: skip
        self._on: Hearing[bool] = hearing(
            On(Gesture, self.gesture), On(Carried, self.carry), On(Chosen, self._kind_chosen, KIND),
            On(Chosen, self._nation_chosen, NATION), On(Chosen, self._side_chosen, SIDE),
            On(Chosen, self._zone_side, zones.SIDE), On(Chosen, self._row, TREE),
            On(RowOpened, self._sought, TREE), On(RowAdded, self._row_too, TREE), On(Folded, self._heading, TREE),
            On(RowPointed, self._pointed, TREE),
        )  # fmt: skip

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
        return build_cartouche(self.bench.draft, "")

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

    # --- panels

    def under(self) -> Sequence[Widget]:
        """The table and what is drawn over it."""
        return [self.surface, self.markings]

    def panels(self, form: Form, room: Room) -> Sequence[Widget]:
        """Pieces, what is chosen, and what lies small between them."""
        if self.bench.inspected is None:
            self.bench.inspected = not room.low
        left = pieces_sheet(left_panel(self.bench, self.portray, room.size[1] * 100 / room.theme.scale))
        right = inspector(self.bench, form, self.panel(), self.measured(), self.above())
        return [
            EditorDesk(
                self.viewer, self.view, (left, right), self.small(), self.cartouche(), opened=self.bench.inspected
            )
        ]

    def tick(self) -> None:
        """Nothing moves by itself but the camera."""

    # --- the panels

    def answer(self, report: Report) -> bool:
        """Reports of the table and of its panels."""
        if heard := self._on.get(report.key):
            return heard(report)
        if isinstance(report, Pressed) and report.id in self._presses:
            self._presses[report.id]()
            return True
        if isinstance(report, Pressed) and report.id.startswith("gauge."):
            gauge = self.measured()[int(report.id.removeprefix("gauge."))]
            self.view.keep_in_sight((gauge.first, gauge.second))
            return True
        return self.own_answer(report)

    def _fold(self) -> None:
        self.bench.inspected = not self.bench.inspected

    def reinforce(self) -> None:
        """One more of the chosen kind, beside what is chosen."""
        chosen = self.bench.chosen
        at = (
            self.bench.draft.find_piece(chosen[-1]).at
            if chosen
            else self.written(self.view.camera.to_table(*self.view.middle()))
        )
        self._place(self.kind, self.point((at[0] + self.beside[0], at[1] + self.beside[1])))

    def new_division(self) -> None:
        """What is chosen becomes a division of its own; with nothing chosen it is empty, and ships join it later."""
        draft = self.bench.draft
        if not draft.kit.group_key:
            return
        key = blank_key(draft.find_field(("divisions",)))
        named = SetField(("divisions", key), key.replace("_", " ").capitalize())
        self.bench.do(CombinedChange((named, JoinGroup(self.bench.chosen, key)), "New division"))

    def _kind_chosen(self, report: Chosen) -> bool:
        self.bench.kind, self.bench.tool = report.value, "place"
        return True

    def _nation_chosen(self, report: Chosen) -> bool:
        self.bench.nation = report.value
        return True

    def _side_chosen(self, report: Chosen) -> bool:
        self.bench.side = report.value
        return True

    def _zone_side(self, report: Chosen) -> bool:
        """What is drawn next is a zone of that side, and no part of another."""
        self.bench.side = report.value
        self.choose_zone(None)
        return True

    def _row(self, report: Chosen) -> bool:
        self.bench.choose((report.value,))
        self.view.keep_in_sight(self.bench.chosen)
        return True

    def _row_too(self, report: RowAdded) -> bool:
        self.bench.choose_too((report.row,))
        return True

    def _sought(self, report: RowOpened) -> bool:
        self.seek((report.row,))
        return True

    def seek(self, pieces: Sequence[str]) -> None:
        """Choose the first, unless she is chosen; of one come so near that she can be read."""
        if pieces[0] not in self.bench.chosen:
            self.bench.choose(pieces[:1])
        look = self.view.approach if len(pieces) == 1 else self.view.keep_in_sight
        look(pieces)

    def taken(self) -> None:
        """With that of zones all of them come into view."""
        self.refresh()
        self.view.gather([point for one in self.markings.marks if isinstance(one, Waters) for point in one.points])

    def look_near(self, pieces: Sequence[str], zoom: int | None) -> None:
        """Begin with the first of them in the middle."""
        if pieces and zoom is not None:
            self.view.open_near(pieces[0], zoom)

    def _heading(self, report: Folded) -> bool:
        """A division: chosen at first, folded once it is."""
        found = next((one.pieces for one in self.bench.draft.groups if one.id == report.heading), ())
        if found and set(found) != set(self.bench.chosen):
            self.bench.choose(found)
        else:
            self.bench.folded ^= {report.heading}
        return True

    def _pointed(self, report: RowPointed) -> bool:
        self.hover(report.row if self._mine(report.row) else None)
        return False

    # --- the pointer

    def wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so holds something, and does not move the table."""
        if self.measuring.wants(gesture) or self.bench.tool == "measure":
            return True
        if gesture.button != "left" or self.bench.tool in ("place", "wind"):
            return False
        held = gesture.shift or self._mine(gesture.ship) or self.markings.grip_at(gesture.pixel)
        return bool(held) or self.bench.tool == "zone"

    def _mine(self, piece: str | None) -> bool:
        return piece in {one.id for one in self.bench.draft.pieces}

    def gesture(self, gesture: Gesture) -> bool:
        """What the pointer did; whether the panels must be composed anew."""
        self._over, self._at = gesture.kind != "leave", (gesture.at.x, gesture.at.y)
        meant = (
            replace(gesture, button="right") if self.bench.tool == "measure" and gesture.button == "left" else gesture
        )
        if self.measuring.gesture(meant):
            self.refresh()
            return False
        done = _POINTED.get(gesture.kind, MapBoard._look)
        anew = done(self, gesture)
        self.refresh()
        return anew

    def _look(self, gesture: Gesture) -> bool:
        self.hover(gesture.ship)
        return False

    def hover(self, piece: str | None) -> None:
        """Ring what is under the pointer."""
        self.surface.ringed = piece

    def _press(self, gesture: Gesture) -> bool:
        """Take hold of what lies there; a piece that was not chosen is chosen first."""
        if gesture.button != "left" or self.bench.tool in ("place", "wind"):
            return False
        at, grip = self._at, self.markings.grip_at(gesture.pixel)
        if grip:
            self._held = self.take(grip, at)
            return False
        if self.bench.tool == "zone":
            self._held = self.draw_zone(at)
            return False
        if not self._mine(gesture.ship):
            self._held = Framing((), at) if gesture.shift else None
            return False
        if gesture.alt and gesture.ship:
            return self._press_in_line(gesture.ship)
        anew = gesture.ship not in self.bench.chosen and not gesture.shift
        if anew and gesture.ship:
            self.bench.choose(self._meant(gesture.ship))
        self._held = Carrying(self.bench.chosen, at, self.way, gesture.ctrl)
        return anew

    def _press_in_line(self, piece: str) -> bool:
        """Take hold of the interval of the line in which it lies: of what is chosen, else of its division."""
        anew = piece not in self.bench.lined or len(self.bench.lined) < 2
        if anew:
            self.bench.choose(self.bench.group_of(piece))
        self._held = self.spread(self._at)
        return anew

    def _meant(self, piece: str) -> tuple[str, ...]:
        """A piece, or with the tool for columns her whole division."""
        return self.bench.group_of(piece) if self.bench.tool == "column" else (piece,)

    def _drag(self, _gesture: Gesture) -> bool:
        self.suppose(self._held.change(self._at) if self._held else None)
        return False

    def _drop(self, gesture: Gesture) -> bool:
        held, at = self._held, self._at
        if isinstance(held, Framing):
            self.let_go()
            self._choose_within(held.start, at)
            return True
        change = held.change(at) if held else None
        self.let_go()
        before = len(zones.entries(self.bench.draft.data))
        if change:
            self.bench.do(change)
        if len(zones.entries(self.bench.draft.data)) > before:
            self.choose_zone(before)
        return bool(change)

    def _choose_within(self, one: Xy, other: Xy) -> None:
        (west, east), (south, north) = (sorted(pair) for pair in zip(one, other, strict=True))
        inside = [
            piece.id for piece in self.bench.draft.pieces
            for x, y in [self.point(piece.at)] if west <= x <= east and south <= y <= north
        ]  # fmt: skip
        self.bench.choose((*self.bench.chosen, *inside))

    def _click(self, gesture: Gesture) -> bool:
        self.let_go()
        if gesture.button != "left":
            return False
        bench, at = self.bench, (gesture.at.x, gesture.at.y)
        if bench.tool == "place":
            self._place(self.kind, at)
        elif bench.tool == "wind":
            change = self.set_wind(at)
            if change:
                bench.do(change)
        elif bench.tool == "zone":
            self.click_zone(at)
        elif not self._mine(gesture.ship):
            if not (gesture.shift or self.markings.grip_at(gesture.pixel)):
                bench.choose(())
        elif gesture.ship:
            self._click_on(gesture.ship, gesture)
        return True

    def click_zone(self, at: Xy) -> None:
        """Its fields are shown; beside all zones those of the whole."""
        self.choose_zone(self.zone_at(at))

    def choose_zone(self, number: int | None) -> None:
        """The fields of a zone, or of all, are shown."""
        self.bench.open_form(self.form_of("zone") if number is None else (*ZONES, number))

    def _click_on(self, piece: str, gesture: Gesture) -> None:
        meant = self.bench.group_of(piece) if gesture.clicks > 1 else self._meant(piece)
        if gesture.shift:
            self.bench.choose_too(meant)
        else:
            self.bench.choose(meant)

    # --- new pieces

    def carry(self, report: Carried) -> bool:
        """A kind is dragged off the list; let go over the table it lies there. Whether the panels are composed anew."""
        over = self._free(report.pixel)
        at = self.view.camera.to_table(*report.pixel)
        self._carried = (report.kind, at) if over and not report.dropped else None
        if over and report.dropped:
            self._place(report.kind, at)
        self.refresh()
        return report.dropped

    def _free(self, pixel: tuple[int, int]) -> bool:
        """Whether no panel lies there."""
        left, top, right, bottom = self.view.insets
        wide, high = self.view.camera.size
        return left <= pixel[0] <= wide - right and top <= pixel[1] <= high - bottom

    def _place(self, kind: str, at: Xy) -> None:
        """Place one, heading as the first of the chosen, and choose it."""
        draft, chosen = self.bench.draft, self.bench.chosen
        like = draft.find_piece(chosen[0]) if chosen else None
        heading = like.heading if like and like.heading is not None else 0
        nation = shown_nation(self.bench)
        group = like.group if like and like.nation == nation else ""
        self.bench.do(PlacePiece(kind, self.written(at), heading, nation, group))

    def place_here(self) -> None:
        """Place the chosen kind under the pointer, or in the middle of what is seen."""
        pixel = self.view.pointer if self._free(self.view.pointer) else self.view.middle()
        self._place(self.kind, self.view.camera.to_table(*pixel))

    # --- keys

    def key(self, given: Input) -> bool:
        """A key; whether it was one of the board's, after which panels are composed anew."""
        reply = self.measuring.key(given)
        if reply is None and given.kind == "key" and given.key in self._keys:
            self._keys[given.key]()
            reply = True  # type: ignore[assignment]
        elif given.kind == "key" and given.key in PANS:
            self.view.pan(*PANS[given.key])
        self.refresh()
        return bool(reply)

    def _bound(self) -> dict[str, Callable[[], object]]:
        nudges = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)}
        return {
            keys.key("place"): self.place_here, keys.key("fit"): self.view.fit,
            keys.key("zoom_in"): lambda: self.view.zoom(1), keys.key("zoom_out"): lambda: self.view.zoom(-1),
            keys.key("copy"): self.copy, keys.key("remove"): self.remove,
            keys.key("turn_port"): lambda: self.turn_by(-self.turn),
            keys.key("turn_starboard"): lambda: self.turn_by(self.turn),
            keys.key("next_ship"): lambda: self.step(1), keys.key("previous_ship"): lambda: self.step(-1),
            **{f"Shift+{arrow}": partial(self.move_by, by) for arrow, by in nudges.items()},
            **self.more_keys(),
        }  # fmt: skip

    def move_by(self, by: tuple[int, int]) -> None:
        """A little that way."""
        if self.bench.chosen:
            self.bench.do(MovePieces(self.bench.chosen, (by[0] * self.nudge, by[1] * self.nudge)))

    def turn_by(self, by: int) -> None:
        """Each about herself."""
        if self.bench.chosen:
            self.bench.do(TurnPieces(self.bench.chosen, by))

    def copy(self) -> None:
        """The same once more beside it, chosen from now on."""
        if self.bench.chosen:
            self.bench.do(CopyPieces(self.bench.chosen, self.beside))

    beside: ClassVar[tuple[float, float]] = (0.0, -1.0)
    """Where a copy lies, in the measure of the file."""

    def remove(self) -> None:
        """Away with what is chosen, or with a zone."""
        number = zones.chosen(self.bench) if self.bench.tool == "zone" else None
        if number is not None:
            self.bench.do(zones.without(self.bench.draft, number))
            self.choose_zone(None)
        elif self.bench.chosen:
            self.bench.do(RemovePieces(self.bench.chosen))

    def step(self, by: int) -> None:
        """The next or previous piece of the file, brought into view."""
        ids = [piece.id for piece in self.bench.draft.pieces]
        if not ids:
            return
        now = ids.index(self.bench.chosen[0]) if self.bench.chosen else (-1 if by > 0 else 0)
        self.bench.choose((ids[(now + by) % len(ids)],))
        self.show()
        self.view.keep_in_sight(self.bench.chosen)

    def back(self) -> bool:
        """Esc: what is held, then the rulers, then a form, then what is chosen; whether there was any."""
        held = self._held
        self.let_go()
        if held or self.measuring.back():
            return True
        had = self.bench.form is not None or bool(self.bench.chosen)
        if self.bench.form is not None:
            self.bench.open_form(None)
        else:
            self.bench.choose(())
        return had


_POINTED: dict[str, Callable[[MapBoard, Gesture], bool]] = {
    "press": MapBoard._press, "drag": MapBoard._drag, "drop": MapBoard._drop, "click": MapBoard._click,
}  # fmt: skip
