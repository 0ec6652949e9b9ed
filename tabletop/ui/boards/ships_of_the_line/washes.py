"""Tints laid on the sea: polygons filled with a colour that lets the water through, kept until they change."""

import math
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui.boards.battle.chart import charted, origin
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.theme import Colour

AROUND = 64
"""Pixels beyond the view that are tinted too; the view is that of the ground, which has a margin already."""
BUDGET = 8 * 1024 * 1024
"""Bytes of tinted sheets that are kept."""


@dataclass(frozen=True)
class Wash:
    """A polygon in table units, the outline first and then its holes, with its colour and opacity (0 to 255)."""

    rings: tuple[tuple[Xy, ...], ...]
    colour: Colour
    alpha: int


@dataclass(frozen=True)
class _Sheet:
    """What was tinted, where it lies in chart pixels, and the part of the chart for which it is complete."""

    drawn: pygame.Surface
    box: pygame.Rect
    complete: pygame.Rect


class Washes:
    """The sheets of tints that were drawn last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Sheet] = OrderedDict()

    def paint(self, surface: pygame.Surface, scene: Scene, washes: tuple[Wash, ...]) -> None:
        """Lay tints on the surface; where two of them overlap the later one alone is seen."""
        if not washes:
            return
        x, y = origin(scene.camera)
        view = surface.get_rect().move(-x, -y)
        key = (washes, scene.camera.scale)
        sheet = self._kept.get(key)
        if sheet is None or not sheet.complete.contains(view):
            sheet = _tinted(scene, washes, view.inflate(2 * AROUND, 2 * AROUND))
            self._kept[key] = sheet
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and sum(_weight(kept) for kept in self._kept.values()) > BUDGET:
            self._kept.popitem(last=False)
        surface.blit(sheet.drawn, sheet.box.move(x, y), special_flags=pygame.BLEND_PREMULTIPLIED)


def _tinted(scene: Scene, washes: Sequence[Wash], complete: pygame.Rect) -> _Sheet:
    chart = charted(scene.camera)
    shapes = [([[chart.to_screen(*point) for point in ring] for ring in wash.rings], wash) for wash in washes]
    xs = [x for rings, _ in shapes for x, _ in rings[0]]
    ys = [y for rings, _ in shapes for _, y in rings[0]]
    left, top = round(min(xs)) - 1, round(min(ys)) - 1
    box = pygame.Rect(left, top, round(max(xs)) + 2 - left, round(max(ys)) + 2 - top).clip(complete)
    drawn = pygame.Surface(box.size, pygame.SRCALPHA)
    for rings, wash in shapes:
        _fill(drawn, box, rings, wash)
    drawn.premul_alpha_ip()
    return _Sheet(drawn, box, complete)


def _fill(drawn: pygame.Surface, box: pygame.Rect, rings: Sequence[Sequence[Xy]], wash: Wash) -> None:
    """A polygon with holes; what was tinted before shows through the holes."""
    points = [[(x - box.x, y - box.y) for x, y in ring] for ring in rings]
    if len(points) == 1:
        pygame.draw.polygon(drawn, (*wash.colour, wash.alpha), points[0])
        return
    room = _room(points[0]).clip(drawn.get_rect())
    apart = pygame.Surface(room.size, pygame.SRCALPHA)
    outline, *holes = [[(x - room.x, y - room.y) for x, y in ring] for ring in points]
    pygame.draw.polygon(apart, (*wash.colour, wash.alpha), outline)
    for hole in holes:
        pygame.draw.polygon(apart, (0, 0, 0, 0), hole)
    drawn.blit(apart, room, special_flags=pygame.BLEND_RGBA_MAX)


def _room(points: Sequence[Xy]) -> pygame.Rect:
    """The pixels that a polygon can touch."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1
    return pygame.Rect(left, top, math.ceil(max(xs)) + 2 - left, math.ceil(max(ys)) + 2 - top)


def _weight(sheet: _Sheet) -> int:
    return 4 * sheet.box.width * sheet.box.height
