"""Zones on the grid: hexes that are painted and wiped off one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import shapely

from tabletop.authoring.draft import Change, CombinedChange, SetField
from tabletop.authoring.kit import Data, read_coordinates
from tabletop.geometry.hexgrid import Hex, hexagon
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.camera import Xy
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.bench import Bench
from tabletop.ui.screens.editor.holds import Hold
from tabletop.ui.screens.editor.marks import Mark, Waters
from tabletop.ui.widgets.base import Widget

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


def above(bench: Bench) -> Sequence[Widget]:
    """Whose zone is painted next."""
    return zones.above(bench, "Click or drag over hexes to paint a zone; start on a painted hex to erase.")


def marks(bench: Bench, data: Data) -> Iterator[Mark]:
    """The zones of both sides, each in as many parts as it has."""
    at = zones.chosen(bench)
    for number, entry in enumerate(zones.entries(data)):
        words = zones.words(bench.draft, entry)
        for ring, *holes in _rings(frozenset(hexes_of(entry))):
            yield Waters(ring, str(entry.get("side")), words, number == at, tuple(holes))
            words = ""


def number_at(data: Data, at: Xy) -> int | None:
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


def _hex(place: Xy) -> Hex:
    return round(place[0]), round(place[1])
