"""A coast as on a chart of the time: paper land with an inked shore, shoals as dotted lines, soundings, fairways."""

import math
from collections.abc import Iterable, Iterator, Sequence

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.shores import Shores, circles, sea, shores, wrecks
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.annotation_layout import written
from tabletop.ui.boards.ships_of_the_line import chart_names, works
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, colour

LAND, WASH, INK = colour("#D9CAA6"), colour("#A98A55"), colour("#3A2C14")
SHOAL, SAND, SHALLOWS, SOUNDING = colour("#8FB09A"), colour("#F3EAD6"), colour("#DCE7D8"), colour("#B4C8C0")
TINTS = (87, 48, 22)
"""Opacity of the rings of shoal."""
DOTS = ((8, 170), (13, 135), (21, 110))
"""Of the edge of each ring: pixels from dot to dot, and their opacity."""
LINES = ((5, 120), (11, 85), (18, 55), (26, 32))
"""Water lines: pixels from the shore, and opacity."""
INLAND, FIRST = 44, 0.62
"""Pixels inland from the shore in which the wash fades, and how much of it there is at the shore."""
STEPS = 11
"""In so many it fades."""
REACH = 70
"""Opacity of the circle in which a battery is at medium range."""
BORDER = 0.02
"""Table units within the border of the map, where land goes on beyond it and has no shore."""
SOUNDED, EVERY = 22, 84
"""Pixels to a UM from which soundings are written, and design pixels from one to the next."""
FATHOMS = Style("name", 13, SOUNDING)
CLEAR = 14
"""Pixels from a sounding to the shore and to the edge of a ring."""


def paint(surface: pygame.Surface, camera: Camera, state: State, scale: int) -> None:
    """Draw the coast as a camera sees it, where there is one.

    Args:
        surface: what to draw on.
        camera: what is seen.
        state: the battle.
        scale: of the words, per cent.
    """
    if not state.coast:
        return
    shown, view = shores(state.coast), _view(camera).intersection(sea(state))
    shore = _edges(shown.land).intersection(sea(state).buffer(-BORDER))
    _water(surface, camera, state, shown, view)
    _soundings(surface, camera, state, shown, view, Theme(scale))
    _land(surface, camera, shown.land, view, shore)
    for hull in wrecks(state):
        for line in _lines(_edges(hull), camera):
            strokes.dotted(surface, line, SAND, 5)
            strokes.polygon(surface, line, INK)
    for battery in state.coast.batteries.values():
        works.draw(surface, camera, state, battery)


def _view(camera: Camera) -> shapely.Polygon:
    """What is seen, and so much around it that its edges are not."""
    west, south, east, north = camera.bounds
    spare = 60 / camera.scale
    return shapely.box(west - spare, south - spare, east + spare, north + spare)


# --- water


def _water(surface: pygame.Surface, camera: Camera, state: State, shown: Shores, view: BaseGeometry) -> None:
    """Shoals, water lines, fairways and how far batteries are at medium range: faint, on a sheet of their own."""
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    for shoal, alpha in reversed(list(zip(shown.shoals, TINTS, strict=False))):
        for piece in _polygons(shoal.intersection(view)):
            _fill(veil, camera, piece, (*SHOAL, alpha))
    for away, alpha in LINES:
        for line in _lines(_edges(shown.land.buffer(away / camera.scale)).intersection(view), camera):
            pygame.draw.aalines(veil, (*SHALLOWS, alpha), False, line)
    _dots(veil, camera, shown, view)
    for key in state.coast.batteries if state.coast else ():
        for circle in (circle for band, _, circle in circles(state, key) if band == "medium"):
            for points in _lines(circle.intersection(view), camera):
                pygame.draw.aalines(veil, (*INKS.medium, REACH), False, points)
    surface.blit(veil, (0, 0))
    for line in _lines(_edges(shown.fairways).intersection(shapely.union_all(shown.ringed)).intersection(view), camera):
        strokes.dashed(surface, line, SAND, (16, 8), 1, 2)


def _dots(veil: pygame.Surface, camera: Camera, shown: Shores, view: BaseGeometry) -> None:
    """Sand along the edge of each ring; none along land and fairways, which cut it."""
    kept = _edges(shapely.union(shown.land, shown.fairways))
    for shoal, (every, alpha) in zip(shown.shoals, DOTS, strict=False):
        for line in _lines(_edges(shoal).difference(kept).intersection(view), camera):
            for (x, y), _ in strokes.dashes(line, 1, every - 1):
                pygame.draw.aacircle(veil, (*SAND, alpha), (x, y), 1.4)


def _soundings(
    surface: pygame.Surface, camera: Camera, state: State, shown: Shores, view: BaseGeometry, theme: Theme
) -> None:
    """Depths in fathoms: 1 or 2 in the first ring of shoal, 3 or 4 in the second, 5 or 6 in the third, more beyond."""
    if camera.scale < SOUNDED or shown.land.is_empty:
        return
    named = chart_names.rooms(state, camera, theme)
    edges = shapely.union_all([_edges(shown.land), *map(_edges, shown.shoals), _edges(shown.fairways)])
    for number, (x, y) in _grid(view, theme.px(EVERY) / camera.scale):
        spot = shapely.Point(x, y)
        if shown.land.covers(spot) or edges.distance(spot) * camera.scale < CLEAR:
            continue
        ring = next((ring for ring, water in enumerate(shown.shoals) if water.covers(spot)), None)
        deep = 2 * ring + 1 if ring is not None else len(shown.shoals) * 2 + 1 + round(shown.land.distance(spot)) % 6
        drawn = written(str(deep + number % 2), FATHOMS, theme)
        place = drawn.get_rect(center=camera.to_screen(x, y))
        if place.collidelist(named) < 0:
            surface.blit(drawn, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def _grid(view: BaseGeometry, step: float) -> Iterator[tuple[int, Xy]]:
    """Places strewn over the water so many table units apart, always the same at one scale, each with a number."""
    west, south, east, north = view.bounds
    for row in range(math.floor(south / step), math.ceil(north / step)):
        for column in range(math.floor(west / step), math.ceil(east / step)):
            noise = (row * 7919 + column * 104729) % 1009
            place = (column + 0.2 + 0.6 * (noise % 31) / 31) * step, (row + 0.2 + 0.6 * (noise % 29) / 29) * step
            if view.covers(shapely.Point(place)):
                yield noise, place


def _fill(veil: pygame.Surface, camera: Camera, piece: shapely.Polygon, tint: Sequence[int]) -> None:
    """A polygon with its holes on a sheet."""
    pygame.draw.polygon(veil, tint, _pixels(camera, piece.exterior.coords))
    for hole in piece.interiors:
        pygame.draw.polygon(veil, (0, 0, 0, 0), _pixels(camera, hole.coords))


# --- land


def _land(surface: pygame.Surface, camera: Camera, land: BaseGeometry, view: BaseGeometry, shore: BaseGeometry) -> None:
    """Paper with a wash along the shore, and the shore in ink; the border of the map is none."""
    lakes = [hole for piece in _polygons(land.intersection(view)) for hole in piece.interiors]
    sea_ = surface.copy() if lakes else None
    for step in range(STEPS):
        inner = land.difference(shore.buffer(INLAND * step / STEPS / camera.scale)) if step else land
        shade = between(LAND, WASH, FIRST * (1 - step / (STEPS - 1)) ** 1.6)
        for piece in _polygons(inner.intersection(view)):
            pygame.draw.polygon(surface, shade, _pixels(camera, piece.exterior.coords))
    for hole in lakes if sea_ else ():
        _restore(surface, sea_, _pixels(camera, hole.coords))
    for line in _lines(shore.intersection(view), camera):
        strokes.stroke(surface, line, INK, 2, 0)


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
