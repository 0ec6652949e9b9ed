"""Tints on the water: fields of fire, threats, help areas and the water in reach."""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame
import shapely

from tabletop.games.ships_of_the_line.model import Band
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.sprite_batch import charted, origin
from tabletop.ui.boards.ships_of_the_line import overlays
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import MEDIUM_MS, SHORT_MS, Steps, estimate_fill_ms
from tabletop.ui.theme import INKS, Colour, worn

AROUND = 64
"""Pixels beyond the view that are tinted too."""
BUDGET = 8 * 1024 * 1024
"""Bytes of tinted sheets that are kept."""


@dataclass(frozen=True)
class Wash:
    """A polygon in UM (outline, then holes) with colour and opacity (0 to 255)."""

    rings: tuple[tuple[Xy, ...], ...]
    colour: Colour
    alpha: int


@dataclass(frozen=True)
class _Sheet:
    """A tinted picture with its place in chart pixels, and the part of the chart that it covers."""

    drawn: pygame.Surface
    box: pygame.Rect
    complete: pygame.Rect


class _HashedKey:
    """A cache key whose hash is computed only once."""

    def __init__(self, of: tuple[object, ...]) -> None:
        self._of = of
        self._hash = hash(of)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _HashedKey) and self._hash == other._hash and self._of == other._of


class Washes:
    """A cache of the tinted sheets that were drawn last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Sheet] = OrderedDict()

    def painting(self, surface: pygame.Surface, scene: SeaScene, washes: tuple[Wash, ...]) -> Steps[None]:
        """Draw tints on the surface, step by step; where two overlap, only the later one shows."""
        if not washes:
            return
        x, y = origin(scene.camera)
        view = surface.get_rect().move(-x, -y)
        key = _HashedKey((washes, scene.camera.scale))
        sheet = self._kept.get(key)
        if sheet is None or not sheet.complete.contains(view):
            yield SHORT_MS
            sheet = yield from _tint_sheet(scene, washes, view.inflate(2 * AROUND, 2 * AROUND))
            self._kept[key] = sheet
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and sum(4 * kept.box.w * kept.box.h for kept in self._kept.values()) > BUDGET:
            self._kept.popitem(last=False)
        yield MEDIUM_MS
        surface.blit(sheet.drawn, sheet.box.move(x, y), special_flags=pygame.BLEND_PREMULTIPLIED)


def _tint_sheet(scene: SeaScene, washes: Sequence[Wash], complete: pygame.Rect) -> Steps[_Sheet]:
    """Draw the sheet of `washes` for the area `complete` of the chart, step by step."""
    chart = charted(scene.camera)
    shapes = [([[chart.to_screen(*point) for point in ring] for ring in wash.rings], wash) for wash in washes]
    xs = [x for rings, _ in shapes for x, _ in rings[0]]
    ys = [y for rings, _ in shapes for _, y in rings[0]]
    left, top = round(min(xs)) - 1, round(min(ys)) - 1
    box = pygame.Rect(left, top, round(max(xs)) + 2 - left, round(max(ys)) + 2 - top).clip(complete)
    drawn = pygame.Surface(box.size, pygame.SRCALPHA)
    for rings, wash in shapes:
        yield estimate_fill_ms(drawn)
        _fill_polygon(drawn, box, rings, wash)
    yield estimate_fill_ms(drawn)
    drawn.premul_alpha_ip()
    return _Sheet(drawn, box, complete)


def _fill_polygon(drawn: pygame.Surface, box: pygame.Rect, rings: Sequence[Sequence[Xy]], wash: Wash) -> None:
    """Fill a polygon with holes; earlier tints show through the holes."""
    points = [[(x - box.x, y - box.y) for x, y in ring] for ring in rings]
    if len(points) == 1:
        pygame.draw.polygon(drawn, (*wash.colour, wash.alpha), points[0])
        return
    room = _bounding_rect(points[0]).clip(drawn.get_rect())
    apart = pygame.Surface(room.size, pygame.SRCALPHA)
    outline, *holes = [[(x - room.x, y - room.y) for x, y in ring] for ring in points]
    pygame.draw.polygon(apart, (*wash.colour, wash.alpha), outline)
    for hole in holes:
        pygame.draw.polygon(apart, (0, 0, 0, 0), hole)
    drawn.blit(apart, room, special_flags=pygame.BLEND_RGBA_MAX)


def _bounding_rect(points: Sequence[Xy]) -> pygame.Rect:
    """Return the pixels that a polygon can touch."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1
    return pygame.Rect(left, top, math.ceil(max(xs)) + 2 - left, math.ceil(max(ys)) + 2 - top)


BAND_COLOURS: dict[Band, Colour] = {"point_blank": INKS.point_blank, "medium": INKS.medium, "long": INKS.long}
BAND_ALPHA: dict[Band, int] = {"point_blank": 87, "medium": 51, "long": 33}
MEDIUM_DASHES = (8, 8)
"""Dash and gap of the medium band; round ends add two pixels to a dash."""
MASKED_COLOUR: Colour = (0xCB, 0xD8, 0xD0)
MASKED_ALPHA = 22
FLANK_COLOUR: Colour = (0x9F, 0xAD, 0x9C)
THREAT_COLOUR: Colour = (0xD8, 0x5A, 0x40)
THREAT_ALPHA = (0, 26, 44, 60, 76, 90, 104, 118)
"""Opacity by number of dice; more dice count as the last."""
REACH_COLOUR = INKS.brass_light
REACH_ALPHA = 34
BEYOND_ALPHA = 74
_FAR = ((-1000.0, -1000.0), (1000.0, -1000.0), (1000.0, 1000.0), (-1000.0, 1000.0))
"""A rectangle around all water that can be seen, UM."""
INFLUENCE_DASHES = (14, 9)


def painting_fire_field(
    surface: pygame.Surface, scene: SeaScene, field: overlays.FireField, washes: Washes
) -> Steps[None]:
    """Tint the bands of a broadside and draw their edges, each in its own line style."""
    bands = list(reversed(field.bands))
    tints = [Wash((band.outline,), *_find_tint(band, field)) for band in bands]
    yield from washes.painting(surface, scene, (*tints, *(Wash((piece,), FLANK_COLOUR, 0) for piece in field.hidden)))
    for line in _visible_parts(_close(bands[0].outline), field):
        yield SHORT_MS
        strokes.stroke(surface, _to_pixels(scene.camera, line), FLANK_COLOUR, 1, 0)
    for band in bands:
        for line in _visible_parts(band.edge, field):
            yield SHORT_MS
            EDGES[band.band](surface, _to_pixels(scene.camera, line), _find_tint(band, field)[0])


EDGE_WIDTH = 1e-6
"""UM from hidden water within which a line is hidden too."""


def _visible_parts(line: Sequence[Xy], field: overlays.FireField) -> list[Sequence[Xy]]:
    """Return the parts of a line that land does not hide."""
    if not field.hidden:
        return [line]
    whole = shapely.union_all([shapely.Polygon(piece) for piece in field.hidden]).buffer(EDGE_WIDTH)
    parts = shapely.get_parts(shapely.LineString(line).difference(whole)).tolist()
    return [tuple((x, y) for x, y in part.coords) for part in parts if part.length > 0]


def painting_threats(surface: pygame.Surface, scene: SeaScene, shown: overlays.Threats, washes: Washes) -> Steps[None]:
    """Tint the regions of threats, redder for more dice."""
    alphas = [THREAT_ALPHA[min(region.dice, len(THREAT_ALPHA) - 1)] for region in shown.regions]
    danger = (Wash(one.rings, THREAT_COLOUR, alpha) for one, alpha in zip(shown.regions, alphas, strict=True))
    yield from washes.painting(surface, scene, tuple(danger))
    for region in shown.regions:
        for ring in region.rings:
            yield SHORT_MS
            strokes.stroke(surface, _close(_to_pixels(scene.camera, ring)), THREAT_COLOUR, 1, 0)


def painting_covered_water(
    surface: pygame.Surface, scene: SeaScene, shown: overlays.CoveredWater, washes: Washes
) -> Steps[None]:
    """Tint the joined fields of many ships, and draw the edges of the bands."""
    yield from washes.painting(
        surface,
        scene,
        tuple(Wash(one.rings, worn(BAND_COLOURS[one.band]), BAND_ALPHA[one.band]) for one in shown.pieces),
    )
    for one in reversed(shown.pieces):
        for ring in one.rings:
            yield SHORT_MS
            EDGES[one.band](surface, _close(_to_pixels(scene.camera, ring)), BAND_COLOURS[one.band])


def painting_reach(surface: pygame.Surface, scene: SeaScene, shown: overlays.ReachArea, washes: Washes) -> Steps[None]:
    """Tint the water that a ship can still reach."""
    yield from washes.painting(
        surface, scene, tuple(Wash(rings, worn(REACH_COLOUR), REACH_ALPHA) for rings in shown.polygons)
    )
    for rings in shown.polygons:
        for ring in rings:
            yield SHORT_MS
            strokes.dashed(surface, _close(_to_pixels(scene.camera, ring)), REACH_COLOUR, (7, 5), 2, 1)


def painting_help_area(
    surface: pygame.Surface, scene: SeaScene, shown: overlays.HelpArea, washes: Washes
) -> Steps[None]:
    """Darken the water beyond a leader's help, and draw the edge."""
    yield from washes.painting(surface, scene, (Wash((_FAR, shown.outline), INKS.plate, BEYOND_ALPHA),))
    yield SHORT_MS
    strokes.dashed(surface, _close(_to_pixels(scene.camera, shown.outline)), REACH_COLOUR, INFLUENCE_DASHES, 2, 1)


def painting_battery_reach(
    surface: pygame.Surface, scene: SeaScene, shown: overlays.BatteryReach, _washes: Washes
) -> Steps[None]:
    """Draw the ends of a battery's range bands."""
    for ending in reversed(shown.endings):
        for line in ending.lines:
            yield SHORT_MS
            EDGES[ending.band](surface, _to_pixels(scene.camera, line), BAND_COLOURS[ending.band])


def _find_tint(band: overlays.FireBand, field: overlays.FireField) -> tuple[Colour, int]:
    """Return colour and opacity of a band; grey if the field is masked."""
    return (MASKED_COLOUR, MASKED_ALPHA) if field.masked else (worn(BAND_COLOURS[band.band]), BAND_ALPHA[band.band])


def _to_pixels(camera: Camera, points: Sequence[Xy]) -> list[Xy]:
    return [camera.to_screen(x, y) for x, y in points]


def _close(points: Sequence[Xy]) -> list[Xy]:
    return [*points, points[0]]


EDGES: dict[Band, Callable[[pygame.Surface, Sequence[Xy], Colour], None]] = {
    "point_blank": strokes.stroke,
    "medium": lambda surface, points, colour: strokes.dashed(surface, points, colour, MEDIUM_DASHES, 2, 2),
    "long": strokes.dotted,
}
"""Line style of each band, so that bands differ without colours."""
