"""A coast as on a chart of the time: paper land behind sand and surf, shoals sown with dots, soundings, fairways."""

from collections.abc import Iterable, Iterator, Sequence

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.shores import (
    CoastGeometry,
    build_coast_geometry,
    build_map_area,
    find_range_lines,
    list_wreck_outlines,
)
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.label_layout import written
from tabletop.ui.boards.ships_of_the_line import chart_names, landscape, sown_sand, works
from tabletop.ui.boards.ships_of_the_line.lie_of_the_land import Lie, cells, lie
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import MEDIUM_MS, Steps, estimate_fill_ms, run_to_end
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, colour

LAND, WASH, INK, BEACH = colour("#D9CAA6"), colour("#A98A55"), colour("#3A2C14"), colour("#E6DABA")
SHOAL, SAND, SHALLOWS, SOUNDING = colour("#8FB09A"), colour("#F3EAD6"), colour("#DCE7D8"), colour("#DEE9DA")
TINTS = (87, 48, 22)
"""Opacity of the rings of shoal."""
DOTS = ((8, 170), (13, 135), (21, 110))
"""Of the edge of each ring: pixels from dot to dot, and their opacity."""
INSHORE = ((30, 20), (15, 42))
"""Pixels from the surf within which water is lighter, and by how much out of 255."""
FOAM, CRESTS = 58, (165, (13.0, 6.0))
"""Opacity of the surf, and of the broken line where it begins with its dashes and gaps."""
LINES = ((7, 90), (14, 58), (22, 34))
"""Water lines: pixels from the surf, and opacity."""
EDGE = (colour("#BCA87C"), colour("#A08C60"))
"""Of wet sand towards the water, as a band and as the line where land is judged to end."""
WET = 4
"""Pixels of that band."""
INLAND, FIRST = 44, 0.62
"""Pixels inland from the ink in which the wash fades, and how much of it there is there."""
STEPS = 8
"""In so many it fades."""
REACH = 70
"""Opacity of the circle in which a battery is at medium range."""
BORDER = 0.02
"""Table units within the border of the map, where land goes on beyond it and has no shore."""
SOUNDED, EVERY = 22, 84
"""Pixels to a UM from which soundings are written, and design pixels from one to the next."""
FATHOMS = Style("name", 14, SOUNDING)
CLEAR = 14
"""Pixels from a sounding to the shore and to the edge of a ring."""
RHUMBS = (26, 15)
"""Opacity of the lines of bearing, of every second and of those between."""
BUOY = 5
"""Pixels of the radius of a buoy at a corner of a fairway."""


def paint(surface: pygame.Surface, camera: Camera, state: State, scale: int) -> None:
    """All of `painting`."""
    run_to_end(painting(surface, camera, state, scale))


def painting(surface: pygame.Surface, camera: Camera, state: State, scale: int) -> Steps[None]:
    """Draw the coast as a camera sees it, where there is one, from the lowest to the topmost.

    Args:
        surface: what to draw on, within its clip.
        camera: what is seen.
        state: the battle.
        scale: of the words, per cent.
    """
    if not state.coast:
        return
    shown, view = build_coast_geometry(state.coast), _view(surface, camera).intersection(build_map_area(state))
    shore = _edges(shown.land).intersection(build_map_area(state).buffer(-BORDER))
    found = lie(state.coast.land, (state.sea.west, state.sea.south, state.sea.east, state.sea.north), BORDER)
    yield MEDIUM_MS
    yield from _water(surface, camera, state, shown, found, view)
    yield 2 * MEDIUM_MS
    _soundings(surface, camera, state, shown, view, Theme(scale))
    yield from _land(surface, camera, state, shown.land, found, view, shore, Theme(scale))
    for hull in list_wreck_outlines(state):
        for line in _lines(_edges(hull), camera):
            strokes.dotted(surface, line, SAND, 5)
            strokes.polygon(surface, line, INK)
    for battery in state.coast.batteries.values():
        works.draw(surface, camera, state, battery)


def _view(surface: pygame.Surface, camera: Camera) -> shapely.Polygon:
    """What is to be drawn, and so much around it that its edges are not."""
    clip = surface.get_clip()
    (west, north), (east, south) = camera.to_table(*clip.topleft), camera.to_table(*clip.bottomright)
    spare = 60 / camera.scale
    return shapely.box(west - spare, south - spare, east + spare, north + spare)


# --- water


def _water(
    surface: pygame.Surface, camera: Camera, state: State, shown: CoastGeometry, found: Lie, view: BaseGeometry
) -> Steps[None]:
    """Shoals, water lines, fairways and how far batteries are at medium range: faint, on a sheet of their own."""
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    left, top = camera.to_screen(state.sea.west, state.sea.north)
    right, bottom = camera.to_screen(state.sea.east, state.sea.south)
    veil.set_clip(surface.get_clip().clip((left, top, right - left, bottom - top)))
    surf = shapely.simplify(found.surf.intersection(view), 0.5 / camera.scale)
    for shoal, alpha in reversed(list(zip(shown.shoals, TINTS, strict=False))):
        for piece in _polygons(shoal.intersection(view)):
            _fill(veil, camera, piece, (*SHOAL, alpha))
    yield estimate_fill_ms(surface)
    surface.blit(veil, (0, 0))
    veil.fill((0, 0, 0, 0))
    yield 2 * MEDIUM_MS
    _sow(surface, camera, shown, view)
    for away, light in INSHORE:
        yield MEDIUM_MS
        for piece in _polygons(surf.buffer(away / camera.scale, quad_segs=3)):
            _fill(veil, camera, piece, (*SHALLOWS, light))
    for piece in _polygons(surf):
        _fill(veil, camera, piece, (*SAND, FOAM))
    yield MEDIUM_MS
    _rhumbs(veil, camera, state, shown)
    for away, alpha in LINES:
        for line in _lines(_edges(surf.buffer(away / camera.scale, quad_segs=3)).intersection(view), camera):
            pygame.draw.aalines(veil, (*SHALLOWS, alpha), False, line)
    yield MEDIUM_MS
    alpha, pattern = CRESTS
    for line in _lines(_edges(surf).intersection(view), camera):
        for start, end in strokes.dashes(line, *pattern):
            pygame.draw.line(veil, (*SAND, alpha), start, end, 2)
    yield MEDIUM_MS
    _dots(veil, camera, shown, view)
    for key in state.coast.batteries if state.coast else ():
        for circle in (circle for band, _, circle in find_range_lines(state, key) if band == "medium"):
            for points in _lines(circle.intersection(view), camera):
                pygame.draw.aalines(veil, (*INKS.medium, REACH), False, points)
    yield estimate_fill_ms(surface)
    surface.blit(veil, (0, 0))
    _fairways(surface, camera, shown, view)


def _sow(surface: pygame.Surface, camera: Camera, shown: CoastGeometry, view: BaseGeometry) -> None:
    """Grains of sand on shoal water, the closer the shoaler."""
    rings = [
        [
            (_pixels(camera, piece.exterior.coords), [_pixels(camera, hole.coords) for hole in piece.interiors])
            for piece in _polygons(shoal.intersection(view))
        ]
        for shoal in shown.shoals
    ]
    sown_sand.sow(surface, rings, camera.to_screen(0, 0), SAND)


def _rhumbs(veil: pygame.Surface, camera: Camera, state: State, shown: CoastGeometry) -> None:
    """Lines of bearing from a place in the open water, as charts had them to lay courses by."""
    if shown.land.is_empty:
        return
    place = build_map_area(state).difference(shown.land).representative_point()
    at = camera.to_screen(place.x, place.y)
    far = (state.sea.east - state.sea.west + state.sea.north - state.sea.south) * camera.scale
    for number in range(32):
        pygame.draw.aaline(veil, (*SAND, RHUMBS[number % 2]), at, strokes.along(at, 11.25 * number, far))


def _fairways(surface: pygame.Surface, camera: Camera, shown: CoastGeometry, view: BaseGeometry) -> None:
    """Their edges where they cut through shoals; buoys at their corners, red to one hand and black to the other."""
    for line in _lines(
        _edges(shown.fairways).intersection(shapely.union_all(shown.uncut_shoals)).intersection(view), camera
    ):
        strokes.dashed(surface, line, SAND, (16, 8), 1, 2)
    for piece in _polygons(shown.fairways):
        corners = list(piece.exterior.coords)[:-1]
        for number, (x, y, *_) in enumerate(corners):
            if view.covers(shapely.Point(x, y)) and shown.land.distance(shapely.Point(x, y)) > BORDER:
                at, shade = camera.to_screen(x, y), INKS.danger if 2 * number < len(corners) else INKS.ink
                pygame.draw.aacircle(surface, INKS.cream, at, BUOY + 2)
                pygame.draw.aacircle(surface, shade, at, BUOY)


def _dots(veil: pygame.Surface, camera: Camera, shown: CoastGeometry, view: BaseGeometry) -> None:
    """Sand along the edge of each ring; none along land and fairways, which cut it."""
    kept = _edges(shapely.union(shown.land, shown.fairways))
    for shoal, (every, alpha) in zip(shown.shoals, DOTS, strict=False):
        for line in _lines(_edges(shoal).difference(kept).intersection(view), camera):
            for (x, y), _ in strokes.dashes(line, 1, every - 1):
                pygame.draw.aacircle(veil, (*SAND, alpha), (x, y), 1.4)


def _soundings(
    surface: pygame.Surface, camera: Camera, state: State, shown: CoastGeometry, view: BaseGeometry, theme: Theme
) -> None:
    """Depths in fathoms: 1 or 2 in the first ring of shoal, 3 or 4 in the second, 5 or 6 in the third, more beyond."""
    if camera.scale < SOUNDED or shown.land.is_empty:
        return
    named = chart_names.rooms(state, camera, theme, chart_names.WET)
    edges = shapely.union_all([_edges(shown.land), *map(_edges, shown.shoals), _edges(shown.fairways)])
    for chance, (x, y) in cells(view, theme.px(EVERY) / camera.scale):
        spot = shapely.Point(x, y)
        if not view.covers(spot) or shown.land.covers(spot) or edges.distance(spot) * camera.scale < CLEAR:
            continue
        ring = next((ring for ring, water in enumerate(shown.shoals) if water.covers(spot)), None)
        deep = 2 * ring + 1 if ring is not None else len(shown.shoals) * 2 + 1 + round(shown.land.distance(spot)) % 6
        drawn = written(str(deep + chance.randrange(2)), FATHOMS, theme)
        place = drawn.get_rect(center=camera.to_screen(x, y))
        if place.collidelist(named) < 0:
            surface.blit(drawn, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def _fill(veil: pygame.Surface, camera: Camera, piece: shapely.Polygon, tint: Sequence[int]) -> None:
    """A polygon with its holes on a sheet."""
    pygame.draw.polygon(veil, tint, _pixels(camera, piece.exterior.coords))
    for hole in piece.interiors:
        pygame.draw.polygon(veil, (0, 0, 0, 0), _pixels(camera, hole.coords))


# --- land


def _land(
    surface: pygame.Surface,
    camera: Camera,
    state: State,
    land: BaseGeometry,
    found: Lie,
    view: BaseGeometry,
    shore: BaseGeometry,
    theme: Theme,
) -> Steps[None]:
    """Sand to the edge where land is judged, behind it paper with a wash along an inked line, and what stands there."""
    seen = land.intersection(view)
    lakes = [hole for piece in _polygons(seen) for hole in piece.interiors]
    sea_ = surface.copy() if lakes else None
    for piece in _polygons(seen):
        pygame.draw.polygon(surface, BEACH, _pixels(camera, piece.exterior.coords))
    wet_sand, line_of = EDGE
    for piece in _polygons(shore.intersection(view).buffer(WET / camera.scale, quad_segs=2).intersection(seen)):
        pygame.draw.polygon(surface, wet_sand, _pixels(camera, piece.exterior.coords))
    ink = _edges(found.dry).intersection(land.buffer(-BORDER / 4)).intersection(view)
    back = found.dry.intersection(view)
    for step in range(STEPS):
        yield MEDIUM_MS
        inner = back.difference(ink.buffer(INLAND * step / STEPS / camera.scale, quad_segs=3)) if step else back
        shade = between(LAND, WASH, FIRST * (1 - step / (STEPS - 1)) ** 1.6)
        for piece in _polygons(inner):
            pygame.draw.polygon(surface, shade, _pixels(camera, piece.exterior.coords))
    for hole in lakes if sea_ else ():
        _restore(surface, sea_, _pixels(camera, hole.coords))
    yield estimate_fill_ms(surface)
    wet = [_pixels(camera, piece.exterior.coords) for piece in _polygons(view.difference(land))]
    landscape.grain(surface, camera, surface.get_clip(), wet)
    yield MEDIUM_MS
    for line in _lines(shore.intersection(view), camera):
        pygame.draw.aalines(surface, line_of, False, line)
    for line in _lines(shapely.simplify(ink, 0.4 / camera.scale), camera):
        strokes.stroke(surface, line, INK, 2, 0)
    names = chart_names.rooms(state, camera, theme, chart_names.DRY)
    yield from landscape.furnishing(surface, camera, state, found, view, names)


def between(one: Colour, other: Colour, share: float) -> Colour:
    """A colour so far on the way from one to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _restore(surface: pygame.Surface, sea_: pygame.Surface | None, points: Sequence[Xy]) -> None:
    """The water of a lake as it was."""
    if sea_ is None:
        return
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), points)
    lake = sea_.convert_alpha()
    lake.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(lake, (0, 0))


def _polygons(shape: BaseGeometry) -> Iterator[shapely.Polygon]:
    """Those of a shape that are not empty."""
    parts = shapely.get_parts(shape).tolist()
    return (one for one in parts if isinstance(one, shapely.Polygon) and not one.is_empty)


def _edges(shape: BaseGeometry) -> BaseGeometry:
    """The outlines of polygons; none of a shape that is empty."""
    return shapely.LineString() if shape.is_empty else shape.boundary


def _lines(lines: BaseGeometry, camera: Camera) -> Iterator[list[Xy]]:
    """The lines of a shape as pixels, each as long as it goes on."""
    joined = shapely.line_merge(shapely.MultiLineString(list(_strings(lines))))
    yield from (_pixels(camera, one.coords) for one in shapely.get_parts(joined).tolist())


def _strings(lines: BaseGeometry) -> Iterator[shapely.LineString]:
    for one in shapely.get_parts(lines).tolist():
        if isinstance(one, shapely.LineString) and one.length > 0:
            yield one


def _pixels(camera: Camera, points: Iterable[tuple[float, ...]]) -> list[Xy]:
    return [camera.to_screen(x, y) for x, y, *_ in points]
