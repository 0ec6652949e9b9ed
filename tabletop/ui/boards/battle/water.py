"""Open water, and all that lies on it under the ships, kept as one picture."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import pygame

from tabletop.ui.assets import Sprites, drawn
from tabletop.ui.boards.battle import mood, ship_sprites
from tabletop.ui.boards.battle.mood import DAY, PLAIN, Mood
from tabletop.ui.boards.battle.ship_sprites import BattleScene, Placed
from tabletop.ui.boards.battle.sprite_batch import Placing, blit, charted, origin
from tabletop.ui.camera import Camera, Paint, PannedPicture, Xy
from tabletop.ui.frame_budget import SHORT_MS, Steps, estimate_fill_ms, run_to_end
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.draw import spread

TILE = "sea_tile_640"
BEYOND = 120
"""Opacity of the dark beyond the edge of the map."""
LIGHT, DEEP = 0.50, 0.92
"""How strongly the middle is lightened and the corners are darkened."""


def paint(surface: pygame.Surface, camera: Camera, of: Mood = PLAIN) -> None:
    """Draw the water in a mood as a camera sees it."""
    run_to_end(painting(surface, camera, of))


def painting(surface: pygame.Surface, camera: Camera, of: Mood = PLAIN) -> Steps[None]:
    """The same from the lowest to the topmost."""
    tile = (yield from mood.tiling(of.blows, of.wind)) if of.blows else _tile()
    side = tile.get_width()
    x0, y0 = camera.to_screen(0, 0)
    left, top = round(x0) % side - side, round(y0) % side - side
    width, height = surface.get_size()
    yield estimate_fill_ms(surface)
    surface.fblits([(tile, (x, y)) for x in range(left, width, side) for y in range(top, height, side)])
    yield estimate_fill_ms(surface)
    surface.blit(_wide(surface.get_size(), _light()), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    if of.light is not DAY:
        yield estimate_fill_ms(surface)
        surface.fill(of.light.water, special_flags=pygame.BLEND_RGB_MULT)
        surface.blit(_wide(surface.get_size(), mood.glow(of.light)), (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def shading(surface: pygame.Surface, of: Mood) -> Steps[None]:
    """Lay the light of the hour on the water and whatever lies on it that is no sign."""
    if of.light is not DAY:
        yield estimate_fill_ms(surface)
        surface.fill(of.light.all, special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=2)
def _wide(size: tuple[int, int], small: pygame.Surface) -> pygame.Surface:
    """Light over a whole picture: to stretch it takes four times as long as all else of the water."""
    wide = pygame.Surface(size, small.get_flags() & pygame.SRCALPHA, small)
    spread(wide, small, pygame.BLEND_RGBA_ADD)
    return wide


@cache
def _tile() -> pygame.Surface:
    return drawn(TILE, 1.0).convert()


@cache
def _light() -> pygame.Surface:
    """Light in the middle, deep water at the edges; small, for it has no detail."""
    width, height = 96, 54
    y, x = np.mgrid[0:height, 0:width]
    out = np.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5) / math.hypot(0.5, 0.5)
    small = pygame.Surface((width, height), pygame.SRCALPHA)
    pixels = pygame.surfarray.pixels3d(small)
    pixels[:] = np.where((out < 0.5).T[..., None], INKS.sea_light, INKS.sea_deep)
    alpha = pygame.surfarray.pixels_alpha(small)
    inward, outward = np.clip(1 - out / 0.5, 0, 1), np.clip(out / 0.5 - 1, 0, 1)
    strength = LIGHT * inward**1.4 + DEEP * outward**1.5
    alpha[:] = (255 * strength.T).astype(np.uint8)
    del pixels, alpha
    return small.premul_alpha()


REACH = 1.5
"""Hull lengths from the middle of a ship within which her wake lies."""


class Wake(NamedTuple):
    """The wake of a ship by the middle of her hull in table units, the length at which that is drawn, and her heading.

    The length is in pixels.
    """

    at: Xy
    length: float
    heading: float


class WaterLayer:
    """Keeps all that as one picture, somewhat larger than the window. A ship that moves takes her wake with her."""

    def __init__(self, sprites: Sprites) -> None:
        self._sprites = sprites
        self._layer = PannedPicture()
        self.show = self._layer.show
        self._paint: Paint = _nothing
        self._wakes: tuple[Wake, ...] = ()
        self._resting: tuple[object, tuple[object, ...], tuple[Wake, ...]] = (None, (), ())

    def laying(
        self, camera: Camera, content: object, wakes: tuple[Wake, ...], water: Paint
    ) -> Steps[pygame.Rect]:  # fmt: skip
        """Have the picture ready; where in the view it looks otherwise than before, with no size if nowhere.

        Args:
            camera: what is to be seen.
            content: everything that the water depends on besides the view; compared for equality.
            wakes: those that lie on the water.
            water: draws it without them.
        """

        def paint(surface: pygame.Surface, wide: Camera) -> Steps[None]:
            yield from water(surface, wide)
            pictures = list[Placing]()
            for one in _within(wakes, wide, surface.get_clip()):
                at = charted(wide).to_screen(*one.at)
                pictures.append((yield from ship_sprites.wake(self._sprites, at, one.length, one.heading)))
                yield SHORT_MS
            blit(surface, pictures, origin(wide))

        before, self._wakes, self._paint = self._wakes, wakes, paint
        if (yield from self._layer.refreshing(camera, content, paint)):
            return pygame.Rect((0, 0), camera.size)
        if before is wakes or before == wakes:
            return pygame.Rect(0, 0, 0, 0)
        area = _area(camera, set(before) ^ set(wakes))
        self._layer.amend(camera, area, paint)
        return area

    def widening(self) -> Steps[None]:
        """Have what lies about the view ready too, for the sea may be moved next."""
        yield from self._layer.widening(self._paint)

    def resting(
        self, scene: BattleScene[object], of: object, under_way: Callable[[], Iterable[Placed]]
    ) -> tuple[Wake, ...]:
        """The wakes of ships under way that lie where they are; what tells of these, `of`, is known by its identity."""
        token = (scene.camera.scale, scene.moving.keys())
        if self._resting[0] is not of or self._resting[1] != token:
            still = (one for one in under_way() if one.key not in scene.moving)
            self._resting = of, token, tuple(Wake(one.at, scene.length(one), one.heading) for one in still)
        return self._resting[2]


def _nothing(_surface: pygame.Surface, _camera: Camera) -> Steps[None]:
    yield from ()


def _within(wakes: Iterable[Wake], camera: Camera, clip: pygame.Rect) -> Iterator[Wake]:
    """Those that may reach into a part of the picture."""
    for one in wakes:
        room = clip.inflate(2 * REACH * one.length, 2 * REACH * one.length)
        if room.collidepoint(camera.to_screen(*one.at)):
            yield one


def _area(camera: Camera, wakes: Iterable[Wake]) -> pygame.Rect:
    """What they may cover, also beyond the view; there is at least one."""
    spots = [(camera.to_screen(*one.at), REACH * one.length) for one in wakes]
    rooms = [pygame.Rect(x - reach, y - reach, 2 * reach + 2, 2 * reach + 2) for (x, y), reach in spots]
    return rooms[0].unionall(rooms[1:])
