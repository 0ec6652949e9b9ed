"""Tinted ground: fields of fire, threats, and where a ship can come."""

from collections.abc import Callable, Sequence

import pygame

from tabletop.games.ships_of_the_line.state import Band
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.ships_of_the_line.overlays import Covered, FireBand, FireField, Reach, Threat, Threats
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.boards.ships_of_the_line.washes import Wash, Washes
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS, Colour

BAND_COLOURS: dict[Band, Colour] = {"point_blank": INKS.point_blank, "medium": INKS.medium, "long": INKS.long}
BAND_ALPHA: dict[Band, int] = {"point_blank": 87, "medium": 51, "long": 33}
MEDIUM_DASHES = (8, 8)
"""Dash and gap; the round ends of the pen add two pixels to a dash."""
MASKED_COLOUR: Colour = (0xCB, 0xD8, 0xD0)
MASKED_ALPHA = 22
FLANK_COLOUR: Colour = (0x9F, 0xAD, 0x9C)
THREAT_COLOUR: Colour = (0xD8, 0x5A, 0x40)
THREAT_ALPHA = (0, 26, 44, 60, 76, 90, 104, 118)
"""Opacity for each number of dice; more count as the last."""
REACH_COLOUR = INKS.brass_light
REACH_ALPHA = 34


def fire_field(surface: pygame.Surface, scene: Scene, field: FireField, washes: Washes) -> None:
    """The bands of one broadside, tinted and edged each in its own style of line."""
    bands = list(reversed(field.bands))
    washes.paint(surface, scene, tuple(Wash((band.outline,), *_tint(band, field)) for band in bands))
    pens.stroke(surface, _closed(_pixels(scene.camera, bands[0].outline)), FLANK_COLOUR, 1, 0)
    for band in bands:
        _edge(surface, scene.camera, band, field)


def threats(surface: pygame.Surface, scene: Scene, shown: Threats, washes: Washes) -> None:
    """Where broadsides could strike, the redder the more dice."""
    washes.paint(surface, scene, tuple(_danger(region) for region in shown.regions))
    for region in shown.regions:
        for ring in region.rings:
            pens.stroke(surface, _closed(_pixels(scene.camera, ring)), THREAT_COLOUR, 1, 0)


def covered(surface: pygame.Surface, scene: Scene, shown: Covered, washes: Washes) -> None:
    """The fields of many ships as one, each band edged in its own style of line."""
    washes.paint(
        surface, scene, tuple(Wash(one.rings, BAND_COLOURS[one.band], BAND_ALPHA[one.band]) for one in shown.pieces)
    )
    for one in reversed(shown.pieces):
        for ring in one.rings:
            PENS[one.band](surface, _closed(_pixels(scene.camera, ring)), BAND_COLOURS[one.band])


def reach(surface: pygame.Surface, scene: Scene, shown: Reach, washes: Washes) -> None:
    """Where a ship can still come."""
    washes.paint(surface, scene, tuple(Wash(rings, REACH_COLOUR, REACH_ALPHA) for rings in shown.polygons))
    for rings in shown.polygons:
        for ring in rings:
            pens.dashed(surface, _closed(_pixels(scene.camera, ring)), REACH_COLOUR, (7, 5), 2, 1)


def _danger(region: Threat) -> Wash:
    return Wash(region.rings, THREAT_COLOUR, THREAT_ALPHA[min(region.dice, len(THREAT_ALPHA) - 1)])


def _tint(band: FireBand, field: FireField) -> tuple[Colour, int]:
    return (MASKED_COLOUR, MASKED_ALPHA) if field.masked else (BAND_COLOURS[band.band], BAND_ALPHA[band.band])


def _edge(surface: pygame.Surface, camera: Camera, band: FireBand, field: FireField) -> None:
    colour = MASKED_COLOUR if field.masked else BAND_COLOURS[band.band]
    PENS[band.band](surface, _pixels(camera, band.edge), colour)


def _pixels(camera: Camera, points: Sequence[Xy]) -> list[Xy]:
    return [camera.to_screen(x, y) for x, y in points]


def _closed(points: Sequence[Xy]) -> list[Xy]:
    return [*points, points[0]]


def _dashed(surface: pygame.Surface, points: Sequence[Xy], colour: Colour) -> None:
    pens.dashed(surface, points, colour, MEDIUM_DASHES, 2, 2)


PENS: dict[Band, Callable[[pygame.Surface, Sequence[Xy], Colour], None]] = {
    "point_blank": pens.stroke,
    "medium": _dashed,
    "long": pens.dotted,
}
"""The style of line of each band, so that they are told apart without their colours."""
