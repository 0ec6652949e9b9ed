"""The pictures of the rulebook: figures that a game draws, and the positions of examples."""

import base64
from functools import partial
from io import BytesIO

import pygame

from tabletop.rulebook.blocks import Example, Figure
from tabletop.rulebook.book_pages import play_example
from tabletop.ui import picture_cache
from tabletop.ui.boards import game_plugins
from tabletop.ui.widgets.base import Size

PRINTED = (720, 396)
"""Of a picture on a printed page, pixels."""


def drawn(game: str, block: Figure | Example, size: Size) -> pygame.Surface:
    """A picture of a game's book; KeyError if the game draws none of that name."""
    if isinstance(block, Example):
        came = play_example(block)
        draw = partial(game_plugins.load_pictures(came.game).position, came.opening)
    else:
        figure = game_plugins.load_pictures(game).rulebook_figure
        if figure is None:
            raise KeyError(block.name)
        draw = partial(figure, block.name)
    return picture_cache.shown((drawn, game, block), size, draw)


def address(game: str, block: Figure | Example) -> str:
    """The same as an address that holds all of it, for a page of HTML."""
    written = BytesIO()
    pygame.image.save(drawn(game, block, PRINTED), written, "picture.png")
    return "data:image/png;base64," + base64.b64encode(written.getvalue()).decode()
