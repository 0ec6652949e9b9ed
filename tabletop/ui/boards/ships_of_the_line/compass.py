"""The compass rose: where the wind is, and what part of her speed it leaves a ship on every heading (5.2.3)."""

from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.state import Wind
from tabletop.games.ships_of_the_line.survey.sailing import share as share_of
from tabletop.ui import text
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

HALF = 146
"""Half the side of the picture, design pixels."""
BEZEL, OUTER, RING = 122, 112, 26
"""Half across the dark disc and the ring of sectors; how wide that is at least, for its numbers to stand in it."""
SECTOR = 45
POINTS = ("N", "E", "S", "W")
SPEEDS: dict[int, tuple[Colour, Colour]] = {
    0: ((0x39, 0x43, 0x41), INKS.cream),
    25: ((0x5A, 0x50, 0x37), INKS.cream),
    50: ((0x76, 0x62, 0x3A), INKS.cream),
    75: ((0xA8, 0x86, 0x44), INKS.ink),
    100: (INKS.brass_light, INKS.ink),
}
"""Ground and ink of a sector by the percentage it leaves; the darker the slower."""
LETTER, NUMBER = Style("title", 20, INKS.cream), Style("bold", 15)
LEAST_LETTER, LEAST_NUMBER = 17, 14
"""Design pixels below which no writing shrinks, however small the rose is."""
ASIDE = 14
"""Degrees from the wind's arrow to the number of its sector."""
LETTERS, STAR = 16, 20
"""From the ring to the middle of a letter, and to a long point of the star."""
SHORT, WAIST = 0.6, 0.2
"""Parts of the long points: how long the short ones are, and how far out from the middle they meet."""
GROUND: Colour = (0x1B, 0x30, 0x31)
SHARP = 3
"""How many times larger it is drawn before it is scaled down."""


@lru_cache(maxsize=4)
def rose(wind: Wind, heading: int | None, theme: Theme, part: int = 100) -> pygame.Surface:
    """The compass as a picture with its alpha multiplied in; shared, so never draw on it.

    Args:
        wind: Whence and how hard it blows.
        heading: Of the ship that is looked at, whose sector is outlined; None for none.
        theme: How large it is in full, and its writing at least.
        part: How much of that the rose is, per cent.
    """
    side = 2 * Theme(max(1, theme.scale * part // 100)).px(HALF)
    unit = side / (2 * HALF)
    large = pygame.Surface((SHARP * side, SHARP * side), pygame.SRCALPHA)
    inner = _inner(part)
    _Plate(large, unit * SHARP, inner, inner - STAR * 100 / part).draw(wind, heading)
    large.premul_alpha_ip()
    drawn = pygame.transform.smoothscale(large, (side, side))
    _letters(drawn, theme, part, wind)
    return drawn


def _inner(part: int) -> float:
    """Half across the ring inside: the smaller the rose, the wider its ring, since numbers do not shrink with it."""
    return OUTER - RING * 100 / part


def sector_of(bearing: int, wind: Wind) -> int:
    """Which eighth of the circle a heading lies in, counted clockwise from the wind's."""
    return round(((bearing - wind.origin) % 360) / SECTOR) % 8


class _Plate:
    """The drawing at a large size.

    Attributes:
        unit: how many of its pixels make a design pixel.
        inner: half across the ring of sectors inside.
        star: how far the long points of the star reach.
    """

    def __init__(self, surface: pygame.Surface, unit: float, inner: float, star: float) -> None:
        self.surface = surface
        self.unit = unit
        self.inner, self.star = inner, star
        self.middle = (surface.get_width() / 2, surface.get_height() / 2)

    def draw(self, wind: Wind, heading: int | None) -> None:
        self.disc(BEZEL, (*INKS.plate, 235))
        self.disc(BEZEL - 4, INKS.bar)
        for number in range(8):
            self.sector(wind.origin + SECTOR * number, wind)
        self.disc(self.inner, INKS.bar_rule)
        self.disc(self.inner - 2, GROUND)
        self.degrees()
        for turn in (45, 135, 225, 315):
            self.ray(turn, SHORT * self.star, INKS.brass, INKS.brass_dark)
        for turn in (0, 90, 180, 270):
            self.ray(turn, self.star, INKS.cream, INKS.dim)
        self.disc(9, INKS.brass_dark)
        self.disc(7, INKS.brass_light)
        self.disc(3, INKS.brass_dark)
        if heading is not None:
            self.heading(heading, wind)
        self.arrow(wind.origin)

    def at(self, bearing: float, radius: float) -> Xy:
        return along(self.middle, bearing, radius * self.unit)

    def disc(self, radius: float, colour: Colour | tuple[int, int, int, int]) -> None:
        pygame.draw.circle(self.surface, colour, self.middle, radius * self.unit)

    def arc(self, start: float, end: float) -> list[Xy]:
        outer = [self.at(start + (end - start) * k / 24, OUTER) for k in range(25)]
        return outer + [self.at(end - (end - start) * k / 24, self.inner) for k in range(25)]

    def sector(self, middle: int, wind: Wind) -> None:
        ring = self.arc(middle - SECTOR / 2, middle + SECTOR / 2)
        pygame.draw.polygon(self.surface, SPEEDS[share_of(middle % 360, wind)][0], ring)
        pygame.draw.lines(self.surface, INKS.bar, closed=True, points=ring, width=round(1.5 * self.unit))

    def degrees(self) -> None:
        """A tick at every ten degrees, inside the ring."""
        for bearing in range(0, 360, 10):
            depth = 7 if bearing % 30 == 0 else 4
            ends = (self.at(bearing, self.inner - 4), self.at(bearing, self.inner - 4 - depth))
            pygame.draw.line(self.surface, INKS.bar_rule, *ends, width=round(1.2 * self.unit))

    def ray(self, bearing: int, length: float, light: Colour, dark: Colour) -> None:
        """One point of the star, light on one side."""
        tip = self.at(bearing, length)
        for turn, colour in ((-45, light), (45, dark)):
            pygame.draw.polygon(self.surface, colour, [self.middle, self.at(bearing + turn, WAIST * self.star), tip])
        edge = [self.middle, self.at(bearing - 45, WAIST * self.star), tip, self.at(bearing + 45, WAIST * self.star)]
        pygame.draw.lines(self.surface, INKS.bar, closed=True, points=edge, width=round(0.8 * self.unit))

    def heading(self, heading: int, wind: Wind) -> None:
        """A white outline round the sector in use, and a pointer at the heading."""
        middle = wind.origin + SECTOR * sector_of(heading, wind)
        ring = self.arc(middle - SECTOR / 2, middle + SECTOR / 2)
        pygame.draw.lines(self.surface, (255, 255, 255), closed=True, points=ring, width=round(2.6 * self.unit))
        self.pointer(heading, (255, 255, 255), (OUTER - 5, OUTER + 13), 6)

    def pointer(self, bearing: float, colour: Colour, reach: tuple[float, float], half: float) -> None:
        """A head that points outward."""
        base = self.at(bearing, reach[0])
        corners = [along(base, bearing + turn, half * self.unit) for turn in (-90, 90)]
        points = [corners[0], self.at(bearing, reach[1]), corners[1], self.at(bearing, reach[0] + 4)]
        pygame.draw.polygon(self.surface, colour, points)
        pygame.draw.lines(self.surface, INKS.bar, closed=True, points=points, width=round(1.5 * self.unit))

    def arrow(self, origin: int) -> None:
        """The wind: a blue arrow that flies inward from where it blows."""
        tail, neck, tip = self.at(origin, HALF - 4), self.at(origin, OUTER + 2), self.at(origin, self.inner - 3)
        wide, slim = 11 * self.unit, 4.5 * self.unit
        points = [
            along(tail, origin - 90, slim), along(neck, origin - 90, slim), along(neck, origin - 90, wide), tip,
            along(neck, origin + 90, wide), along(neck, origin + 90, slim), along(tail, origin + 90, slim),
        ]  # fmt: skip
        pygame.draw.polygon(self.surface, INKS.wind, points)
        pygame.draw.lines(self.surface, INKS.bar, closed=True, points=points, width=round(2 * self.unit))


def _letters(drawn: pygame.Surface, theme: Theme, part: int, wind: Wind) -> None:
    middle, unit = (drawn.get_width() / 2, drawn.get_height() / 2), drawn.get_width() / (2 * HALF)
    letters, numbers = (
        style.at(max(least, round(style.size * part / 100)))
        for style, least in ((LETTER, LEAST_LETTER), (NUMBER, LEAST_NUMBER))
    )
    inner = _inner(part)
    for number, letter in enumerate(POINTS):
        at = along(middle, 90 * number, (inner - LETTERS * 100 / part) * unit)
        _write(drawn, theme, letter, letters, at, ground=GROUND)
    for number in range(8):
        bearing = (wind.origin + SECTOR * number) % 360
        share, aside = share_of(bearing, wind), 0 if number else ASIDE
        at = along(middle, bearing + aside, (inner + OUTER) / 2 * unit)
        _write(drawn, theme, str(share), numbers.tinted(SPEEDS[share][1]), at)


def _write(drawn: pygame.Surface, theme: Theme, words: str, style: Style, at: Xy, ground: Colour | None = None) -> None:
    letters = text.rendered(words, style, theme.scale).premul_alpha()
    box = letters.get_rect(center=(round(at[0]), round(at[1])))
    if ground is not None:
        pygame.draw.circle(drawn, ground, box.center, max(box.size) * 0.5)
    drawn.blit(letters, box, special_flags=pygame.BLEND_PREMULTIPLIED)
