"""The faces of the table; font objects are made once for each size."""

from functools import cache
from importlib import resources
from typing import Literal

import pygame

Face = Literal["title", "name", "number", "body", "semibold", "bold"]

FILES: dict[Face, str] = {
    "title": "im-fell-english-sc-latin-400-normal.woff2",
    "name": "libre-caslon-text-latin-400-italic.woff2",
    "number": "libre-caslon-text-latin-700-normal.woff2",
    "body": "source-sans-3-latin-400-normal.woff2",
    "semibold": "source-sans-3-latin-600-normal.woff2",
    "bold": "source-sans-3-latin-700-normal.woff2",
}


@cache
def font(face: Face, pixels: int) -> pygame.font.Font:
    """The face at a size in screen pixels; `pygame.font` must be initialised."""
    return pygame.font.Font(str(resources.files("tabletop.ui") / "fonts" / FILES[face]), pixels)


def forget() -> None:
    """Drop all font objects: after `pygame.font.quit` they are of no use."""
    font.cache_clear()
