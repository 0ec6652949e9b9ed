"""Planned moves with their ghost, and measured distances."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.ships_of_the_line.models import layers, placed, zoom_of
from tabletop.ui.boards.ships_of_the_line.overlays import Leg, Measured, PlannedMove
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour

GHOST_ALPHA = 122
TURN_ARC = 30
RULER: Colour = (0xFF, 0xF3, 0xCF)
RING = 17
BEARING_ARC = 42
GREY = INKS.tooltip_edge


class Tick(NamedTuple):
    """A tick of a ruler: where, how far along, the direction in which its upper end points, and whether it is long."""

    at: Xy
    distance: float
    upper: float
    numbered: bool


def planned(surface: pygame.Surface, scene: Scene, plan: PlannedMove) -> None:
    """The ghost of a ship and the way she would take to it."""
    _draw_ghost(surface, scene, plan)
    for leg in plan.legs:
        if leg.turn:
            _turn(surface, scene, leg)
        else:
            _advance(surface, scene, leg)


def ghost(scene: Scene, plan: PlannedMove) -> Placed:
    """Where the ship would lie."""
    key, pose = plan.ship, plan.ghost
    return placed(scene.state, key, {key: Afloat(key, pose.x, pose.y, pose.heading)})


def _draw_ghost(surface: pygame.Surface, scene: Scene, plan: PlannedMove) -> None:
    card, marks, ship = scene.state.cards[plan.ship], scene.state.ships[plan.ship], ghost(scene, plan)
    files = layers(card, marks, scene.state.wind.origin, ship.heading)
    sprite = scene.sprites.faded(files, zoom_of(card, scene.length(ship)), ship.heading, GHOST_ALPHA)
    surface.blit(*sprite.at(*scene.camera.to_screen(*ship.at)), special_flags=pygame.BLEND_PREMULTIPLIED)
    side = ship.beam / 2
    outline = [scene.point(ship, a, b) for a, b in ((-0.5, -side), (0.5, -side), (0.5, side), (-0.5, side))]
    colour = INKS.brass_light if plan.legal else GREY
    pens.dashed(surface, [*outline, outline[0]], colour, (5, 4), 2, 1)


def _advance(surface: pygame.Surface, scene: Scene, leg: Leg) -> None:
    start, end = scene.camera.to_screen(*leg.start), scene.camera.to_screen(*leg.end)
    if leg.legal:
        pens.stroke(surface, [start, end], INKS.brass_light, 2, 2)
    else:
        pens.dashed(surface, [start, end], GREY, (7, 6), 2, 2)
    _ticks(surface, scene, leg)


def _ticks(surface: pygame.Surface, scene: Scene, leg: Leg) -> None:
    """A tick at every table unit, longer ones at every fifth and at the end."""
    length = math.dist(leg.start, leg.end)
    colour = INKS.brass_light if leg.legal else GREY
    places = [(at, 5 if at % 5 else 9) for at in range(1, math.ceil(length))] + [(length, 9)]
    for at, half in places:
        x, y = scene.camera.to_screen(*_between(leg.start, leg.end, at / length if length else 0.0))
        across = [pens.along((x, y), leg.heading + 90, half), pens.along((x, y), leg.heading - 90, half)]
        pens.stroke(surface, across, colour, 2, 2)


def _turn(surface: pygame.Surface, scene: Scene, leg: Leg) -> None:
    """The angle of a turn, drawn about the point of turning."""
    at = scene.camera.to_screen(*leg.start)
    steps = max(2, abs(leg.turn) // 3)
    arc = [pens.along(at, leg.heading + leg.turn * k / steps, TURN_ARC) for k in range(steps + 1)]
    colour = INKS.brass_light if leg.legal else GREY
    pens.dashed(surface, [at, arc[0]], colour, (4, 4), 1, 1)
    pens.stroke(surface, [at, arc[-1]], colour, 1, 1)
    pens.stroke(surface, arc, colour, 2, 2)


def measured(surface: pygame.Surface, scene: Scene, ruler: Measured) -> None:
    """A chain of measured points with ticks, and the bearing of its last part from north."""
    points = [scene.camera.to_screen(*point) for point in ruler.points]
    if ruler.bearing is not None and len(points) > 1:
        _bearing(surface, points[-2], ruler.bearing)
    pens.stroke(surface, points, RULER, 3, 2)
    for tick in ticks(ruler):
        at, half = scene.camera.to_screen(*tick.at), 10 if tick.numbered else 6
        pens.stroke(surface, [pens.along(at, tick.upper, half), pens.along(at, tick.upper + 180, half)], RULER, 2, 2)
    for point in (points[0], points[-1]):
        pens.stroke(surface, pens.ellipse(point, RING, RING, 0), RULER, 3, 2)


def ticks(ruler: Measured) -> Iterator[Tick]:
    """The ticks of a ruler from its first point on, round its corners."""
    walked = 0.0
    for start, end in pairwise(ruler.points):
        length = math.dist(start, end)
        direction = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))
        upper = direction - 90 if math.sin(math.radians(direction)) >= 0 else direction + 90
        number = math.floor(walked / ruler.every) + 1
        while number * ruler.every < walked + length:
            at = _between(start, end, (number * ruler.every - walked) / length)
            yield Tick(at, number * ruler.every, upper, number % 2 == 0)
            number += 1
        walked += length


def _bearing(surface: pygame.Surface, at: Xy, bearing: int) -> None:
    pens.dashed(surface, [at, pens.along(at, 0, BEARING_ARC + 20)], RULER, (4, 4), 2, 2)
    steps = max(2, bearing // 4)
    pens.stroke(surface, [pens.along(at, bearing * k / steps, BEARING_ARC) for k in range(steps + 1)], RULER, 1, 1)


def _between(start: Xy, end: Xy, share: float) -> Xy:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
