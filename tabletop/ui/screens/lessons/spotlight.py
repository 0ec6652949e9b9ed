"""The scrim of a lesson. It darkens everything but what the step names, and draws beating rings."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from tabletop.ui.motion import MOTION
from tabletop.ui.screens.table.spot import Spot
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.draw import mask, shapes
from tabletop.ui.widgets.stack import uncovered

SCRIM_ALPHA = 117
"""The opacity of the scrim, of 255."""
RING_DISTANCE, PEN, BEAT_PEN = 9, 5, 3
"""Distance from a spot to its ring, and widths of the ring and of the beating ring, design pixels."""
BEAT_REACH, BEATS, BEAT_MS = 12, 10, 1000
"""How far the beat goes, design pixels, its number of pictures, and its length in ms."""
_FINE = 4


@shapes.keeping
def _draw_spot_mask(size: tuple[int, int], angle: int, box: bool, scale: int) -> pygame.Surface:
    """Draw the opacity of a spot with smooth edges. Cached."""
    if box:
        made = mask(size, Theme(scale).px(6))
        made.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return made
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    pygame.draw.ellipse(large, (0, 0, 0, 255), large.get_rect())
    turned = pygame.transform.rotate(large, angle)
    return pygame.transform.smoothscale(turned, (turned.get_width() // _FINE, turned.get_height() // _FINE))


@shapes.keeping
def _draw_ring(spot: Spot, pen: int, alpha: int, scale: int) -> pygame.Surface:
    """Draw an outline of `pen` pixels inside the edge of a spot. Cached."""
    outer = _draw_spot_mask(spot.size, spot.angle, spot.box, scale)
    made = pygame.Surface(outer.get_size(), pygame.SRCALPHA)
    made.fill((*INKS.brass_light, 0))
    made.blit(outer, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    size = max(2, spot.size[0] - 2 * pen), max(2, spot.size[1] - 2 * pen)
    inner = _draw_spot_mask(size, spot.angle, spot.box, scale)
    made.blit(inner, inner.get_rect(center=made.get_rect().center), special_flags=pygame.BLEND_RGBA_SUB)
    made.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return made


class Spotlight(Widget):
    """A scrim with holes and rings around what a step names. It takes no input.

    Args:
        asked: returns the spots that are named now.
        bright: returns further places that stay bright, without a ring.

    Attributes:
        spots: the ringed spots.
    """

    def __init__(self, asked: Callable[[], Sequence[Spot]], bright: Callable[[], Sequence[pygame.Rect]]) -> None:
        super().__init__("spotlight")
        self._find_spots = asked
        self._list_bright_rects = bright
        self.spots: tuple[Spot, ...] = ()
        self._age = 0
        self._beat = 0
        self._theme = Theme()
        self._holes: list[tuple[pygame.Rect, pygame.Surface]] = []

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Cover the whole window and update the spots."""
        super().place(theme, rect)
        self._theme = theme
        self._update_spots()

    def adopt(self, old: Widget) -> None:
        """Continue the beat of `old`."""
        assert isinstance(old, Spotlight)
        self._age = old._age

    def tick(self, elapsed: int) -> bool:
        """Advance the beat and update the spots."""
        self._age = (self._age + elapsed) % BEAT_MS if MOTION.rate else 0
        before, self._beat = self._beat, self._age * BEATS // BEAT_MS
        if self.spots and self._beat != before:
            self.touch()
        self._update_spots()
        return False

    def _update_spots(self) -> None:
        """Redraw if other spots are named."""
        ringed = tuple(self._find_spots())
        if ringed != self.spots or (ringed and not self._holes):
            self.spots = ringed
            self._holes = _build_veils(ringed, self._theme, self.rect)
            self.dirty = True

    def _grow_spot(self, spot: Spot, theme: Theme, beat: int = BEATS) -> Spot:
        """Return a spot grown to its ring, and further by `beat`."""
        return spot.inflate(theme.px(RING_DISTANCE) + theme.px(BEAT_REACH) * beat // BEATS)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the scrim without the holes, then the rings."""
        if not self.spots:
            return
        clip = surface.get_clip()
        bright = self._list_bright_rects()
        free = [*bright, *(rect for rect, _ in self._holes)]
        for piece in uncovered([self.rect.clip(clip)], free):
            surface.fill((255 - SCRIM_ALPHA,) * 3, piece, pygame.BLEND_RGB_MULT)
            surface.fill(tuple(part * SCRIM_ALPHA // 255 for part in INKS.scrim), piece, pygame.BLEND_RGB_ADD)
        for rect, veil in self._holes:
            _blit_behind(surface, veil, rect, bright)  # a card that reaches into the box about a hole stays bright
        for spot in self.spots:
            self._paint_ring(surface, spot, theme, [rect for rect in bright if not rect.collidepoint(spot.centre)])

    def _paint_ring(self, surface: pygame.Surface, spot: Spot, theme: Theme, covers: Sequence[pygame.Rect]) -> None:
        """Draw the ring of `spot` and its beat behind `covers`, the cards that lie upon the ring."""
        beat = self._beat if MOTION.rate else BEATS // 2
        for one, pen, alpha in (
            (self._grow_spot(spot, theme, beat), BEAT_PEN, 200 - 16 * beat),
            (spot.inflate(theme.px(RING_DISTANCE)), PEN, 255),
        ):
            ring = _draw_ring(replace(one, centre=(0, 0)), theme.px(pen), alpha, theme.scale)
            _blit_behind(surface, ring, ring.get_rect(center=one.centre), covers)


def _blit_behind(
    surface: pygame.Surface, picture: pygame.Surface, place: pygame.Rect, covers: Sequence[pygame.Rect]
) -> None:
    """Draw `picture` at `place`, screen pixels, except where `covers` lie over it."""
    for piece in uncovered([place.clip(surface.get_clip())], covers):
        surface.blit(picture, piece, piece.move(-place.x, -place.y))


def _build_veils(spots: Sequence[Spot], theme: Theme, window: pygame.Rect) -> list[tuple[pygame.Rect, pygame.Surface]]:
    """Return the scrim around the holes as pictures; holes that meet share one."""
    lit = [spot.inflate(theme.px(RING_DISTANCE)) for spot in spots]
    boxes: list[pygame.Rect] = []
    for spot in lit:
        rect = spot.rect
        while (hit := rect.collidelist(boxes)) >= 0:
            rect = rect.union(boxes.pop(hit))
        boxes.append(rect)
    made = []
    for rect in (box.clip(window) for box in boxes):
        if not (rect.w and rect.h):
            continue
        veil = pygame.Surface(rect.size, pygame.SRCALPHA)
        veil.fill((*INKS.scrim, SCRIM_ALPHA))
        for spot in lit:
            hole = _draw_spot_mask(spot.size, spot.angle, spot.box, theme.scale)
            place = hole.get_rect(center=(spot.centre[0] - rect.x, spot.centre[1] - rect.y))
            veil.blit(hole, place, special_flags=pygame.BLEND_RGBA_SUB)
        made.append((rect, veil))
    return made
