"""Tinted ground: fields of fire, threats, and where a ship can come."""

from collections.abc import Sequence

import pygame

from tabletop.games.ships_of_the_line.state import Band
from tabletop.ui import text
from tabletop.ui.boards.ships_of_the_line import pens
from tabletop.ui.boards.ships_of_the_line.overlays import FireBand, FireField, Reach, Threats
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

BAND_COLOURS: dict[Band, Colour] = {"point_blank": INKS.point_blank, "medium": INKS.medium, "long": INKS.long}
BAND_ALPHA: dict[Band, int] = {"point_blank": 87, "medium": 51, "long": 33}
BAND_DASHES: dict[Band, tuple[float, float] | None] = {"point_blank": None, "medium": (10, 6), "long": (2, 6)}
MASKED_COLOUR: Colour = (0xCB, 0xD8, 0xD0)
MASKED_ALPHA = 22
FLANK_COLOUR: Colour = (0x9F, 0xAD, 0x9C)
THREAT_COLOUR: Colour = (0xD8, 0x5A, 0x40)
THREAT_ALPHA = (0, 26, 44, 60, 76, 90, 104, 118)
"""Opacity for each number of dice; more count as the last."""
REACH_COLOUR = INKS.brass_light
REACH_ALPHA = 34
LABEL = Style("bold", 15, INKS.cream, INKS.outline)

Wash = tuple[Sequence[Sequence[Xy]], Colour, int]
"""A polygon (the outline and then its holes) in pixels, its colour and its opacity."""


def fire_field(surface: pygame.Surface, scene: Scene, field: FireField) -> None:
    """The bands of one battery, tinted and edged each in its own style of line."""
    bands = list(reversed(field.bands))
    _washed(surface, [((_pixels(scene.camera, one.outline),), *_tint(one, field)) for one in bands])
    for band in bands:
        pens.stroke(surface, _closed(_pixels(scene.camera, band.outline)), FLANK_COLOUR, 1, 0)
    for band in bands:
        _edge(surface, scene.camera, band, field)
    for band in bands:
        _label(surface, scene, band, field)


def threats(surface: pygame.Surface, scene: Scene, shown: Threats) -> None:
    """Where enemy broadsides could strike, the redder the more dice; the number stands in each region."""
    theme = Theme(scene.shown.scale)
    washes: list[Wash] = []
    for region in shown.regions:
        alpha = THREAT_ALPHA[min(region.dice, len(THREAT_ALPHA) - 1)]
        washes += [([_pixels(scene.camera, ring) for ring in one], THREAT_COLOUR, alpha) for one in region.polygons]
    _washed(surface, washes)
    for rings, _, _ in washes:
        for ring in rings:
            pens.stroke(surface, _closed(ring), THREAT_COLOUR, 1, 0)
    for region in shown.regions:
        for one in region.polygons:
            _number(surface, theme, _pixels(scene.camera, one[0]), str(region.dice))


def reach(surface: pygame.Surface, scene: Scene, shown: Reach) -> None:
    """Where a ship can still come."""
    polygons = [[_pixels(scene.camera, ring) for ring in one] for one in shown.polygons]
    _washed(surface, [(rings, REACH_COLOUR, REACH_ALPHA) for rings in polygons])
    for rings in polygons:
        for ring in rings:
            pens.dashed(surface, _closed(ring), REACH_COLOUR, (7, 5), 2, 1)


def _tint(band: FireBand, field: FireField) -> tuple[Colour, int]:
    return (MASKED_COLOUR, MASKED_ALPHA) if field.masked else (BAND_COLOURS[band.band], BAND_ALPHA[band.band])


def _edge(surface: pygame.Surface, camera: Camera, band: FireBand, field: FireField) -> None:
    colour = MASKED_COLOUR if field.masked else BAND_COLOURS[band.band]
    points, pattern = _pixels(camera, band.edge), BAND_DASHES[band.band]
    if pattern is None:
        pens.stroke(surface, points, colour, 2, 2)
    else:
        pens.dashed(surface, points, colour, pattern, 2, 2)


def _label(surface: pygame.Surface, scene: Scene, band: FireBand, field: FireField) -> None:
    if band.label_at is None:
        return
    theme = Theme(scene.shown.scale)
    colour = MASKED_COLOUR if field.masked else BAND_COLOURS[band.band]
    above = text.rendered(band.label, LABEL, theme.scale)
    below = text.rendered(band.reach, LABEL.tinted(colour), theme.scale)
    x, y = scene.camera.to_screen(*band.label_at)
    lift = theme.px(3)
    surface.blit(above, above.get_rect(midbottom=(x, y + lift)))
    surface.blit(below, below.get_rect(midtop=(x, y - lift)))


def _number(surface: pygame.Surface, theme: Theme, outline: Sequence[Xy], words: str) -> None:
    drawn = text.rendered(words, LABEL, theme.scale)
    x, y = sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline)
    surface.blit(drawn, drawn.get_rect(center=(x, y)))


def _washed(surface: pygame.Surface, washes: Sequence[Wash]) -> None:
    """Lay tints on the sea; where two overlap the later one alone is seen."""
    everything = [point for rings, _, _ in washes for point in rings[0]]
    if not everything:
        return
    left, top = min(x for x, _ in everything), min(y for _, y in everything)
    right, bottom = max(x for x, _ in everything), max(y for _, y in everything)
    box = pygame.Rect(round(left) - 1, round(top) - 1, round(right - left) + 3, round(bottom - top) + 3)
    box = box.clip(surface.get_rect())
    if not box.width or not box.height:
        return
    sheet = pygame.Surface(box.size, pygame.SRCALPHA)
    for rings, colour, alpha in washes:
        for number, ring in enumerate(rings):
            fill = (*colour, 0 if number else alpha)
            pygame.draw.polygon(sheet, fill, [(x - box.x, y - box.y) for x, y in ring])
    surface.blit(sheet, box)


def _pixels(camera: Camera, points: Sequence[Xy]) -> list[Xy]:
    return [camera.to_screen(x, y) for x, y in points]


def _closed(points: Sequence[Xy]) -> list[Xy]:
    return [*points, points[0]]
