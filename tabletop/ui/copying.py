"""Opaque pictures laid on others as fast as memory allows."""

import pygame

LINE = 16
"""Pixels in one line of the processor's memory."""


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
