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
from tabletop.ui.boards.ships_of_the_line import sights
from tabletop.ui.boards.ships_of_the_line.answers import NEAR
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.panels.instruments import SMALL, Compass, ScaleBar
from tabletop.ui.boards.ships_of_the_line.surface import SeaChart
from tabletop.ui.boards.ships_of_the_line.viewer import Corner, Viewer
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
"""Design pixels from the spine of a column to the handles at its sides."""
TURN_HANDLE_DISTANCE = 0.5
"""UM ahead of the bow of a ship that is turned by its handle."""


class SeaBoard(MapBoard):
    """Ships of the Line."""

    copy_offset: ClassVar[tuple[float, float]] = (0.6, -0.6)

    def __init__(self, session: EditorSession) -> None:
        state = session.draft.state
        self._sea_viewer = Viewer(state, listed="british", arcs="selected")
        chart = SeaChart(self.wants_drag)
        measuring = Measuring(
            self._sea_viewer,
            lambda handle_gesture: Corner(
                handle_gesture.at, handle_gesture.ship or self._find_shore_thing(handle_gesture)
            ),
        )
        super().__init__(session, self._sea_viewer, chart.surface, measuring)
        self._column_panel = ColumnPanel(session)
        self.surface.playing = self._follow_panels
        self._shown_layout: tuple[object, ...] = ()

    def _find_shore_thing(self, gesture: Gesture) -> str | None:
        return find_thing_at(self._sea_viewer.state, gesture.at, NEAR / self.view.camera.scale)

    # --- places

    def to_file_place(self, at: Xy) -> tuple[float, float]:
        """To a hundredth of a UM."""
        return round(at[0], 2), round(at[1], 2)

    def to_table_point(self, place: tuple[float, float]) -> Xy:
        """The same."""
        return place

    def file_offset(self, start: Xy, end: Xy) -> tuple[float, float]:
        """To a hundredth."""
        return round(end[0] - start[0], 2), round(end[1] - start[1], 2)

    def new_piece_outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """Her hull."""
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
        return next(one for one in self.session.draft.kinds if one.id == ident)

    @staticmethod
    def draw_kind(kind: PieceKind, nation: str, size: Size) -> pygame.Surface:
        """A ship of her class under sail, heading to the right."""
        decks, ship_class = kind.values.get("decks"), str(kind.values.get("class"))
        return draw_ship(anchors().four_decker if decks == 4 else anchors().classes[ship_class], nation, size)

    # --- what is shown

    @property
    def _previewed_state(self) -> State:
        """The draft as it is, with what is held where it would lie."""
        state: State = self.session.draft.state
        ships = dict(state.ships)
        for key, (at, heading) in self.previewed.items():
            if key in ships:
                length = state.profile.hulls[state.cards[key].ship_class][0]
                ships[key] = replace(ships[key], pose=stern_pose(*at, heading, length))
        return replace(state, ships=ships) if self.previewed else state

    def show_draft(self) -> None:
        """Ships at their places, those that are held on their way; arcs, rulers, rings."""
        state, viewer = self.session.draft.state, self._sea_viewer
        supposed = viewer.state = self._previewed_state
        chosen = [key for key in self.session.selection if key in state.ships and is_on_map(state, key)]
        viewer.selected = chosen[0] if len(chosen) == 1 else None
        viewer.hover(viewer.hovered)
        overlays: tuple[Overlay, ...] = (
            *(one for one in sights.overlays(viewer) if not isinstance(one, Selected)),
            *map(Selected, chosen),
            *sights.rulers(viewer),
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
        """Show it again where panels cover something else."""
        view = self.view
        if self._shown_layout != (view.insets, view.gauges, view.sheets, self.surface.scale):
            self.show_draft()
        return False

    def hover(self, piece: str | None) -> None:
        """Ring it, if it is a ship that is seen."""
        self._sea_viewer.hover(piece)
        super().hover(self._sea_viewer.hovered)

    def build_gauges(self) -> Sequence[Widget]:
        """The wind, and how long a UM is."""
        compass = Compass(self._sea_viewer)
        compass.part = SMALL
        return compass, ScaleBar(self.surface)

    def build_cartouche(self) -> Widget:
        """With the edges of the sea and how long a UM is."""
        return build_cartouche(self.session.draft, describe_extent(self.session.draft), ScaleBar(self.surface))

    def measure_distances(self) -> Sequence[DistanceGauge]:
        """The distances of the setup, with what is held where it would lie."""
        return self.session.draft.kit.measure_distances(self._previewed_state)

    # --- what is measured, and what can be held

    def build_handle_marks(self) -> Iterator[marks.Mark]:
        """The edge of the sea, the book's distances, the nearest ship, and handles."""
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
        """A rectangle."""
        return ZoneDrag((), at, self.session)

    def zone_at(self, at: Xy) -> int | None:
        """The last one that holds it."""
        return zone_number_at(self.previewed_pieces, at)

    def _build_single_marks(self, key: str) -> Iterator[marks.Mark]:
        """How far it is to her nearest neighbour, and a handle off her bow."""
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
        x, y = self.center_of(key)
        length = self._previewed_state.profile.hulls[self._previewed_state.cards[key].ship_class][0]
        turned, far = math.radians(heading), length / 2 + TURN_HANDLE_DISTANCE
        return x + far * math.sin(turned), y + far * math.cos(turned)

    def _build_column_marks(self, chosen: tuple[str, ...]) -> Iterator[marks.Mark]:
        """The spine; handles that move, wheel, swing it, and change its interval."""
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
        return measure_formation(self.session.draft, chosen)

    def start_handle_drag(self, grip: str, at: Xy) -> Drag | None:
        """A handle of the coast, or of what is chosen."""
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
        """From where the pointer is, seen from the middle of the fleet."""
        return SetField(("wind", "from"), wind_point(bearing(self.fleet_center(), at)))

    # --- panels and keys

    def build_selection_rows(self) -> list[Widget] | None:
        """A column in numbers; with the tool for the sea what can be laid on it, over its fields."""
        return (
            list(self._column_panel.build_rows())
            if len(self.session.headed_selection) > 1 and self.session.tool not in SHAPE_TOOLS
            else None
        )

    def build_tool_rows(self) -> Sequence[Widget]:
        """What brings land and fairways, or zones."""
        made = {"sea": build_coast_rows, "zone": build_zone_rows}.get(self.session.tool)
        return made(self.session) if made else ()

    def handle_game_report(self, report: Report) -> bool:
        """What is done in it."""
        if isinstance(report, Pressed) and report.id.startswith("coast."):
            at = self.view.camera.to_table(*self.view.middle())
            self.session.apply(build_new_land(self.session.draft, report.id.removeprefix("coast."), at))
            return True
        return self._column_panel.handle_report(report)

    def bind_game_keys(self) -> Mapping[str, Callable[[], object]]:
        """Line ahead and abreast, arcs, threats, names."""
        return {
            keys.key("line_ahead"): lambda: self._column_panel.line_up("ahead"),
            keys.key("line_abreast"): lambda: self._column_panel.line_up("abreast"),
            keys.key("edit_arcs"): self._toggle_arcs,
            keys.key("labels"): self._sea_viewer.cycle_labels,
        }

    def _toggle_arcs(self) -> None:
        """Her fields of fire, or none."""
        self._sea_viewer.arcs = "none" if self._sea_viewer.arcs == "selected" else "selected"


def round_heading(angle: float) -> int:
    """A heading in whole degrees."""
    return round(angle) % 360


def _midpoint(one: Xy, other: Xy) -> Xy:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _start_move_drag(board: SeaBoard, chosen: tuple[str, ...], at: Xy, _line: Formation) -> Drag:
    return MoveDrag(chosen, at, board.file_offset)


def _start_wheel_drag(board: SeaBoard, chosen: tuple[str, ...], at: Xy, line: Formation) -> Drag:
    return WheelDrag(chosen, at, board.center_of(chosen[0]), round_heading, line.heading)


_DRAG_STARTERS: dict[str, Callable[[SeaBoard, tuple[str, ...], Xy, Formation], Drag]] = {
    "move": _start_move_drag,
    "turn": _start_wheel_drag,
    "bearing": lambda _, chosen, at, line: BearingDrag(chosen, at, line),
}


EDGES = {"west": 0, "south": 1, "east": 0, "north": 1}
"""The edges of the map, and which number of a place each of them is."""
COAST_SWITCH = "coastal"
"""The option without which a coast has no effect."""
COASTAL_KINDS = ("land", "fairways", "battery")
_NEW = Tip("New", "Adds a triangle in the middle of the view; drag its corners into place.")
ISLAND = ((-1.5, -1.0), (1.5, -1.0), (0.0, 1.5))
"""The corners of new land about its middle, UM."""


@dataclass(frozen=True)
class EdgeDrag(Drag):
    """An edge of the map is dragged."""

    edge: str

    def build_change(self, at: Xy) -> Change | None:
        """To the nearest half UM."""
        return SetField(("map", self.edge), round(2 * at[EDGES[self.edge]]) / 2)


@dataclass(frozen=True)
class PointDrag(Drag):
    """A point of an outline, or a battery."""

    def build_change(self, at: Xy) -> Change | None:
        """As far as the pointer has come."""
        by = round(at[0] - self.start[0], 2), round(at[1] - self.start[1], 2)
        return MovePieces(self.pieces, by) if any(by) else None


@dataclass(frozen=True)
class NewCornerDrag(Drag):
    """A new corner is dragged out of the middle of an edge; `place` is its number."""

    path: DataPath
    place: int

    def build_change(self, at: Xy) -> Change | None:
        """It comes to lie there."""
        return AddEntry(self.path, [round(at[0], 2), round(at[1], 2)], self.place)


def build_coast_marks(session: EditorSession, data: Data, pieces: Sequence[Piece]) -> Iterator[marks.Mark]:
    """The edges with their handles, then every outline with its points, then the batteries."""
    said, sea = data.get("map"), session.draft.state.sea
    edges = {edge: getattr(sea, edge) for edge in EDGES} | (said if isinstance(said, dict) else {})
    yield marks.Frame(((edges["west"], edges["south"]), (edges["east"], edges["north"])), is_sea_edge=True)
    if isinstance(said, dict):
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
    """The points of an outline, and between them where another one can be dragged out."""
    for number, (at, after) in enumerate(zip(piece.points, (*piece.points[1:], piece.points[0]), strict=True)):
        yield marks.Handle((at,), f"point.{piece.id}:{number}")
        yield marks.Handle((((at[0] + after[0]) / 2, (at[1] + after[1]) / 2),), f"split.{piece.id}:{number}")


def start_coast_drag(draft: Draft, grip: str, at: Xy) -> Drag | None:
    """What dragging one of these handles comes to."""
    kind, _, name = grip.partition(".")
    if kind == "edge":
        return EdgeDrag((), at, name)
    if kind == "split":
        outline, _, number = name.rpartition(":")
        return NewCornerDrag((), at, draft.find_piece(outline).path, int(number) + 1)
    return PointDrag((name,), at) if kind == "point" else None


def build_new_land(draft: Draft, key: str, at: Xy) -> Change:
    """Return the change that draws land or a fairway, three corners about a place, and switches its rules on."""
    outline = [[round(at[0] + x, 1), round(at[1] + y, 1)] for x, y in ISLAND]
    return CombinedChange((*switch_on(draft, COAST_SWITCH), AddEntry((key,), outline)), f"New {key.removesuffix('s')}")


def list_inert_coast(draft: Draft, pieces: Sequence[Piece]) -> Iterator[marks.InertCoast]:
    """Yield land, fairways and batteries of the file that the battle does not have, with the reason."""
    if draft.state.coast:
        return
    off = any(one.switch == COAST_SWITCH for one in draft.unheeded)
    words = "No effect: the coastal rules are off" if off else ""
    for piece in pieces:
        if piece.kind in COASTAL_KINDS:
            yield marks.InertCoast(piece.points or (piece.at,), piece.kind, words)
            words = ""  # once is enough


def list_outline_keys(draft: Draft) -> tuple[str, ...]:
    """The keys of lists of outlines of this game."""
    return tuple(path[0] for path in draft.kit.outlines if path[1:] == ("*",))


def build_coast_rows(session: EditorSession) -> Sequence[Widget]:
    """What brings land and fairways."""
    keys = list_outline_keys(session.draft)
    return [Row([Button(f"coast.{key}", f"New {key.removesuffix('s')}", grow=1, tip=_NEW) for key in keys], gap=8)]


LEAST_ZONE = 0.5
"""UM that a new zone is wide and high at least."""
ZONE_SWITCH = "deployment"
"""The option without which zones have no meaning."""


@dataclass(frozen=True)
class ZoneDrag(Drag):
    """A rectangle is drawn for a side."""

    session: EditorSession

    def build_change(self, at: Xy) -> Change | None:
        """Once it is large enough, to a tenth of a UM."""
        (west, east), (south, north) = (sorted((round(a, 1), round(b, 1))) for a, b in zip(self.start, at, strict=True))
        if east - west < LEAST_ZONE or north - south < LEAST_ZONE:
            return None
        area = [[west, south], [east, south], [east, north], [west, north]]
        return zones.build_added_zone(
            self.session.draft, {"side": zones.side_to_draw(self.session), "area": area}, ZONE_SWITCH
        )


def describe_extent(draft: Draft) -> str:
    """Return in words how large the sea is, and whether it has a"""
    sea: Sea = draft.state.sea
    drawn = "land has no effect" if any(list_inert_coast(draft, draft.pieces)) else "no land"
    return f"Sea {sea.east - sea.west:g} × {sea.north - sea.south:g} UM, {'with coast' if draft.state.coast else drawn}"


def build_zone_marks(session: EditorSession, data: Data, pieces: Sequence[Piece]) -> Iterator[marks.Mark]:
    """The zones of both sides with their corners; the chosen one is moved whole, and has more dragged out of it."""
    entries, at = zones.list_entries(data), zones.selected_zone(session)
    for number, piece in _list_zones(pieces):
        entry, chosen = entries[number], number == at
        yield marks.ZoneArea(piece.points, str(entry.get("side")), zones.describe_zone(session.draft, entry), chosen)
        yield from (one for one in build_corner_handles(piece) if chosen or one.id.startswith("point."))
        if chosen:
            xs, ys = zip(*piece.points, strict=True)
            yield marks.Handle(((sum(xs) / len(xs), sum(ys) / len(ys)),), f"point.{piece.id}")


def build_zone_rows(session: EditorSession) -> Sequence[Widget]:
    """Whose zone is drawn next."""
    return zones.build_tool_rows(session, "Drag over the sea to draw a zone; click to select one.")


def zone_number_at(pieces: Sequence[Piece], at: Xy) -> int | None:
    """The last one that holds a place."""
    spot = shapely.Point(at)
    held = (
        number for number, piece in _list_zones(pieces) if len(piece.points) > 2 and _polygon_of(piece).contains(spot)
    )
    return max(held, default=None)


def _polygon_of(piece: Piece) -> shapely.Polygon:
    return shapely.Polygon(piece.points)


def _list_zones(pieces: Sequence[Piece]) -> Iterator[tuple[int, Piece]]:
    """The zones by their numbers."""
    count = len(zones.ZONES)
    return ((int(one.path[count]), one) for one in pieces if one.path[:count] == zones.ZONES)


WORKPLACE = SeaBoard
