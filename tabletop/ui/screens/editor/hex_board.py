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
    """Decks of Glory."""

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
        """The hex that holds it."""
        return HEXES.snap(at)

    def to_table_point(self, place: tuple[float, float]) -> Xy:
        """The middle of the hex."""
        return HEXES.point(_round_to_hex(place))

    def file_offset(self, start: Xy, end: Xy) -> tuple[float, float]:
        """From hex to hex."""
        (q0, r0), (q1, r1) = HEXES.snap(start), HEXES.snap(end)
        return q1 - q0, r1 - r0

    def new_piece_outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """The hex."""
        return HEXES.outline(HEXES.snap(at))

    @staticmethod
    def draw_kind(kind: PieceKind, nation: str, size: Size) -> pygame.Surface:
        """A ship of her rate."""
        return draw_ship(MODELS[int(str(kind.values["rate"]))], nation, size)

    # --- what is shown

    def show_draft(self) -> None:
        """Ships in their hexes, the fields of fire of the one that is chosen, rulers."""
        state, viewer = self.session.draft.state, self._hex_viewer
        viewer.state = state
        chosen = tuple(key for key in self.session.selection if viewer.on_map(key))
        viewer.selected = chosen[0] if len(chosen) == 1 else ""
        laid = replace(sights.laid(viewer, state, NOTHING), noted=chosen if len(chosen) > 1 else ())
        self._map.show(state)
        self._map.mark(laid, viewer.selected, viewer.labels)

    def hover(self, piece: str | None) -> None:
        """Ring what is under the pointer."""
        self._map.come_upon(self._map.pointed_at(self.view.pointer))
        self._hex_viewer.hover(piece)

    def build_gauges(self) -> Sequence[Widget]:
        """The wind."""
        return (WindRose(self._map),)

    def start_zone_drag(self, at: Xy) -> Drag | None:
        """Hexes are painted."""
        return HexZoneDrag((), at, self.session, zones.selected_zone(self.session))

    def zone_at(self, at: Xy) -> int | None:
        """The last one that holds it."""
        return zone_number_at(self.previewed_data, at)

    def handle_zone_click(self, at: Xy) -> None:
        """Another zone is chosen; a hex beside all zones, or of the chosen one, is painted or wiped off."""
        here, now = self.zone_at(at), zones.selected_zone(self.session)
        if here is not None and here != now:
            self.select_zone(here)
        elif change := HexZoneDrag((), at, self.session, now).build_change(at):
            self.session.apply(change)
            self.select_zone(now if now is not None else self.zone_at(at))

    def build_tool_rows(self) -> Sequence[Widget]:
        """Whose zone is painted."""
        return build_zone_rows(self.session) if self.session.tool == "zone" else ()

    def build_handle_marks(self) -> Iterator[Mark]:
        """Where what is held would lie; a handle off the bow, or one for all that are chosen; the zones."""
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
        """A handle of what is chosen."""
        chosen = self.session.selection
        if grip == "move":
            return MoveDrag(chosen, at, self.file_offset)
        middle = self.center_of(chosen[0])
        if len(chosen) == 1:
            return TurnDrag(chosen, at, middle, _nearest_side)
        return WheelDrag(chosen, at, middle, _nearest_side, self.session.draft.find_piece(chosen[0]).heading or 0)

    def build_wind_change(self, at: Xy) -> Change | None:
        """It blows from the pointer to the middle of the fleet, and on."""
        return SetField(("wind",), (_nearest_side(bearing(self.fleet_center(), at)) + SIDES // 2) % SIDES)

    def form_for_tool(self, tool: Tool) -> DataPath | None:
        """The map for the sea; the wind is a field of the whole."""
        return super().form_for_tool(tool) if tool == "zone" else {"wind": (), "sea": ("map",)}.get(tool)

    # --- panels and keys

    def build_selection_rows(self) -> Sequence[Widget] | None:
        """A column in numbers."""
        return (
            list(self._column_panel.build_rows())
            if len(self.session.headed_selection) > 1 and self.session.tool != "zone"
            else None
        )

    def handle_game_report(self, report: Report) -> bool:
        """What is done in it."""
        return self._column_panel.handle_report(report)

    def bind_game_keys(self) -> Mapping[str, Callable[[], object]]:
        """Line ahead and abreast, fields of fire, names."""
        return {
            keys.key("line_ahead"): lambda: self._column_panel.line_up("ahead"),
            keys.key("line_abreast"): lambda: self._column_panel.line_up("abreast"),
            keys.key("edit_arcs"): self._toggle_fields_of_fire,
            keys.key("labels"): self._hex_viewer.cycle_labels,
        }

    def _toggle_fields_of_fire(self) -> None:
        """The fields of fire of the chosen ship, or none."""
        self._hex_viewer.guns = "none" if self._hex_viewer.guns == "selected" else "selected"


def _round_to_hex(place: tuple[float, float]) -> Hex:
    return round(place[0]), round(place[1])


def _nearest_side(angle: float) -> int:
    """The side of a hex that lies nearest to a bearing."""
    return round(angle / heading_of(1)) % SIDES


STRIDE = 0.5
"""Table units between places that are looked at along a stroke."""
WIDEST = 100
"""Hexes that a zone reaches from its middle at most."""


@dataclass(frozen=True)
class HexZoneDrag(Drag):
    """A stroke that begins in the zone wipes off, one that begins beside it paints."""

    session: EditorSession
    number: int | None
    trail: dict[Hex, None] = field(default_factory=dict)
    ends: list[Xy] = field(default_factory=list)

    def build_change(self, at: Xy) -> Change | None:
        """The zone with what the stroke has come over so far; without a zone that is chosen a new one."""
        last = self.ends[-1] if self.ends else self.start
        self.trail.update(dict.fromkeys(_list_hexes_between(last, at)))
        self.ends[:] = [at]
        draft = self.session.draft
        if self.number is None:
            return zones.build_added_zone(
                draft, {"side": zones.side_to_draw(self.session), "hexes": _hexes_to_data(set(self.trail))}
            )
        entry = zones.list_entries(draft.data)[self.number]
        held = hexes_of(entry)
        left = held - set(self.trail) if HEXES.snap(self.start) in held else held | set(self.trail)
        if not left:
            return zones.build_removed_zone(draft, self.number)
        said = {"side": entry.get("side"), "hexes": _hexes_to_data(left)}
        said |= {"ships": entry["ships"]} if "ships" in entry else {}
        return CombinedChange((SetField((*zones.ZONES, self.number), said),), "Zone painted")


def build_zone_rows(session: EditorSession) -> Sequence[Widget]:
    """Whose zone is painted next."""
    return zones.build_tool_rows(session, "Click or drag over hexes to paint a zone; start on a painted hex to erase.")


def build_zone_marks(session: EditorSession, data: Data) -> Iterator[Mark]:
    """The zones of both sides, each in as many parts as it has."""
    at = zones.selected_zone(session)
    for number, entry in enumerate(zones.list_entries(data)):
        words = zones.describe_zone(session.draft, entry)
        for ring, *holes in _find_rings(frozenset(hexes_of(entry))):
            yield ZoneArea(ring, str(entry.get("side")), words, number == at, tuple(holes))
            words = ""


def zone_number_at(data: Data, at: Xy) -> int | None:
    """The last one that holds a place."""
    here = HEXES.snap(at)
    return max((number for number, one in enumerate(zones.list_entries(data)) if here in hexes_of(one)), default=None)


def hexes_of(entry: zones.ZoneEntry) -> set[Hex]:
    """The hexes of a zone in either of the two ways, as far as they are told."""
    listed, middle, radius = entry.get("hexes"), read_coordinates(entry.get("middle")), entry.get("radius")
    if isinstance(listed, list):
        return {_round_to_hex(place) for one in listed if (place := read_coordinates(one))}
    if middle is None or not isinstance(radius, int):
        return set()
    q, r = _round_to_hex(middle)
    return {(q + x, r + y) for x, y in hexagon(min(radius, WIDEST))}


@lru_cache(maxsize=32)
def _find_rings(hexes: frozenset[Hex]) -> tuple[tuple[tuple[Xy, ...], ...], ...]:
    """The outline of each part that hangs together, and after it those of its holes."""
    whole = shapely.union_all([shapely.Polygon(HEXES.outline(one)) for one in hexes], grid_size=1e-6)
    parts = shapely.get_parts(whole) if hexes else ()
    rings = ((part.exterior, *part.interiors) for part in parts)
    return tuple(tuple(tuple((x, y) for x, y, *_ in ring.coords[:-1]) for ring in part) for part in rings)


def _list_hexes_between(start: Xy, end: Xy) -> Iterator[Hex]:
    """The hexes between two places."""
    (x0, y0), (x1, y1) = start, end
    steps = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / STRIDE))
    for step in range(steps + 1):
        yield HEXES.snap((x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps))


def _hexes_to_data(hexes: set[Hex]) -> list[list[int]]:
    return [list(one) for one in sorted(hexes)]


WORKPLACE = HexBoard
