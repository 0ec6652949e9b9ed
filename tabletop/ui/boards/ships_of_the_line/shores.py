"""A coast like that of an old chart: paper land, sand and surf, dotted shoals, soundings, fairways."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.label_layout import written
from tabletop.ui.boards.ships_of_the_line import chart_names, landscape, shore_batteries
from tabletop.ui.boards.ships_of_the_line.terrain import Terrain, build_terrain, random_cells
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import MEDIUM_MS, Steps, estimate_fill_ms, run_to_end
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, colour

GRAINS = ((8, 0.6), (13, 0.5), (21, 0.42))
"""By ring of shoal, the innermost first: pixels between grains, and their opacity (0 to 1)."""
PATTERN_SIDE = 64
"""Grains across the pattern before it repeats."""

Outline = tuple[Sequence[Xy], Sequence[Sequence[Xy]]]
"""A polygon and its holes, pixels."""
Places = npt.NDArray[np.int64]


def sow_sand(surface: pygame.Surface, rings: Sequence[Sequence[Outline]], origin: Xy, sand: Colour) -> None:
    """Draw grains of sand on rings of shoal within the clip of a surface.

    Args:
        surface: the surface to draw on.
        rings: the innermost first, each with everything inside of it.
        origin: the pixel from which squares are counted, so that grains stay when the view moves.
        sand: the colour.
    """
    clip = surface.get_clip()
    sheet = pygame.Surface(clip.size, depth=8)
    for number, ring in reversed(list(enumerate(rings, 1))):
        for outline, holes in ring:
            for level, points in ((number, outline), *((0, hole) for hole in holes)):
                pygame.draw.polygon(sheet, level, [(x - clip.x, y - clip.y) for x, y in points])
    start = round(origin[0]) - clip.x, round(origin[1]) - clip.y
    pixels = pygame.surfarray.pixels3d(surface)
    lying = pygame.surfarray.pixels2d(sheet)
    for number, (gap, share) in enumerate(GRAINS[: len(rings)], 1):
        x, y = _find_places(clip.size, gap, start)
        kept = lying[x, y] == number
        at = x[kept] + clip.x, y[kept] + clip.y
        lit = pixels[at].astype(np.int16)
        pixels[at] = lit + ((np.array(sand) - lit) * share).astype(np.int16)
    del pixels, lying


def _find_places(size: tuple[int, int], gap: int, start: tuple[int, int]) -> tuple[Places, Places]:
    """Return x and y of one grain in each square of `gap` pixels, counted from `start`."""
    columns, rows = (
        np.arange(-from_ // gap - 1, (long - from_) // gap + 1) for from_, long in zip(start, size, strict=True)
    )
    chance = _random_places()[:, columns[:, None] % PATTERN_SIDE, rows[None, :] % PATTERN_SIDE]
    x = (start[0] + columns[:, None] * gap + (chance[0] * gap).astype(int)).ravel()
    y = (start[1] + rows[None, :] * gap + (chance[1] * gap).astype(int)).ravel()
    within = (x >= 0) & (x < size[0]) & (y >= 0) & (y < size[1])
    return x[within], y[within]


@cache
def _random_places() -> npt.NDArray[np.float64]:
    """Return the offsets of grains in their squares, as shares (0 to 1)."""
    return np.random.default_rng(22).random((2, PATTERN_SIDE, PATTERN_SIDE))


LAND, WASH, INK, BEACH = colour("#D9CAA6"), colour("#A98A55"), colour("#3A2C14"), colour("#E6DABA")
SHOAL, SAND, SHALLOWS, SOUNDING = colour("#8FB09A"), colour("#F3EAD6"), colour("#DCE7D8"), colour("#DEE9DA")
TINTS = (87, 48, 22)
"""Opacity of the rings of shoal."""
DOTS = ((8, 170), (13, 135), (21, 110))
"""By ring: pixels between the dots on its edge, and their opacity."""
INSHORE = ((30, 20), (15, 42))
"""Pixels from the surf within which water is lighter, and the opacity of the light."""
FOAM, CRESTS = 58, (165, (13.0, 6.0))
"""Opacity of the surf, and of its broken edge with dash and gap in pixels."""
LINES = ((7, 90), (14, 58), (22, 34))
"""Water lines: pixels from the surf, and opacity."""
EDGE = (colour("#BCA87C"), colour("#A08C60"))
"""Colours of wet sand towards the water, and of the line where the rules end the land."""
WET = 4
"""Width of the wet sand, pixels."""
INLAND, FIRST = 44, 0.62
"""Pixels inland over which the wash fades, and its strength at the start."""
STEPS = 8
"""Number of steps in which the wash fades."""
REACH = 70
"""Opacity of the circle of a battery's medium range."""
BORDER = 0.02
"""UM within the border of the map, where land goes on and has no shore."""
SOUNDING_SCALE, SOUNDING_GAP = 22, 84
"""Pixels to a UM from which soundings are drawn, and design pixels between them."""
FATHOMS = Style("name", 14, SOUNDING)
CLEAR = 14
"""Least distance of a sounding from shore and rings, pixels."""
RHUMBS = (26, 15)
"""Opacity of every second line of bearing, and of the others."""
BUOY = 5
"""Radius of a buoy, pixels."""


def paint_coast(surface: pygame.Surface, camera: Camera, state: State, scale: int) -> None:
    """Draw the coast at once; see `painting_coast`."""
    run_to_end(painting_coast(surface, camera, state, scale))


def painting_coast(surface: pygame.Surface, camera: Camera, state: State, scale: int) -> Steps[None]:
    """Draw the coast as `camera` sees it, from the lowest to the topmost, step by step.

    Args:
        surface: the surface to draw on, within its clip.
        camera: the view.
        state: the battle.
        scale: the scale of labels, per cent.
    """
    if not state.coast:
        return
    shown, view = (
        shores.build_coast_geometry(state.coast),
        _build_view(surface, camera).intersection(shores.build_map_area(state)),
    )
    shore = _outline_of(shown.land).intersection(shores.build_map_area(state).buffer(-BORDER))
    found = build_terrain(state.coast.land, (state.sea.west, state.sea.south, state.sea.east, state.sea.north), BORDER)
    yield MEDIUM_MS
    yield from _paint_water(surface, camera, state, shown, found, view)
    yield 2 * MEDIUM_MS
    _draw_soundings(surface, camera, state, shown, view, Theme(scale))
    yield from _paint_land(surface, camera, state, shown.land, found, view, shore, Theme(scale))
    for hull in shores.list_wreck_outlines(state):
        for line in _to_pixel_lines(_outline_of(hull), camera):
            strokes.dotted(surface, line, SAND, 5)
            strokes.polygon(surface, line, INK)
    for battery in state.coast.batteries.values():
        shore_batteries.draw_battery(surface, camera, state, battery)


def _build_view(surface: pygame.Surface, camera: Camera) -> shapely.Polygon:
    """Return the visible area in UM with a margin that hides its edges."""
    clip = surface.get_clip()
    (west, north), (east, south) = camera.to_table(*clip.topleft), camera.to_table(*clip.bottomright)
    spare = 60 / camera.scale
    return shapely.box(west - spare, south - spare, east + spare, north + spare)


# --- water


def _paint_water(
    surface: pygame.Surface,
    camera: Camera,
    state: State,
    shown: shores.CoastGeometry,
    found: Terrain,
    view: BaseGeometry,
) -> Steps[None]:
    """Draw shoals, water lines, fairways and medium ranges faintly, on a sheet of their own."""
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    left, top = camera.to_screen(state.sea.west, state.sea.north)
    right, bottom = camera.to_screen(state.sea.east, state.sea.south)
    veil.set_clip(surface.get_clip().clip((left, top, right - left, bottom - top)))
    surf = shapely.simplify(found.surf.intersection(view), 0.5 / camera.scale)
    for shoal, alpha in reversed(list(zip(shown.shoals, TINTS, strict=False))):
        for piece in _list_polygons(shoal.intersection(view)):
            _fill_polygon(veil, camera, piece, (*SHOAL, alpha))
    yield estimate_fill_ms(surface)
    surface.blit(veil, (0, 0))
    veil.fill((0, 0, 0, 0))
    yield 2 * MEDIUM_MS
    _sow_sand(surface, camera, shown, view)
    for away, light in INSHORE:
        yield MEDIUM_MS
        for piece in _list_polygons(surf.buffer(away / camera.scale, quad_segs=3)):
            _fill_polygon(veil, camera, piece, (*SHALLOWS, light))
    for piece in _list_polygons(surf):
        _fill_polygon(veil, camera, piece, (*SAND, FOAM))
    yield MEDIUM_MS
    _draw_rhumbs(veil, camera, state, shown)
    for away, alpha in LINES:
        for line in _to_pixel_lines(
            _outline_of(surf.buffer(away / camera.scale, quad_segs=3)).intersection(view), camera
        ):
            pygame.draw.aalines(veil, (*SHALLOWS, alpha), False, line)
    yield MEDIUM_MS
    alpha, pattern = CRESTS
    for line in _to_pixel_lines(_outline_of(surf).intersection(view), camera):
        for start, end in strokes.dashes(line, *pattern):
            pygame.draw.line(veil, (*SAND, alpha), start, end, 2)
    yield MEDIUM_MS
    _draw_dots(veil, camera, shown, view)
    for key in state.coast.batteries if state.coast else ():
        for circle in (circle for band, _, circle in shores.find_range_lines(state, key) if band == "medium"):
            for points in _to_pixel_lines(circle.intersection(view), camera):
                pygame.draw.aalines(veil, (*INKS.medium, REACH), False, points)
    yield estimate_fill_ms(surface)
    surface.blit(veil, (0, 0))
    _draw_fairways(surface, camera, shown, view)


def _sow_sand(surface: pygame.Surface, camera: Camera, shown: shores.CoastGeometry, view: BaseGeometry) -> None:
    """Draw grains of sand on shoals, denser in shallower water."""
    rings = [
        [
            (_to_pixels(camera, piece.exterior.coords), [_to_pixels(camera, hole.coords) for hole in piece.interiors])
            for piece in _list_polygons(shoal.intersection(view))
        ]
        for shoal in shown.shoals
    ]
    sow_sand(surface, rings, camera.to_screen(0, 0), SAND)


def _draw_rhumbs(veil: pygame.Surface, camera: Camera, state: State, shown: shores.CoastGeometry) -> None:
    """Draw lines of bearing from a place in open water, as old charts have."""
    if shown.land.is_empty:
        return
    place = shores.build_map_area(state).difference(shown.land).representative_point()
    at = camera.to_screen(place.x, place.y)
    far = (state.sea.east - state.sea.west + state.sea.north - state.sea.south) * camera.scale
    for number in range(32):
        pygame.draw.aaline(veil, (*SAND, RHUMBS[number % 2]), at, strokes.along(at, 11.25 * number, far))


def _draw_fairways(surface: pygame.Surface, camera: Camera, shown: shores.CoastGeometry, view: BaseGeometry) -> None:
    """Draw the edges of fairways in shoals, and red and black buoys at their corners."""
    for line in _to_pixel_lines(
        _outline_of(shown.fairways).intersection(shapely.union_all(shown.uncut_shoals)).intersection(view), camera
    ):
        strokes.dashed(surface, line, SAND, (16, 8), 1, 2)
    for piece in _list_polygons(shown.fairways):
        corners = list(piece.exterior.coords)[:-1]
        for number, (x, y, *_) in enumerate(corners):
            if view.covers(shapely.Point(x, y)) and shown.land.distance(shapely.Point(x, y)) > BORDER:
                at, shade = camera.to_screen(x, y), INKS.danger if 2 * number < len(corners) else INKS.ink
                pygame.draw.aacircle(surface, INKS.cream, at, BUOY + 2)
                pygame.draw.aacircle(surface, shade, at, BUOY)


def _draw_dots(veil: pygame.Surface, camera: Camera, shown: shores.CoastGeometry, view: BaseGeometry) -> None:
    """Draw dots along the edge of each ring, but not along land and fairways."""
    kept = _outline_of(shapely.union(shown.land, shown.fairways))
    for shoal, (every, alpha) in zip(shown.shoals, DOTS, strict=False):
        for line in _to_pixel_lines(_outline_of(shoal).difference(kept).intersection(view), camera):
            for (x, y), _ in strokes.dashes(line, 1, every - 1):
                pygame.draw.aacircle(veil, (*SAND, alpha), (x, y), 1.4)


def _draw_soundings(
    surface: pygame.Surface, camera: Camera, state: State, shown: shores.CoastGeometry, view: BaseGeometry, theme: Theme
) -> None:
    """Draw depths in fathoms: 1 or 2 in the first ring, 3 or 4, 5 or 6, and more beyond."""
    if camera.scale < SOUNDING_SCALE or shown.land.is_empty:
        return
    named = chart_names.list_name_rects(state, camera, theme, chart_names.WET)
    edges = shapely.union_all([_outline_of(shown.land), *map(_outline_of, shown.shoals), _outline_of(shown.fairways)])
    for chance, (x, y) in random_cells(view, theme.px(SOUNDING_GAP) / camera.scale):
        spot = shapely.Point(x, y)
        if not view.covers(spot) or shown.land.covers(spot) or edges.distance(spot) * camera.scale < CLEAR:
            continue
        ring = next((ring for ring, water in enumerate(shown.shoals) if water.covers(spot)), None)
        deep = 2 * ring + 1 if ring is not None else len(shown.shoals) * 2 + 1 + round(shown.land.distance(spot)) % 6
        drawn = written(str(deep + chance.randrange(2)), FATHOMS, theme)
        place = drawn.get_rect(center=camera.to_screen(x, y))
        if place.collidelist(named) < 0:
            surface.blit(drawn, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def _fill_polygon(veil: pygame.Surface, camera: Camera, piece: shapely.Polygon, tint: Sequence[int]) -> None:
    """Fill a polygon without its holes."""
    pygame.draw.polygon(veil, tint, _to_pixels(camera, piece.exterior.coords))
    for hole in piece.interiors:
        pygame.draw.polygon(veil, (0, 0, 0, 0), _to_pixels(camera, hole.coords))


# --- land


def _paint_land(
    surface: pygame.Surface,
    camera: Camera,
    state: State,
    land: BaseGeometry,
    found: Terrain,
    view: BaseGeometry,
    shore: BaseGeometry,
    theme: Theme,
) -> Steps[None]:
    """Draw sand up to the shore, paper with a wash behind it, and the landscape."""
    seen = land.intersection(view)
    lakes = [hole for piece in _list_polygons(seen) for hole in piece.interiors]
    sea_ = surface.copy() if lakes else None
    for piece in _list_polygons(seen):
        pygame.draw.polygon(surface, BEACH, _to_pixels(camera, piece.exterior.coords))
    wet_sand, line_of = EDGE
    for piece in _list_polygons(shore.intersection(view).buffer(WET / camera.scale, quad_segs=2).intersection(seen)):
        pygame.draw.polygon(surface, wet_sand, _to_pixels(camera, piece.exterior.coords))
    ink = _outline_of(found.dry).intersection(land.buffer(-BORDER / 4)).intersection(view)
    back = found.dry.intersection(view)
    for step in range(STEPS):
        yield MEDIUM_MS
        inner = back.difference(ink.buffer(INLAND * step / STEPS / camera.scale, quad_segs=3)) if step else back
        shade = mix_colours(LAND, WASH, FIRST * (1 - step / (STEPS - 1)) ** 1.6)
        for piece in _list_polygons(inner):
            pygame.draw.polygon(surface, shade, _to_pixels(camera, piece.exterior.coords))
    for hole in lakes if sea_ else ():
        _restore_lake(surface, sea_, _to_pixels(camera, hole.coords))
    yield estimate_fill_ms(surface)
    wet = [_to_pixels(camera, piece.exterior.coords) for piece in _list_polygons(view.difference(land))]
    landscape.paint_grain(surface, camera, surface.get_clip(), wet)
    yield MEDIUM_MS
    for line in _to_pixel_lines(shore.intersection(view), camera):
        pygame.draw.aalines(surface, line_of, False, line)
    for line in _to_pixel_lines(shapely.simplify(ink, 0.4 / camera.scale), camera):
        strokes.stroke(surface, line, INK, 2, 0)
    names = chart_names.list_name_rects(state, camera, theme, chart_names.DRY)
    yield from landscape.draw_features(surface, camera, state, found, view, names)


def mix_colours(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour at `share` (0 to 1) between two colours."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _restore_lake(surface: pygame.Surface, sea_: pygame.Surface | None, points: Sequence[Xy]) -> None:
    """Copy the water of a lake back over the land."""
    if sea_ is None:
        return
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), points)
    lake = sea_.convert_alpha()
    lake.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(lake, (0, 0))


def _list_polygons(shape: BaseGeometry) -> Iterator[shapely.Polygon]:
    """Yield the polygons of a shape that are not empty."""
    parts = shapely.get_parts(shape).tolist()
    return (one for one in parts if isinstance(one, shapely.Polygon) and not one.is_empty)


def _outline_of(shape: BaseGeometry) -> BaseGeometry:
    """Return the outlines of a shape; an empty line for an empty shape."""
    return shapely.LineString() if shape.is_empty else shape.boundary


def _to_pixel_lines(lines: BaseGeometry, camera: Camera) -> Iterator[list[Xy]]:
    """Yield the lines of a shape in pixels, joined where they meet."""
    joined = shapely.line_merge(shapely.MultiLineString(list(_list_lines(lines))))
    yield from (_to_pixels(camera, one.coords) for one in shapely.get_parts(joined).tolist())


def _list_lines(lines: BaseGeometry) -> Iterator[shapely.LineString]:
    for one in shapely.get_parts(lines).tolist():
        if isinstance(one, shapely.LineString) and one.length > 0:
            yield one


def _to_pixels(camera: Camera, points: Iterable[tuple[float, ...]]) -> list[Xy]:
    return [camera.to_screen(x, y) for x, y, *_ in points]
