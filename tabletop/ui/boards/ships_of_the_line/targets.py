"""Rings and brackets round ships, and the lines of fire between them."""

import math
from functools import lru_cache

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Noted, Selected
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS, Colour, Theme

GREY = INKS.tooltip_edge
ROUND = 0.62, 0.42
"""Half axes of the ring round a ship, in hull lengths: along and across."""
LEAST_RING = 26.0, 15.0
ARROW, ARROW_ROOM = 13, 20
"""Length of the arrow off the bow, and the pixels round its tip in which all of it lies."""
SHARP = 4
"""How many times larger it is drawn before it is scaled down."""
BRACKET = 14
LIFT = 10
"""Pixels between a hull and its brackets."""


def ring(camera: Camera, ship: Placed, grown: float = 0.0) -> list[Xy]:
    """The ellipse round a ship, pixels."""
    hull = ship.length * camera.scale
    long, across = max(LEAST_RING[0], ROUND[0] * hull), max(LEAST_RING[1], ROUND[1] * hull * 0.62)
    return pens.ellipse(camera.to_screen(*ship.at), across + grown, long + grown, ship.heading, 64)


def ring_at(ship: Placed, camera: Camera, colour: Colour, width: int) -> Placing:
    """The ring round a ship as a picture and its place."""
    drawn = _ring(round(ship.length * camera.scale), round(ship.heading), colour, width)
    x, y = camera.to_screen(*ship.at)
    return drawn, (round(x) - drawn.get_width() // 2, round(y) - drawn.get_height() // 2)


@lru_cache(maxsize=256)
def _ring(hull: int, heading: int, colour: Colour, width: int) -> pygame.Surface:
    """The ring for a hull of so many pixels, drawn at twice the size and scaled down."""
    ship = Placed("", (0.0, 0.0), heading, hull, 0.0)
    points = ring(Camera((0.0, 0.0), 1.0, (0, 0)), ship, 2)
    half = round(max(max(abs(x), abs(y)) for x, y in points)) + width + 3
    large = pygame.Surface((4 * half, 4 * half), pygame.SRCALPHA)
    doubled = [(2 * (x + half), 2 * (y + half)) for x, y in points]
    pygame.draw.lines(large, INKS.outline, closed=True, points=doubled, width=2 * width + 4)
    pygame.draw.lines(large, colour, closed=True, points=doubled, width=2 * width)
    return pygame.transform.smoothscale(large.premul_alpha(), (2 * half, 2 * half))


def selected(scene: Scene, mark: Selected) -> list[Placing]:
    """A brass ellipse, and an arrow off the bow."""
    ship = _placed(scene, mark.ship)
    far = max(LEAST_RING[0], ROUND[0] * scene.length(ship)) + 20
    x, y = pens.along(scene.camera.to_screen(*ship.at), ship.heading, far)
    ring = ring_at(ship, scene.camera, INKS.brass_light, 3)
    return [ring, (_arrow(ship.heading), (round(x) - ARROW_ROOM, round(y) - ARROW_ROOM))]


@lru_cache(maxsize=64)
def _arrow(heading: float) -> pygame.Surface:
    """The arrow off a bow as a picture with its tip in the middle, drawn large and scaled down."""
    side = 2 * ARROW_ROOM
    large = pygame.Surface((SHARP * side, SHARP * side), pygame.SRCALPHA)
    middle = SHARP * (ARROW_ROOM + 0.5)
    pens.arrow_head(large, (middle, middle), heading, SHARP * ARROW, INKS.brass_light, SHARP * 2)
    return pygame.transform.smoothscale(large.premul_alpha(), (side, side))


def noted(surface: pygame.Surface, scene: Scene, mark: Noted) -> None:
    """A thin dashed ring."""
    pens.dashed(surface, ring(scene.camera, _placed(scene, mark.ship), 3), INKS.cream, (5, 4), 2, 2)


def legal(surface: pygame.Surface, scene: Scene, target: LegalTarget) -> None:
    """Solid corner brackets, and the line of fire with its head."""
    ship = _placed(scene, target.ship)
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
    for corner in brackets(scene, _placed(scene, target.ship)):
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


def _placed(scene: Scene, key: str) -> Placed:
    return placed(scene.state, key, {one.ship: one for one in scene.shown.afloat})
