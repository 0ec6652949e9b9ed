"""Smooth small drawings as pictures that can be placed: drawn large, then scaled down."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.pens import along, dashes
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour

FINE = 3
"""How many times larger they are drawn."""
UNDER = 1.5
"""How far the dark below a line reaches beyond it on either side, pixels."""


class Sketch:
    """Takes lines and shapes in pixels within a box."""

    def __init__(self, box: pygame.Rect) -> None:
        self.box = box
        self._large = pygame.Surface((box.w * FINE, box.h * FINE), pygame.SRCALPHA)

    def done(self) -> Placing:
        """The picture and its place."""
        return pygame.transform.smoothscale(self._large.premul_alpha(), self.box.size), self.box.topleft

    def fill(self, points: Sequence[Xy], colour: Colour, alpha: int = 255) -> None:
        """A filled shape."""
        pygame.draw.polygon(self._large, (*colour, alpha), [self._at(point) for point in points])

    def disc(self, middle: Xy, radius: float, colour: Colour, alpha: int = 255) -> None:
        """A filled circle."""
        pygame.draw.circle(self._large, (*colour, alpha), self._at(middle), radius * FINE)

    def line(self, points: Sequence[Xy], colour: Colour, width: float, under: float = UNDER) -> None:
        """A line with round corners, and dark below it."""
        self._stroke(list(pairwise(points)), colour, width, under)

    def dashed(
        self, points: Sequence[Xy], colour: Colour, width: float, pattern: tuple[float, float], under: float = UNDER
    ) -> None:
        """A broken line: `pattern` is the length of a dash and of a gap."""
        self._stroke(list(dashes(points, *pattern)), colour, width, under)

    def head(self, tip: Xy, towards: float, size: float, colour: Colour, under: float = UNDER) -> None:
        """A filled arrow head that points to so many degrees clockwise from up."""
        self.fill(_head(tip, towards, size, under), INKS.outline)
        self.fill(_head(tip, towards, size, 0), colour)

    def _stroke(self, parts: Sequence[tuple[Xy, Xy]], colour: Colour, width: float, under: float) -> None:
        for shade, half in ((INKS.outline, width / 2 + under), (colour, width / 2)):
            if shade is INKS.outline and not under:
                continue
            for start, end in parts:
                self._bar(start, end, half, shade)

    def _bar(self, start: Xy, end: Xy, half: float, colour: Colour) -> None:
        length = math.dist(start, end) or 1.0
        dx, dy = half * (end[1] - start[1]) / length, half * (start[0] - end[0]) / length
        corners = [(start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy), (end[0] - dx, end[1] - dy)]
        self.fill([*corners, (start[0] - dx, start[1] - dy)], colour)
        for point in (start, end):
            self.disc(point, half, colour)

    def _at(self, point: Xy) -> Xy:
        return (point[0] - self.box.x) * FINE, (point[1] - self.box.y) * FINE


def sketched(points: Sequence[Xy], room: float, draw: Callable[[Sketch], None]) -> Placing:
    """What is drawn about some points; nothing reaches farther than `room` pixels beyond them."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = math.floor(min(xs) - room), math.floor(min(ys) - room)
    box = pygame.Rect(left, top, math.ceil(max(xs) + room) - left, math.ceil(max(ys) + room) - top)
    sketch = Sketch(box)
    draw(sketch)
    return sketch.done()


def _head(tip: Xy, towards: float, size: float, grown: float) -> list[Xy]:
    """Tip, one barb, the notch between them, the other barb."""
    barbs = [along(along(tip, towards, -size), towards + turn, size * 0.45) for turn in (90, -90)]
    notch = along(tip, towards, -size * 0.72)
    if not grown:
        return [tip, barbs[0], notch, barbs[1]]
    wide = [
        along(along(barb, towards + turn, grown * 1.5), towards, -grown)
        for barb, turn in zip(barbs, (90, -90), strict=True)
    ]
    return [along(tip, towards, grown * 2.4), wide[0], along(notch, towards, -grown), wide[1]]
