"""What is seen while the games are loaded: drawn with as little as possible."""

import pygame

from tabletop.core import resources
from tabletop.ui.text import SCREEN_TITLE, SUBTITLE, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import sea

TITLE = "The Admiral's Table"
EMBLEM = 128
"""Side of the picture that stands for the window, pixels."""


def emblem() -> pygame.Surface:
    """What the desktop shows for the window."""
    return pygame.image.load_sized_svg(resources.sprite_folder() / "emblem.svg", (EMBLEM, EMBLEM))


def splash(surface: pygame.Surface, theme: Theme) -> None:
    """The sea and the name."""
    surface.blit(sea(surface.get_size()), (0, 0))
    whole = surface.get_rect()
    write_at(surface, theme, TITLE, SCREEN_TITLE.at(64), center=whole.move(0, -theme.px(30)).center)
    words = SUBTITLE.tinted(INKS.brass_light)
    write_at(surface, theme, "All hands", words, center=whole.move(0, theme.px(40)).center)
