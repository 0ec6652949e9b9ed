"""The cloth under the cards: the painted ground of the game, or sea in slate green; darker under the own hand."""

from functools import lru_cache

import pygame

from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import LAID, paint_sea, painted
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.report import Pressed, Report

DARKER, STRIP = 92, 110
"""Opacity of the shade over the whole table, and over the strip of the hand, out of 255."""
BAND = 64
"""Lines that are darkened at once."""


@lru_cache(maxsize=1)
def cloth(size: Size, ground: str, laid: bool) -> pygame.Surface:
    """Return the painted ground, with things lying on it if `laid`; without a file, the sea."""
    made = (painted(f"{ground}{LAID}", size) if laid else None) or painted(ground, size)
    return made or _draw_water(size)


def _draw_water(size: Size) -> pygame.Surface:
    cloth = pygame.Surface(size)
    paint_sea(cloth, drawn("sea_tile_640", 1.0))
    _darken(cloth, pygame.Rect((0, 0), size), DARKER)
    return cloth


def _darken(cloth: pygame.Surface, place: pygame.Rect, shade: int) -> None:
    """Darken a part in bands: a shade as large as the window would take as much memory as the cloth."""
    band = pygame.Surface((place.w, BAND), pygame.SRCALPHA)
    band.fill((*INKS.scrim, shade))
    for top in range(place.top, place.bottom, BAND):
        cloth.blit(band, (place.x, top), (0, 0, place.w, place.bottom - top))


class StaticLayer(Widget):
    """The playing surface; it reports ``table`` for a click on bare cloth.

    The cloth with the darker strip of the hand is kept as one picture.

    Attributes:
       ground: name of the painted ground.
       laid: True if things may lie on the cloth beside the cards.
       strip: upper edge of the strip of the hand, screen pixels; 0 without one.
    """

    interactive = True
    beyond = 0

    def __init__(self, tableau: Tableau, ground: str = "") -> None:
        super().__init__("table")
        self.tableau, self.ground, self.laid = tableau, ground, False
        self.strip = 0
        self._picture = pygame.Surface((0, 0))
        self._drawn: tuple[object, ...] = ()
        """All that the picture depends on."""

    def tick(self, elapsed: int) -> bool:
        """Let the pointer rest until the card under it is read."""
        self.tableau.advance_rest(elapsed)
        self.pulse = self.tableau.rest_left
        return False

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Copy the cloth to the surface."""
        needs = (self.rect.size, self.strip, self.laid, theme.dress)
        if needs != self._drawn:
            self._drawn, self._picture = needs, self._draw()
        surface.blit(self._picture, self.rect)

    def _draw(self) -> pygame.Surface:
        made = cloth(self.rect.size, self.ground, self.laid).copy()
        if self.strip:
            whole = made.get_rect()
            _darken(made, whole.move(0, self.strip).clip(whole), STRIP)
        return made

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a click on the bare table."""
        return Pressed("table") if given.kind == "pressed" and given.button == "left" else None
