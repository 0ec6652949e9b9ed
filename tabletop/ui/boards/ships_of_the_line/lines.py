"""Lines of battle and what comes of them: links between ships, courses of those that flee, marks that are sought."""

import math

import pygame

from tabletop.games.ships_of_the_line.survey.battle_lines import LinkCondition
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.highlight import ring
from tabletop.ui.boards.ships_of_the_line.overlays import EscapeRoute, Goal, Line
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour, colour

HELD, CROSSED, BROKEN = colour("#BFD8F2"), colour("#FFE3A0"), INKS.tooltip_edge
DIM = colour("#4D6D86")
TINTS: dict[LinkCondition, tuple[Colour, Colour]] = {
    "held": (DIM, HELD),
    "crossed": (HELD, CROSSED),
    "broken": (CROSSED, BROKEN),
}
"""Of a link, before it has lit up or parted and then."""
WIDTH, EYE, PUPIL = 4, 7, 3
"""Pixels: of a link, and of the round ends by which it is made fast to its ships."""
GAP, SLASH, LEAN = 9, 12, 25
"""Pixels from the middle of a link that is crossed to either end of it, and half the two strokes there; degrees off."""
BACK, SPARK, RAYS = 0.5, 0.4, 6
"""How far the ends of a link draw back, in parts of its half; until when a spark is seen, and its rays."""
AHEAD, HEAD = (16, 9), 22
"""Dashes of a course and its arrow, pixels."""
INSET = 26
"""Pixels from the edge of the sea that is seen to an arrow whose end lies beyond."""


def line(surface: pygame.Surface, scene: Scene, shown: Line) -> None:
    """A link between two ships."""
    ends = scene.camera.to_screen(*shown.ahead), scene.camera.to_screen(*shown.astern)
    link(surface, *ends, shown.condition, shown.share)


def link(surface: pygame.Surface, start: Xy, end: Xy, condition: LinkCondition, share: float = 1.0) -> None:
    """A link: whole, with a gap and two strokes across it, or dashed and grey; lit, or parted, so far."""
    tint = _mixed(share, *TINTS[condition])
    if condition == "held":
        strokes.stroke(surface, [start, end], tint, WIDTH, 2)
    elif condition == "crossed":
        _parted(surface, start, end, tint, share)
    elif share < 1:
        _breaking(surface, start, end, tint, share)
    else:
        strokes.dashed(surface, [start, end], tint, (8, 7), WIDTH - 1, 2)
    for at in (start, end):
        pygame.draw.aacircle(surface, INKS.outline, at, EYE + 1)
        pygame.draw.aacircle(surface, tint, at, EYE)
        pygame.draw.aacircle(surface, INKS.outline, at, PUPIL)


def _mixed(share: float, before: Colour, after: Colour) -> Colour:
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(before, after, strict=True))
    return red, green, blue


def _parted(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour, share: float) -> None:
    middle, towards = strokes.between(start, end, 0.5), _direction(start, end)
    for far, way in ((start, towards + 180), (end, towards)):
        near = strokes.along(middle, way, min(GAP, math.dist(start, end) / 4) * share)
        strokes.stroke(surface, [far, near], tint, WIDTH, 2)
        across = towards + 90 - LEAN
        strokes.stroke(
            surface, [strokes.along(near, across, SLASH), strokes.along(near, across + 180, SLASH)], tint, 3, 2
        )


def _breaking(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour, share: float) -> None:
    """Its ends draw back, and a spark flies while they begin to."""
    middle = strokes.between(start, end, 0.5)
    for far in (start, end):
        strokes.stroke(surface, [far, strokes.between(middle, far, share * BACK)], tint, WIDTH, 2)
    for number in range(RAYS if share < SPARK else 0):
        ray = 360 / RAYS * number + LEAN
        near, far = (strokes.along(middle, ray, SLASH * reach * (1 + share)) for reach in (0.4, 1.4))
        strokes.stroke(surface, [near, far], CROSSED, 3, 2)


def course(surface: pygame.Surface, scene: Scene, shown: EscapeRoute) -> None:
    """An arrow to the edge of the map, or as far towards it as the sea is seen."""
    start, end = scene.camera.to_screen(*shown.start), scene.camera.to_screen(*shown.end)
    seen = scene.room.inflate(-2 * INSET, -2 * INSET).clipline(start, end)
    if not seen or seen[0] == seen[1]:
        return
    arrow(surface, seen[0], strokes.between(*seen, shown.share) if shown.share else seen[0])


def arrow(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    """Where a ship flees."""
    if start != end:
        strokes.dashed(surface, [start, end], INKS.cream, AHEAD, 3, 2)
        strokes.arrow_head(surface, end, _direction(start, end), HEAD, INKS.cream)


def goal(surface: pygame.Surface, scene: Scene, shown: Goal) -> None:
    """Two rings, one within the other."""
    ship = scene.placed(shown.ship)
    for width, inwards in ((3, 0), (2, 7)):
        points = ring(scene.camera, ship, 3 - inwards)
        strokes.stroke(surface, [*points, points[0]], INKS.target, width, 2)


def _direction(start: Xy, end: Xy) -> float:
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
