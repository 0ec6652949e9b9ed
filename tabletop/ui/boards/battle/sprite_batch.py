"""Pictures drawn in an order, of which only those are touched that lie where something is drawn anew.

They lie in chart pixels: those of a camera that sees the table's origin in its upper left corner.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.camera import Camera, Xy

Placing = tuple[pygame.Surface, tuple[int, int]]
"""A picture with its alpha multiplied in, and where its upper left corner goes."""


def charted(camera: Camera) -> Camera:
    """The camera of chart pixels at the same scale: the table's origin is its upper left corner."""
    return Camera((0.0, 0.0), camera.scale, (0, 0))


def origin(camera: Camera) -> tuple[int, int]:
    """Where a camera sees the origin of the table; added to chart pixels to get those of the screen."""
    x, y = camera.to_screen(0, 0)
    return round(x), round(y)


def blit(surface: pygame.Surface, pictures: Iterable[Placing], shift: tuple[int, int]) -> None:
    """Draw pictures that are placed in chart pixels."""
    dx, dy = shift
    surface.fblits([(drawn, (x + dx, y + dy)) for drawn, (x, y) in pictures], pygame.BLEND_PREMULTIPLIED)


REMEMBERED = 128
"""For so many pieces a batch remembers what is drawn on them: the bands of a window, and what is ringed in turn."""
Draw = Callable[[pygame.Surface, Sequence[pygame.Rect], tuple[int, int]], None]
"""Draws on pieces of a surface, on which chart pixels are shifted so far; the clip holds all of the pieces."""


class SpriteBatch:
    """Pictures in chart pixels with their alpha multiplied in, from the lowest to the topmost."""

    def __init__(self, pictures: Iterable[Placing] = ()) -> None:
        self.pictures = list(pictures)
        self.boxes = [drawn.get_rect(topleft=at) for drawn, at in self.pictures]
        self._placed: dict[tuple[tuple[int, ...], ...], list[Placing]] = {}
        """What was drawn last by shift and pieces, where it lay on the surface: often it is again."""
        self._whole: tuple[SpriteBatch, int] | None = None
        """What it is a part of, and the number of its first picture there."""

    @classmethod
    def of(cls, batches: Iterable["SpriteBatch"]) -> "SpriteBatch":
        """Several over each other as one, in which each picture goes where it goes in its own."""
        whole = cls()
        for batch in batches:
            batch._whole = whole, len(whole.pictures)
            whole.pictures += batch.pictures
            whole.boxes += batch.boxes
        return whole

    def put(self, first: int, pictures: Sequence[Placing]) -> list[pygame.Rect]:
        """Others in the place of as many as they are; what those covered and these cover."""
        last, boxes = first + len(pictures), [drawn.get_rect(topleft=at) for drawn, at in pictures]
        touched = self.boxes[first:last] + boxes
        self.pictures[first:last], self.boxes[first:last] = pictures, boxes
        self._placed.clear()
        if self._whole is not None:
            whole, start = self._whole
            whole.put(start + first, pictures)
        return touched

    def move(self, number: int, at: tuple[int, int]) -> tuple[pygame.Rect, pygame.Rect]:
        """One picture goes elsewhere, here and in the whole; what it covered and covers."""
        before, picture = self.boxes[number], (self.pictures[number][0], at)
        after = pygame.Rect(at, before.size)
        part: tuple[SpriteBatch, int] | None = (self, number)
        while part is not None:
            batch, number = part
            batch.pictures[number], batch.boxes[number] = picture, after
            batch._placed.clear()
            part = batch._whole and (batch._whole[0], batch._whole[1] + number)
        return before, after

    def paint(self, surface: pygame.Surface, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> None:
        """Draw those that reach into one of the pieces of the surface; the clip holds all of these."""
        key = (shift, *map(tuple, pieces))
        placed = self._placed.get(key)
        if placed is None:
            if len(self._placed) >= REMEMBERED:
                self._placed.clear()
            placed = self._placed[key] = self._chosen(pieces, shift)
        surface.fblits(placed, pygame.BLEND_PREMULTIPLIED)

    def _chosen(self, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> list[Placing]:
        """Those that reach into one of the pieces, in their order, where they lie on the surface."""
        dx, dy = shift
        numbers = pieces[0].move(-dx, -dy).collidelistall(self.boxes) if pieces else []
        if len(pieces) > 1:
            others = (piece.move(-dx, -dy).collidelistall(self.boxes) for piece in pieces[1:])
            numbers = sorted(set(numbers).union(*others))
        return [(drawn, (x + dx, y + dy)) for drawn, (x, y) in map(self.pictures.__getitem__, numbers)]


def piled(layers: Iterable[tuple[Iterable[SpriteBatch], Draw | None]]) -> list[Draw]:
    """What draws all layers, from the lowest to the topmost: batches, and what else goes over them.

    Sheaves between which nothing else is drawn become one, so that few pixels are soon drawn.
    """
    draws: list[Draw] = []
    batches: list[SpriteBatch] = []
    for lower, over in layers:
        batches += lower
        if over is not None:
            draws += [SpriteBatch.of(batches).paint, over]
            batches = []
    return [*draws, SpriteBatch.of(batches).paint] if batches else draws


def box(placing: Placing) -> pygame.Rect:
    """What a picture covers."""
    return placing[0].get_rect(topleft=placing[1])


MOST = 0.4
"""Share of the picture that is drawn anew in pieces at most; of more all is."""
MANY = 6
"""Rectangles above which they are drawn as the one that holds them."""


def differing(before: SpriteBatch, after: SpriteBatch) -> list[pygame.Rect]:
    """Where two layers differ; everywhere if what they have in common lies in another order."""
    old, new = before.pictures, after.pictures
    stayed = set(old).intersection(new)
    if [one for one in old if one in stayed] != [one for one in new if one in stayed]:
        return [*before.boxes, *after.boxes]
    gone = [rect for one, rect in zip(old, before.boxes, strict=True) if one not in stayed]
    return gone + [rect for one, rect in zip(new, after.boxes, strict=True) if one not in stayed]


def merged(rects: Sequence[pygame.Rect], size: tuple[int, int]) -> list[pygame.Rect]:
    """Few rectangles within a picture of this size that hold all of these and do not overlap, or the whole picture."""
    window = pygame.Rect((0, 0), size)
    found: list[pygame.Rect] = []
    for rect in rects:
        clipped = rect.clip(window)
        while (hit := clipped.collidelist(found)) >= 0:
            clipped = clipped.union(found.pop(hit))
        if clipped.w and clipped.h:
            found.append(clipped)
    if len(found) > MANY:
        found = [found[0].unionall(found[1:])]
    area = sum(rect.w * rect.h for rect in found)
    return [window] if area > MOST * window.w * window.h else found


NOWHERE: Xy = 0.0, 0.0
"""From where nothing is added."""


class AttachedSprite(NamedTuple):
    """A picture that goes with a ship: which of a batch, and how the pixel is found that it is placed by.

    Attributes:
        start: the place on the table from which the way to her middle is reckoned.
        off: pixels to the right and down that are added to that before it is rounded.
    """

    batch: SpriteBatch
    number: int
    start: Xy = NOWHERE
    off: Xy = NOWHERE

    def pixel(self, middle: Xy, scale: float) -> tuple[int, int]:
        """Where that pixel is when her middle lies there, at so many pixels to a table unit."""
        (x, y), (x0, y0), (right, down) = middle, self.start, self.off
        return round((x - x0) * scale + right), round((y0 - y) * scale + down)


class AttachedSprites:
    """The pictures that go with a ship, once they are drawn with her middle at a place on the table."""

    def __init__(self, middle: Xy, scale: float, bound: Iterable[AttachedSprite]) -> None:
        self._scale = scale
        self._bound = [(one, _beyond(one, one.pixel(middle, scale))) for one in bound]

    def carry(self, middle: Xy) -> pygame.Rect:
        """Her middle lies elsewhere; what holds all that the pictures covered and cover, chart pixels."""
        scale, touched = self._scale, list[pygame.Rect]()
        for one, (left, top) in self._bound:
            x, y = one.pixel(middle, scale)
            touched += one.batch.move(one.number, (x + left, y + top))
        return touched[0].unionall(touched)


def _beyond(bound: AttachedSprite, pixel: tuple[int, int]) -> tuple[int, int]:
    """From the pixel that a picture is placed by to its corner."""
    left, top = bound.batch.boxes[bound.number].topleft
    return left - pixel[0], top - pixel[1]


all_but_way = attrgetter(*(name for name in Presentation._fields if name != "afloat"))


def steady(before: Presentation, after: Presentation) -> bool:
    """Whether ships move, the same as before, and none of them has turned or faded, nor anything else changed."""
    was, now = before.afloat, after.afloat
    if not now or len(was) != len(now) or any(map(_turned, was, now)):
        return False
    return all_but_way(before) == all_but_way(after)


def _turned(one: Afloat, other: Afloat) -> bool:
    return one.ship != other.ship or one.heading != other.heading or one.alpha != other.alpha
