"""Lines over turns: how points went, and how luck did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

import pygame

from tabletop.core.phrases import format_number
from tabletop.ui.text import Style, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.base import Size, Widget

_AXIS, _END, _KEY = Style("body", 14, INKS.muted), Style("number", 18), Style("semibold", 15, INKS.ink)
PEN, DOT = 3, 4
"""Width of a line, and radius of the mark on it, design pixels."""
KEY, FOOT, HOUR, LEFT, RIGHT = 28, 22, 15, 40, 46
"""Room for the key above, turns below, their hours if told, numbers at the left, and the last ones at the right."""


@dataclass(frozen=True)
class Series:
    """A line: its name, its points, and how its end is written; the second of two is dashed, with discs.

    `notes` say at some turns why it goes as it does.
    """

    name: str
    colour: Colour
    points: Sequence[tuple[float, float]]
    end: str
    notes: Sequence[tuple[int, str]] = ()


class Chart(Widget):
    """Lines with their key and their last values.

    Args:
        lines: at most a few, the first with squares.
        high: design pixels.
        steps: whether they go in steps.
        band: of each turn, how far from 0 is common; empty for none.
        within: what the band is, in words.
        hours: the time of day at which a turn begins, where something says it.
    """

    def __init__(
        self, lines: Sequence[Series], high: float, *, steps: bool = False, band: Sequence[tuple[float, float]] = (),
        within: str = "", hours: Mapping[int, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        super().__init__()
        self.lines, self.high, self.steps, self.band, self.within = lines, high, steps, band, within
        self.hours, self.foot = hours, FOOT + (HOUR if hours else 0)
        values = [y for line in lines for _, y in line.points] + [one for _, far in band for one in (far, -far)]
        self._low, self._top = min([0.0, *values]), max([1.0, *values])
        self._turns = max([1.0, *(x for line in lines for x, _ in line.points)])

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width."""
        return width, theme.px(self.high)

    def _room(self, theme: Theme) -> pygame.Rect:
        rect = self.rect
        left, right = rect.x + theme.px(LEFT), rect.right - theme.px(RIGHT)
        top, bottom = rect.y + theme.px(KEY), rect.bottom - theme.px(self.foot)
        return pygame.Rect(left, top, right - left, bottom - top)

    def _at(self, room: pygame.Rect, point: tuple[float, float]) -> tuple[int, int]:
        x = room.x + room.w * point[0] / self._turns
        return round(x), round(room.bottom - room.h * (point[1] - self._low) / (self._top - self._low))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Grid, band, lines, key."""
        room = self._room(theme)
        if self.band:
            above = [self._at(room, (x, far)) for x, far in self.band]
            below = [self._at(room, (x, -far)) for x, far in self.band]
            if len(above) > 1:
                pygame.draw.polygon(surface, INKS.paper_3, [*above, *below[::-1]])
        self._grid(surface, theme, room)
        for number, line in enumerate(self.lines):
            self._line(surface, theme, room, number, line)
        self._notes(surface, theme, room)
        self._ends(surface, theme, room)
        self._key(surface, theme)

    def _grid(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        step = _step(self._top - self._low, 4)
        value = step * -(-self._low // step) if self._low % step else self._low
        while value <= self._top + 1e-9:
            y = self._at(room, (0, value))[1]
            surface.fill(INKS.ink if abs(value) < 1e-9 else INKS.rule, (room.x, y, room.w, max(1, theme.px(1))))
            write_at(surface, theme, format_number(round(value)), _AXIS, midright=(room.x - theme.px(8), y))
            value += step
        step = max(1.0, _step(self._turns, max(2, room.w // theme.px(60))))
        for turn in range(0, int(self._turns) + 1, int(step)):
            x = self._at(room, (turn, 0))[0]
            write_at(surface, theme, str(turn), _AXIS, center=(x, room.bottom + theme.px(FOOT) // 2))
            if hour := self.hours.get(turn):
                write_at(surface, theme, hour, _AXIS, center=(x, room.bottom + theme.px(FOOT) // 2 + theme.px(HOUR)))

    def _line(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect, number: int, line: Series) -> None:
        points = [self._at(room, point) for point in line.points]
        if self.steps:
            corners = [(after[0], before[1]) for before, after in pairwise(points)]
            points = [points[0], *(one for pair in zip(corners, points[1:], strict=True) for one in pair)]
        for start, end in pairwise(points):
            _stroke(surface, line.colour, start, end, theme.px(PEN), theme.px(7) if number else 0)
        for before, point in zip([None, *line.points], line.points, strict=False):
            if before is not None and before[1] != point[1]:
                _mark(surface, theme, line.colour, self._at(room, point), number)

    def _notes(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """Words at the upper left of their points, where there is room for them."""
        marks = [self._at(room, point) for line in self.lines for point in line.points]
        lying = [
            pygame.Rect(x - theme.px(DOT), y - theme.px(DOT), 2 * theme.px(DOT), 2 * theme.px(DOT)) for x, y in marks
        ]
        for line in self.lines:
            at = dict(line.points)
            for turn, words in line.notes:
                if turn not in at:
                    continue
                x, y = self._at(room, (turn, at[turn]))
                place = pygame.Rect((0, 0), size_of(words, _AXIS, theme.scale))
                place.bottomright = x - theme.px(7), y + theme.px(3)
                if room.contains(place) and place.collidelist(lying) < 0:
                    write_at(surface, theme, words, _AXIS, topleft=place.topleft)
                    lying.append(place)

    def _ends(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """The last values, one below the other where they would touch."""
        free = room.bottom + theme.px(10)
        for line in sorted(self.lines, key=lambda one: one.points[-1][1]):
            high = size_of(line.end, _END, theme.scale)[1]
            y = min(self._at(room, line.points[-1])[1], free - high // 2)
            write_at(surface, theme, line.end, _END.tinted(line.colour), midleft=(room.right + theme.px(6), y))
            free = y - high // 2

    def _key(self, surface: pygame.Surface, theme: Theme) -> None:
        left, middle = self.rect.x, self.rect.y + theme.px(10)
        for number, line in enumerate(self.lines):
            end = left + theme.px(34)
            _stroke(surface, line.colour, (left, middle), (end, middle), theme.px(PEN), theme.px(7) if number else 0)
            _mark(surface, theme, line.colour, ((left + end) // 2, middle), number)
            left = end + theme.px(8)
            write_at(surface, theme, line.name, _KEY, midleft=(left, middle))
            left += size_of(line.name, _KEY, theme.scale)[0] + theme.px(22)
        wide = theme.px(32) + size_of(self.within, _AXIS, theme.scale)[0]
        if self.within and left + wide <= self.rect.right:
            surface.fill(INKS.paper_3, (left, middle - theme.px(6), theme.px(24), theme.px(12)))
            write_at(surface, theme, self.within, _AXIS, midleft=(left + theme.px(32), middle))


def _stroke(
    surface: pygame.Surface, colour: Colour, start: tuple[int, int], end: tuple[int, int], pen: int, dash: int
) -> None:
    """A line, in dashes if they have any length."""
    colour, long = worn(colour), max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not dash or not long:
        pygame.draw.line(surface, colour, start, end, pen)
        return
    for begun in range(0, long, 2 * dash):
        shares = (begun / long, min(begun + dash, long) / long)
        ends = [tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True)) for share in shares]
        pygame.draw.line(surface, colour, ends[0], ends[1], pen)


def _mark(surface: pygame.Surface, theme: Theme, colour: Colour, at: tuple[int, int], number: int) -> None:
    half, colour = theme.px(DOT), worn(colour)
    if number:
        pygame.draw.circle(surface, colour, at, half)
    else:
        pygame.draw.rect(surface, colour, (at[0] - half, at[1] - half, 2 * half, 2 * half))


def _step(span: float, parts: int) -> float:
    """A round number that divides a span into about so many parts."""
    least = max(span / max(1, parts), 1e-9)
    size = 10 ** (len(str(int(least))) - 1) if least >= 1 else 1
    return float(next(size * by for by in (1, 2, 5, 10, 20) if size * by >= least))
