"""Draws land on the chart: grain of paper, hills in hachures, woods, marsh, roofs and roads."""

import math
import zlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.shores import list_chart_names
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import Sketch, sketched
from tabletop.ui.boards.ships_of_the_line.terrain import Green, Terrain
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.frame_budget import MEDIUM_MS, SHORT_MS, Steps
from tabletop.ui.theme import colour

INK, ROOF, EAVES, ROAD = colour("#3A2C14"), colour("#B4674A"), colour("#8C4E38"), colour("#8F7648")
CREST, SLOPE = colour("#745A30"), colour("#A3894F")
LEAF, TRUNK, REED = colour("#8B9160"), colour("#4F4A26"), colour("#74804C")
FINE, NEAR = 22.0, 34.0
"""Pixels to a UM from which hills and woods are drawn, and from which roofs are."""
GRAIN, DEEP = 256, 17
"""Side of a piece of paper in pixels, and the most by which its grain darkens."""
SLOPES, FALL = 3, 0.17
"""Rows of hachures on each side of a ridge, and length of the first row, UM."""
HACHURES = tuple((hand, row) for hand in (1, -1) for row in range(SLOPES))
HACHURE = 6.0
"""Pixels between hachures."""
HOUSES, SPREAD = 34, (0.42, 0.24)
"""Roofs of a town, and their spread around its center, UM."""
CLEAR = 0.5
"""Radius around a battery that stays empty, UM."""


def paint_grain(surface: pygame.Surface, camera: Camera, clip: pygame.Rect, wet: Iterable[Sequence[Xy]]) -> None:
    """Draw the grain of paper everywhere but within the outlines `wet`, given in pixels."""
    x0, y0 = (round(value) for value in camera.to_screen(0, 0))
    sheet = pygame.Surface(clip.size, 0, surface)
    left, top = (x0 - clip.x) % GRAIN - GRAIN, (y0 - clip.y) % GRAIN - GRAIN
    tile = _build_grain()
    sheet.fblits([(tile, (x, y)) for x in range(left, clip.w, GRAIN) for y in range(top, clip.h, GRAIN)])
    for outline in wet:
        pygame.draw.polygon(sheet, (255, 255, 255), [(x - clip.x, y - clip.y) for x, y in outline])
    surface.blit(sheet, clip, special_flags=pygame.BLEND_RGB_MULT)


@cache
def _build_grain() -> pygame.Surface:
    """Return a seamless tile of mottled paper."""
    chance = np.random.default_rng(1805)
    whole = np.zeros((GRAIN, GRAIN))
    for cells, strength in ((8, 0.5), (32, 0.3), (GRAIN, 0.2)):
        coarse = np.pad(chance.random((cells, cells)), ((0, 1), (0, 1)), mode="wrap")
        at = np.arange(GRAIN) * cells / GRAIN
        low = at.astype(int)
        part = (at - low) ** 2 * (3 - 2 * (at - low))
        rows = coarse[low] * (1 - part)[:, None] + coarse[low + 1] * part[:, None]
        whole += strength * (rows[:, low] * (1 - part) + rows[:, low + 1] * part)
    shade = 255 - DEEP * whole
    tile = pygame.Surface((GRAIN, GRAIN)).convert()
    pygame.surfarray.blit_array(tile, np.stack([shade, shade * 0.995, shade * 0.975], axis=-1).astype(np.uint8))
    return tile


def draw_features(
    surface: pygame.Surface, camera: Camera, state: State, found: Terrain, view: BaseGeometry, names: list[pygame.Rect]
) -> Steps[None]:
    """Draw roads, hills, plants and towns clear of `names` and batteries, step by step."""
    if camera.scale < FINE or found.dry.is_empty:
        return
    west, south, east, north = view.bounds
    works = [one.place for one in state.coast.batteries.values()] if state.coast else []
    kept = [(work.x, work.y) for work in works]

    def stands(at: Xy) -> bool:
        seen = west < at[0] < east and south < at[1] < north
        return seen and all(math.dist(at, work) > CLEAR for work in kept)

    _draw_roads(surface, camera, state, found.dry)
    for ridge in found.ridges:
        if any(map(stands, ridge)) and all(math.dist(at, work) > CLEAR for at in ridge for work in kept):
            yield SHORT_MS
            _draw_hill(surface, [camera.to_screen(*at) for at in ridge], camera.scale, names)
    yield MEDIUM_MS
    _draw_greens(surface, camera, [one for one in found.greens if stands(one.at)], names)
    if camera.scale >= NEAR:
        for place in list_chart_names(state):
            if place.kind == "town":
                yield SHORT_MS
                _draw_town(surface, camera, place.at, zlib.crc32(place.name.encode()), found.dry, names)


def _draw_hill(surface: pygame.Surface, ridge: Sequence[Xy], scale: float, names: list[pygame.Rect]) -> None:
    """Draw hachures down both sides of a ridge, shorter towards its ends."""
    chance, walked = Random(len(ridge)), list(_walk_line(ridge, HACHURE))
    spread = (SLOPES + 1) * FALL * scale
    (left, right), (top, foot) = ((min(ends), max(ends)) for ends in zip(*ridge, strict=True))
    room = pygame.Rect(left, top, right - left, foot - top).inflate(2 * spread, 2 * spread)
    near = [name for name in names if name.colliderect(room)]
    for number, (at, way) in enumerate(walked):
        high = math.sin(math.pi * (number + 0.5) / len(walked)) ** 0.7
        for hand, row in HACHURES:
            start = (0.03 + row * FALL * 0.8) * scale * high
            long = FALL * scale * high * chance.uniform(0.6, 1) * (1 - 0.2 * row)
            lean = chance.uniform(-0.12, 0.12)
            down = -way[1] * hand + way[0] * lean, way[0] * hand + way[1] * lean
            upper, lower = ((at[0] + down[0] * far, at[1] + down[1] * far) for far in (start, start + long))
            if not any(name.collidepoint(lower) or name.collidepoint(upper) for name in near):
                pygame.draw.aaline(surface, SLOPE if row else CREST, upper, lower)


def _walk_line(line: Sequence[Xy], every: float) -> Iterable[tuple[Xy, Xy]]:
    """Yield places along a line `every` pixels apart, with the direction there."""
    for (x0, y0), (x1, y1) in pairwise(line):
        long = math.hypot(x1 - x0, y1 - y0) or 1.0
        way = (x1 - x0) / long, (y1 - y0) / long
        for step in range(max(1, round(long / every))):
            yield (x0 + way[0] * step * every, y0 + way[1] * step * every), way


def _draw_greens(surface: pygame.Surface, camera: Camera, greens: Sequence[Green], names: list[pygame.Rect]) -> None:
    """Draw trees and reeds, the nearer over the farther."""
    half = max(3, min(7, round(camera.scale * 0.075)))
    drawn = list[Placing]()
    for green in sorted(greens, key=lambda one: -one.at[1]):
        x, y = camera.to_screen(*green.at)
        picture, (left, top) = _draw_tree(half) if green.tree else _draw_reeds(half)
        place = picture.get_rect(topleft=(round(x) + left, round(y) + top))
        if place.collidelist(names) < 0:
            drawn.append((picture, place.topleft))
    surface.fblits(drawn, pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=8)
def _draw_tree(half: int) -> Placing:
    """Return the picture of a round tree with trunk and shadow."""

    def sketch(on: Sketch) -> None:
        on.disc((half * 0.5, half * 0.75), half * 0.7, INK, 60)
        on.line([(0, 0), (0, half * 1.1)], TRUNK, 1.3, 0)
        on.disc((0, -half * 0.1), half * 0.82, TRUNK)
        on.disc((0, -half * 0.1), half * 0.82 - 0.9, LEAF)
        on.disc((-half * 0.22, -half * 0.34), half * 0.36, (170, 174, 126), 200)

    return sketched([(0, 0)], half * 1.4, sketch)


@lru_cache(maxsize=8)
def _draw_reeds(half: int) -> Placing:
    """Return the picture of a tuft of reeds."""

    def sketch(on: Sketch) -> None:
        on.line([(-half, half * 0.5), (half, half * 0.5)], REED, 0.8, 0)
        for lean in (-0.55, 0.0, 0.5):
            on.line([(lean * half * 0.7, half * 0.5), (lean * half * 1.3, -half * 0.5)], REED, 1.1, 0)

    return sketched([(0, 0)], half * 1.3, sketch)


def _draw_town(
    surface: pygame.Surface, camera: Camera, middle: Xy, seed: int, dry: BaseGeometry, names: list[pygame.Rect]
) -> None:
    """Draw roofs around the center of a town, on dry ground and clear of names."""
    chance = Random(seed)
    for _ in range(HOUSES):
        at = chance.gauss(middle[0], SPREAD[0]), chance.gauss(middle[1], SPREAD[1])
        wide, high = (max(3, round(camera.scale * chance.uniform(*room))) for room in ((0.07, 0.13), (0.05, 0.09)))
        x, y = camera.to_screen(*at)
        house = pygame.Rect(round(x), round(y), wide, high)
        if house.collidelist(names) < 0 and dry.contains(shapely.Point(at)):
            surface.fill(INK, house.inflate(2, 2))
            surface.fill(ROOF, house)
            surface.fill(EAVES, (house.x, house.centery, house.w, house.bottom - house.centery))


def _draw_roads(surface: pygame.Surface, camera: Camera, state: State, dry: BaseGeometry) -> None:
    """Draw dashed roads between towns and to batteries where no water lies between."""
    works = [(one.place.x, one.place.y) for one in state.coast.batteries.values()] if state.coast else []
    towns = [place.at for place in list_chart_names(state) if place.kind == "town"]
    ways = [*combinations(towns, 2), *((town, work) for town in towns for work in works)]
    for start, end in ways:
        line = _bend_line(start, end)
        if dry.contains(shapely.LineString(line)):
            pixels = [camera.to_screen(*at) for at in line]
            strokes.dashed(surface, pixels, ROAD, (7, 5), 1, 0)


def _bend_line(start: Xy, end: Xy) -> list[Xy]:
    """Return a line from start to end that winds a little."""
    (x0, y0), (x1, y1) = start, end
    aside = ((y1 - y0) * 0.07, (x0 - x1) * 0.07)
    shares = [number / 12 for number in range(13)]
    swing = [math.sin(2 * math.pi * share) for share in shares]
    return [
        (x0 + (x1 - x0) * share + aside[0] * by, y0 + (y1 - y0) * share + aside[1] * by)
        for share, by in zip(shares, swing, strict=True)
    ]
