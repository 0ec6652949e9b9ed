"""A coast as on a chart of the time: paper land with an inked shore, shoals as dotted lines, fairways, batteries."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.coast import Battery
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.shores import RADIUS, Shores, shores, wrecks
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.annotation_layout import beyond, written
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, colour

LAND, HATCH, INK = colour("#D9CAA6"), colour("#A98A55"), colour("#3A2C14")
SHOAL, SAND, SHALLOWS = colour("#8FB09A"), colour("#F3EAD6"), colour("#DCE7D8")
TINT = 87
"""Opacity of the first ring of shoal."""
DOTS = ((9, 170), (13, 135), (18, 110))
"""Of the edge of each ring: pixels from dot to dot, and their opacity."""
LINES = ((5, 120), (11, 80))
"""Water lines: pixels from the shore, and opacity."""
TICKS, EVERY = (11, 6, 8, 5), 7
"""Lengths of the strokes inland, in turn, and from one to the next, pixels."""
LEAST = 6
"""Pixels of the radius of a battery at least."""
NAMED = 14
"""Pixels to a UM below which batteries bear no names."""
NAME, HULL = Style("title", 19, INK), Style("name", 14, INK)
BESIDE = (90, 270, 0, 180)
"""Directions from a battery in which its name may stand, the best first."""


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
    shown, view = shores(state.coast), _view(camera)
    _water(surface, camera, shown, view)
    _land(surface, camera, shown.land.intersection(view))
    for line in _lines(_edges(shown.fairways).difference(shown.land).intersection(view), camera):
        strokes.dashed(surface, line, SAND, (16, 8), 1, 2)
    for hull in wrecks(state):
        for line in _lines(_edges(hull), camera):
            strokes.dotted(surface, line, SAND, 5)
            strokes.polygon(surface, line, INK)
    for battery in state.coast.batteries.values():
        _battery(surface, camera, battery, _colour(state, battery))
        if camera.scale >= NAMED:
            _name(surface, camera, battery, shown.land, Theme(scale))


def _view(camera: Camera) -> shapely.Polygon:
    """What is seen, and so much around it that its edges are not."""
    west, south, east, north = camera.bounds
    spare = 40 / camera.scale
    return shapely.box(west - spare, south - spare, east + spare, north + spare)


def _water(surface: pygame.Surface, camera: Camera, shown: Shores, view: shapely.Polygon) -> None:
    """Shoals and water lines, on a sheet of their own, for they are faint."""
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    for piece in shapely.get_parts(shapely.union_all(shown.shoals[:1]).intersection(view)).tolist():
        _fill(veil, camera, piece, (*SHOAL, TINT), (0, 0, 0, 0))
    for away, alpha in LINES:
        for line in _lines(_edges(shown.land.buffer(away / camera.scale)).intersection(view), camera):
            pygame.draw.lines(veil, (*SHALLOWS, alpha), False, line)
    kept = shapely.union(shown.land, shown.fairways)
    for shoal, (every, alpha) in zip(shown.shoals, DOTS, strict=False):
        for line in _lines(_edges(shoal).difference(_edges(kept)).intersection(view), camera):
            for (x, y), _ in strokes.dashes(line, 1, every - 1):
                pygame.draw.circle(veil, (*SAND, alpha), (x, y), 1.5)
    surface.blit(veil, (0, 0))


def _land(surface: pygame.Surface, camera: Camera, land: BaseGeometry) -> None:
    """Paper, strokes inland from the shore, and the shore in ink."""
    for piece in shapely.get_parts(land).tolist():
        if not isinstance(piece, shapely.Polygon):
            continue
        sea = surface.copy() if piece.interiors else None
        pygame.draw.polygon(surface, LAND, _pixels(camera, piece.exterior.coords))
        for hole in piece.interiors if sea else ():
            _restore(surface, sea, _pixels(camera, hole.coords))
        for ring in (piece.exterior, *piece.interiors):
            points = _pixels(camera, shapely.geometry.polygon.orient(shapely.Polygon(ring)).exterior.coords)
            for start, end in _strokes(points, -1 if ring is piece.exterior else 1):
                pygame.draw.aaline(surface, HATCH, start, end)
            strokes.stroke(surface, points, INK, 2, 0)


def _restore(surface: pygame.Surface, sea: pygame.Surface | None, points: Sequence[Xy]) -> None:
    """The water of a lake as it was."""
    if sea is None:
        return
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), points)
    lake = sea.convert_alpha()
    lake.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(lake, (0, 0))


def _strokes(points: Sequence[Xy], inland: int) -> Iterator[tuple[Xy, Xy]]:
    """Short lines across the shore, from it to one hand."""
    number = 0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        for far in range(EVERY // 2, int(length), EVERY):
            x, y = x0 + (x1 - x0) * far / length, y0 + (y1 - y0) * far / length
            long = TICKS[number % len(TICKS)]
            number += 1
            # to the right of the line on the screen, where y runs down, is (-dy, dx)
            yield (x, y), (x - inland * long * (y0 - y1) / length, y - inland * long * (x1 - x0) / length)


def _fill(veil: pygame.Surface, camera: Camera, piece: BaseGeometry, tint: Sequence[int], none: Sequence[int]) -> None:
    """A polygon with its holes on a sheet."""
    if isinstance(piece, shapely.Polygon):
        pygame.draw.polygon(veil, tint, _pixels(camera, piece.exterior.coords))
        for hole in piece.interiors:
            pygame.draw.polygon(veil, none, _pixels(camera, hole.coords))


def _colour(state: State, battery: Battery) -> Colour:
    """That of the nation whose flag it flies."""
    return {"british": INKS.british, "french": INKS.french, "spanish": INKS.spanish}[
        NATIONS[fleets.nations(state, battery.side)[0]]
    ]


def _battery(surface: pygame.Surface, camera: Camera, battery: Battery, shade: Colour) -> None:
    """A round piece in the colour of its side; an empty ring in ink once it is destroyed."""
    at = camera.to_screen(battery.place.x, battery.place.y)
    radius = max(LEAST, RADIUS * camera.scale)
    pygame.draw.aacircle(surface, INK, at, radius)
    inner = radius - max(2, radius / 8)
    pygame.draw.aacircle(surface, shade if battery.hull > 0 else LAND, at, inner)
    if battery.hull > 0:
        pygame.draw.aacircle(surface, INKS.cream, at, inner * 0.5)
        pygame.draw.aacircle(surface, shade, at, inner * 0.32)
        return
    reach = inner * 0.6
    for way in (1, -1):
        pygame.draw.aaline(surface, INK, (at[0] - reach, at[1] - way * reach), (at[0] + reach, at[1] + way * reach), 2)


def _name(surface: pygame.Surface, camera: Camera, battery: Battery, land: BaseGeometry, theme: Theme) -> None:
    """What it is called and what is left of it: in ink on land, where there is room for it, else outlined."""
    at, away = camera.to_screen(battery.place.x, battery.place.y), max(LEAST, RADIUS * camera.scale) + theme.px(7)
    left = f"{battery.hull} hull" if battery.hull > 0 else "destroyed"
    lines = [written(battery.name, NAME, theme), written(left, HULL, theme)]
    found = (beyond(at, towards, _sheet(lines), away) for towards in BESIDE)
    place = next((one for one in found if land.covers(_box(camera, one))), None)
    if place is None:
        bright = (battery.name, NAME), (left, HULL)
        lines = [written(words, Style(like.face, like.size, INKS.cream, INKS.outline), theme) for words, like in bright]
        place = beyond(at, BESIDE[0], _sheet(lines), away)
    top = place.top
    for line in lines:
        surface.blit(line, line.get_rect(midtop=(place.centerx, top)), special_flags=pygame.BLEND_PREMULTIPLIED)
        top += line.get_height() + GAP


GAP = 4
"""Pixels between name and hull."""


def _sheet(lines: Sequence[pygame.Surface]) -> pygame.Surface:
    """As large as lines are below each other."""
    high = sum(line.get_height() + GAP for line in lines) - GAP
    return pygame.Surface((max(line.get_width() for line in lines), high))


def _box(camera: Camera, rect: pygame.Rect) -> shapely.Polygon:
    west, north = camera.to_table(*rect.topleft)
    east, south = camera.to_table(*rect.bottomright)
    return shapely.box(west, south, east, north)


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
