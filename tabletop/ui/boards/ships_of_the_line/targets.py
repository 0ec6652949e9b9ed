"""Rings and brackets round ships, and the lines of fire between them."""

import math
from collections.abc import Iterable, Sequence

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.rings import arrow_at, ring, ring_at
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Noted, Selected
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Theme

GREY = INKS.tooltip_edge
BRACKET = 14
LIFT = 10
"""Pixels between a hull and its brackets."""
PEN = 3
"""Pixels that the line of a bracket covers at either side."""


def selected(scene: Scene, mark: Selected) -> list[Placing]:
    """A brass ellipse, and an arrow off the bow."""
    ship = scene.placed(mark.ship)
    return [ring_at(ship, scene.camera, INKS.brass_light, 3), arrow_at(ship, scene.camera, scene.length(ship))]


def noted(surface: pygame.Surface, scene: Scene, mark: Noted) -> None:
    """A thin dashed ring."""
    pens.dashed(surface, ring(scene.camera, scene.placed(mark.ship), 3), INKS.cream, (5, 4), 2, 2)


def legal(surface: pygame.Surface, scene: Scene, target: LegalTarget) -> None:
    """Solid corner brackets, and the line of fire with its head."""
    ship = scene.placed(target.ship)
    for corner in brackets(scene, ship):
        pens.stroke(surface, corner, INKS.target, 3, 3)
    start, end = scene.camera.to_screen(*target.start), scene.camera.to_screen(*target.end)
    pens.stroke(surface, [start, end], INKS.target, 3, 2)
    direction = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    pens.arrow_head(surface, end, direction, 15, INKS.target)
    pygame.draw.aacircle(surface, INKS.outline, start, 6)
    pygame.draw.aacircle(surface, INKS.target, start, 4)


def blocked(surface: pygame.Surface, scene: Scene, target: BlockedTarget) -> None:
    """Dashed grey brackets, and a dashed line that ends at a cross on what masks her."""
    for corner in brackets(scene, scene.placed(target.ship)):
        pens.dashed(surface, corner, GREY, (5, 4), 2, 2)
    start, cross = scene.camera.to_screen(*target.start), scene.camera.to_screen(*target.cross)
    pens.dashed(surface, [start, cross], GREY, (8, 6), 2, 2)
    sign = icon("marker_blocked", Theme(scene.shown.scale).px(26))
    surface.blit(sign, sign.get_rect(center=cross), special_flags=pygame.BLEND_PREMULTIPLIED)


def brackets(scene: Scene, ship: Placed) -> list[list[Xy]]:
    """The four corners about a ship, each three points."""
    scale = scene.camera.scale
    arm = min(BRACKET, 0.25 * scale * ship.length) / scale
    ahead, abeam = 0.5 * ship.length + LIFT / scale, max(0.3 * ship.length, 0.5 * ship.beam) + LIFT / scale
    corners = []
    for fore in (1, -1):
        for side in (1, -1):
            local = [(ahead - arm, abeam), (ahead, abeam), (ahead, abeam - arm)]
            corners.append([scene.point(ship, fore * a / ship.length, side * b) for a, b in local])
    return corners


def corners(chart: Scene, keys: Iterable[str]) -> dict[str, list[pygame.Rect]]:
    """What the brackets of ships cover, chart pixels."""
    return {key: [_box(corner) for corner in brackets(chart, chart.placed(key))] for key in keys}


def _box(points: Sequence[Xy]) -> pygame.Rect:
    """What a line through points covers."""
    xs, ys = [round(x) for x, _ in points], [round(y) for _, y in points]
    covered = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return covered.inflate(2 * PEN, 2 * PEN)
