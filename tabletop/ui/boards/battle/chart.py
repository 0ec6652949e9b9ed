"""Pictures in chart pixels: those of a camera that sees the table's origin in its upper left corner."""

from collections.abc import Iterable

import pygame

from tabletop.ui.camera import Camera

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
