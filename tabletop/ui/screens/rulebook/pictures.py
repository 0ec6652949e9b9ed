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

PRINTED_SIZE = (720, 396)
"""Size of a picture on a printed page, pixels."""


def draw_picture(game: str, block: Figure | Example, size: Size) -> pygame.Surface:
    """Draw a figure or the position of an example. Cached. Raises KeyError for an unknown figure."""
    if isinstance(block, Example):
        played = play_example(block)
        draw = partial(game_plugins.load_pictures(played.game).position, played.opening)
    else:
        figure = game_plugins.load_pictures(game).rulebook_figure
        if figure is None:
            raise KeyError(block.name)
        draw = partial(figure, block.name)
    return picture_cache.shown((draw_picture, game, block), size, draw)


def format_data_url(game: str, block: Figure | Example) -> str:
    """Return a picture as a data URL for an HTML page."""
    buffer = BytesIO()
    pygame.image.save(draw_picture(game, block, PRINTED_SIZE), buffer, "picture.png")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()
