"""The fonts of the table; a font object is made once for each size, and the latest are kept."""

from functools import cache, lru_cache
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
THIN = "\u2009"
SPACE = 3
"""Least distance between two words, screen pixels; letters of a word are up to 2 apart."""


@lru_cache(maxsize=64)
def font(face: Face, pixels: int) -> pygame.font.Font:
    """Return the font of a face at a size in screen pixels; `pygame.font` must be initialised."""
    return pygame.font.Font(str(resources.files("tabletop.ui") / "fonts" / FILES[face]), pixels)


@cache
def space(face: Face, pixels: int) -> str:
    """Return the text between two words: a space, with a thin space if rounding leaves too little of it."""
    pen = font(face, pixels)
    narrow = pen.size(" ")[0] < SPACE and pen.metrics(THIN)[0] is not None
    return " " + THIN if narrow else " "


def forget() -> None:
    """Drop all font objects, which are invalid after `pygame.font.quit`."""
    font.cache_clear()
    space.cache_clear()
