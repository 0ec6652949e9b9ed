"""The hex map while a battle is set up: ships by hexes and sides, and zones of hexes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

import pygame
import shapely

from tabletop.authoring.draft import Change, CombinedChange, SetField
from tabletop.authoring.kit import Data, PieceKind, read_coordinates
from tabletop.core.document import DataPath
from tabletop.geometry.hexgrid import SIDES, Hex, hex_ahead, hexagon
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Measuring
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.compass import WindRose
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING
from tabletop.ui.boards.decks_of_glory.projection import APOTHEM, HEXES, MODELS, heading_of
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.column_panel import HEX_UNITS as BY_HEXES
from tabletop.ui.screens.editor.column_panel import ColumnPanel
from tabletop.ui.screens.editor.drags import Drag, MoveDrag, TurnDrag, WheelDrag, bearing
from tabletop.ui.screens.editor.map_board import MapBoard
from tabletop.ui.screens.editor.marks import Handle, Mark, Outline, Spine, ZoneArea
from tabletop.ui.screens.editor.pieces_panel import draw_ship
from tabletop.ui.screens.editor.session import EditorSession, Tool
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.report import Report


class HexBoard(MapBoard):
    """The hex map of Decks of Glory. Places of the file are hexes, headings are sides."""

    hints: ClassVar[Sequence[str]] = tuple(name for name in MapBoard.hints if name not in ("turn_port", "fit_book"))
    nudge_step: ClassVar[float] = 1
    turn_step: ClassVar[int] = 1
    table_units: ClassVar[float] = 2 * APOTHEM
    interval_step: ClassVar[float] = 1
    copy_offset: ClassVar[tuple[float, float]] = (1.0, 0.0)

    def __init__(self, session: EditorSession) -> None:
        state = session.draft.state
        self._map = HexMap(self.wants_drag)
        self._hex_viewer = Viewer(state, listed=state.sides[0], guns="selected")
        measuring = Measuring(self._hex_viewer, lambda handle_gesture: self._map.pointed_at(handle_gesture.pixel).hex)
        super().__init__(session, self._hex_viewer, self._map.surface, measuring)
        self._column_panel = ColumnPanel(session, BY_HEXES)

    # --- places

    def to_file_place(self, at: Xy) -> tuple[float, float]:
        """Return the hex at a point of the table."""
        return HEXES.snap(at)

    def to_table_point(self, place: tuple[float, float]) -> Xy:
        """Return the center of a hex on the table."""
        return HEXES.point(_round_to_hex(place))

    def file_offset(self, start: Xy, end: Xy) -> tuple[float, float]:
        """Return the offset between the hexes at two points of the table."""
        (q0, r0), (q1, r1) = HEXES.snap(start), HEXES.snap(end)
        return q1 - q0, r1 - r0

    def new_piece_outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """Return the outline of the hex at a point of the table."""
        return HEXES.outline(HEXES.snap(at))

    @staticmethod
    def draw_kind(kind: PieceKind, nation: str, size: Size) -> pygame.Surface:
        """Draw a ship of the rate of `kind` for the list."""
        return draw_ship(MODELS[int(str(kind.values["rate"]))], nation, size)

    # --- what is shown

    def show_draft(self) -> None:
        """Show the ships in their hexes, and the fields of fire if one ship is selected."""
        state, viewer = self.session.draft.state, self._hex_viewer
        viewer.state = state
        chosen = tuple(key for key in self.session.selection if viewer.on_map(key))
        viewer.selected = chosen[0] if len(chosen) == 1 else ""
        overlays = replace(sights.laid(viewer, state, NOTHING), noted=chosen if len(chosen) > 1 else ())
        self._map.show(state)
        self._map.mark(overlays, viewer.selected, viewer.labels)

    def hover(self, piece: str | None) -> None:
        """Ring the ship or hex under the pointer."""
        self._map.come_upon(self._map.pointed_at(self.view.pointer))
        self._hex_viewer.hover(piece)

    def build_gauges(self) -> Sequence[Widget]:
        """Return the wind rose."""
        return (WindRose(self._map),)

    def start_zone_drag(self, at: Xy) -> Drag | None:
        """Return the drag that paints or erases hexes."""
        return HexZoneDrag((), at, self.session, zones.selected_zone(self.session))

    def zone_at(self, at: Xy) -> int | None:
        """Return the number of the last zone that holds a point; None for none."""
        return zone_number_at(self.previewed_data, at)

    def handle_zone_click(self, at: Xy) -> None:
        """Select another zone at `at`; else paint the hex, or erase the hex of the selected zone."""
        here, now = self.zone_at(at), zones.selected_zone(self.session)
        if here is not None and here != now:
            self.select_zone(here)
        elif change := HexZoneDrag((), at, self.session, now).build_change(at):
            self.session.apply(change)
            self.select_zone(now if now is not None else self.zone_at(at))

    def build_tool_rows(self) -> Sequence[Widget]:
        """Return the rows of the zone tool."""
        return build_zone_rows(self.session) if self.session.tool == "zone" else ()

    def build_handle_marks(self) -> Iterator[Mark]:
        """Yield the zones with the zone tool; else dragged outlines and the handles of the selection."""
        if self.session.tool == "zone":
            yield from build_zone_marks(self.session, self.previewed_data)
            return
        for at, _ in self.previewed.values():
            yield Outline(HEXES.outline(_round_to_hex(at)))
        chosen = self.session.selection
        if not chosen:
            return
        first = self.session.draft.find_piece(chosen[0])
        at, facing = self.previewed.get(first.id, (first.at, first.heading or 0))
        yield Handle((HEXES.point(hex_ahead(_round_to_hex(at), facing % SIDES)),), "turn")
        if len(chosen) > 1:
            points = tuple(self.center_of(key) for key in chosen)
            yield Spine(points)
            yield Handle((points[len(points) // 2],), "move", (26, 26))

    def start_handle_drag(self, grip: str, at: Xy) -> Drag | None:
        """Return the drag that a handle of the selection starts."""
        chosen = self.session.selection
        if grip == "move":
            return MoveDrag(chosen, at, self.file_offset)
        middle = self.center_of(chosen[0])
        if len(chosen) == 1:
            return TurnDrag(chosen, at, middle, _nearest_side)
        return WheelDrag(chosen, at, middle, _nearest_side, self.session.draft.find_piece(chosen[0]).heading or 0)

    def build_wind_change(self, at: Xy) -> Change | None:
        """Return the change by which the wind blows from `at` towards the middle of the fleet."""
        return SetField(("wind",), (_nearest_side(bearing(self.fleet_center(), at)) + SIDES // 2) % SIDES)

    def form_for_tool(self, tool: Tool) -> DataPath | None:
        """Return the path of the fields that a tool opens: the map for the sea, the whole for the wind."""
        return super().form_for_tool(tool) if tool == "zone" else {"wind": (), "sea": ("map",)}.get(tool)

    # --- panels and keys

    def build_selection_rows(self) -> Sequence[Widget] | None:
        """Return the rows of the column panel for several ships; None for anything else."""
        return (
            list(self._column_panel.build_rows())
            if len(self.session.headed_selection) > 1 and self.session.tool != "zone"
            else None
        )

    def handle_game_report(self, report: Report) -> bool:
        """Handle a report of the column panel. Return False for any other report."""
        return self._column_panel.handle_report(report)

    def bind_game_keys(self) -> Mapping[str, Callable[[], object]]:
        """Return the keys for line ahead and abreast, fields of fire and names."""
        return {
            keys.key("line_ahead"): lambda: self._column_panel.line_up("ahead"),
            keys.key("line_abreast"): lambda: self._column_panel.line_up("abreast"),
            keys.key("edit_arcs"): self._toggle_fields_of_fire,
            keys.key("labels"): self._hex_viewer.cycle_labels,
        }

    def _toggle_fields_of_fire(self) -> None:
        """Show or hide the fields of fire of the selected ship."""
        self._hex_viewer.guns = "none" if self._hex_viewer.guns == "selected" else "selected"


def _round_to_hex(place: tuple[float, float]) -> Hex:
    """Return the hex nearest to a place in hexes."""
    return round(place[0]), round(place[1])


def _nearest_side(angle: float) -> int:
    """Return the side of a hex nearest to a bearing in degrees."""
    return round(angle / heading_of(1)) % SIDES


STRIDE = 0.5
"""Distance between the points that are tested along a stroke, table units."""
WIDEST = 100
"""The largest radius of a zone, hexes."""


@dataclass(frozen=True)
class HexZoneDrag(Drag):
    """A stroke over hexes: it erases if it begins in the zone, else it paints.

    Attributes:
        number: the zone that changes; None for a new zone.
        trail: the hexes under the stroke so far.
        ends: the last point of the stroke.
    """

    session: EditorSession
    number: int | None
    trail: dict[Hex, None] = field(default_factory=dict)
    ends: list[Xy] = field(default_factory=list)

    def build_change(self, at: Xy) -> Change | None:
        """Return the change of the zone by the stroke so far. Extends `trail` by the hexes up to `at`."""
        last = self.ends[-1] if self.ends else self.start
        self.trail.update(dict.fromkeys(_list_hexes_between(last, at)))
        self.ends[:] = [at]
        draft = self.session.draft
        if self.number is None:
            return zones.build_added_zone(
                draft, {"side": zones.side_to_draw(self.session), "hexes": _hexes_to_data(set(self.trail))}
            )
        entry = zones.list_entries(draft.data)[self.number]
        hexes = hexes_of(entry)
        left = hexes - set(self.trail) if HEXES.snap(self.start) in hexes else hexes | set(self.trail)
        if not left:
            return zones.build_removed_zone(draft, self.number)
        zone = {"side": entry.get("side"), "hexes": _hexes_to_data(left)}
        zone |= {"ships": entry["ships"]} if "ships" in entry else {}
        return CombinedChange((SetField((*zones.ZONES, self.number), zone),), "Zone painted")


def build_zone_rows(session: EditorSession) -> Sequence[Widget]:
    """Return the rows of the zone tool."""
    return zones.build_tool_rows(session, "Click or drag over hexes to paint a zone; start on a painted hex to erase.")


def build_zone_marks(session: EditorSession, data: Data) -> Iterator[Mark]:
    """Yield the zones of both sides, a mark for each connected part."""
    at = zones.selected_zone(session)
    for number, entry in enumerate(zones.list_entries(data)):
        words = zones.describe_zone(session.draft, entry)
        for ring, *holes in _find_rings(frozenset(hexes_of(entry))):
            yield ZoneArea(ring, str(entry.get("side")), words, number == at, tuple(holes))
            words = ""


def zone_number_at(data: Data, at: Xy) -> int | None:
    """Return the number of the last zone that holds a point; None for none."""
    here = HEXES.snap(at)
    return max((number for number, one in enumerate(zones.list_entries(data)) if here in hexes_of(one)), default=None)


def hexes_of(entry: zones.ZoneEntry) -> set[Hex]:
    """Return the hexes of a zone that is written as a list or as middle and radius.

    Empty if it is incomplete.
    """
    listed, middle, radius = entry.get("hexes"), read_coordinates(entry.get("middle")), entry.get("radius")
    if isinstance(listed, list):
        return {_round_to_hex(place) for one in listed if (place := read_coordinates(one))}
    if middle is None or not isinstance(radius, int):
        return set()
    q, r = _round_to_hex(middle)
    return {(q + x, r + y) for x, y in hexagon(min(radius, WIDEST))}


@lru_cache(maxsize=32)
def _find_rings(hexes: frozenset[Hex]) -> tuple[tuple[tuple[Xy, ...], ...], ...]:
    """Return the rings of each connected part: the outline, then its holes."""
    whole = shapely.union_all([shapely.Polygon(HEXES.outline(one)) for one in hexes], grid_size=1e-6)
    parts = shapely.get_parts(whole) if hexes else ()
    rings = ((part.exterior, *part.interiors) for part in parts)
    return tuple(tuple(tuple((x, y) for x, y, *_ in ring.coords[:-1]) for ring in part) for part in rings)


def _list_hexes_between(start: Xy, end: Xy) -> Iterator[Hex]:
    """Yield the hexes between two points of the table."""
    (x0, y0), (x1, y1) = start, end
    steps = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / STRIDE))
    for step in range(steps + 1):
        yield HEXES.snap((x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps))


def _hexes_to_data(hexes: set[Hex]) -> list[list[int]]:
    """Return hexes as the file writes them: sorted [q, r] lists."""
    return [list(one) for one in sorted(hexes)]


WORKPLACE = HexBoard
