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
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.measuring import Measuring
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.ships_of_the_line import sights
from tabletop.ui.boards.ships_of_the_line.answers import NEAR
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.panels.instruments import SMALL, Compass, ScaleBar
from tabletop.ui.boards.ships_of_the_line.surface import SeaChart
from tabletop.ui.boards.ships_of_the_line.viewer import Corner, Viewer
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.column_panel import ColumnPanel
from tabletop.ui.screens.editor.dock import build_cartouche
from tabletop.ui.screens.editor.drags import Carrying, Hold, Spreading, Swinging, Turning, Wheeling, bearing
from tabletop.ui.screens.editor.inspector import gauge_words, telling
from tabletop.ui.screens.editor.map_board import SHAPING, MapBoard
from tabletop.ui.screens.editor.marks import Bearing, Frame, Gap, Ghost, Grip, Mark, Shape, Spine, Waters
from tabletop.ui.screens.editor.pieces_panel import portrayed
from tabletop.ui.screens.editor.session import Bench
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.layout import Row
from tabletop.ui.widgets.report import Pressed, Report

ASIDE = 30
"""Design pixels from the spine of a column to the handles at its sides."""
BEYOND = 0.5
"""UM ahead of the bow of a ship that is turned by its handle."""


class SeaBoard(MapBoard):
    """Ships of the Line."""

    beside: ClassVar[tuple[float, float]] = (0.6, -0.6)

    def __init__(self, bench: Bench) -> None:
        state = bench.draft.state
        self._seen = Viewer(state, listed="british", arcs="selected")
        chart = SeaChart(self.wants)
        measuring = Measuring(self._seen, lambda gesture: Corner(gesture.at, gesture.ship or self._ashore(gesture)))
        super().__init__(bench, self._seen, chart.surface, measuring)
        self._columns = ColumnPanel(bench)
        self.surface.playing = self._tick
        self._told: tuple[object, ...] = ()

    def _ashore(self, gesture: Gesture) -> str | None:
        return find_thing_at(self._seen.state, gesture.at, NEAR / self.view.camera.scale)

    # --- places

    def written(self, at: Xy) -> tuple[float, float]:
        """To a hundredth of a UM."""
        return round(at[0], 2), round(at[1], 2)

    def point(self, place: tuple[float, float]) -> Xy:
        """The same."""
        return place

    def way(self, start: Xy, end: Xy) -> tuple[float, float]:
        """To a hundredth."""
        return round(end[0] - start[0], 2), round(end[1] - start[1], 2)

    def outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """Her hull."""
        values = self._kind(kind).values
        length, beam = self.bench.draft.state.profile.hulls[values["class"]]
        heading = 0
        if self.bench.chosen and (like := self.bench.draft.find_piece(self.bench.chosen[0])).heading is not None:
            heading = like.heading
        return tuple((one.x, one.y) for one in corners(stern_pose(*at, heading, length), length, beam))

    def _kind(self, ident: str) -> PieceKind:
        return next(one for one in self.bench.draft.kinds if one.id == ident)

    @staticmethod
    def portray(kind: PieceKind, nation: str, size: Size) -> pygame.Surface:
        """A ship of her class under sail, heading to the right."""
        decks, ship_class = kind.values.get("decks"), str(kind.values.get("class"))
        return portrayed(anchors().four_decker if decks == 4 else anchors().classes[ship_class], nation, size)

    # --- what is shown

    @property
    def _state(self) -> State:
        """The draft as it is, with what is held where it would lie."""
        state: State = self.bench.draft.state
        ships = dict(state.ships)
        for key, (at, heading) in self.supposed.items():
            if key in ships:
                length = state.profile.hulls[state.cards[key].ship_class][0]
                ships[key] = replace(ships[key], pose=stern_pose(*at, heading, length))
        return replace(state, ships=ships) if self.supposed else state

    def show(self) -> None:
        """Ships at their places, those that are held on their way; arcs, rulers, rings."""
        state, viewer = self.bench.draft.state, self._seen
        supposed = viewer.state = self._state
        chosen = [key for key in self.bench.chosen if key in state.ships and is_on_map(state, key)]
        viewer.selected = chosen[0] if len(chosen) == 1 else None
        viewer.hover(viewer.hovered)
        overlays: tuple[Overlay, ...] = (
            *(one for one in sights.overlays(viewer) if not isinstance(one, Selected)),
            *map(Selected, chosen), *sights.rulers(viewer),
        )  # fmt: skip
        poses = ((key, supposed.ships[key].pose) for key in self.supposed if key in supposed.ships)
        afloat = tuple(Afloat(key, pose.x, pose.y, pose.heading) for key, pose in poses)
        view, sea = self.view, self.surface
        self._told = (view.insets, view.gauges, view.sheets, sea.scale)
        shown = Presentation(
            scale=sea.scale, labels=viewer.labels, afloat=afloat, insets=view.insets, gauges=view.gauges,
            sheets=view.sheets,
        )  # fmt: skip
        sea.look(state, overlays, shown, viewer.hovered)

    def _tick(self, _elapsed: int) -> bool:
        """Show it again where panels cover something else."""
        view = self.view
        if self._told != (view.insets, view.gauges, view.sheets, self.surface.scale):
            self.show()
        return False

    def hover(self, piece: str | None) -> None:
        """Ring it, if it is a ship that is seen."""
        self._seen.hover(piece)
        super().hover(self._seen.hovered)

    def small(self) -> Sequence[Widget]:
        """The wind, and how long a UM is."""
        compass = Compass(self._seen)
        compass.part = SMALL
        return compass, ScaleBar(self.surface)

    def cartouche(self) -> Widget:
        """With the edges of the sea and how long a UM is."""
        return build_cartouche(self.bench.draft, extent(self.bench.draft), ScaleBar(self.surface))

    def measured(self) -> Sequence[DistanceGauge]:
        """The distances of the setup, with what is held where it would lie."""
        return self.bench.draft.kit.measure_distances(self._state)

    # --- what is measured, and what can be held

    def grips(self) -> Iterator[Mark]:
        """The edge of the sea, the book's distances, the nearest ship, and handles."""
        bench = self.bench
        yield from unseen(bench.draft, self.pieces)
        if bench.tool in SHAPING:
            shape = zone_marks if bench.tool == "zone" else coast_marks
            yield from shape(bench, self.data, self.pieces)
            return
        for gauge in telling(self.measured()):
            yield Gap((gauge.start, gauge.end), gauge_words(gauge), gauge.is_met)
        chosen = [one for one in bench.chosen if one in self._state.ships]
        if len(chosen) == 1:
            yield from self._single(chosen[0])
        elif chosen:
            yield from self._column(tuple(chosen))

    def draw_zone(self, at: Xy) -> Hold | None:
        """A rectangle."""
        return Boxing((), at, self.bench)

    def zone_at(self, at: Xy) -> int | None:
        """The last one that holds it."""
        return zone_number_at(self.pieces, at)

    def _single(self, key: str) -> Iterator[Mark]:
        """How far it is to her nearest neighbour, and a handle off her bow."""
        state = self._state
        if key not in state.ships or not is_on_map(state, key):
            return
        others = [build_ruler_end(state, one) for one in state.ships if one != key and is_on_map(state, one)]
        own = build_ruler_end(state, key)
        near = sorted(others, key=lambda one: math.dist((one.place.x, one.place.y), (own.place.x, own.place.y)))[:4]
        readings = [measure_chain(state, (own, one))[0] for one in near]
        if readings:
            least = min(readings, key=lambda one: one.distance)
            yield Gap(((least.start.x, least.start.y), (least.end.x, least.end.y)), f"{least.distance:.2f} UM")
        heading = state.ships[key].pose.heading
        at = self._off_bow(key, heading)
        yield Bearing((at,), heading)
        yield Grip((at,), "turn")

    def _off_bow(self, key: str, heading: int) -> Xy:
        x, y = self.middle(key)
        length = self._state.profile.hulls[self._state.cards[key].ship_class][0]
        turned, far = math.radians(heading), length / 2 + BEYOND
        return x + far * math.sin(turned), y + far * math.cos(turned)

    def _column(self, chosen: tuple[str, ...]) -> Iterator[Mark]:
        """The spine; handles that move, wheel, swing it, and change its interval."""
        line, points = self._line(chosen), [self.middle(key) for key in chosen]
        yield Spine(tuple(points))
        heading = self.supposed[chosen[0]][1] if chosen[0] in self.supposed else line.heading
        ahead = self._off_bow(chosen[0], heading)
        yield Bearing((ahead,), heading)
        yield Grip((ahead,), "turn")
        across = math.radians(bearing(points[0], points[-1]) + 90) if points[0] != points[-1] else 0.0
        aside = ASIDE * math.sin(across), -ASIDE * math.cos(across)
        middle = points[len(points) // 2]
        yield Grip((middle,), "move", aside)
        if line.shape != "free" or isinstance(self._held, Spreading):
            third = _between(points[len(points) // 3], points[len(points) // 3 + 1] if len(points) > 1 else middle)
            interval = self._held.interval(self._at) if isinstance(self._held, Spreading) else line.interval
            yield Grip((third,), "interval", (-aside[0], -aside[1]), f"Interval {interval:.2f} UM")
            yield Grip((points[-1],), "bearing", (-aside[0], -aside[1]))

    def _line(self, chosen: tuple[str, ...]) -> Formation:
        return measure_formation(self.bench.draft, chosen)

    def take(self, grip: str, at: Xy) -> Hold | None:
        """A handle of the coast, or of what is chosen."""
        if self.bench.tool in SHAPING:
            return start_coast_drag(self.bench.draft, grip, at)
        chosen = tuple(one for one in self.bench.chosen if one in self.bench.draft.state.ships)
        if not chosen:
            return None
        if len(chosen) == 1:
            return Turning(chosen, at, self.middle(chosen[0]), whole)
        return self.spread(at) if grip == "interval" else _TAKEN[grip](self, chosen, at, self._line(chosen))

    def set_wind(self, at: Xy) -> Change | None:
        """From where the pointer is, seen from the middle of the fleet."""
        return SetField(("wind", "from"), wind_point(bearing(self.heart(), at)))

    # --- panels and keys

    def panel(self) -> list[Widget] | None:
        """A column in numbers; with the tool for the sea what can be laid on it, over its fields."""
        return list(self._columns.rows()) if len(self.bench.lined) > 1 and self.bench.tool not in SHAPING else None

    def above(self) -> Sequence[Widget]:
        """What brings land and fairways, or zones."""
        made = {"sea": coast_rows, "zone": zone_rows}.get(self.bench.tool)
        return made(self.bench) if made else ()

    def own_answer(self, report: Report) -> bool:
        """What is done in it."""
        if isinstance(report, Pressed) and report.id.startswith("coast."):
            at = self.view.camera.to_table(*self.view.middle())
            self.bench.do(new_land(self.bench.draft, report.id.removeprefix("coast."), at))
            return True
        return self._columns.answer(report)

    def more_keys(self) -> Mapping[str, Callable[[], object]]:
        """Line ahead and abreast, arcs, threats, names."""
        return {
            keys.key("line_ahead"): lambda: self._columns.form("ahead"),
            keys.key("line_abreast"): lambda: self._columns.form("abreast"),
            keys.key("edit_arcs"): self._arcs, keys.key("labels"): self._seen.cycle_labels,
        }  # fmt: skip

    def _arcs(self) -> None:
        """Her fields of fire, or none."""
        self._seen.arcs = "none" if self._seen.arcs == "selected" else "selected"


def whole(angle: float) -> int:
    """A heading in whole degrees."""
    return round(angle) % 360


def _between(one: Xy, other: Xy) -> Xy:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _carry(board: SeaBoard, chosen: tuple[str, ...], at: Xy, _line: Formation) -> Hold:
    return Carrying(chosen, at, board.way)


def _wheel(board: SeaBoard, chosen: tuple[str, ...], at: Xy, line: Formation) -> Hold:
    return Wheeling(chosen, at, board.middle(chosen[0]), whole, line.heading)


_TAKEN: dict[str, Callable[[SeaBoard, tuple[str, ...], Xy, Formation], Hold]] = {
    "move": _carry,
    "turn": _wheel,
    "bearing": lambda _, chosen, at, line: Swinging(chosen, at, line),
}  # fmt: skip


EDGES = {"west": 0, "south": 1, "east": 0, "north": 1}
"""The edges of the map, and which number of a place each of them is."""
COAST_SWITCH = "coastal"
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


def coast_marks(bench: Bench, data: Data, pieces: Sequence[Piece]) -> Iterator[Mark]:
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
            yield from corner_grips(piece)
        elif piece.kind == "battery":
            yield Grip((piece.at,), f"point.{piece.id}", words=piece.name)


def corner_grips(piece: Piece) -> Iterator[Grip]:
    """The points of an outline, and between them where another one can be dragged out."""
    for number, (at, after) in enumerate(zip(piece.points, (*piece.points[1:], piece.points[0]), strict=True)):
        yield Grip((at,), f"point.{piece.id}:{number}")
        yield Grip((((at[0] + after[0]) / 2, (at[1] + after[1]) / 2),), f"split.{piece.id}:{number}")


def start_coast_drag(draft: Draft, grip: str, at: Xy) -> Hold | None:
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
    outline = [[round(at[0] + x, 1), round(at[1] + y, 1)] for x, y in ISLAND]
    return CombinedChange((*switch_on(draft, COAST_SWITCH), AddEntry((key,), outline)), f"New {key.removesuffix('s')}")


def unseen(draft: Draft, pieces: Sequence[Piece]) -> Iterator[Ghost]:
    """Yield land, fairways and batteries of the file that the battle does not have, with the reason."""
    if draft.state.coast:
        return
    off = any(one.switch == COAST_SWITCH for one in draft.unheeded)
    words = "No effect: the coastal rules are off" if off else ""
    for piece in pieces:
        if piece.kind in COASTAL:
            yield Ghost(piece.points or (piece.at,), piece.kind, words)
            words = ""  # once is enough


def outlined(draft: Draft) -> tuple[str, ...]:
    """The keys of lists of outlines of this game."""
    return tuple(path[0] for path in draft.kit.outlines if path[1:] == ("*",))


def coast_rows(bench: Bench) -> Sequence[Widget]:
    """What brings land and fairways."""
    keys = outlined(bench.draft)
    return [Row([Button(f"coast.{key}", f"New {key.removesuffix('s')}", grow=1, tip=_NEW) for key in keys], gap=8)]


LEAST = 0.5
"""UM that a new zone is wide and high at least."""
ZONE_SWITCH = "deployment"
"""The option without which zones have no meaning."""


@dataclass(frozen=True)
class Boxing(Hold):
    """A rectangle is drawn for a side."""

    bench: Bench

    def change(self, at: Xy) -> Change | None:
        """Once it is large enough, to a tenth of a UM."""
        (west, east), (south, north) = (sorted((round(a, 1), round(b, 1))) for a, b in zip(self.start, at, strict=True))
        if east - west < LEAST or north - south < LEAST:
            return None
        area = [[west, south], [east, south], [east, north], [west, north]]
        return zones.added(self.bench.draft, {"side": zones.side(self.bench), "area": area}, ZONE_SWITCH)


def extent(draft: Draft) -> str:
    """Return in words how large the sea is, and whether it has a"""
    sea: Sea = draft.state.sea
    drawn = "land has no effect" if any(unseen(draft, draft.pieces)) else "no land"
    return f"Sea {sea.east - sea.west:g} × {sea.north - sea.south:g} UM, {'with coast' if draft.state.coast else drawn}"


def zone_marks(bench: Bench, data: Data, pieces: Sequence[Piece]) -> Iterator[Mark]:
    """The zones of both sides with their corners; the chosen one is moved whole, and has more dragged out of it."""
    entries, at = zones.entries(data), zones.chosen(bench)
    for number, piece in _laid(pieces):
        entry, chosen = entries[number], number == at
        yield Waters(piece.points, str(entry.get("side")), zones.words(bench.draft, entry), chosen)
        yield from (one for one in corner_grips(piece) if chosen or one.id.startswith("point."))
        if chosen:
            xs, ys = zip(*piece.points, strict=True)
            yield Grip(((sum(xs) / len(xs), sum(ys) / len(ys)),), f"point.{piece.id}")


def zone_rows(bench: Bench) -> Sequence[Widget]:
    """Whose zone is drawn next."""
    return zones.above(bench, "Drag over the sea to draw a zone; click to select one.")


def zone_number_at(pieces: Sequence[Piece], at: Xy) -> int | None:
    """The last one that holds a place."""
    spot = shapely.Point(at)
    held = (number for number, piece in _laid(pieces) if len(piece.points) > 2 and _area(piece).contains(spot))
    return max(held, default=None)


def _area(piece: Piece) -> shapely.Polygon:
    return shapely.Polygon(piece.points)


def _laid(pieces: Sequence[Piece]) -> Iterator[tuple[int, Piece]]:
    """The zones by their numbers."""
    count = len(zones.ZONES)
    return ((int(one.path[count]), one) for one in pieces if one.path[:count] == zones.ZONES)


PLACE = SeaBoard
