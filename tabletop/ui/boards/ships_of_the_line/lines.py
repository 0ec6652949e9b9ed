"""Lines of battle: links between ships, escape routes, goals, and the animation of these marks."""

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
"""Duration in ms in which a link lights up, a link parts, and an arrow grows."""
STEP_MS = 40
"""Time between two pictures of an animated mark, ms."""


class Growth:
    """Animates new marks on the sea; keeps the age of each. Without motion they are complete at once."""

    def __init__(self, motion: Motion = MOTION) -> None:
        self._motion = motion
        self._ages: dict[Overlay, float] = {}
        self._links: set[tuple[Xy, Xy]] = set()
        """Those that were whole when they were seen last."""

    def forget(self) -> None:
        """Forget which links were whole, so that present broken ones are not animated."""
        self._links.clear()

    def animate(self, overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
        """Return the overlays at this moment of their animation."""
        before, self._ages = self._ages, {}
        return tuple(
            self._animate_mark(one, before) if isinstance(one, LinkMark | EscapeRoute) else one for one in overlays
        )

    def tick(self, elapsed: int) -> bool:
        """Advance all ages by `elapsed` ms; return True if a picture changes."""
        rate, changed = self._motion.rate, False
        for one, age in self._ages.items():
            if age < (time := self._duration(one)):
                now = min(time, age + elapsed * rate) if rate else time
                changed |= now // STEP_MS != age // STEP_MS or now == time
                self._ages[one] = now
        return changed

    @property
    def is_growing(self) -> bool:
        """Return True if any mark is still animated."""
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
"""Condition of a link to its colours before and after the animation."""
WIDTH, EYE, PUPIL = 4, 7, 3
"""Width of a link, and radii of its round ends, pixels."""
GAP, SLASH, LEAN = 9, 12, 25
"""Gap and strokes of a crossed link in pixels, and the lean of the strokes in degrees."""
BACK, SPARK, RAYS = 0.5, 0.4, 6
"""Share by which the ends of a broken link draw back, end of the spark, and number of its rays."""
AHEAD, HEAD = (16, 9), 22
"""Dash and gap of an escape route, and size of its head, pixels."""
INSET = 26
"""Pixels from the edge of the visible sea to an arrow that ends beyond it."""


def draw_link_mark(surface: pygame.Surface, scene: SeaScene, shown: LinkMark) -> None:
    """Draw the link between two ships."""
    ends = scene.camera.to_screen(*shown.ahead), scene.camera.to_screen(*shown.astern)
    draw_link(surface, *ends, shown.condition, shown.share)


def draw_link(surface: pygame.Surface, start: Xy, end: Xy, condition: LinkCondition, share: float = 1.0) -> None:
    """Draw a link by its condition; `share` (0 to 1) is the progress of its animation."""
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
    """Return the colour at `share` between two colours."""
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(before, after, strict=True))
    return red, green, blue


def _draw_crossed_link(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour, share: float) -> None:
    """Draw a link with a gap and two strokes."""
    middle, towards = strokes.between(start, end, 0.5), _direction(start, end)
    for far, way in ((start, towards + 180), (end, towards)):
        near = strokes.along(middle, way, min(GAP, math.dist(start, end) / 4) * share)
        strokes.stroke(surface, [far, near], tint, WIDTH, 2)
        across = towards + 90 - LEAN
        strokes.stroke(
            surface, [strokes.along(near, across, SLASH), strokes.along(near, across + 180, SLASH)], tint, 3, 2
        )


def _draw_breaking_link(surface: pygame.Surface, start: Xy, end: Xy, tint: Colour, share: float) -> None:
    """Draw the ends of a link drawing back, with a spark at the start."""
    middle = strokes.between(start, end, 0.5)
    for far in (start, end):
        strokes.stroke(surface, [far, strokes.between(middle, far, share * BACK)], tint, WIDTH, 2)
    for number in range(RAYS if share < SPARK else 0):
        ray = 360 / RAYS * number + LEAN
        near, far = (strokes.along(middle, ray, SLASH * reach * (1 + share)) for reach in (0.4, 1.4))
        strokes.stroke(surface, [near, far], CROSSED, 3, 2)


def draw_escape_route(surface: pygame.Surface, scene: SeaScene, shown: EscapeRoute) -> None:
    """Draw an arrow to the edge of the map, or to the edge of the visible sea."""
    start, end = scene.camera.to_screen(*shown.start), scene.camera.to_screen(*shown.end)
    seen = scene.room.inflate(-2 * INSET, -2 * INSET).clipline(start, end)
    if not seen or seen[0] == seen[1]:
        return
    draw_arrow(surface, seen[0], strokes.between(*seen, shown.share) if shown.share else seen[0])


def draw_arrow(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    """Draw a dashed arrow."""
    if start != end:
        strokes.dashed(surface, [start, end], INKS.cream, AHEAD, 3, 2)
        strokes.arrow_head(surface, end, _direction(start, end), HEAD, INKS.cream)


def draw_goal(surface: pygame.Surface, scene: SeaScene, shown: GoalRing) -> None:
    """Draw two rings around a ship, one within the other."""
    ship = scene.placed(shown.ship)
    for width, inwards in ((3, 0), (2, 7)):
        points = ring(scene.camera, ship, 3 - inwards)
        strokes.stroke(surface, [*points, points[0]], INKS.target, width, 2)


def _direction(start: Xy, end: Xy) -> float:
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
