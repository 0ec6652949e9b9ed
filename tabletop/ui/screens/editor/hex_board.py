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
from tabletop.ui.boards.battle.measuring import Measuring
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.compass import WindRose
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING
from tabletop.ui.boards.decks_of_glory.projection import APOTHEM, HEXES, heading_of
from tabletop.ui.boards.decks_of_glory.ship_places import MODELS
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.column_panel import HEXES as BY_HEXES
from tabletop.ui.screens.editor.column_panel import ColumnPanel
from tabletop.ui.screens.editor.drags import Carrying, Hold, Turning, Wheeling, bearing
from tabletop.ui.screens.editor.map_board import MapBoard
from tabletop.ui.screens.editor.marks import Grip, Mark, Shape, Spine, Waters
from tabletop.ui.screens.editor.pieces_panel import portrayed
from tabletop.ui.screens.editor.session import Bench, Tool
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.report import Report


class HexBoard(MapBoard):
    """Decks of Glory."""

    hints: ClassVar[Sequence[str]] = tuple(name for name in MapBoard.hints if name not in ("turn_port", "fit_book"))
    nudge: ClassVar[float] = 1
    turn: ClassVar[int] = 1
    unit: ClassVar[float] = 2 * APOTHEM
    grain: ClassVar[float] = 1
    beside: ClassVar[tuple[float, float]] = (1.0, 0.0)

    def __init__(self, bench: Bench) -> None:
        state = bench.draft.state
        self._map = HexMap(self.wants)
        self._seen = Viewer(state, listed=state.sides[0], guns="selected")
        measuring = Measuring(self._seen, lambda gesture: self._map.pointed_at(gesture.pixel).hex)
        super().__init__(bench, self._seen, self._map.surface, measuring)
        self._columns = ColumnPanel(bench, BY_HEXES)

    # --- places

    def written(self, at: Xy) -> tuple[float, float]:
        """The hex that holds it."""
        return HEXES.snap(at)

    def point(self, place: tuple[float, float]) -> Xy:
        """The middle of the hex."""
        return HEXES.point(_hex(place))

    def way(self, start: Xy, end: Xy) -> tuple[float, float]:
        """From hex to hex."""
        (q0, r0), (q1, r1) = HEXES.snap(start), HEXES.snap(end)
        return q1 - q0, r1 - r0

    def outline(self, kind: str, at: Xy) -> tuple[Xy, ...]:
        """The hex."""
        return HEXES.outline(HEXES.snap(at))

    @staticmethod
    def portray(kind: PieceKind, nation: str, size: Size) -> pygame.Surface:
        """A ship of her rate."""
        return portrayed(MODELS[int(str(kind.values["rate"]))], nation, size)

    # --- what is shown

    def show(self) -> None:
        """Ships in their hexes, the fields of fire of the one that is chosen, rulers."""
        state, viewer = self.bench.draft.state, self._seen
        viewer.state = state
        chosen = tuple(key for key in self.bench.chosen if viewer.on_map(key))
        viewer.selected = chosen[0] if len(chosen) == 1 else ""
        laid = replace(sights.laid(viewer, state, NOTHING), noted=chosen if len(chosen) > 1 else ())
        self._map.show(state)
        self._map.mark(laid, viewer.selected, viewer.labels)

    def hover(self, piece: str | None) -> None:
        """Ring what is under the pointer."""
        self._map.come_upon(self._map.pointed_at(self.view.pointer))
        self._seen.hover(piece)

    def small(self) -> Sequence[Widget]:
        """The wind."""
        return (WindRose(self._map),)

    def draw_zone(self, at: Xy) -> Hold | None:
        """Hexes are painted."""
        return Painting((), at, self.bench, zones.chosen(self.bench))

    def zone_at(self, at: Xy) -> int | None:
        """The last one that holds it."""
        return zone_number_at(self.data, at)

    def click_zone(self, at: Xy) -> None:
        """Another zone is chosen; a hex beside all zones, or of the chosen one, is painted or wiped off."""
        here, now = self.zone_at(at), zones.chosen(self.bench)
        if here is not None and here != now:
            self.choose_zone(here)
        elif change := Painting((), at, self.bench, now).change(at):
            self.bench.do(change)
            self.choose_zone(now if now is not None else self.zone_at(at))

    def above(self) -> Sequence[Widget]:
        """Whose zone is painted."""
        return zone_rows(self.bench) if self.bench.tool == "zone" else ()

    def grips(self) -> Iterator[Mark]:
        """Where what is held would lie; a handle off the bow, or one for all that are chosen; the zones."""
        if self.bench.tool == "zone":
            yield from zone_marks(self.bench, self.data)
            return
        for at, _ in self.supposed.values():
            yield Shape(HEXES.outline(_hex(at)))
        chosen = self.bench.chosen
        if not chosen:
            return
        first = self.bench.draft.find_piece(chosen[0])
        at, facing = self.supposed.get(first.id, (first.at, first.heading or 0))
        yield Grip((HEXES.point(hex_ahead(_hex(at), facing % SIDES)),), "turn")
        if len(chosen) > 1:
            points = tuple(self.middle(key) for key in chosen)
            yield Spine(points)
            yield Grip((points[len(points) // 2],), "move", (26, 26))

    def take(self, grip: str, at: Xy) -> Hold | None:
        """A handle of what is chosen."""
        chosen = self.bench.chosen
        if grip == "move":
            return Carrying(chosen, at, self.way)
        middle = self.middle(chosen[0])
        if len(chosen) == 1:
            return Turning(chosen, at, middle, _side)
        return Wheeling(chosen, at, middle, _side, self.bench.draft.find_piece(chosen[0]).heading or 0)

    def set_wind(self, at: Xy) -> Change | None:
        """It blows from the pointer to the middle of the fleet, and on."""
        return SetField(("wind",), (_side(bearing(self.heart(), at)) + SIDES // 2) % SIDES)

    def form_of(self, tool: Tool) -> DataPath | None:
        """The map for the sea; the wind is a field of the whole."""
        return super().form_of(tool) if tool == "zone" else {"wind": (), "sea": ("map",)}.get(tool)

    # --- panels and keys

    def panel(self) -> Sequence[Widget] | None:
        """A column in numbers."""
        return list(self._columns.rows()) if len(self.bench.lined) > 1 and self.bench.tool != "zone" else None

    def own_answer(self, report: Report) -> bool:
        """What is done in it."""
        return self._columns.answer(report)

    def more_keys(self) -> Mapping[str, Callable[[], object]]:
        """Line ahead and abreast, fields of fire, names."""
        return {
            keys.key("line_ahead"): lambda: self._columns.form("ahead"),
            keys.key("line_abreast"): lambda: self._columns.form("abreast"),
            keys.key("edit_arcs"): self._fields, keys.key("labels"): self._seen.cycle_labels,
        }  # fmt: skip

    def _fields(self) -> None:
        """The fields of fire of the chosen ship, or none."""
        self._seen.guns = "none" if self._seen.guns == "selected" else "selected"


def _hex(place: tuple[float, float]) -> Hex:
    return round(place[0]), round(place[1])


def _side(angle: float) -> int:
    """The side of a hex that lies nearest to a bearing."""
    return round(angle / heading_of(1)) % SIDES


STRIDE = 0.5
"""Table units between places that are looked at along a stroke."""
WIDEST = 100
"""Hexes that a zone reaches from its middle at most."""


@dataclass(frozen=True)
class Painting(Hold):
    """A stroke that begins in the zone wipes off, one that begins beside it paints."""

    bench: Bench
    number: int | None
    trail: dict[Hex, None] = field(default_factory=dict)
    ends: list[Xy] = field(default_factory=list)

    def change(self, at: Xy) -> Change | None:
        """The zone with what the stroke has come over so far; without a zone that is chosen a new one."""
        last = self.ends[-1] if self.ends else self.start
        self.trail.update(dict.fromkeys(_over(last, at)))
        self.ends[:] = [at]
        draft = self.bench.draft
        if self.number is None:
            return zones.added(draft, {"side": zones.side(self.bench), "hexes": _written(set(self.trail))})
        entry = zones.entries(draft.data)[self.number]
        held = hexes_of(entry)
        left = held - set(self.trail) if HEXES.snap(self.start) in held else held | set(self.trail)
        if not left:
            return zones.without(draft, self.number)
        said = {"side": entry.get("side"), "hexes": _written(left)}
        said |= {"ships": entry["ships"]} if "ships" in entry else {}
        return CombinedChange((SetField((*zones.ZONES, self.number), said),), "Zone painted")


def zone_rows(bench: Bench) -> Sequence[Widget]:
    """Whose zone is painted next."""
    return zones.above(bench, "Click or drag over hexes to paint a zone; start on a painted hex to erase.")


def zone_marks(bench: Bench, data: Data) -> Iterator[Mark]:
    """The zones of both sides, each in as many parts as it has."""
    at = zones.chosen(bench)
    for number, entry in enumerate(zones.entries(data)):
        words = zones.words(bench.draft, entry)
        for ring, *holes in _rings(frozenset(hexes_of(entry))):
            yield Waters(ring, str(entry.get("side")), words, number == at, tuple(holes))
            words = ""


def zone_number_at(data: Data, at: Xy) -> int | None:
    """The last one that holds a place."""
    here = HEXES.snap(at)
    return max((number for number, one in enumerate(zones.entries(data)) if here in hexes_of(one)), default=None)


def hexes_of(entry: zones.Entry) -> set[Hex]:
    """The hexes of a zone in either of the two ways, as far as they are told."""
    listed, middle, radius = entry.get("hexes"), read_coordinates(entry.get("middle")), entry.get("radius")
    if isinstance(listed, list):
        return {_hex(place) for one in listed if (place := read_coordinates(one))}
    if middle is None or not isinstance(radius, int):
        return set()
    q, r = _hex(middle)
    return {(q + x, r + y) for x, y in hexagon(min(radius, WIDEST))}


@lru_cache(maxsize=32)
def _rings(hexes: frozenset[Hex]) -> tuple[tuple[tuple[Xy, ...], ...], ...]:
    """The outline of each part that hangs together, and after it those of its holes."""
    whole = shapely.union_all([shapely.Polygon(HEXES.outline(one)) for one in hexes], grid_size=1e-6)
    parts = shapely.get_parts(whole) if hexes else ()
    rings = ((part.exterior, *part.interiors) for part in parts)
    return tuple(tuple(tuple((x, y) for x, y, *_ in ring.coords[:-1]) for ring in part) for part in rings)


def _over(start: Xy, end: Xy) -> Iterator[Hex]:
    """The hexes between two places."""
    (x0, y0), (x1, y1) = start, end
    steps = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / STRIDE))
    for step in range(steps + 1):
        yield HEXES.snap((x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps))


def _written(hexes: set[Hex]) -> list[list[int]]:
    return [list(one) for one in sorted(hexes)]


PLACE = HexBoard
