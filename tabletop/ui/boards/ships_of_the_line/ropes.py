"""Grapnels, tows and anchor cables."""

import math

import pygame

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.ships_of_the_line.scene import FAR, Scene
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS

ROPE = (214, 196, 150)


@per_state
def any_to_draw(state: State) -> bool:
    """Whether any ship is made fast to anything."""
    return bool(state.grapples or state.tows or any(ship.anchored for ship in state.ships.values()))


def paint(surface: pygame.Surface, scene: Scene, ships: dict[str, Placed]) -> None:
    """Grapnel lines between two hulls, tow ropes, and the cable of an anchored ship."""
    width = 2 if scene.camera.scale >= FAR else 1
    for grapple in scene.state.grapples:
        one, other = ships.get(grapple.first), ships.get(grapple.second)
        if one and other:
            for ahead in (-0.28, 0.0, 0.28):
                pens.stroke(surface, [scene.point(one, ahead), _nearest_rail(scene, one, other, ahead)], ROPE, width)
    for tow in scene.state.tows:
        tower, towed = ships.get(tow.tower), ships.get(tow.towed)
        if tower and towed:
            pens.stroke(surface, [scene.point(tower, -0.5), scene.point(towed, 0.5)], ROPE, width)
    for one in ships.values():
        if scene.state.ships[one.key].anchored:
            _cable(surface, scene, one, width)


def _nearest_rail(scene: Scene, one: Placed, other: Placed, ahead: float) -> Xy:
    """The place on the other hull to which a line from this one is made fast."""
    start = scene.point(one, ahead)
    return min((scene.point(other, along / 10) for along in range(-4, 5, 2)), key=lambda end: math.dist(start, end))


def _cable(surface: pygame.Surface, scene: Scene, ship: Placed, width: int) -> None:
    bow, end = scene.point(ship, 0.5), scene.point(ship, 0.95, 0.1)
    pens.dashed(surface, [bow, end], ROPE, (6, 3), width)
    size = max(5.0, scene.length(ship) / 14)
    shank = [pens.along(end, ship.heading, -size / 2), pens.along(end, ship.heading, size)]
    flukes = [pens.along(shank[1], ship.heading + turn, size) for turn in (130, 180, 230)]
    pens.stroke(surface, shank, INKS.cream, width)
    pens.stroke(surface, [flukes[0], shank[1], flukes[2]], INKS.cream, width)
