"""Smooth lines and small drawings: solid, dashed and dotted, each with a dark line below it to show on any ground."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour, worn

Segment = tuple[tuple[int, int], tuple[int, int]]
"""From one pixel to another."""
UNDER = INKS.outline


def stroke(surface: pygame.Surface, points: Sequence[Xy], colour: Colour, width: int = 2, under: int = 2) -> None:
    """A line through points; `under` is how much wider the dark line below it is, 0 for none."""
    _segments(surface, list(pairwise(points)), colour, width, under)


def dashed(
    surface: pygame.Surface, points: Sequence[Xy], colour: Colour, pattern: tuple[float, float], width: int = 2,
    under: int = 2,
) -> None:  # fmt: skip
    """A broken line: `pattern` is the length of a dash and of a gap, pixels."""
    _segments(surface, list(dashes(points, *pattern)), colour, width, under)


def dotted(surface: pygame.Surface, points: Sequence[Xy], colour: Colour, every: float = 8) -> None:
    """A line of round dots, each with a dark rim."""
    dot = _dot(colour)
    half = dot.get_width() // 2
    places = [start for start, _ in dashes(points, 1, every - 1)]
    surface.fblits([(dot, (round(x) - half, round(y) - half)) for x, y in places], pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=16)
def _dot(colour: Colour) -> pygame.Surface:
    large = pygame.Surface((28, 28), pygame.SRCALPHA)
    pygame.draw.circle(large, worn(UNDER), (14, 14), 11)
    pygame.draw.circle(large, worn(colour), (14, 14), 7)
    return pygame.transform.smoothscale(large.premul_alpha(), (7, 7))


def dashes(points: Sequence[Xy], dash: float, gap: float) -> Iterator[tuple[Xy, Xy]]:
    """The pieces of a broken line, which bend with it."""
    walked = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while length and at < length - 1e-9:
            phase = (walked + at) % (dash + gap)
            on = phase < dash - 1e-9
            step = min((dash if on else dash + gap) - phase, length - at)
            if on:
                a, b = at / length, (at + step) / length
                yield (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
            at += max(step, 1e-6)
        walked += length


def arrow_head(
    surface: pygame.Surface, tip: Xy, direction: float, size: float, colour: Colour, under: float = 2
) -> None:
    """A filled head that points to a screen direction, degrees clockwise from up; `under` as for a stroke."""
    points = [along(tip, direction, 0), along(tip, direction + 152, size), along(tip, direction + 208, size)]
    pygame.draw.polygon(surface, worn(UNDER), [along(p, _away(points, p), under) for p in points])
    polygon(surface, points, colour)


def polygon(surface: pygame.Surface, points: Sequence[Xy], colour: Colour) -> None:
    """A filled shape with smooth edges."""
    colour = worn(colour)
    pygame.draw.polygon(surface, colour, points)
    for start, end in pairwise([*points, points[0]]):
        pygame.draw.aaline(surface, colour, start, end)


def along(start: Xy, direction: float, distance: float) -> Xy:
    """The pixel so far from another in a direction, degrees clockwise from up."""
    angle = math.radians(direction)
    return start[0] + distance * math.sin(angle), start[1] - distance * math.cos(angle)


def between(start: Xy, end: Xy, share: float) -> Xy:
    """The place a share of the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def ellipse(centre: Xy, across: float, lengthwise: float, heading: float, steps: int = 48) -> list[Xy]:
    """A closed ellipse with its long axis at a heading; half axes in pixels."""
    s, c = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    turned = [(math.sin(2 * math.pi * k / steps), math.cos(2 * math.pi * k / steps)) for k in range(steps + 1)]
    return [
        (centre[0] + across * a * c + lengthwise * b * s, centre[1] + across * a * s - lengthwise * b * c)
        for a, b in turned
    ]


def _away(points: Iterable[Xy], point: Xy) -> float:
    """The direction from the middle of points to one of them."""
    placed = list(points)
    x, y = sum(p[0] for p in placed) / len(placed), sum(p[1] for p in placed) / len(placed)
    return math.degrees(math.atan2(point[0] - x, y - point[1]))


def _segments(surface: pygame.Surface, parts: Sequence[tuple[Xy, Xy]], colour: Colour, width: int, under: int) -> None:
    for line in inked(parts, colour, width, under):
        pygame.draw.aaline(surface, *line)


Inked = tuple[Colour, Xy, Xy, int]
"""A smooth line: its colour, from where to where, and its width."""


def inked(parts: Sequence[tuple[Xy, Xy]], colour: Colour, width: int, under: int = 2) -> list[Inked]:
    """What pieces of a line are drawn of, the dark below all of them first."""
    inks = ((UNDER, width + under), (colour, width)) if under else ((colour, width),)
    return [(worn(ink), start, end, wide) for ink, wide in inks for start, end in parts]


TIE_SHARP = 2
"""How many times larger a line is drawn before it is scaled down."""
TIE_ROOM = 3
"""Pixels about a line for its edge."""


def tie(line: Segment) -> Placing:
    """The line as a picture, and where it goes."""
    (x0, y0), (x1, y1) = line
    drawn = _tie(x1 - x0, y1 - y0)
    return drawn, (min(x0, x1) - TIE_ROOM, min(y0, y1) - TIE_ROOM)


@lru_cache(maxsize=64)
def _tie(dx: int, dy: int) -> pygame.Surface:
    """A line so far to the right and down."""
    size = abs(dx) + 2 * TIE_ROOM, abs(dy) + 2 * TIE_ROOM
    large = pygame.Surface((TIE_SHARP * size[0], TIE_SHARP * size[1]), pygame.SRCALPHA)
    start = TIE_SHARP * (TIE_ROOM - min(dx, 0)), TIE_SHARP * (TIE_ROOM - min(dy, 0))
    end = start[0] + TIE_SHARP * dx, start[1] + TIE_SHARP * dy
    pygame.draw.line(large, INKS.outline, start, end, TIE_SHARP * 3)
    pygame.draw.line(large, INKS.mist, start, end, TIE_SHARP)
    return pygame.transform.smoothscale(large.premul_alpha(), size)


FINE = 3
"""How many times larger they are drawn."""
RIM = 1.5
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
        pygame.draw.polygon(self._large, (*worn(colour), alpha), [self._at(point) for point in points])

    def disc(self, middle: Xy, radius: float, colour: Colour, alpha: int = 255) -> None:
        """A filled circle."""
        pygame.draw.circle(self._large, (*worn(colour), alpha), self._at(middle), radius * FINE)

    def line(self, points: Sequence[Xy], colour: Colour, width: float, under: float = RIM) -> None:
        """A line with round corners, and dark below it."""
        self._stroke(list(pairwise(points)), colour, width, under)

    def dashed(
        self, points: Sequence[Xy], colour: Colour, width: float, pattern: tuple[float, float], under: float = RIM
    ) -> None:
        """A broken line: `pattern` is the length of a dash and of a gap."""
        self._stroke(list(dashes(points, *pattern)), colour, width, under)

    def head(self, tip: Xy, towards: float, size: float, colour: Colour, under: float = RIM) -> None:
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
