"""The compass between the ships with the winds of the last reveal. Port's arrows are full, starboard's hollow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.games.ship_duel.model import SIDES, Ship, Side
from tabletop.games.ship_duel.tables import Kind
from tabletop.ui import picture_cache
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget

QUARTERS: dict[Kind, tuple[int, str]] = {
    "north_wind": (0, "N"),
    "east_wind": (90, "E"),
    "south_wind": (180, "S"),
    "west_wind": (270, "W"),
}
"""The direction from which each wind blows, in degrees clockwise from north, and its letter."""
LETTERS, TAIL, HEAD = 0.84, 0.7, 0.2
"""Shares of the radius: distance of the letters, and of both ends of an arrow."""
APART, WIDEST = 0.17, 0.62
"""Distance between arrows of one wind, and the width of all of them; shares of the radius."""
PALE = 110
"""Opacity of the arrows of a plan or of a past turn, out of 255."""
_FINE = 3


@dataclass(frozen=True)
class Winds:
    """The winds of each side. `shown` is False for winds that are only planned, and after their turn."""

    port: tuple[Kind, ...] = ()
    starboard: tuple[Kind, ...] = ()
    shown: bool = True


def _draw_compass(winds: Winds, radius: int) -> pygame.Surface:
    """Draw the compass without letters in a square of twice `radius`; alpha is multiplied in."""
    side = 2 * radius
    large = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    _draw_rose(large, radius * _FINE)
    arrows = pygame.Surface(large.get_size(), pygame.SRCALPHA)
    for kind in QUARTERS:
        _draw_wind(arrows, radius * _FINE, kind, winds.port.count(kind), winds.starboard.count(kind))
    arrows.set_alpha(255 if winds.shown else PALE)
    large.blit(arrows, (0, 0))
    return pygame.transform.smoothscale(large, (side, side)).premul_alpha()


def _draw_rose(large: pygame.Surface, radius: int) -> None:
    middle = (radius, radius)
    pygame.draw.circle(large, (*INKS.plate, 215), middle, radius)
    pygame.draw.circle(large, (*INKS.bar_rule, 255), middle, radius, max(1, radius // 34))
    pygame.draw.circle(large, (*INKS.bar_rule, 120), middle, radius * 0.74, max(1, radius // 90))
    for turn in range(0, 360, 15):
        inner = radius * (0.9 if turn % 45 else 0.86)
        pygame.draw.line(
            large, INKS.bar_rule, along(middle, turn, radius * 0.96), along(middle, turn, inner), radius // 60
        )
    for turn in range(0, 360, 45):
        long = radius * (0.7 if turn % 90 == 0 else 0.42)
        points = [middle, along(middle, turn - 22, radius * 0.13), along(middle, turn, long)]
        pygame.draw.polygon(large, (*INKS.brass, 60), points)
        points[1] = along(middle, turn + 22, radius * 0.13)
        pygame.draw.polygon(large, (*INKS.brass_dark, 80), points)


def _draw_wind(large: pygame.Surface, radius: int, kind: Kind, port: int, starboard: int) -> None:
    """Draw the arrows of one wind side by side, those of port first."""
    count = port + starboard
    step = min(APART, WIDEST / max(1, count)) * radius
    bearing, _ = QUARTERS[kind]
    for number in range(count):
        middle = along((radius, radius), bearing + 90, (number - (count - 1) / 2) * step)
        _draw_arrow(large, middle, bearing, radius, hollow=number >= port)


def _draw_arrow(large: pygame.Surface, middle: Xy, bearing: int, radius: int, *, hollow: bool) -> None:
    """Draw an arrow from the rim towards the middle."""
    barb, half, shaft = 0.16 * radius, 0.065 * radius, 0.022 * radius
    tail, tip = along(middle, bearing, TAIL * radius), along(middle, bearing, HEAD * radius)
    neck = along(middle, bearing, HEAD * radius + barb)
    side = bearing + 90
    outline: Sequence[Xy] = [
        tip,
        along(neck, side, half),
        along(neck, side, shaft),
        along(tail, side, shaft),
        along(tail, side, -shaft),
        along(neck, side, -shaft),
        along(neck, side, -half),
    ]
    pen = max(2, round(0.02 * radius))
    pygame.draw.polygon(large, INKS.outline, outline, pen * 3)
    pygame.draw.polygon(large, INKS.plate if hollow else INKS.wind, outline)
    pygame.draw.polygon(large, INKS.wind, outline, pen)


@lru_cache(maxsize=8)
def arrow_sign(width: int, *, hollow: bool) -> pygame.Surface:
    """Draw a level arrow for the key below the compass; `width` in screen pixels."""
    radius = width * _FINE * 2
    large = pygame.Surface((width * _FINE, width * _FINE), pygame.SRCALPHA)
    _draw_arrow(large, (width * _FINE * -0.42, width * _FINE / 2), 90, radius // 1, hollow=hollow)
    return pygame.transform.smoothscale(large, (width, width))


_ADVANTAGE = Style("title", 22, INKS.cream, INKS.outline)
_SMALL = _ADVANTAGE.at(18)
_COUNT = Style("semibold", 15, INKS.cream, INKS.outline)


class Windrose(Widget):
    """The compass on the sea, with the words below it.

    Attributes:
       compass: the rectangle of the compass without the words, screen pixels.
    """

    sharpens = True

    def __init__(
        self, winds: Winds, advantage: str, counts: Mapping[Side, str], ships: Mapping[Side, Ship], sea: pygame.Rect
    ) -> None:
        super().__init__("windrose")
        self.winds, self.advantage, self.sea = winds, advantage, sea
        self.counts = [f"{ships[side].name} {counts[side]}" for side in SIDES]
        self.compass = pygame.Rect(0, 0, 0, 0)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the compass in `rect`, and the words below it as far as the sea reaches."""
        self.compass = pygame.Rect(rect)
        super().place(theme, rect.unionall([place for _, place in self._render_words(theme)]).clip(self.sea))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the compass with its letters, the advantage and the number of winds of both sides."""
        before = surface.get_clip()
        surface.set_clip(before.clip(self.sea))
        side = self.compass.w // 2 * 2
        picture = picture_cache.shown(
            ("compass", self.winds), (side, side), lambda to: _draw_compass(self.winds, to[0] // 2)
        )
        surface.blit(picture, self.compass, special_flags=pygame.BLEND_PREMULTIPLIED)
        surface.fblits([*self._render_letters(theme), *self._render_words(theme)])
        surface.set_clip(before)

    def _render_letters(self, theme: Theme) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Return the letters of the quarters with their rectangles."""
        radius = self.compass.w // 2
        style = Style("title", max(17.0, radius * 15 / theme.scale), INKS.cream, INKS.outline)
        middle = (self.compass.x + radius, self.compass.y + radius)
        lines = [(rendered(letter, style, theme.scale), bearing) for bearing, letter in QUARTERS.values()]
        return [(line, line.get_rect(center=along(middle, bearing, LETTERS * radius))) for line, bearing in lines]

    def _render_words(self, theme: Theme) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Return the line of the advantage and the key below it, with their rectangles."""
        box = self.compass
        style = _ADVANTAGE if size_of(self.advantage, _ADVANTAGE, theme.scale)[0] <= box.w * 1.5 else _SMALL
        line = rendered(self.advantage, style, theme.scale)
        at = line.get_rect(midtop=(box.centerx, box.bottom + theme.px(2)))
        return [(line, at), *self._render_key(theme, at.bottom + theme.px(2))]

    def _render_key(self, theme: Theme, top: int) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Return the line that tells whose arrows are full or hollow, and their number."""
        lines = [rendered(words, _COUNT, theme.scale) for words in self.counts]
        sign, gap = theme.px(22), theme.px(6)
        left = self.compass.centerx - (sum(line.get_width() for line in lines) + 2 * (sign + gap) + 3 * gap) // 2
        made = []
        for line, hollow in zip(lines, (False, True), strict=True):
            arrow = arrow_sign(sign, hollow=hollow)
            made.append((arrow, arrow.get_rect(topleft=(left, top + (line.get_height() - arrow.get_height()) // 2))))
            made.append((line, line.get_rect(topleft=(left + sign + gap, top))))
            left += sign + line.get_width() + 4 * gap
        return made
