"""The picture that is shown while the games are loaded."""

import pygame

from tabletop.core import resources
from tabletop.ui.text import SCREEN_TITLE, SUBTITLE, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import sea

TITLE = "The Admiral's Table"
EMBLEM = 128
"""Side of the window's icon, pixels."""


def load_emblem() -> pygame.Surface:
    """Return the icon of the window."""
    return pygame.image.load_sized_svg(resources.sprite_folder() / "emblem.svg", (EMBLEM, EMBLEM))


def draw_splash(surface: pygame.Surface, theme: Theme) -> None:
    """Draw the sea and the name of the program."""
    surface.blit(sea(surface.get_size()), (0, 0))
    whole = surface.get_rect()
    write_at(surface, theme, TITLE, SCREEN_TITLE.at(64), center=whole.move(0, -theme.px(30)).center)
    words = SUBTITLE.tinted(INKS.brass_light)
    write_at(surface, theme, "All hands", words, center=whole.move(0, theme.px(40)).center)
