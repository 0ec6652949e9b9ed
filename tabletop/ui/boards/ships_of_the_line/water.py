"""The sea under the ships: graticule, coast, edge of the map, fields on the water, wakes."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache

import pygame

from tabletop.games.ships_of_the_line.model import Sea, State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle import water
from tabletop.ui.boards.battle.water import Wake, WaterLayer
from tabletop.ui.boards.ships_of_the_line import overlay_layers, shores
from tabletop.ui.boards.ships_of_the_line.fields import Washes
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, find_mood, has_wake, place_ship
from tabletop.ui.camera import Camera, outside
from tabletop.ui.frame_budget import MEDIUM_MS, Steps, estimate_fill_ms, run_to_end
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.draw import rim

GRATICULE = 5
"""UM between two lines of the graticule."""
FINE, COARSE = 40, 8
"""Pixels to a UM from which every line is drawn, and below which none is."""
LINE_ALPHA = 18
FRAME = 9
"""Width of the frame around a chart, pixels."""


def paint_sea(surface: pygame.Surface, camera: Camera, state: State, scale: int = 100) -> None:
    """Draw the sea, and a coast if there is one, as a camera sees it; `scale` is that of words, per cent."""
    run_to_end(painting_sea(surface, camera, state, scale))


def painting_sea(surface: pygame.Surface, camera: Camera, state: State, scale: int) -> Steps[None]:
    """Draw the sea from the lowest layer to the topmost, step by step; see `paint_sea`."""
    mood = find_mood(state)
    yield from water.painting(surface, camera, mood)
    yield MEDIUM_MS
    _draw_graticule(surface, camera)
    yield from shores.painting_coast(surface, camera, state, scale)
    yield from water.shading(surface, mood)
    yield MEDIUM_MS
    _draw_edge(surface, camera, state.sea)
    if state.coast:
        _draw_frame(surface, camera, state.sea)


def _draw_graticule(surface: pygame.Surface, camera: Camera) -> None:
    """Draw the graticule."""
    if camera.scale < COARSE:
        return
    west, south, east, north = camera.bounds
    step = GRATICULE if camera.scale >= FINE else 2 * GRATICULE
    width, height = surface.get_size()
    upright, level = _build_hairline((1, height)), _build_hairline((width, 1))
    for x in range(math.ceil(west / step) * step, math.floor(east) + 1, step):
        surface.blit(upright, (round(camera.to_screen(x, 0)[0]), 0))
    for y in range(math.ceil(south / step) * step, math.floor(north) + 1, step):
        surface.blit(level, (0, round(camera.to_screen(0, y)[1])))


@lru_cache(maxsize=8)
def _build_hairline(size: tuple[int, int]) -> pygame.Surface:
    hair = pygame.Surface(size, pygame.SRCALPHA)
    hair.fill((255, 255, 255, LINE_ALPHA))
    return hair


@cache
def _build_shade() -> pygame.Surface:
    """Return the tile that darkens water beyond the map."""
    shade = pygame.Surface((256, 256), pygame.SRCALPHA)
    shade.fill((*INKS.scrim, water.BEYOND))
    return shade


def _draw_edge(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Darken the area beyond the map and draw its border."""
    left, top = camera.to_screen(sea.west, sea.north)
    right, bottom = camera.to_screen(sea.east, sea.south)
    inside = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
    whole = surface.get_rect()
    if inside.contains(whole):
        return
    clip, shade = surface.get_clip(), _build_shade()
    side = shade.get_width()
    for strip in outside(whole, inside):
        surface.set_clip(strip.clip(clip))
        places = ((x, y) for x in range(strip.left, strip.right, side) for y in range(strip.top, strip.bottom, side))
        surface.fblits([(shade, place) for place in places])
    surface.set_clip(clip)
    rim(surface, INKS.outline, inside.inflate(6, 6), 5)
    rim(surface, INKS.rule, inside.inflate(4, 4), 1)
    rim(surface, INKS.rule, inside.inflate(12, 12), 1)


def _draw_frame(surface: pygame.Surface, camera: Camera, sea: Sea) -> None:
    """Draw the frame of a chart: dark and light bars along the border."""
    left, top = map(round, camera.to_screen(sea.west, sea.north))
    right, bottom = map(round, camera.to_screen(sea.east, sea.south))
    inside = pygame.Rect(left, top, right - left, bottom - top)
    if inside.contains(surface.get_clip()):
        return
    frame, every = inside.inflate(2 * FRAME + 4, 2 * FRAME + 4), 1 if camera.scale >= FINE else 5
    rim(surface, INKS.paper_2, frame, FRAME)
    for start in range(math.floor(sea.west), math.ceil(sea.east), 2 * every):
        x, end = (round(camera.to_screen(min(max(at, sea.west), sea.east), 0)[0]) for at in (start, start + every))
        for y in (frame.top + 2, frame.bottom - FRAME + 2):
            surface.fill(shores.INK, (x, y, end - x, FRAME - 4))
    for start in range(math.floor(sea.south), math.ceil(sea.north), 2 * every):
        end, y = (round(camera.to_screen(0, min(max(at, sea.south), sea.north))[1]) for at in (start, start + every))
        for x in (frame.left + 2, frame.right - FRAME + 2):
            surface.fill(shores.INK, (x, y, FRAME - 4, end - y))
    rim(surface, shores.INK, frame, 1)
    rim(surface, shores.INK, inside.inflate(4, 4), 1)


class CachedChart:
    """A picture of sea and coast, kept until the view or the weather changes."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._drawn = pygame.Surface((0, 0))
        self._known = pygame.Rect(0, 0, 0, 0)

    def painting(self, surface: pygame.Surface, camera: Camera, state: State, scale: int) -> Steps[None]:
        """Draw the kept picture, and renew it first if necessary; see `painting_sea`."""
        clip, of = surface.get_clip(), (camera, state.sea, state.coast, scale, find_mood(state))
        if of != self._of or not self._known.contains(clip):
            yield from painting_sea(surface, camera, state, scale)
            yield estimate_fill_ms(surface)
            if self._drawn.get_size() != surface.get_size():
                self._drawn = pygame.Surface(surface.get_size())
            self._of, self._known = of, clip
            self._drawn.blit(surface, clip, clip)
        yield estimate_fill_ms(surface)
        surface.blit(self._drawn, clip, clip)


class SeaWater(WaterLayer):
    """The water layer of the sea table: sea, coast, overlays on the water and wakes."""

    def __init__(self, sprites: Sprites) -> None:
        super().__init__(sprites)
        self._washes = Washes()
        self._chart = CachedChart()

    def lay_sea(self, scene: SeaScene, overlays: Sequence[Overlay]) -> pygame.Rect:
        """Prepare the layer at once; see `laying_sea`."""
        return run_to_end(self.laying_sea(scene, overlays))

    def laying_sea(self, scene: SeaScene, overlays: Sequence[Overlay]) -> Steps[pygame.Rect]:
        """Prepare the layer step by step; return the rectangle that changed, screen pixels."""
        laid, state = overlay_layers.list_water_overlays(overlays), scene.state

        def water(surface: pygame.Surface, wide: Camera) -> Steps[None]:
            yield from self._chart.painting(surface, wide, state, scene.shown.scale)
            yield from overlay_layers.painting_below(surface, replace(scene, camera=wide), laid, self._washes)

        content = (state.sea, state.coast, laid, scene.shown.scale, find_mood(state))
        return (yield from self.laying(scene.camera, content, self._wakes_of(scene), water))

    def _wakes_of(self, scene: SeaScene) -> tuple[Wake, ...]:
        state = scene.state
        return self.resting(
            scene, state, lambda: (place_ship(state, one) for one in state.ships if has_wake(state, one))
        )
