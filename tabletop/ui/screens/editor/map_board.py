"""The battle of a draft on its map: what the pointer, the keys and the panels do with it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from tabletop.authoring import piece_changes
from tabletop.authoring.draft import Change, CombinedChange, ImpossibleChangeError, SetField
from tabletop.authoring.edits import SetValue, apply_edits
from tabletop.authoring.kit import Data, DistanceGauge, Piece
from tabletop.core.document import DataPath
from tabletop.ui import keys
from tabletop.ui.boards.battle.camera_view import PANS
from tabletop.ui.boards.battle.gestures import Gesture, Measuring
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.camera import Xy
from tabletop.ui.input import Input
from tabletop.ui.screens.editor import pieces_panel, zones
from tabletop.ui.screens.editor.dock import EditorDock, build_cartouche
from tabletop.ui.screens.editor.drags import Drag, FrameDrag, IntervalDrag, MoveDrag
from tabletop.ui.screens.editor.form import Form, find_blank_key
from tabletop.ui.screens.editor.inspector import build_inspector
from tabletop.ui.screens.editor.marks import Frame, Mark, MarksWidget, Outline, ZoneArea
from tabletop.ui.screens.editor.session import TOOLS, EditorSession, Tool
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

SHAPE_TOOLS: tuple[Tool, ...] = ("sea", "zone")
"""The tools that shape something other than ships."""
PreviewedPlaces = Mapping[str, tuple[Xy, int]]
"""By piece, the place and heading that a drag would give it, in units of the file."""


def preview_places(session: EditorSession, change: Change) -> PreviewedPlaces:
    """Return the places of pieces after a change, read from its edits; the draft stays as it is."""
    pieces = {piece.path: piece for piece in session.draft.pieces}
    found: dict[str, tuple[Xy, int]] = {}
    for edit in change.build_edits(session.draft):
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
    """The map of a draft with its ships, zones and panels; the base of the sea and the hex map.

    Args:
        session: the editor's session.
        viewer: the state of what is shown.
        surface: the widget that draws the map.
        measuring: the rulers.

    Attributes:
        markings: the marks over the map.
        previewed: the places of pieces if the drag ended now.
    """

    tools: ClassVar[Sequence[str]] = TOOLS
    hints: ClassVar[Sequence[str]] = (
        "place",
        "column",
        "add_drag",
        "spread",
        "copy",
        "turn_port",
        "ruler",
        "fit_book",
        "next_problem",
        "undo",
        "try",
        "rulebook",
    )
    nudge_step: ClassVar[float] = 0.1
    """Distance by which an arrow moves the selection, in units of the file."""
    turn_step: ClassVar[int] = 5
    """Angle by which a key turns the selection, in units of the file."""
    table_units: ClassVar[float] = 1.0
    """Table units in one unit of an interval."""
    interval_step: ClassVar[float] = 0.05
    """Smallest change of the interval of a column."""

    def __init__(
        self, session: EditorSession, viewer: AnyViewer, surface: AnySurface, measuring: Measuring[object]
    ) -> None:
        self.session = session
        self.viewer = viewer
        self.surface = surface
        self.view = surface.view
        self.measuring = measuring
        self.markings = MarksWidget(surface)
        self.previewed: PreviewedPlaces = {}
        self._current_drag: Drag | None = None
        self._data_after: Data | None = None
        self._pointer: Xy = (0.0, 0.0)
        self._is_pointer_over = False
        self._dragged_kind: tuple[str, Xy] | None = None
        """The kind that is dragged off the list, and where it is."""
        self._keys = self._bind_keys()
        self._presses: dict[str, Callable[[], object]] = {
            "zoom.in": lambda: self.view.zoom(1),
            "zoom.out": lambda: self.view.zoom(-1),
            "zoom.fit": self.view.fit,
            "order.open": viewer.toggle_list,
            "order.close": viewer.toggle_list,
            "inspector.open": self._toggle_inspector,
            "inspector.close": self._toggle_inspector,
            "kinds.next": self.place_another,
            "division.new": self.create_division,
            zones.NEW_BUTTON: lambda: self.select_zone(None),
        }
        self._on: Hearing[bool] = hearing(
            On(Gesture, self.handle_gesture),
            On(pieces_panel.KindDragged, self.drag_kind),
            On(Chosen, self._choose_kind, pieces_panel.KIND),
            On(Chosen, self._choose_nation, pieces_panel.NATION),
            On(Chosen, self._choose_side, pieces_panel.SIDE),
            On(Chosen, self._choose_zone_side, zones.SIDE_PICKER),
            On(Chosen, self._select_row, pieces_panel.TREE),
            On(RowOpened, self._show_row, pieces_panel.TREE),
            On(RowAdded, self._toggle_row, pieces_panel.TREE),
            On(Folded, self._click_heading, pieces_panel.TREE),
            On(RowPointed, self._hover_row, pieces_panel.TREE),
        )

    # --- what each game has of its own

    draw_kind: pieces_panel.DrawKind

    def show_draft(self) -> None:
        """Show the draft, or the draft as the current drag would leave it."""
        raise NotImplementedError

    def build_gauges(self) -> Sequence[Widget]:
        """Return the gauges at the lower left of the map."""
        return ()

    def build_cartouche(self) -> Widget:
        """Return the cartouche of the chart."""
        return build_cartouche(self.session.draft, "")

    def to_file_place(self, at: Xy) -> tuple[float, float]:
        """Return a point of the table in units of the file."""
        raise NotImplementedError

    def to_table_point(self, place: tuple[float, float]) -> Xy:
        """Return a place of the file in table units."""
        raise NotImplementedError

    def file_offset(self, start: Xy, end: Xy) -> tuple[float, float]:
        """Return the offset between two points of the table in units of the file."""
        raise NotImplementedError

    def new_piece_outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """Return the outline of a new piece of `kind` at a point of the table, in table units."""
        raise NotImplementedError

    def build_handle_marks(self) -> Iterator[Mark]:
        """Yield spine, handles and measured lines of the selection."""
        raise NotImplementedError

    def start_handle_drag(self, grip: str, at: Xy) -> Drag | None:
        """Return the drag that handle `grip` starts at a point of the table; None for none."""
        raise NotImplementedError

    def start_interval_drag(self, at: Xy) -> Drag | None:
        """Return the drag that changes the interval of the selected column; None for a single ship."""
        lined = self.session.headed_selection
        if len(lined) < 2:
            return None
        ends = self.center_of(lined[0]), self.center_of(lined[-1])
        return IntervalDrag(
            lined,
            at,
            piece_changes.measure_formation(self.session.draft, lined),
            ends,
            self.table_units,
            self.interval_step,
        )

    def start_zone_drag(self, at: Xy) -> Drag | None:
        """Return the drag that draws a zone from a point of the table."""
        raise NotImplementedError

    def zone_at(self, at: Xy) -> int | None:
        """Return the number of the zone at a point of the table; None for none."""
        raise NotImplementedError

    def build_wind_change(self, at: Xy) -> Change | None:
        """Return the change that makes the wind come from a point of the table."""
        raise NotImplementedError

    def build_selection_rows(self) -> Sequence[Widget] | None:
        """Return rows that replace the fields of the selection; None to show the fields."""
        return None

    def build_tool_rows(self) -> Sequence[Widget]:
        """Return the rows of the current tool above the fields."""
        return ()

    def bind_game_keys(self) -> Mapping[str, Callable[[], object]]:
        """Return the keys of this game and their actions."""
        return {}

    def handle_game_report(self, report: Report) -> bool:
        """Handle a report of this game's panels. Return False for any other report."""
        return False

    def measure_distances(self) -> Sequence[DistanceGauge]:
        """Return the distances that the rulebook demands."""
        return ()

    def form_for_tool(self, tool: Tool) -> DataPath | None:
        """Return the path of the fields that a tool opens; None for no fields."""
        deploy = ZONES[:1] if zones.list_entries(self.session.draft.data) else ()
        return {"wind": ("wind",), "sea": (), "zone": deploy}.get(tool)

    # --- what is shown

    def refresh(self) -> None:
        """Show the draft and its marks."""
        self.show_draft()
        self.markings.show_marks(tuple(self._build_marks()))

    def _build_marks(self) -> Iterator[Mark]:
        """Yield the marks: handles, the frame of a drag, and the outline of a new piece."""
        yield from self.build_handle_marks()
        if isinstance(self._current_drag, FrameDrag):
            yield Frame((self._current_drag.start, self._pointer))
        if self._dragged_kind:
            kind, at = self._dragged_kind
            yield Outline(self.new_piece_outline(kind, at))
        elif self.session.tool == "place" and self._is_pointer_over and self.kind_to_place:
            yield Outline(self.new_piece_outline(self.kind_to_place, self._pointer))

    @property
    def kind_to_place(self) -> str:
        """Return the id of the kind that is placed next: the chosen kind, else the first of the list."""
        kinds = [one.id for one in pieces_panel.list_kinds(self.session)]
        return self.session.kind_id if self.session.kind_id in kinds else next(iter(kinds), "")

    def preview_change(self, change: Change | None) -> None:
        """Preview a change in `previewed` or `previewed_data`; nothing is previewed if it is impossible."""
        self.previewed, self._data_after, draft = {}, None, self.session.draft
        try:
            if change and self.session.tool in SHAPE_TOOLS:
                self._data_after = apply_edits(draft.full_data, change.build_edits(draft))
            elif change:
                self.previewed = preview_places(self.session, change)
        except (ImpossibleChangeError, LookupError, TypeError):
            self.previewed = {}

    def release(self) -> None:
        """End the current drag and its preview."""
        self._current_drag, self.previewed, self._data_after = None, {}, None

    @property
    def previewed_data(self) -> Data:
        """Return the data of the file as the current drag would leave them."""
        return self.session.draft.full_data if self._data_after is None else self._data_after

    @property
    def previewed_pieces(self) -> Sequence[Piece]:
        """Return the pieces as the current drag would leave them."""
        return (
            self.session.draft.pieces
            if self._data_after is None
            else self.session.draft.kit.list_pieces(self._data_after)
        )

    def center_of(self, piece: str) -> Xy:
        """Return the place of a piece on the table, previewed if it is dragged."""
        at = self.previewed[piece][0] if piece in self.previewed else self.session.draft.find_piece(piece).at
        return self.to_table_point(at)

    def fleet_center(self) -> Xy:
        """Return the middle of all ships in table units; (0, 0) without ships."""
        xs, ys = zip(*(self.view.chart.places() or [(0.0, 0.0)]), strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    # --- panels

    def build_background(self) -> Sequence[Widget]:
        """Return the map and its marks."""
        return [self.surface, self.markings]

    def build_panels(self, form: Form, room: WindowLayout) -> Sequence[Widget]:
        """Return the dock with the pieces, the inspector and the gauges."""
        if self.session.is_inspector_open is None:
            self.session.is_inspector_open = not room.is_low
        left = pieces_panel.build_pieces_sheet(
            pieces_panel.build_pieces_panel(self.session, self.draw_kind, room.size[1] * 100 / room.theme.scale)
        )
        right = build_inspector(
            self.session, form, self.build_selection_rows(), self.measure_distances(), self.build_tool_rows()
        )
        return [
            EditorDock(
                self.viewer,
                self.view,
                (left, right),
                self.build_gauges(),
                self.build_cartouche(),
                opened=self.session.is_inspector_open,
            )
        ]

    # --- the panels

    def handle_report(self, report: Report) -> bool:
        """Handle a report of the map or its panels. Return False if the panels need no rebuild."""
        if heard := self._on.get(report.key):
            return heard(report)
        if isinstance(report, Pressed) and report.id in self._presses:
            self._presses[report.id]()
            return True
        if isinstance(report, Pressed) and report.id.startswith("gauge."):
            gauge = self.measure_distances()[int(report.id.removeprefix("gauge."))]
            self.view.keep_in_sight((gauge.first, gauge.second))
            return True
        return self.handle_game_report(report)

    def _toggle_inspector(self) -> None:
        """Open or fold the inspector."""
        self.session.is_inspector_open = not self.session.is_inspector_open

    def place_another(self) -> None:
        """Place one more piece of the chosen kind beside the selection, or in the middle of the view."""
        chosen = self.session.selection
        at = (
            self.session.draft.find_piece(chosen[-1]).at
            if chosen
            else self.to_file_place(self.view.camera.to_table(*self.view.middle()))
        )
        self._place_piece(
            self.kind_to_place, self.to_table_point((at[0] + self.copy_offset[0], at[1] + self.copy_offset[1]))
        )

    def create_division(self) -> None:
        """Make the selection a division of its own, or an empty division without a selection."""
        draft = self.session.draft
        if not draft.kit.group_key:
            return
        key = find_blank_key(draft.find_field(("divisions",)))
        named = SetField(("divisions", key), key.replace("_", " ").capitalize())
        self.session.apply(
            CombinedChange((named, piece_changes.JoinGroup(self.session.selection, key)), "New division")
        )

    def _choose_kind(self, report: Chosen) -> bool:
        """Choose the kind that is placed next, and take the tool that places it."""
        self.session.kind_id, self.session.tool = report.value, "place"
        return True

    def _choose_nation(self, report: Chosen) -> bool:
        """List the kinds of a nation."""
        self.session.nation = report.value
        return True

    def _choose_side(self, report: Chosen) -> bool:
        """Show the divisions of a side."""
        self.session.side = report.value
        return True

    def _choose_zone_side(self, report: Chosen) -> bool:
        """Choose the side of the next zone, and clear the selected zone."""
        self.session.side = report.value
        self.select_zone(None)
        return True

    def _select_row(self, report: Chosen) -> bool:
        """Select the piece of a row and bring it into view."""
        self.session.select((report.value,))
        self.view.keep_in_sight(self.session.selection)
        return True

    def _toggle_row(self, report: RowAdded) -> bool:
        """Add the piece of a row to the selection, or remove it."""
        self.session.toggle((report.row,))
        return True

    def _show_row(self, report: RowOpened) -> bool:
        """Zoom to the piece of a row."""
        self.show_pieces((report.row,))
        return True

    def show_pieces(self, pieces: Sequence[str]) -> None:
        """Select the first piece unless it is selected, and bring the pieces into view.

        Zoom to a single piece.
        """
        if pieces[0] not in self.session.selection:
            self.session.select(pieces[:1])
        look = self.view.approach if len(pieces) == 1 else self.view.keep_in_sight
        look(pieces)

    def handle_tool_change(self) -> None:
        """Refresh the map, and bring all zones into view with the zone tool."""
        self.refresh()
        self.view.gather([point for one in self.markings.marks if isinstance(one, ZoneArea) for point in one.points])

    def frame_pieces(self, pieces: Sequence[str], zoom: int | None) -> None:
        """Center the view on the first piece at a zoom; do nothing without a zoom."""
        if pieces and zoom is not None:
            self.view.open_near(pieces[0], zoom)

    def _click_heading(self, report: Folded) -> bool:
        """Select a whole division, or fold it if it is selected."""
        found = next((one.pieces for one in self.session.draft.groups if one.id == report.heading), ())
        if found and set(found) != set(self.session.selection):
            self.session.select(found)
        else:
            self.session.folded_groups ^= {report.heading}
        return True

    def _hover_row(self, report: RowPointed) -> bool:
        """Ring the piece of the row under the pointer. Return False: the panels stay."""
        self.hover(report.row if self._is_piece(report.row) else None)
        return False

    # --- the pointer

    def wants_drag(self, gesture: Gesture) -> bool:
        """Return True if a drag that begins so drags something instead of the map."""
        if self.measuring.wants(gesture) or self.session.tool == "measure":
            return True
        if gesture.button != "left" or self.session.tool in ("place", "wind"):
            return False
        draggable = gesture.shift or self._is_piece(gesture.ship) or self.markings.handle_at(gesture.pixel)
        return bool(draggable) or self.session.tool == "zone"

    def _is_piece(self, piece: str | None) -> bool:
        """Return True if the draft has a piece of that id."""
        return piece in {one.id for one in self.session.draft.pieces}

    def handle_gesture(self, gesture: Gesture) -> bool:
        """Handle a gesture on the map. Return True if the panels must be rebuilt."""
        self._is_pointer_over, self._pointer = gesture.kind != "leave", (gesture.at.x, gesture.at.y)
        measured = (
            replace(gesture, button="right") if self.session.tool == "measure" and gesture.button == "left" else gesture
        )
        if self.measuring.gesture(measured):
            self.refresh()
            return False
        handler = _GESTURE_HANDLERS.get(gesture.kind, MapBoard._hover_gesture)
        must_rebuild = handler(self, gesture)
        self.refresh()
        return must_rebuild

    def _hover_gesture(self, gesture: Gesture) -> bool:
        """Ring the ship under the pointer. Return False: the panels stay."""
        self.hover(gesture.ship)
        return False

    def hover(self, piece: str | None) -> None:
        """Ring a piece on the map."""
        self.surface.ringed = piece

    def _press(self, gesture: Gesture) -> bool:
        """Start the drag under the pointer; a piece that is not selected is selected first.

        Return True if it was.
        """
        if gesture.button != "left" or self.session.tool in ("place", "wind"):
            return False
        at, grip = self._pointer, self.markings.handle_at(gesture.pixel)
        if grip:
            self._current_drag = self.start_handle_drag(grip, at)
            return False
        if self.session.tool == "zone":
            self._current_drag = self.start_zone_drag(at)
            return False
        if not self._is_piece(gesture.ship):
            self._current_drag = FrameDrag((), at) if gesture.shift else None
            return False
        if gesture.alt and gesture.ship:
            return self._press_in_line(gesture.ship)
        is_new = gesture.ship not in self.session.selection and not gesture.shift
        if is_new and gesture.ship:
            self.session.select(self._pieces_to_select(gesture.ship))
        self._current_drag = MoveDrag(self.session.selection, at, self.file_offset, gesture.ctrl)
        return is_new

    def _press_in_line(self, piece: str) -> bool:
        """Start the drag of a line's interval.

        Select the division of `piece` first unless its line is selected.
        """
        is_new = piece not in self.session.headed_selection or len(self.session.headed_selection) < 2
        if is_new:
            self.session.select(self.session.division_of(piece))
        self._current_drag = self.start_interval_drag(self._pointer)
        return is_new

    def _pieces_to_select(self, piece: str) -> tuple[str, ...]:
        """Return the piece, or its whole division with the column tool."""
        return self.session.division_of(piece) if self.session.tool == "column" else (piece,)

    def _drag(self, _gesture: Gesture) -> bool:
        """Preview the change of the current drag. Return False: the panels stay."""
        self.preview_change(self._current_drag.build_change(self._pointer) if self._current_drag else None)
        return False

    def _drop(self, gesture: Gesture) -> bool:
        """End the drag: apply its change, or select the pieces in the frame. Return True if anything changed."""
        drag, at = self._current_drag, self._pointer
        if isinstance(drag, FrameDrag):
            self.release()
            self._select_within(drag.start, at)
            return True
        change = drag.build_change(at) if drag else None
        self.release()
        before = len(zones.list_entries(self.session.draft.data))
        if change:
            self.session.apply(change)
        if len(zones.list_entries(self.session.draft.data)) > before:
            self.select_zone(before)
        return bool(change)

    def _select_within(self, one: Xy, other: Xy) -> None:
        """Add all pieces within a rectangle of the table to the selection."""
        (west, east), (south, north) = (sorted(pair) for pair in zip(one, other, strict=True))
        inside = [
            piece.id
            for piece in self.session.draft.pieces
            for x, y in [self.to_table_point(piece.at)]
            if west <= x <= east and south <= y <= north
        ]
        self.session.select((*self.session.selection, *inside))

    def _click(self, gesture: Gesture) -> bool:
        """Place a piece, set the wind, or select what was clicked, by the tool.

        Return False for other buttons.
        """
        self.release()
        if gesture.button != "left":
            return False
        session, at = self.session, (gesture.at.x, gesture.at.y)
        if session.tool == "place":
            self._place_piece(self.kind_to_place, at)
        elif session.tool == "wind":
            change = self.build_wind_change(at)
            if change:
                session.apply(change)
        elif session.tool == "zone":
            self.handle_zone_click(at)
        elif not self._is_piece(gesture.ship):
            if not (gesture.shift or self.markings.handle_at(gesture.pixel)):
                session.select(())
        elif gesture.ship:
            self._click_piece(gesture.ship, gesture)
        return True

    def handle_zone_click(self, at: Xy) -> None:
        """Show the fields of the zone at a point of the table, or of all zones."""
        self.select_zone(self.zone_at(at))

    def select_zone(self, number: int | None) -> None:
        """Show the fields of a zone; of all zones for None."""
        self.session.open_form(self.form_for_tool("zone") if number is None else (*ZONES, number))

    def _click_piece(self, piece: str, gesture: Gesture) -> None:
        """Select a piece or its division; with Shift, add it to the selection or remove it."""
        pieces = self.session.division_of(piece) if gesture.clicks > 1 else self._pieces_to_select(piece)
        if gesture.shift:
            self.session.toggle(pieces)
        else:
            self.session.select(pieces)

    # --- new pieces

    def drag_kind(self, report: pieces_panel.KindDragged) -> bool:
        """Show a kind that is dragged over the map, or place it. Return True if it was released."""
        over = self._is_uncovered(report.pixel)
        at = self.view.camera.to_table(*report.pixel)
        self._dragged_kind = (report.kind, at) if over and not report.is_dropped else None
        if over and report.is_dropped:
            self._place_piece(report.kind, at)
        self.refresh()
        return report.is_dropped

    def _is_uncovered(self, pixel: tuple[int, int]) -> bool:
        """Return True if no panel covers a pixel of the screen."""
        left, top, right, bottom = self.view.insets
        wide, high = self.view.camera.size
        return left <= pixel[0] <= wide - right and top <= pixel[1] <= high - bottom

    def _place_piece(self, kind: str, at: Xy) -> None:
        """Place a piece with the heading and, for the same nation, the division of the first selected piece."""
        draft, chosen = self.session.draft, self.session.selection
        like = draft.find_piece(chosen[0]) if chosen else None
        heading = like.heading if like and like.heading is not None else 0
        nation = pieces_panel.current_nation(self.session)
        group = like.group if like and like.nation == nation else ""
        self.session.apply(piece_changes.PlacePiece(kind, self.to_file_place(at), heading, nation, group))

    def place_at_pointer(self) -> None:
        """Place the chosen kind under the pointer, or in the middle of the view if a panel lies there."""
        pixel = self.view.pointer if self._is_uncovered(self.view.pointer) else self.view.middle()
        self._place_piece(self.kind_to_place, self.view.camera.to_table(*pixel))

    # --- keys

    def handle_key(self, given: Input) -> bool:
        """Handle a key of the map. Return True if the panels must be rebuilt."""
        reply = self.measuring.key(given)
        if reply is None and given.kind == "key" and given.key in self._keys:
            self._keys[given.key]()
            reply = True  # type: ignore[assignment]
        elif given.kind == "key" and given.key in PANS:
            self.view.pan(*PANS[given.key])
        self.refresh()
        return bool(reply)

    def _bind_keys(self) -> dict[str, Callable[[], object]]:
        """Return the keys of the map and their actions."""
        nudges = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, 1), "Down": (0, -1)}
        return {
            keys.key("place"): self.place_at_pointer,
            keys.key("fit"): self.view.fit,
            keys.key("zoom_in"): lambda: self.view.zoom(1),
            keys.key("zoom_out"): lambda: self.view.zoom(-1),
            keys.key("copy"): self.copy_selection,
            keys.key("remove"): self.remove_selection,
            keys.key("turn_port"): lambda: self.turn_by(-self.turn_step),
            keys.key("turn_starboard"): lambda: self.turn_by(self.turn_step),
            keys.key("next_ship"): lambda: self.select_next(1),
            keys.key("previous_ship"): lambda: self.select_next(-1),
            **{f"Shift+{arrow}": partial(self.move_by, by) for arrow, by in nudges.items()},
            **self.bind_game_keys(),
        }

    def move_by(self, by: tuple[int, int]) -> None:
        """Move the selection by `by` steps east and north."""
        if self.session.selection:
            self.session.apply(
                piece_changes.MovePieces(self.session.selection, (by[0] * self.nudge_step, by[1] * self.nudge_step))
            )

    def turn_by(self, by: int) -> None:
        """Turn each selected piece in place, in units of the file."""
        if self.session.selection:
            self.session.apply(piece_changes.TurnPieces(self.session.selection, by))

    def copy_selection(self) -> None:
        """Copy the selected pieces beside themselves."""
        if self.session.selection:
            self.session.apply(piece_changes.CopyPieces(self.session.selection, self.copy_offset))

    copy_offset: ClassVar[tuple[float, float]] = (0.0, -1.0)
    """Offset of a copy, in units of the file."""

    def remove_selection(self) -> None:
        """Remove the selected zone with the zone tool, else the selected pieces."""
        number = zones.selected_zone(self.session) if self.session.tool == "zone" else None
        if number is not None:
            self.session.apply(zones.build_removed_zone(self.session.draft, number))
            self.select_zone(None)
        elif self.session.selection:
            self.session.apply(piece_changes.RemovePieces(self.session.selection))

    def select_next(self, by: int) -> None:
        """Select the piece `by` places further in the file, and bring it into view."""
        ids = [piece.id for piece in self.session.draft.pieces]
        if not ids:
            return
        now = ids.index(self.session.selection[0]) if self.session.selection else (-1 if by > 0 else 0)
        self.session.select((ids[(now + by) % len(ids)],))
        self.show_draft()
        self.view.keep_in_sight(self.session.selection)

    def go_back(self) -> bool:
        """End a drag, else hide the rulers, close the form, or clear the selection.

        Return False if nothing was left.
        """
        drag = self._current_drag
        self.release()
        if drag or self.measuring.back():
            return True
        had = self.session.form_path is not None or bool(self.session.selection)
        if self.session.form_path is not None:
            self.session.open_form(None)
        else:
            self.session.select(())
        return had


_GESTURE_HANDLERS: dict[str, Callable[[MapBoard, Gesture], bool]] = {
    "press": MapBoard._press,
    "drag": MapBoard._drag,
    "drop": MapBoard._drop,
    "click": MapBoard._click,
}
