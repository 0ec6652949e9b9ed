"""Lines of battle and what comes of them: links between ships, courses of those that flee, marks that are sought."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pygame

from tabletop.games.ships_of_the_line.survey.battle_lines import LinkCondition
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.highlight import ring
from tabletop.ui.boards.ships_of_the_line.overlays import EscapeRoute, GoalRing, LinkMark, Overlay
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.camera import Xy
from tabletop.ui.motion import MOTION, Motion
from tabletop.ui.theme import INKS, Colour, colour

LIGHT_MS, PART_MS, GROW_MS = 120, 500, 220
"""Milliseconds in which a link lights up and parts, and in which an arrow grows."""
STEP_MS = 40
"""Milliseconds between two pictures of it."""


class Growth:
    """Knows since when each mark lies on the sea; where nothing moves all stand there whole at once."""

    def __init__(self, motion: Motion = MOTION) -> None:
        self._motion = motion
        self._ages: dict[Overlay, float] = {}
        self._links: set[tuple[Xy, Xy]] = set()
        """Those that were whole when they were seen last."""

    def forget(self) -> None:
        """What lies there has not come about before anybody's eyes."""
        self._links.clear()

    def animate(self, overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
        """The same overlays, each as far as it has come."""
        before, self._ages = self._ages, {}
        return tuple(
            self._animate_mark(one, before) if isinstance(one, LinkMark | EscapeRoute) else one for one in overlays
        )

    def tick(self, elapsed: int) -> bool:
        """Let time pass; whether anything looks otherwise than before."""
        rate, changed = self._motion.rate, False
        for one, age in self._ages.items():
            if age < (time := self._duration(one)):
                now = min(time, age + elapsed * rate) if rate else time
                changed |= now // STEP_MS != age // STEP_MS or now == time
                self._ages[one] = now
        return changed

    @property
    def is_growing(self) -> bool:
        """Whether anything is still coming into being."""
        return any(age < self._duration(one) for one, age in self._ages.items())

    def _animate_mark(self, one: LinkMark | EscapeRoute, before: dict[Overlay, float]) -> Overlay:
        age = before.get(one, 0.0 if self._motion.rate else float(PART_MS))
        self._ages[one] = age
        time = self._duration(one)
        if isinstance(one, LinkMark) and one.condition != "broken":
            self._links.add((one.ahead, one.astern))
        return one if age >= time else replace(one, share=age // STEP_MS * STEP_MS / time)

    def _duration(self, one: Overlay) -> float:
        if isinstance(one, EscapeRoute):
            return GROW_MS
        if isinstance(one, LinkMark) and one.condition == "broken":
            return PART_MS if (one.ahead, one.astern) in self._links else 0
        return LIGHT_MS


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


def draw_link_mark(surface: pygame.Surface, scene: SeaScene, shown: LinkMark) -> None:
    """A link between two ships."""
    ends = scene.camera.to_screen(*shown.ahead), scene.camera.to_screen(*shown.astern)
    draw_link(surface, *ends, shown.condition, shown.share)


def draw_link(surface: pygame.Surface, start: Xy, end: Xy, condition: LinkCondition, share: float = 1.0) -> None:
    """A link: whole, with a gap and two strokes across it, or dashed and grey; lit, or parted, so far."""
    tint = _mix_colours(share, *TINTS[condition])
    if condition == "held":
        strokes.stroke(surface, [start, end], tint, WIDTH, 2)
    elif condition == "crossed":
        _draw_crossed_link(surface, start, end, tint, share)
    elif share < 1:
        _draw_breaking_link(surface, start, end, tint, share)
    else:
        strokes.dashed(surface, [start, end], tint, (8, 7), WIDTH - 1, 2)
    for at in (start, end):
        pygame.draw.aacircle(surface, INKS.outline, at, EYE + 1)
        pygame.draw.aacircle(surface, tint, at, EYE)
        pygame.draw.aacircle(surface, INKS.outline, at, PUPIL)


def _mix_colours(share: float, before: Colour, after: Colour) -> Colour:
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(before, after, strict=True))
    return red, green, blue


def _draw_crossed_link(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour, share: float) -> None:
    middle, towards = strokes.between(start, end, 0.5), _direction(start, end)
    for far, way in ((start, towards + 180), (end, towards)):
        near = strokes.along(middle, way, min(GAP, math.dist(start, end) / 4) * share)
        strokes.stroke(surface, [far, near], tint, WIDTH, 2)
        across = towards + 90 - LEAN
        strokes.stroke(
            surface, [strokes.along(near, across, SLASH), strokes.along(near, across + 180, SLASH)], tint, 3, 2
        )


def _draw_breaking_link(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour, share: float) -> None:
    """Its ends draw back, and a spark flies while they begin to."""
    middle = strokes.between(start, end, 0.5)
    for far in (start, end):
        strokes.stroke(surface, [far, strokes.between(middle, far, share * BACK)], tint, WIDTH, 2)
    for number in range(RAYS if share < SPARK else 0):
        ray = 360 / RAYS * number + LEAN
        near, far = (strokes.along(middle, ray, SLASH * reach * (1 + share)) for reach in (0.4, 1.4))
        strokes.stroke(surface, [near, far], CROSSED, 3, 2)


def draw_escape_route(surface: pygame.Surface, scene: SeaScene, shown: EscapeRoute) -> None:
    """An arrow to the edge of the map, or as far towards it as the sea is seen."""
    start, end = scene.camera.to_screen(*shown.start), scene.camera.to_screen(*shown.end)
    seen = scene.room.inflate(-2 * INSET, -2 * INSET).clipline(start, end)
    if not seen or seen[0] == seen[1]:
        return
    draw_arrow(surface, seen[0], strokes.between(*seen, shown.share) if shown.share else seen[0])


def draw_arrow(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    """Where a ship flees."""
    if start != end:
        strokes.dashed(surface, [start, end], INKS.cream, AHEAD, 3, 2)
        strokes.arrow_head(surface, end, _direction(start, end), HEAD, INKS.cream)


def draw_goal(surface: pygame.Surface, scene: SeaScene, shown: GoalRing) -> None:
    """Two rings, one within the other."""
    ship = scene.placed(shown.ship)
    for width, inwards in ((3, 0), (2, 7)):
        points = ring(scene.camera, ship, 3 - inwards)
        strokes.stroke(surface, [*points, points[0]], INKS.target, width, 2)


def _direction(start: Xy, end: Xy) -> float:
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
