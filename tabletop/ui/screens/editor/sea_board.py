"""The sea while a battle is set up: ships, columns, coast and zones with their handles."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pygame
import shapely
from msgspec.structs import replace

from tabletop.authoring.draft import AddEntry, Change, CombinedChange, Draft, SetField, switch_on
from tabletop.authoring.kit import Data, DistanceGauge, Piece, PieceKind
from tabletop.authoring.piece_changes import Formation, MovePieces, measure_formation
from tabletop.core.document import DataPath
from tabletop.games.ships_of_the_line.model import Sea, State, is_on_map
from tabletop.games.ships_of_the_line.model import compass_point as wind_point
from tabletop.games.ships_of_the_line.survey.distances import build_ruler_end, measure_chain
from tabletop.games.ships_of_the_line.survey.shores import find_thing_at
from tabletop.geometry.hull import corners, stern_pose
from tabletop.ui import keys
from tabletop.ui.assets import anchors
from tabletop.ui.boards.battle.gestures import Gesture, Measuring
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.ships_of_the_line import view_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, SelectedShip
from tabletop.ui.boards.ships_of_the_line.panels.instruments import SMALL, Compass, ScaleBar
from tabletop.ui.boards.ships_of_the_line.surface import SeaChart
from tabletop.ui.boards.ships_of_the_line.table import PICK_MARGIN
from tabletop.ui.boards.ships_of_the_line.table_view import RulerCorner, SeaTableView
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import marks, zones
from tabletop.ui.screens.editor.column_panel import ColumnPanel
from tabletop.ui.screens.editor.dock import build_cartouche
from tabletop.ui.screens.editor.drags import BearingDrag, Drag, IntervalDrag, MoveDrag, TurnDrag, WheelDrag, bearing
from tabletop.ui.screens.editor.inspector import format_gauge, select_gauges
from tabletop.ui.screens.editor.map_board import SHAPE_TOOLS, MapBoard
from tabletop.ui.screens.editor.pieces_panel import draw_ship
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Row
from tabletop.ui.widgets.report import Pressed, Report

HANDLE_OFFSET = 30
"""Distance from the spine of a column to the handles at its sides, design pixels."""
TURN_HANDLE_DISTANCE = 0.5
"""Distance from the bow to the handle that turns a ship, UM."""


class SeaBoard(MapBoard):
    """The sea of Ships of the Line. Places are in UM, headings in degrees clockwise from north."""

    copy_offset: ClassVar[tuple[float, float]] = (0.6, -0.6)

    def __init__(self, session: EditorSession) -> None:
        state = session.draft.state
        self._sea_viewer = SeaTableView(state, listed_side="british", arcs="selected")
        chart = SeaChart(self.wants_drag)
        measuring = Measuring(
            self._sea_viewer,
            lambda handle_gesture: RulerCorner(
                handle_gesture.at, handle_gesture.ship or self._find_shore_thing(handle_gesture)
            ),
        )
        super().__init__(session, self._sea_viewer, chart.surface, measuring)
        self._column_panel = ColumnPanel(session)
        self.surface.playing = self._follow_panels
        self._shown_layout: tuple[object, ...] = ()

    def _find_shore_thing(self, gesture: Gesture) -> str | None:
        """Return the id of the thing ashore under the pointer; None for none."""
        return find_thing_at(self._sea_viewer.state, gesture.at, PICK_MARGIN / self.view.camera.scale)

    # --- places

    def to_file_place(self, at: Xy) -> tuple[float, float]:
        """Return a point rounded to a hundredth of a UM."""
        return round(at[0], 2), round(at[1], 2)

    def to_table_point(self, place: tuple[float, float]) -> Xy:
        """Return the place unchanged."""
        return place

    def file_offset(self, start: Xy, end: Xy) -> tuple[float, float]:
        """Return the offset between two points, rounded to a hundredth of a UM."""
        return round(end[0] - start[0], 2), round(end[1] - start[1], 2)

    def new_piece_outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """Return the hull of a new ship, heading as the first selected ship."""
        values = self._find_kind(kind).values
        length, beam = self.session.draft.state.profile.hulls[values["class"]]
        heading = 0
        if (
            self.session.selection
            and (like := self.session.draft.find_piece(self.session.selection[0])).heading is not None
        ):
            heading = like.heading
        return tuple((one.x, one.y) for one in corners(stern_pose(*at, heading, length), length, beam))

    def _find_kind(self, ident: str) -> PieceKind:
        """Return the kind with an id."""
        return next(one for one in self.session.draft.kinds if one.id == ident)

    @staticmethod
    def draw_kind(kind: PieceKind, nation: str, size: Size) -> pygame.Surface:
        """Draw a ship of the class of `kind` under sail, heading right."""
        decks, ship_class = kind.values.get("decks"), str(kind.values.get("class"))
        return draw_ship(anchors().four_decker if decks == 4 else anchors().classes[ship_class], nation, size)

    # --- what is shown

    @property
    def _previewed_state(self) -> State:
        """Return the state of the draft with dragged ships at their previewed places."""
        state: State = self.session.draft.state
        ships = dict(state.ships)
        for key, (at, heading) in self.previewed.items():
            if key in ships:
                length = state.profile.hulls[state.cards[key].ship_class][0]
                ships[key] = replace(ships[key], pose=stern_pose(*at, heading, length))
        return replace(state, ships=ships) if self.previewed else state

    def show_draft(self) -> None:
        """Show the ships, dragged ships at their previewed places, with arcs, rulers and rings."""
        state, viewer = self.session.draft.state, self._sea_viewer
        supposed = viewer.state = self._previewed_state
        chosen = [key for key in self.session.selection if key in state.ships and is_on_map(state, key)]
        viewer.selected = chosen[0] if len(chosen) == 1 else None
        viewer.hover(viewer.hovered)
        overlays: tuple[Overlay, ...] = (
            *(one for one in view_overlays.build_overlays(viewer) if not isinstance(one, SelectedShip)),
            *map(SelectedShip, chosen),
            *view_overlays.build_rulers(viewer),
        )
        poses = ((key, supposed.ships[key].pose) for key in self.previewed if key in supposed.ships)
        afloat = tuple(Afloat(key, pose.x, pose.y, pose.heading) for key, pose in poses)
        view, sea = self.view, self.surface
        self._shown_layout = (view.insets, view.gauges, view.sheets, sea.scale)
        shown = Presentation(
            scale=sea.scale,
            labels=viewer.labels,
            afloat=afloat,
            insets=view.insets,
            gauges=view.gauges,
            sheets=view.sheets,
        )
        sea.look(state, overlays, shown, viewer.hovered)

    def _follow_panels(self, _elapsed: int) -> bool:
        """Show the draft again if the panels cover another part of the map. Return False."""
        view = self.view
        if self._shown_layout != (view.insets, view.gauges, view.sheets, self.surface.scale):
            self.show_draft()
        return False

    def hover(self, piece: str | None) -> None:
        """Ring a ship that is on the map."""
        self._sea_viewer.hover(piece)
        super().hover(self._sea_viewer.hovered)

    def build_gauges(self) -> Sequence[Widget]:
        """Return the compass and the scale bar."""
        compass = Compass(self._sea_viewer)
        compass.part = SMALL
        return compass, ScaleBar(self.surface)

    def build_cartouche(self) -> Widget:
        """Return the cartouche with the extent of the sea and a scale bar."""
        return build_cartouche(self.session.draft, describe_extent(self.session.draft), ScaleBar(self.surface))

    def measure_distances(self) -> Sequence[DistanceGauge]:
        """Return the distances of the setup with dragged ships at their previewed places."""
        return self.session.draft.kit.measure_distances(self._previewed_state)

    # --- what is measured, and what can be held

    def build_handle_marks(self) -> Iterator[marks.Mark]:
        """Yield inert coast, then the shapes of a shape tool, or distances and handles of the selection."""
        session = self.session
        yield from list_inert_coast(session.draft, self.previewed_pieces)
        if session.tool in SHAPE_TOOLS:
            shape = build_zone_marks if session.tool == "zone" else build_coast_marks
            yield from shape(session, self.previewed_data, self.previewed_pieces)
            return
        for gauge in select_gauges(self.measure_distances()):
            yield marks.MeasuredGap((gauge.start, gauge.end), format_gauge(gauge), gauge.is_met)
        chosen = [one for one in session.selection if one in self._previewed_state.ships]
        if len(chosen) == 1:
            yield from self._build_single_marks(chosen[0])
        elif chosen:
            yield from self._build_column_marks(tuple(chosen))

    def start_zone_drag(self, at: Xy) -> Drag | None:
        """Return the drag that draws a rectangle."""
        return ZoneDrag((), at, self.session)

    def zone_at(self, at: Xy) -> int | None:
        """Return the number of the last zone that holds a point; None for none."""
        return zone_number_at(self.previewed_pieces, at)

    def _build_single_marks(self, key: str) -> Iterator[marks.Mark]:
        """Yield the distance to the nearest ship, the heading, and the handle that turns the ship."""
        state = self._previewed_state
        if key not in state.ships or not is_on_map(state, key):
            return
        others = [build_ruler_end(state, one) for one in state.ships if one != key and is_on_map(state, one)]
        own = build_ruler_end(state, key)
        near = sorted(others, key=lambda one: math.dist((one.place.x, one.place.y), (own.place.x, own.place.y)))[:4]
        readings = [measure_chain(state, (own, one))[0] for one in near]
        if readings:
            least = min(readings, key=lambda one: one.distance)
            yield marks.MeasuredGap(
                ((least.start.x, least.start.y), (least.end.x, least.end.y)), f"{least.distance:.2f} UM"
            )
        heading = state.ships[key].pose.heading
        at = self._point_off_bow(key, heading)
        yield marks.HeadingArc((at,), heading)
        yield marks.Handle((at,), "turn")

    def _point_off_bow(self, key: str, heading: int) -> Xy:
        """Return the point ahead of the bow for the handle that turns a ship."""
        x, y = self.center_of(key)
        length = self._previewed_state.profile.hulls[self._previewed_state.cards[key].ship_class][0]
        turned, far = math.radians(heading), length / 2 + TURN_HANDLE_DISTANCE
        return x + far * math.sin(turned), y + far * math.cos(turned)

    def _build_column_marks(self, chosen: tuple[str, ...]) -> Iterator[marks.Mark]:
        """Yield the spine, and handles that wheel and move the column; in a line also interval and bearing."""
        line, points = self._measure_line(chosen), [self.center_of(key) for key in chosen]
        yield marks.Spine(tuple(points))
        heading = self.previewed[chosen[0]][1] if chosen[0] in self.previewed else line.heading
        ahead = self._point_off_bow(chosen[0], heading)
        yield marks.HeadingArc((ahead,), heading)
        yield marks.Handle((ahead,), "turn")
        across = math.radians(bearing(points[0], points[-1]) + 90) if points[0] != points[-1] else 0.0
        aside = HANDLE_OFFSET * math.sin(across), -HANDLE_OFFSET * math.cos(across)
        middle = points[len(points) // 2]
        yield marks.Handle((middle,), "move", aside)
        if line.shape != "free" or isinstance(self._current_drag, IntervalDrag):
            third = _midpoint(points[len(points) // 3], points[len(points) // 3 + 1] if len(points) > 1 else middle)
            interval = (
                self._current_drag.interval_at(self._pointer)
                if isinstance(self._current_drag, IntervalDrag)
                else line.interval
            )
            yield marks.Handle((third,), "interval", (-aside[0], -aside[1]), f"Interval {interval:.2f} UM")
            yield marks.Handle((points[-1],), "bearing", (-aside[0], -aside[1]))

    def _measure_line(self, chosen: tuple[str, ...]) -> Formation:
        """Return the formation of the ships."""
        return measure_formation(self.session.draft, chosen)

    def start_handle_drag(self, grip: str, at: Xy) -> Drag | None:
        """Return the drag of a handle of the coast or of the selection; None for none."""
        if self.session.tool in SHAPE_TOOLS:
            return start_coast_drag(self.session.draft, grip, at)
        chosen = tuple(one for one in self.session.selection if one in self.session.draft.state.ships)
        if not chosen:
            return None
        if len(chosen) == 1:
            return TurnDrag(chosen, at, self.center_of(chosen[0]), round_heading)
        return (
            self.start_interval_drag(at)
            if grip == "interval"
            else _DRAG_STARTERS[grip](self, chosen, at, self._measure_line(chosen))
        )

    def build_wind_change(self, at: Xy) -> Change | None:
        """Return the change by which the wind comes from `at`, as seen from the middle of the fleet."""
        return SetField(("wind", "from"), wind_point(bearing(self.fleet_center(), at)))

    # --- panels and keys

    def build_selection_rows(self) -> list[Widget] | None:
        """Return the rows of the column panel for several ships, unless a shape tool is used."""
        return (
            list(self._column_panel.build_rows())
            if len(self.session.headed_selection) > 1 and self.session.tool not in SHAPE_TOOLS
            else None
        )

    def build_tool_rows(self) -> Sequence[Widget]:
        """Return the rows of the coast or zone tool."""
        build = {"sea": build_coast_rows, "zone": build_zone_rows}.get(self.session.tool)
        return build(self.session) if build else ()

    def handle_game_report(self, report: Report) -> bool:
        """Draw new land, or pass the report to the column panel. Return False if it was neither."""
        if isinstance(report, Pressed) and report.id.startswith("coast."):
            at = self.view.camera.to_table(*self.view.middle())
            self.session.apply(build_new_land(self.session.draft, report.id.removeprefix("coast."), at))
            return True
        return self._column_panel.handle_report(report)

    def bind_game_keys(self) -> Mapping[str, Callable[[], object]]:
        """Return the keys for line ahead and abreast, arcs and names."""
        return {
            keys.key("line_ahead"): lambda: self._column_panel.line_up("ahead"),
            keys.key("line_abreast"): lambda: self._column_panel.line_up("abreast"),
            keys.key("edit_arcs"): self._toggle_arcs,
            keys.key("labels"): self._sea_viewer.cycle_labels,
        }

    def _toggle_arcs(self) -> None:
        """Show or hide the fields of fire of the selected ship."""
        self._sea_viewer.arcs = "none" if self._sea_viewer.arcs == "selected" else "selected"


def round_heading(angle: float) -> int:
    """Return an angle as a heading in whole degrees, 0 to 359."""
    return round(angle) % 360


def _midpoint(one: Xy, other: Xy) -> Xy:
    """Return the middle between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _start_move_drag(board: SeaBoard, chosen: tuple[str, ...], at: Xy, _line: Formation) -> Drag:
    """Return the drag that moves a column."""
    return MoveDrag(chosen, at, board.file_offset)


def _start_wheel_drag(board: SeaBoard, chosen: tuple[str, ...], at: Xy, line: Formation) -> Drag:
    """Return the drag that wheels a column about its first ship."""
    return WheelDrag(chosen, at, board.center_of(chosen[0]), round_heading, line.heading)


_DRAG_STARTERS: dict[str, Callable[[SeaBoard, tuple[str, ...], Xy, Formation], Drag]] = {
    "move": _start_move_drag,
    "turn": _start_wheel_drag,
    "bearing": lambda _, chosen, at, line: BearingDrag(chosen, at, line),
}


EDGES = {"west": 0, "south": 1, "east": 0, "north": 1}
"""The edges of the map, with the index of the coordinate that each edge fixes."""
COAST_SWITCH = "coastal"
"""The option without which a coast has no effect."""
COASTAL_KINDS = ("land", "fairways", "battery")
_NEW = Tip("New", "Adds a triangle in the middle of the view; drag its corners into place.")
ISLAND = ((-1.5, -1.0), (1.5, -1.0), (0.0, 1.5))
"""The corners of new land about its middle, UM."""


@dataclass(frozen=True)
class EdgeDrag(Drag):
    """A drag of an edge of the map."""

    edge: str

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that puts the edge at the nearest half UM."""
        return SetField(("map", self.edge), round(2 * at[EDGES[self.edge]]) / 2)


@dataclass(frozen=True)
class PointDrag(Drag):
    """A drag of a corner of an outline, or of a battery."""

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that moves the point as far as the pointer has moved."""
        by = round(at[0] - self.start[0], 2), round(at[1] - self.start[1], 2)
        return MovePieces(self.pieces, by) if any(by) else None


@dataclass(frozen=True)
class NewCornerDrag(Drag):
    """A drag that pulls a new corner out of the middle of an edge; `place` is the number of the corner."""

    path: DataPath
    place: int

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that adds the corner at the pointer."""
        return AddEntry(self.path, [round(at[0], 2), round(at[1], 2)], self.place)


def build_coast_marks(session: EditorSession, data: Data, pieces: Sequence[Piece]) -> Iterator[marks.Mark]:
    """Yield the edges of the map with handles, then outlines with their corners, then batteries."""
    map_data, sea = data.get("map"), session.draft.state.sea
    edges = {edge: getattr(sea, edge) for edge in EDGES} | (map_data if isinstance(map_data, dict) else {})
    yield marks.Frame(((edges["west"], edges["south"]), (edges["east"], edges["north"])), is_sea_edge=True)
    if isinstance(map_data, dict):
        middle = (edges["west"] + edges["east"]) / 2, (edges["south"] + edges["north"]) / 2
        for edge, number in EDGES.items():
            yield marks.Handle(((edges[edge], middle[1]) if number == 0 else (middle[0], edges[edge]),), f"edge.{edge}")
    for piece in pieces:
        if piece.points and piece.kind != "deploy":
            yield marks.Outline(piece.points)
            yield from build_corner_handles(piece)
        elif piece.kind == "battery":
            yield marks.Handle((piece.at,), f"point.{piece.id}", words=piece.name)


def build_corner_handles(piece: Piece) -> Iterator[marks.Handle]:
    """Yield a handle for each corner of an outline, and one on each edge that pulls out a new corner."""
    for number, (at, after) in enumerate(zip(piece.points, (*piece.points[1:], piece.points[0]), strict=True)):
        yield marks.Handle((at,), f"point.{piece.id}:{number}")
        yield marks.Handle((((at[0] + after[0]) / 2, (at[1] + after[1]) / 2),), f"split.{piece.id}:{number}")


def start_coast_drag(draft: Draft, grip: str, at: Xy) -> Drag | None:
    """Return the drag that a handle of the coast starts; None for any other handle."""
    kind, _, name = grip.partition(".")
    if kind == "edge":
        return EdgeDrag((), at, name)
    if kind == "split":
        outline, _, number = name.rpartition(":")
        return NewCornerDrag((), at, draft.find_piece(outline).path, int(number) + 1)
    return PointDrag((name,), at) if kind == "point" else None


def build_new_land(draft: Draft, key: str, at: Xy) -> Change:
    """Return the change that draws a triangle of land or fairway about `at`.

    It switches the coastal rules on.
    """
    outline = [[round(at[0] + x, 1), round(at[1] + y, 1)] for x, y in ISLAND]
    return CombinedChange((*switch_on(draft, COAST_SWITCH), AddEntry((key,), outline)), f"New {key.removesuffix('s')}")


def list_inert_coast(draft: Draft, pieces: Sequence[Piece]) -> Iterator[marks.InertCoast]:
    """Yield land, fairways and batteries of the file that have no effect; the first mark has the reason."""
    if draft.state.coast:
        return
    off = any(one.switch == COAST_SWITCH for one in draft.unheeded)
    words = "No effect: the coastal rules are off" if off else ""
    for piece in pieces:
        if piece.kind in COASTAL_KINDS:
            yield marks.InertCoast(piece.points or (piece.at,), piece.kind, words)
            words = ""  # once is enough


def list_outline_keys(draft: Draft) -> tuple[str, ...]:
    """Return the keys of the lists of outlines: "land", "fairways"."""
    return tuple(path[0] for path in draft.kit.outlines if path[1:] == ("*",))


def build_coast_rows(session: EditorSession) -> Sequence[Widget]:
    """Return the buttons that draw land and fairways."""
    keys = list_outline_keys(session.draft)
    return [Row([Button(f"coast.{key}", f"New {key.removesuffix('s')}", grow=1, tip=_NEW) for key in keys], gap=8)]


LEAST_ZONE = 0.5
"""Least width and height of a new zone, UM."""
ZONE_SWITCH = "deployment"
"""The option without which zones have no effect."""


@dataclass(frozen=True)
class ZoneDrag(Drag):
    """A drag that draws a rectangular zone."""

    session: EditorSession

    def build_change(self, at: Xy) -> Change | None:
        """Return the change that adds the zone, to a tenth of a UM; None while it is too small."""
        (west, east), (south, north) = (sorted((round(a, 1), round(b, 1))) for a, b in zip(self.start, at, strict=True))
        if east - west < LEAST_ZONE or north - south < LEAST_ZONE:
            return None
        area = [[west, south], [east, south], [east, north], [west, north]]
        return zones.build_added_zone(
            self.session.draft, {"side": zones.side_to_draw(self.session), "area": area}, ZONE_SWITCH
        )


def describe_extent(draft: Draft) -> str:
    """Return the size of the sea in words, and whether it has a coast."""
    sea: Sea = draft.state.sea
    drawn = "land has no effect" if any(list_inert_coast(draft, draft.pieces)) else "no land"
    return f"Sea {sea.east - sea.west:g} × {sea.north - sea.south:g} UM, {'with coast' if draft.state.coast else drawn}"


def build_zone_marks(session: EditorSession, data: Data, pieces: Sequence[Piece]) -> Iterator[marks.Mark]:
    """Yield the zones of both sides with their corners.

    The selected zone has handles to move and reshape it.
    """
    entries, at = zones.list_entries(data), zones.selected_zone(session)
    for number, piece in _list_zones(pieces):
        entry, chosen = entries[number], number == at
        yield marks.ZoneArea(piece.points, str(entry.get("side")), zones.describe_zone(session.draft, entry), chosen)
        yield from (one for one in build_corner_handles(piece) if chosen or one.id.startswith("point."))
        if chosen:
            xs, ys = zip(*piece.points, strict=True)
            yield marks.Handle(((sum(xs) / len(xs), sum(ys) / len(ys)),), f"point.{piece.id}")


def build_zone_rows(session: EditorSession) -> Sequence[Widget]:
    """Return the rows of the zone tool."""
    return zones.build_tool_rows(session, "Drag over the sea to draw a zone; click to select one.")


def zone_number_at(pieces: Sequence[Piece], at: Xy) -> int | None:
    """Return the number of the last zone that holds a point; None for none."""
    spot = shapely.Point(at)
    numbers = (
        number for number, piece in _list_zones(pieces) if len(piece.points) > 2 and _polygon_of(piece).contains(spot)
    )
    return max(numbers, default=None)


def _polygon_of(piece: Piece) -> shapely.Polygon:
    """Return the polygon of a zone."""
    return shapely.Polygon(piece.points)


def _list_zones(pieces: Sequence[Piece]) -> Iterator[tuple[int, Piece]]:
    """Yield the zones with their numbers."""
    count = len(zones.ZONES)
    return ((int(one.path[count]), one) for one in pieces if one.path[:count] == zones.ZONES)


WORKPLACE = SeaBoard
