"""The faces of the table; font objects are made once for each size, and kept for the sizes used last."""

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
"""Pixels between two words at least; letters of a word stand up to two apart."""


@lru_cache(maxsize=64)
def font(face: Face, pixels: int) -> pygame.font.Font:
    """The face at a size in screen pixels; `pygame.font` must be initialised."""
    return pygame.font.Font(str(resources.files("tabletop.ui") / "fonts" / FILES[face]), pixels)


@cache
def space(face: Face, pixels: int) -> str:
    """What parts two words: a space, and a thin one besides where rounding to pixels leaves too little of it."""
    pen = font(face, pixels)
    narrow = pen.size(" ")[0] < SPACE and pen.metrics(THIN)[0] is not None
    return " " + THIN if narrow else " "


def forget() -> None:
    """Drop all font objects: after `pygame.font.quit` they are of no use."""
    font.cache_clear()
    space.cache_clear()
