"""Lines of battle and what comes of them: links between ships, courses of those that flee, marks that are sought."""

import math

import pygame

from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.highlight import ring
from tabletop.ui.boards.ships_of_the_line.overlays import Course, Goal, Line
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour, colour

HELD, CROSSED, BROKEN = colour("#BFD8F2"), colour("#FFE3A0"), INKS.tooltip_edge
WIDTH, EYE, PUPIL = 4, 7, 3
"""Pixels: of a link, and of the round ends by which it is made fast to its ships."""
GAP, SLASH, LEAN = 9, 12, 25
"""Pixels from the middle of a link that is crossed to either end of it, and half the two strokes there; degrees off."""
AHEAD, HEAD = (16, 9), 22
"""Dashes of a course and its arrow, pixels."""
INSET = 26
"""Pixels from the edge of the sea that is seen to an arrow whose end lies beyond."""


def line(surface: pygame.Surface, scene: Scene, shown: Line) -> None:
    """A link: whole, with a gap and two strokes across it, or dashed and grey."""
    start, end = scene.camera.to_screen(*shown.ahead), scene.camera.to_screen(*shown.astern)
    tint = {"held": HELD, "crossed": CROSSED, "broken": BROKEN}[shown.condition]
    if shown.condition == "broken":
        strokes.dashed(surface, [start, end], tint, (8, 7), WIDTH - 1, 2)
    elif shown.condition == "held":
        strokes.stroke(surface, [start, end], tint, WIDTH, 2)
    else:
        _parted(surface, start, end, tint)
    for at in (start, end):
        pygame.draw.aacircle(surface, INKS.outline, at, EYE + 1)
        pygame.draw.aacircle(surface, tint, at, EYE)
        pygame.draw.aacircle(surface, INKS.outline, at, PUPIL)


def _parted(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour) -> None:
    middle, towards = strokes.between(start, end, 0.5), _direction(start, end)
    for far, way in ((start, towards + 180), (end, towards)):
        near = strokes.along(middle, way, min(GAP, math.dist(start, end) / 4))
        strokes.stroke(surface, [far, near], tint, WIDTH, 2)
        across = towards + 90 - LEAN
        strokes.stroke(
            surface, [strokes.along(near, across, SLASH), strokes.along(near, across + 180, SLASH)], tint, 3, 2
        )


def course(surface: pygame.Surface, scene: Scene, shown: Course) -> None:
    """An arrow to the edge of the map, or as far towards it as the sea is seen."""
    start, end = scene.camera.to_screen(*shown.start), scene.camera.to_screen(*shown.end)
    seen = scene.room.inflate(-2 * INSET, -2 * INSET).clipline(start, end)
    if not seen or seen[0] == seen[1]:
        return
    strokes.dashed(surface, list(seen), INKS.cream, AHEAD, 3, 2)
    strokes.arrow_head(surface, seen[1], _direction(*seen), HEAD, INKS.cream)


def goal(surface: pygame.Surface, scene: Scene, shown: Goal) -> None:
    """Two rings, one within the other."""
    ship = scene.placed(shown.ship)
    for width, inwards in ((3, 0), (2, 7)):
        points = ring(scene.camera, ship, 3 - inwards)
        strokes.stroke(surface, [*points, points[0]], INKS.target, width, 2)


def _direction(start: Xy, end: Xy) -> float:
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
