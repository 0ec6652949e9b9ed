"""The scrim of a lesson: dark, but for what the step speaks of, with a ring around that which beats once a second."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from tabletop.ui.motion import MOTION
from tabletop.ui.screens.table.spot import Spot
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.draw import mask, shapes
from tabletop.ui.widgets.stack import uncovered

DIM = 117
"""Of 255, how much of the table the scrim takes: 46 %."""
AWAY, PEN, BEAT_PEN = 9, 5, 3
"""From what is ringed to the ring, and the widths of the ring and of the one that beats, design pixels."""
REACH, BEATS, SECOND = 12, 10, 1000
"""How far the beat goes, design pixels; in how many pictures; milliseconds of one."""
_FINE = 4


@shapes.keeping
def _shape(size: tuple[int, int], angle: int, box: bool, scale: int) -> pygame.Surface:
    """A spot as nothing but its opacity, with smooth edges."""
    if box:
        made = mask(size, Theme(scale).px(6))
        made.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return made
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    pygame.draw.ellipse(large, (0, 0, 0, 255), large.get_rect())
    turned = pygame.transform.rotate(large, angle)
    return pygame.transform.smoothscale(turned, (turned.get_width() // _FINE, turned.get_height() // _FINE))


@shapes.keeping
def _ring(spot: Spot, pen: int, alpha: int, scale: int) -> pygame.Surface:
    """An outline of so many pixels within the edge of a spot, wherever that is."""
    outer = _shape(spot.size, spot.angle, spot.box, scale)
    made = pygame.Surface(outer.get_size(), pygame.SRCALPHA)
    made.fill((*INKS.brass_light, 0))
    made.blit(outer, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    size = max(2, spot.size[0] - 2 * pen), max(2, spot.size[1] - 2 * pen)
    inner = _shape(size, spot.angle, spot.box, scale)
    made.blit(inner, inner.get_rect(center=made.get_rect().center), special_flags=pygame.BLEND_RGBA_SUB)
    made.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return made


class Spotlight(Widget):
    """The scrim, its holes, and the rings; it takes no input, and is not there while nothing is spoken of.

    Args:
        asked: what is spoken of now.
        bright: where it stays bright besides, without a ring.

    Attributes:
        ringed: what is ringed.
    """

    def __init__(self, asked: Callable[[], Sequence[Spot]], bright: Callable[[], Sequence[pygame.Rect]]) -> None:
        super().__init__("spotlight")
        self._asked = asked
        self._bright = bright
        self.ringed: tuple[Spot, ...] = ()
        self._age = 0
        self._beat = 0
        self._theme = Theme()
        self._holes: list[tuple[pygame.Rect, pygame.Surface]] = []

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """The whole window."""
        super().place(theme, rect)
        self._theme = theme
        self._look()

    def adopt(self, old: Widget) -> None:
        """The beat goes on."""
        assert isinstance(old, Spotlight)
        self._age = old._age

    def tick(self, elapsed: int) -> bool:
        """Follow what is spoken of, and beat."""
        self._age = (self._age + elapsed) % SECOND if MOTION.rate else 0
        before, self._beat = self._beat, self._age * BEATS // SECOND
        if self.ringed and self._beat != before:
            self.touch()
        self._look()
        return False

    def _look(self) -> None:
        ringed = tuple(self._asked())
        if ringed != self.ringed or (ringed and not self._holes):
            self.ringed = ringed
            self._holes = _veils(ringed, self._theme, self.rect)
            self.dirty = True

    def _beaten(self, spot: Spot, theme: Theme, beat: int = BEATS) -> Spot:
        return spot.grown(theme.px(AWAY) + theme.px(REACH) * beat // BEATS)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The scrim without the holes, then the rings."""
        if not self.ringed:
            return
        clip = surface.get_clip()
        bright = self._bright()
        free = [*bright, *(rect for rect, _ in self._holes)]
        for piece in uncovered([self.rect.clip(clip)], free):
            surface.fill((255 - DIM,) * 3, piece, pygame.BLEND_RGB_MULT)
            surface.fill(tuple(part * DIM // 255 for part in INKS.scrim), piece, pygame.BLEND_RGB_ADD)
        for rect, veil in self._holes:
            _blit_behind(surface, veil, rect, bright)  # a card that reaches into the box about a hole stays bright
        for spot in self.ringed:
            self._paint_ring(surface, spot, theme, [rect for rect in bright if not rect.collidepoint(spot.centre)])

    def _paint_ring(self, surface: pygame.Surface, spot: Spot, theme: Theme, covers: Sequence[pygame.Rect]) -> None:
        """Draw the ring of `spot` and its beat behind `covers`, the cards that lie upon the ring."""
        beat = self._beat if MOTION.rate else BEATS // 2
        for one, pen, alpha in (
            (self._beaten(spot, theme, beat), BEAT_PEN, 200 - 16 * beat),
            (spot.grown(theme.px(AWAY)), PEN, 255),
        ):
            ring = _ring(replace(one, centre=(0, 0)), theme.px(pen), alpha, theme.scale)
            _blit_behind(surface, ring, ring.get_rect(center=one.centre), covers)


def _blit_behind(
    surface: pygame.Surface, picture: pygame.Surface, place: pygame.Rect, covers: Sequence[pygame.Rect]
) -> None:
    """Draw `picture` at `place`, screen pixels, except where `covers` lie over it."""
    for piece in uncovered([place.clip(surface.get_clip())], covers):
        surface.blit(picture, piece, piece.move(-place.x, -place.y))


def _veils(spots: Sequence[Spot], theme: Theme, window: pygame.Rect) -> list[tuple[pygame.Rect, pygame.Surface]]:
    """The scrim about the holes, those that meet in one picture."""
    lit = [spot.grown(theme.px(AWAY)) for spot in spots]
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
        veil.fill((*INKS.scrim, DIM))
        for spot in lit:
            hole = _shape(spot.size, spot.angle, spot.box, theme.scale)
            place = hole.get_rect(center=(spot.centre[0] - rect.x, spot.centre[1] - rect.y))
            veil.blit(hole, place, special_flags=pygame.BLEND_RGBA_SUB)
        made.append((rect, veil))
    return made
