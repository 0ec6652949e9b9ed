"""Words that must fit into little room: made smaller, wrapped, and only then cut."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.ui.text import Block, Run, Style, elided, flowed, rendered, size_of
from tabletop.ui.theme import Theme


@lru_cache(maxsize=1024)
def fitted(text: str, style: Style, sizes: Sequence[float], room: tuple[int, int], scale: int) -> Block:
    """Text in the largest size whose lines fit; cut at the smallest if none does.

    Args:
        text: the words.
        style: how they look, but for the size.
        sizes: design pixels, the largest first.
        room: width and height, screen pixels.
        scale: of the interface, per cent.
    """
    for size in sizes:
        block = flowed((Run(text, style.at(size)),), room[0], scale)
        if block.width <= room[0] and block.height <= room[1]:
            return block
    return _cut(text, style.at(sizes[-1]), room, scale)


def _cut(text: str, style: Style, room: tuple[int, int], scale: int) -> Block:
    """As many words as fit, with an ellipsis; at least a part of the first."""
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        block = flowed((Run(" ".join(words[:count]) + "…", style),), room[0], scale)
        if block.width <= room[0] and block.height <= room[1]:
            return block
    return flowed((Run(elided(text, style, room[0], scale), style),), room[0], scale)


def balanced(text: str, style: Style, sizes: Sequence[float], room: tuple[int, int], scale: int) -> Block:
    """As `fitted`, with lines about equally long, so that no word stands alone in the last."""
    block = fitted(text, style, sizes, room, scale)
    if not block.pieces or len({piece.y for piece in block.pieces}) == 1:
        return block
    said = " ".join(piece.text for piece in block.pieces)
    low, high = room[0] // 3, room[0]
    while low < high:
        middle = (low + high) // 2
        tried = flowed((Run(said, block.pieces[0].style),), middle, scale)
        low, high = (low, middle) if tried.height <= block.height and tried.width <= middle else (middle + 1, high)
    return flowed((Run(said, block.pieces[0].style),), high, scale)


def write_centred_lines(surface: pygame.Surface, theme: Theme, block: Block, middle: int, top: int) -> None:
    """Draw wrapped text with each line in the middle."""
    for line in sorted({piece.y for piece in block.pieces}):
        pieces = [piece for piece in block.pieces if piece.y == line]
        left = middle - sum(size_of(piece.text, piece.style, theme.scale)[0] for piece in pieces) // 2
        for piece in pieces:
            surface.blit(rendered(piece.text, piece.style, theme.scale), (left + piece.x, top + piece.y))
