"""The sea under the hexes: waves, the lines between the hexes, and the edge of the map."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import pygame

from tabletop.games.decks_of_glory.positions import hexes, on_sea
from tabletop.games.decks_of_glory.state import Sea
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import SIDES, Hex
from tabletop.ui.boards.battle import waters
from tabletop.ui.boards.decks_of_glory import places
from tabletop.ui.camera import Camera
from tabletop.ui.theme import INKS

Pixel = tuple[int, int]
LINE_ALPHA, FAINT_ALPHA = 84, 52
"""Opacity of the lines between hexes, and where these are small."""
SMALL = 26
"""Pixels to a side of a hex below which the lines are faint."""
HALF_SIDES = (1, 2, 3)
"""The sides that each hex draws; the other three are drawn by its neighbours, or are the edge of the map."""
SIDE_CORNERS: dict[int, tuple[int, int]] = {0: (4, 5), 1: (5, 0), 2: (0, 1), 3: (1, 2), 4: (2, 3), 5: (3, 4)}
"""The two corners at the ends of the side in each direction."""
BEYOND = 120
"""Opacity of the dark beyond the edge of the map."""
_FINE = 4


def paint(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Draw the sea as a camera sees it."""
    waters.paint(surface, camera)
    alpha = LINE_ALPHA if camera.scale >= SMALL else FAINT_ALPHA
    surface.fblits(list(_lines(camera, sea, alpha)), pygame.BLEND_PREMULTIPLIED)
    _edge(surface, camera, sea)


def _lines(camera: Camera, sea: Sea, alpha: int) -> Iterator[tuple[pygame.Surface, Pixel]]:
    """The lines between the hexes in view, each from corner pixel to corner pixel."""
    for place in seen(camera, sea):
        ends = places.corner_pixels(camera, place)
        for side in HALF_SIDES:
            if not on_sea(sea, hexgrid.ahead(place, side)):
                continue
            (x0, y0), (x1, y1) = (ends[corner] for corner in SIDE_CORNERS[side])
            yield _hair(x1 - x0, y1 - y0, alpha), (min(x0, x1) - 1, min(y0, y1) - 1)


@lru_cache(maxsize=256)
def _hair(dx: int, dy: int, alpha: int) -> pygame.Surface:
    """A thin smooth line that goes so far, with a pixel around it."""
    size = (abs(dx) + 3, abs(dy) + 3)
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    start = ((1.5 + max(0, -dx)) * _FINE, (1.5 + max(0, -dy)) * _FINE)
    end = (start[0] + dx * _FINE, start[1] + dy * _FINE)
    pygame.draw.aaline(large, INKS.cream, start, end, _FINE + 1)
    large.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(large.premul_alpha(), size)


def seen(camera: Camera, sea: Sea) -> list[Hex]:
    """The hexes that reach into the picture."""
    west, south, east, north = camera.bounds
    return [
        place
        for place in hexes(sea)
        if west - 1 < (at := places.middle(place))[0] < east + 1 and south - 1 < at[1] < north + 1
    ]


def _edge(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Darken what lies beyond the map and rule its border."""
    if not _edge_seen(camera, sea):
        return
    line = [(round(x), round(y)) for x, y in (camera.to_screen(*corner) for corner in border(sea))]
    shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    shade.fill((*INKS.scrim, BEYOND))
    pygame.draw.polygon(shade, (0, 0, 0, 0), line)
    surface.blit(shade.premul_alpha(), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    closed = [*line, line[0]]
    for colour, width in ((INKS.outline, 5), (INKS.rule, 2)):
        for start, end in pairwise(closed):
            pygame.draw.aaline(surface, colour, start, end, width)


def _edge_seen(camera: Camera, sea: Sea) -> bool:
    """Whether any place in the picture is off the map; its corners are not enough, for the edge is jagged."""
    west, south, east, north = camera.bounds
    return any(west <= x <= east and south <= y <= north for x, y in border(sea)) or not on_sea(
        sea, places.hex_at(camera.centre)
    )


@lru_cache(maxsize=8)
def border(sea: Sea) -> tuple[tuple[float, float], ...]:
    """The corners along the edge of the map, in order."""
    following = dict(_border_sides(sea))
    first = at = min(following)
    line = [following[first][0]]
    while (at := following[at][1]) != first:
        line.append(following[at][0])
    return tuple(line)


def _border_sides(sea: Sea) -> Iterable[tuple[Pixel, tuple[tuple[float, float], Pixel]]]:
    """Each side at the edge by its first corner: that corner as it is, and the next one; named by thousandths."""
    for place in hexes(sea):
        for side in range(SIDES):
            if not on_sea(sea, hexgrid.ahead(place, side)):
                start, end = (places.corners(place)[corner] for corner in SIDE_CORNERS[side])
                yield _name(start), (start, _name(end))


def _name(corner: tuple[float, float]) -> Pixel:
    return round(corner[0] * 1000), round(corner[1] * 1000)
