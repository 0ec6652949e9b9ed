"""Planned moves with their ghost, and measured distances."""

import math
from itertools import pairwise

import pygame

from tabletop.ui import text
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.ships_of_the_line.models import layers, placed, zoom_of
from tabletop.ui.boards.ships_of_the_line.overlays import Leg, Measured, PlannedMove
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

GHOST_ALPHA = 122
TURN_ARC = 30
RULER: Colour = (0xFF, 0xF3, 0xCF)
RING = 17
BEARING_ARC = 42
NUMBER = Style("bold", 15, INKS.cream, INKS.outline)
GREY = INKS.tooltip_edge


def planned(surface: pygame.Surface, scene: Scene, plan: PlannedMove) -> None:
    """The ghost of a ship and the way she would take to it."""
    _ghost(surface, scene, plan)
    for leg in plan.legs:
        if leg.turn:
            _turn(surface, scene, leg)
        else:
            _advance(surface, scene, leg)
    for leg in plan.legs:
        if leg.spent and not leg.turn:
            _written(surface, scene, leg.spent, _off(scene, leg, 18))


def _ghost(surface: pygame.Surface, scene: Scene, plan: PlannedMove) -> None:
    card, ship = scene.state.cards[plan.ship], scene.state.ships[plan.ship]
    ghost = placed(
        scene.state, plan.ship, {plan.ship: Afloat(plan.ship, plan.ghost.x, plan.ghost.y, plan.ghost.heading)}
    )
    files = layers(card, ship, scene.state.wind.origin, ghost.heading)
    sprite = scene.sprites.faded(files, zoom_of(card, scene.length(ghost)), ghost.heading, GHOST_ALPHA)
    surface.blit(*sprite.at(*scene.camera.to_screen(*ghost.at)), special_flags=pygame.BLEND_PREMULTIPLIED)
    side = ghost.beam / 2
    outline = [scene.point(ghost, a, b) for a, b in ((-0.5, -side), (0.5, -side), (0.5, side), (-0.5, side))]
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
    """The angle of a turn, drawn about the point of turning and written beyond the middle of its arc."""
    at = scene.camera.to_screen(*leg.start)
    steps = max(2, abs(leg.turn) // 3)
    arc = [pens.along(at, leg.heading + leg.turn * k / steps, TURN_ARC) for k in range(steps + 1)]
    colour = INKS.brass_light if leg.legal else GREY
    pens.dashed(surface, [at, arc[0]], colour, (4, 4), 1, 1)
    pens.stroke(surface, [at, arc[-1]], colour, 1, 1)
    pens.stroke(surface, arc, colour, 2, 2)
    _written(surface, scene, f"{abs(leg.turn)}°", pens.along(at, leg.heading + leg.turn / 2, TURN_ARC + 17))


def measured(surface: pygame.Surface, scene: Scene, ruler: Measured) -> None:
    """A chain of measured points with ticks, and the bearing of its last part from north."""
    points = [scene.camera.to_screen(*point) for point in ruler.points]
    if ruler.bearing is not None and len(points) > 1:
        _bearing(surface, points[-2], ruler.bearing)
    pens.stroke(surface, points, RULER, 3, 2)
    walked = 0.0
    for start, end in pairwise(ruler.points):
        walked = _marks(surface, scene, ruler, (start, end), walked)
    for point in (points[0], points[-1]):
        pens.stroke(surface, pens.ellipse(point, RING, RING, 0), RULER, 3, 2)


def _marks(surface: pygame.Surface, scene: Scene, ruler: Measured, part: tuple[Xy, Xy], walked: float) -> float:
    (x0, y0), (x1, y1) = part
    length = math.dist(*part)
    direction = math.degrees(math.atan2(x1 - x0, y1 - y0))
    number = math.floor(walked / ruler.every) + 1
    while number * ruler.every < walked + length:
        at = scene.camera.to_screen(*_between(*part, (number * ruler.every - walked) / length))
        long = number % 2 == 0
        half = 10 if long else 6
        ends = [pens.along(at, direction + 90, half), pens.along(at, direction - 90, half)]
        pens.stroke(surface, ends, RULER, 2, 2)
        if long:
            upper = direction - 90 if math.sin(math.radians(direction)) >= 0 else direction + 90
            _written(surface, scene, f"{number * ruler.every:g}", pens.along(at, upper, 22))
        number += 1
    return walked + length


def _bearing(surface: pygame.Surface, at: Xy, bearing: int) -> None:
    pens.dashed(surface, [at, pens.along(at, 0, BEARING_ARC + 20)], RULER, (4, 4), 2, 2)
    steps = max(2, bearing // 4)
    pens.stroke(surface, [pens.along(at, bearing * k / steps, BEARING_ARC) for k in range(steps + 1)], RULER, 1, 1)


def _off(scene: Scene, leg: Leg, distance: float) -> Xy:
    """Beside the end of a leg."""
    return pens.along(scene.camera.to_screen(*leg.end), leg.heading + 90, distance)


def _written(surface: pygame.Surface, scene: Scene, words: str, at: Xy) -> None:
    drawn = text.rendered(words, NUMBER, Theme(scene.shown.scale).scale)
    surface.blit(drawn, drawn.get_rect(center=(round(at[0]), round(at[1]))))


def _between(start: Xy, end: Xy, share: float) -> Xy:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
