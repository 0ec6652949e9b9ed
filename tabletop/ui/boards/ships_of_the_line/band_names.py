"""The names of the bands of fire and how far they reach, beside the fields or, from afar, on lines to them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.state import Band
from tabletop.ui import text
from tabletop.ui.boards.ships_of_the_line.fields import BAND_COLOURS, MASKED_COLOUR
from tabletop.ui.boards.ships_of_the_line.lettering import Lettered, Name, Names, beyond, written
from tabletop.ui.boards.ships_of_the_line.overlays import FireBand, FireField, Spot
from tabletop.ui.camera import Camera
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

LABEL, SMALL = Style("bold", 15, INKS.cream, INKS.outline), Style("bold", 14, INKS.cream, INKS.outline)
LABELLED, APART = 64, 9
"""Pixels to a UM below which the bands are too narrow for their whole names, and below which they run together."""
LIFT = 8
"""Design pixels from a line to the name beside it, and by which the two lines of a name overlap."""
AWAY = (22, 40, 58, 76, 100, 130, 170)
"""Design pixels from the edge of a band to a short name on a line."""
SHORT: dict[Band, str] = {"point_blank": "Pt-blank", "medium": "Medium", "long": "Long"}


def names(shown: Sequence[FireField], chart: Camera, theme: Theme) -> Names:
    """The names of all bands, unless these run together; `chart` is the camera of chart pixels."""
    if chart.scale < APART:
        return {}
    bands = [
        (number, field, band) for number, field in enumerate(shown) if field.bands[0].spots for band in field.bands
    ]
    return {(number, band.band): Name(tuple(_ways(field, band, chart, theme))) for number, field, band in bands}


def _ways(field: FireField, band: FireBand, chart: Camera, theme: Theme) -> Iterator[Lettered]:
    """The whole name where there is room for it; else what is short of it, and at last that on a line."""
    colour = MASKED_COLOUR if field.masked else BAND_COLOURS[band.band]
    if chart.scale >= LABELLED:
        whole = _drawn(band.label, band.reach, colour, theme)
        yield from (Lettered(whole, _at(spot, whole, chart, theme)) for spot in band.spots)
    short = written(f"{SHORT[band.band]} {band.reach}", SMALL.tinted(colour), theme)
    outside = [spot for spot in band.spots if spot.outside]
    yield from (Lettered(short, _at(spot, short, chart, theme)) for spot in outside)
    for away in AWAY:
        for spot in outside:
            yield _tied(spot, short, chart, theme.px(away))


def _tied(spot: Spot, drawn: pygame.Surface, chart: Camera, away: int) -> Lettered:
    """So far from the spot, on a line."""
    at = chart.to_screen(*spot.at)
    place = beyond(at, spot.towards, drawn, away)
    x, y = round(at[0]), round(at[1])
    return Lettered(drawn, place, ((x, y), (_within(x, place.left, place.right), _within(y, place.top, place.bottom))))


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))


def _at(spot: Spot, drawn: pygame.Surface, chart: Camera, theme: Theme) -> pygame.Rect:
    """Beside the spot, just clear of the line on which it lies."""
    return beyond(chart.to_screen(*spot.at), spot.towards, drawn, theme.px(LIFT))


@lru_cache(maxsize=64)
def _drawn(label: str, reach: str, colour: Colour, theme: Theme) -> pygame.Surface:
    """The name above and the range below."""
    above, below = text.rendered(label, LABEL, theme.scale), text.rendered(reach, LABEL.tinted(colour), theme.scale)
    wide = max(above.get_width(), below.get_width())
    drawn = pygame.Surface((wide, above.get_height() + below.get_height() - theme.px(LIFT)), pygame.SRCALPHA)
    drawn.blit(above, above.get_rect(midtop=(wide // 2, 0)))
    drawn.blit(below, below.get_rect(midbottom=(wide // 2, drawn.get_height())))
    return drawn.premul_alpha()
