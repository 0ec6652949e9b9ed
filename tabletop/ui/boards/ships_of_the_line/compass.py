"""The compass rose: the wind, and the share of speed that it leaves on every heading (5.2.3)."""

from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.model import Wind
from tabletop.games.ships_of_the_line.survey.sailing import compute_wind_shares
from tabletop.ui.boards.battle.compass import GROUND, WHITE, Dial, write
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

HALF = 146
"""Half the side of the picture, design pixels."""
BEZEL, OUTER, RING = 122, 112, 26
"""Radii of the dark disc and of the ring of sectors, and the ring's least width, design pixels."""
SECTOR = 45
POINTS = ("N", "E", "S", "W")
SPEEDS: dict[int, tuple[Colour, Colour]] = {
    0: ((0x39, 0x43, 0x41), INKS.cream),
    25: ((0x5A, 0x50, 0x37), INKS.cream),
    50: ((0x76, 0x62, 0x3A), INKS.cream),
    75: ((0xA8, 0x86, 0x44), INKS.ink),
    100: (INKS.brass_light, INKS.ink),
}
"""Percentage of speed to ground and ink of its sector; slower is darker."""
LETTER, NUMBER = Style("title", 20, INKS.cream), Style("bold", 15)
LEAST_LETTER, LEAST_NUMBER = 17, 14
"""Least sizes of letters and numbers, design pixels."""
ASIDE = 14
"""Degrees from the arrow of the wind to the number of its sector."""
LETTERS, STAR = 16, 20
"""Distances from the ring to the middle of a letter, and to a long point of the star, design pixels."""
SHORT, WAIST = 0.6, 0.2
"""Length of the short points and radius of the waist, in parts of the long points."""


@lru_cache(maxsize=4)
def draw_rose(wind: Wind, heading: int | None, theme: Theme, part: int = 100) -> pygame.Surface:
    """Return the compass as a picture with its alpha multiplied in; the picture is shared, so never draw on it.

    Args:
        wind: The direction and the strength of the wind.
        heading: The heading of the selected ship, whose sector is outlined; None if no ship is selected.
        theme: The scale of the full-sized compass, and of its smallest writing.
        part: The size of the rose in per cent of the full size.
    """
    drawn = _draw_wind_rose(wind, theme, part)
    if heading is None:
        return drawn
    marked = drawn.copy()
    mark, place = _draw_heading_mark(wind, heading, drawn.get_width(), _inner_radius(part))
    marked.blit(mark, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    return marked


def _draw_heading_mark(wind: Wind, heading: int, side: int, inner: float) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the outline of the sector of `heading` with its pointer, and where it lies on a rose of `side` pixels."""
    dial, middle = Dial(side, HALF), wind.origin + SECTOR * sector_of(heading, wind)
    pointer = [dial.at(heading + turn, OUTER + 16) for turn in (-6, 0, 6)]
    place = dial.crop([*dial.sector(middle, SECTOR, inner, OUTER), *pointer])
    dial.outline(dial.sector(middle, SECTOR, inner, OUTER), WHITE, 2.6)
    dial.pointer(heading, (OUTER - 5, OUTER + 13), notch=4)
    return dial.done(), place


@lru_cache(maxsize=4)
def _draw_wind_rose(wind: Wind, theme: Theme, part: int) -> pygame.Surface:
    """Return the compass with no ship's heading on it, as `draw_rose` does."""
    dial = Dial(2 * Theme(max(1, theme.scale * part // 100)).px(HALF), HALF)
    inner = _inner_radius(part)
    _draw_ring(dial, inner, wind)
    _draw_star(dial, inner, inner - STAR * 100 / part)
    ends = dial.at(wind.origin, HALF - 4), dial.at(wind.origin, OUTER + 2), dial.at(wind.origin, inner - 3)
    if wind.counts and not wind.unknown:
        dial.wind(wind.origin, ends, (4.5, 11))
    drawn = dial.done()
    _draw_letters(drawn, theme, part, wind)
    return drawn


def _inner_radius(part: int) -> float:
    """Return the inner radius of the ring, which is wider on a small rose; design pixels."""
    return OUTER - RING * 100 / part


def sector_of(bearing: int, wind: Wind) -> int:
    """Return the eighth of the circle of a heading, counted clockwise from the wind."""
    return round(((bearing - wind.origin) % 360) / SECTOR) % 8


def _draw_ring(dial: Dial, inner: float, wind: Wind) -> None:
    """Draw the disc and the ring of sectors."""
    dial.disc(BEZEL, (*INKS.plate, 235))
    dial.disc(BEZEL - 4, INKS.bar)
    for number in range(8):
        middle = wind.origin + SECTOR * number
        share = 0 if wind.unknown else compute_wind_shares(wind)[middle % 360]
        dial.shape(dial.sector(middle, SECTOR, inner, OUTER), SPEEDS[share][0], 1.5)
    dial.disc(inner, INKS.bar_rule)
    dial.disc(inner - 2, GROUND)


def _draw_star(dial: Dial, inner: float, long: float) -> None:
    """Draw a tick at every ten degrees inside the ring, and the star."""
    for bearing in range(0, 360, 10):
        depth = 7 if bearing % 30 == 0 else 4
        ends = (dial.at(bearing, inner - 4), dial.at(bearing, inner - 4 - depth))
        pygame.draw.line(dial.surface, INKS.bar_rule, *ends, width=round(1.2 * dial.unit))
    short = (SHORT * long, INKS.brass, INKS.brass_dark)
    for number, (length, light, dark) in enumerate([short] * 4 + [(long, INKS.cream, INKS.dim)] * 4):
        bearing = 90 * (number % 4) + (45 if number < 4 else 0)
        tip, waist = dial.at(bearing, length), [dial.at(bearing + turn, WAIST * long) for turn in (-45, 45)]
        for side, colour in zip(waist, (light, dark), strict=True):
            pygame.draw.polygon(dial.surface, colour, [dial.middle, side, tip])
        dial.outline([dial.middle, waist[0], tip, waist[1]], INKS.bar, 0.8)
    for radius, colour in ((9, INKS.brass_dark), (7, INKS.brass_light), (3, INKS.brass_dark)):
        dial.disc(radius, colour)


def _draw_letters(drawn: pygame.Surface, theme: Theme, part: int, wind: Wind) -> None:
    """Write the letters of the compass and the percentages of the sectors."""
    middle, unit = (drawn.get_width() / 2, drawn.get_height() / 2), drawn.get_width() / (2 * HALF)
    letters, numbers = (
        style.at(max(least, round(style.size * part / 100)))
        for style, least in ((LETTER, LEAST_LETTER), (NUMBER, LEAST_NUMBER))
    )
    inner = _inner_radius(part)
    for number, letter in enumerate(POINTS):
        at = along(middle, 90 * number, (inner - LETTERS * 100 / part) * unit)
        write(drawn, theme, letter, letters, at, ground=GROUND)
    for number in range(0 if wind.unknown else 8):
        bearing = (wind.origin + SECTOR * number) % 360
        share, aside = compute_wind_shares(wind)[bearing], 0 if number or not wind.counts else ASIDE
        at = along(middle, bearing + aside, (inner + OUTER) / 2 * unit)
        write(drawn, theme, str(share), numbers.tinted(SPEEDS[share][1]), at)
