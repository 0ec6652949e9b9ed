"""Rings and brackets round ships, and the lines of fire between them."""

import math

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.ships_of_the_line import pens
from tabletop.ui.boards.ships_of_the_line.models import Placed, placed
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Noted, Selected
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS, Theme

GREY = INKS.tooltip_edge
ROUND = 0.62, 0.42
"""Half axes of the ring round a ship, in hull lengths: along and across."""
LEAST_RING = 26.0, 15.0
BRACKET = 14
LIFT = 10
"""Pixels between a hull and its brackets."""


def ring(camera: Camera, ship: Placed, grown: float = 0.0) -> list[Xy]:
    """The ellipse round a ship, pixels."""
    hull = ship.length * camera.scale
    long, across = max(LEAST_RING[0], ROUND[0] * hull), max(LEAST_RING[1], ROUND[1] * hull * 0.62)
    return pens.ellipse(camera.to_screen(*ship.at), across + grown, long + grown, ship.heading, 64)


def selected(surface: pygame.Surface, scene: Scene, mark: Selected) -> None:
    """A brass ellipse, and an arrow off the bow."""
    ship = _placed(scene, mark.ship)
    pens.stroke(surface, ring(scene.camera, ship), INKS.brass_light, 2, 2)
    hull = scene.length(ship)
    tip = pens.along(scene.camera.to_screen(*ship.at), ship.heading, max(LEAST_RING[0], ROUND[0] * hull) + 20)
    pens.arrow_head(surface, tip, ship.heading, 13, INKS.brass_light)


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
