"""The picture behind the title: the sea, a compass rose and three ships running before the wind."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import pygame

from tabletop.ui.assets import Sprites, drawn
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.boards.portraits import Portrait, paint_portrait
from tabletop.ui.camera import Xy
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import sea
from tabletop.ui.widgets.base import Size

HEADING = 64


@dataclass(frozen=True)
class TitleScene:
    """The places of ships and compass rose on a window of 1920 by 1080 pixels.

    Ships: model, x, y and magnification. Rose: x, y and radius.
    """

    ships: tuple[tuple[str, float, float, float], ...]
    rose: tuple[float, float, float]


HIGH = TitleScene(
    (("three_decker", 1425, 280, 1.0), ("two_decker_74", 1060, 432, 0.8), ("two_decker_74", 1812, 118, 0.72)),
    (1310, 300, 240),
)
"""The scene beside the title, above the games."""
LOW = TitleScene((("three_decker", 1600, 112, 1.0), ("two_decker_74", 1220, 176, 0.72)), (1600, 117, 188))
"""The scene of a low window."""
CALM = TitleScene((), (1310, 300, 240))
"""The scene without room for ships."""
_FINE = 2
BUDGET = 16 * 1024 * 1024
"""The most bytes of cached pictures."""
_kept: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)


def wide_sea(size: Size) -> pygame.Surface:
    """Return the sea with its waves."""
    return sea(size, drawn("sea_tile_640", 1.0))


@cache
def title_art(scene: TitleScene) -> Callable[[Size], pygame.Surface]:
    """Return the function that draws a scene for a window. Its pictures are cached; never draw on them."""
    return lambda size: _kept.made((scene, size), lambda: _paint_scene(scene, size))


def _paint_scene(scene: TitleScene, size: Size) -> pygame.Surface:
    """Draw a scene."""
    made = wide_sea(size).copy()
    factor = min(size[0] / 1920, size[1] / 1080)
    across, down = size[0] - 1920 * factor, (size[1] - 1080 * factor) / 2
    _paint_rose(made, (across + scene.rose[0] * factor, down + scene.rose[1] * factor), scene.rose[2] * factor)
    _paint_ships(made, scene.ships, (across, down), factor)
    return made


def _paint_ships(
    target: pygame.Surface, ships: Sequence[tuple[str, float, float, float]], at: Xy, factor: float
) -> None:
    """Draw the ships."""
    sprites = Sprites()
    for model, x, y, zoom in ships:
        paint_portrait(target, sprites, Portrait(model, "british", (x, y), zoom, HEADING, "port_quarter"), at, factor)


def _paint_rose(target: pygame.Surface, middle: Xy, radius: float) -> None:
    """Draw rhumb lines, rings and a star of eight points, faint on the sea."""
    faint, clear = (pygame.Color(*INKS.sea).lerp(INKS.brass_light, share) for share in (0.12, 0.2))
    for number in range(32):
        angle = math.radians(number * 11.25)
        end = (middle[0] + 4000 * math.sin(angle), middle[1] - 4000 * math.cos(angle))
        pygame.draw.aaline(target, faint if number % 4 else clear, middle, end)
    side = round(radius * 2.1) * _FINE
    star = pygame.Surface((side, side), pygame.SRCALPHA)
    star.fill((*INKS.brass, 0))
    centre, unit = (side / 2, side / 2), radius * _FINE
    for share, alpha in ((1.0, 90), (0.66, 70), (0.64, 50)):
        pygame.draw.circle(star, (*INKS.brass, alpha), centre, unit * share, max(1, round(unit / 130)))
    for start, length, alpha in ((45, 0.72, 64), (0, 0.98, 96)):
        for quarter in range(4):
            _paint_point(star, centre, start + 90 * quarter, unit * length, alpha)
    small = pygame.transform.smoothscale(star, (side // _FINE, side // _FINE))
    target.blit(small, small.get_rect(center=middle))


def _paint_point(target: pygame.Surface, centre: Xy, angle: float, length: float, alpha: int) -> None:
    """Draw a point of the star with a light and a dark half."""
    tip = along(centre, angle, length)
    for turn, shade, strength in ((-45, INKS.brass, 1.0), (45, INKS.cream, 0.66)):
        waist = along(centre, angle + turn, length * 0.2)
        pygame.draw.polygon(target, (*shade, round(alpha * strength)), [centre, waist, tip])
