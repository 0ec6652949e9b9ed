"""Opaque pictures laid on others as fast as memory allows.

Between rows that are aligned alike SDL streams past the processor's cache: the fastest way to lay down what is finished
with that, and the slowest where more is drawn upon it.
"""

from functools import lru_cache

import pygame

LINE = 16
"""Pixels in one line of the processor's memory."""
ALIGNED = 4
"""Rows that begin at such a multiple of pixels are streamed."""
LANES = 8
"""Pixels of a row that are blended at once; those left over are blended one by one, and take longer than the rest."""
SMALL = 1 << 16
"""Pixels that are still in the processor's cache when more is drawn upon them."""


def lines(pixels: int) -> int:
    """So many pixels across, or a few more up to the end of a line: rows that begin and end so are streamed."""
    return -(-pixels // LINE) * LINE


def lanes(pixels: int) -> int:
    """So many pixels across, or a few more, so that no pixel of a row is blended by itself."""
    return -(-pixels // LANES) * LANES


def cropped(picture: pygame.Surface, box: pygame.Rect) -> pygame.Surface:
    """A part of a picture with its alpha multiplied in; clear columns are added at its right, see `lanes`."""
    made = pygame.Surface((lanes(box.w), box.h), pygame.SRCALPHA)
    made.blit(picture, (0, 0), box, special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def margin(gap: int) -> int:
    """The gap at the edge of a window, to the nearest line but at least one."""
    return max(LINE, (gap + LINE // 2) // LINE * LINE)


def canvas(size: tuple[int, int]) -> pygame.Surface:
    """A surface from which nothing is ever streamed, for what more is drawn upon once it has been copied."""
    return pygame.Surface((size[0] | 1, size[1])).convert().subsurface(((0, 0), size))


def lay(target: pygame.Surface, picture: pygame.Surface, place: pygame.Rect, area: pygame.Rect) -> None:
    """Copy an area of a picture to a place of the same size.

    Rows that end within a line of memory which was streamed to before cost several times as much as others, so
    what is left over of such rows is copied apart.
    """
    rest = place.w % LINE if place.right % LINE else 0
    if not 0 < rest < place.w:
        target.blit(picture, place, area)
        return
    wide = place.w - rest
    target.blit(picture, place, (area.x, area.y, wide, area.h))
    target.blit(picture, (place.x + wide, place.y), (area.x + wide, area.y, rest, area.h))


def lined(place: pygame.Rect) -> pygame.Rect:
    """A place made so much wider that its rows begin and end with lines: that is streamed to fastest."""
    left = place.x // LINE * LINE
    return pygame.Rect(left, place.y, lines(place.right - left), place.h)


def unstreamed(place: pygame.Rect) -> pygame.Rect:
    """A small place, one pixel wider if it would be streamed to: that is slow where rows begin or end within a line."""
    streamed = place.x % ALIGNED == 0 and 0 < place.w * place.h < SMALL and (place.x % LINE or place.w % LINE)
    return pygame.Rect(place.x - 1, place.y, place.w + 1, place.h) if streamed and place.x else place


def copied(source: pygame.Surface, place: pygame.Rect) -> pygame.Surface:
    """A picture of a place that will be laid down there again: streamed only if each row begins a line of memory."""
    if place.x % LINE == 0:
        return source.subsurface(place).copy()
    made = canvas(place.size)
    made.blit(source, (0, 0), place)
    return made


STRIP = 64
"""Height of the strips in which a surface is flooded, pixels."""


def flood(target: pygame.Surface, shade: tuple[int, int, int], place: pygame.Rect) -> None:
    """Fill a place. SDL streams whatever it fills; that costs ten times as much where rows begin or end within a line.

    So this copies a strip of the colour.
    """
    strip = _strip(shade, -(-place.w // 256) * 256)
    for top in range(place.y, place.bottom, STRIP):
        target.blit(strip, (place.x, top), (0, 0, place.w, min(STRIP, place.bottom - top)))


@lru_cache(maxsize=16)
def _strip(shade: tuple[int, int, int], wide: int) -> pygame.Surface:
    made = canvas((wide, STRIP))
    made.fill(shade)
    return made
