"""The table under the cards: as its game has it painted, else slate green with faint waves; darker under one's hand."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import pygame

from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards.card import Card, highlight
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import LAID, paint_sea, painted
from tabletop.ui.widgets.base import NOWHERE, Size, Widget
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.stack import aligned, merged, uncovered

DARKER, STRIP = 92, 110
"""Opacity of the shade over the whole table, and over the strip of the hand, out of 255."""
BAND = 64
"""Lines that are darkened at once."""


@lru_cache(maxsize=1)
def cloth(size: Size, ground: str, laid: bool) -> pygame.Surface:
    """A painted ground, with what lies upon it if there is room beside the cards; of no name, or no file, the sea."""
    made = (painted(f"{ground}{LAID}", size) if laid else None) or painted(ground, size)
    return made or _water(size)


def _water(size: Size) -> pygame.Surface:
    cloth = pygame.Surface(size)
    paint_sea(cloth, drawn("sea_tile_640", 1.0))
    _darken(cloth, pygame.Rect((0, 0), size), DARKER)
    return cloth


def _darken(cloth: pygame.Surface, place: pygame.Rect, shade: int) -> None:
    """A shade over a part, band by band: one as large as the window would take as much memory as the cloth."""
    band = pygame.Surface((place.w, BAND), pygame.SRCALPHA)
    band.fill((*INKS.scrim, shade))
    for top in range(place.top, place.bottom, BAND):
        cloth.blit(band, (place.x, top), (0, 0, place.w, place.bottom - top))


class StaticLayer(Widget):
    """The playing surface; reports ``table`` when it is clicked where nothing lies.

    The cloth and what lies still on it, with all the cards, are kept as one picture; the light of the pointer is laid
    upon that.

    Attributes:
        ground: the painted ground, by its name.
        laid: whether things may lie upon it beside the cards.
        strip: where the strip of the hand begins, screen pixels.
        animated: what was animated on the tableau when it was painted.
    """

    interactive = True
    beyond = 0

    def __init__(self, tableau: Tableau, ground: str = "") -> None:
        super().__init__("table")
        self.tableau, self.ground, self.laid = tableau, ground, False
        self._lit: Card | None = None
        """The card under the pointer, if it lies in the picture."""
        self.strip = 0
        self._picture = pygame.Surface((1, 1))
        self._still: Sequence[Widget] = ()
        self._reaches: Sequence[pygame.Rect] = ()
        self.animated: frozenset[tuple[str, object]] = frozenset()
        self._cards: dict[str, Card] = {}
        """The cards that lie in the picture, by id."""
        self._light = NOWHERE
        """Where its light lies."""
        self._stale: list[pygame.Rect] = []
        """Where the picture no longer holds."""

    def tick(self, elapsed: int) -> bool:
        """Let the pointer rest, until the card under it is read."""
        self.tableau.rest(elapsed)
        self.pulse = self.tableau.pause
        return False

    def settle(self, still: Sequence[Widget], theme: Theme) -> None:
        """This lies on the cloth from now on, the lowest first."""
        self._still, self._reaches = still, [widget.reach(theme) for widget in still]
        self._cards = {widget.id: widget for widget in still if isinstance(widget, Card)}
        self.turn_light(theme)
        self._stale = [self.rect]

    def turn_light(self, theme: Theme) -> list[pygame.Rect]:
        """Let the light follow the pointer; the places where it was and where it is."""
        before, self._lit = self._lit, self._cards.get(self.tableau.lit)
        if before is self._lit:
            return []
        left, card = self._light, self._lit
        self._light = NOWHERE if card is None else highlight(card.rect.size, theme.scale).place(card.rect)
        return [left, self._light]

    def invalidate(self, rects: Iterable[pygame.Rect]) -> None:
        """What lies there looks otherwise from now on."""
        self._stale += rects

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The picture, put right where it no longer holds, and the light."""
        if self._stale:
            self._mend(theme)
        clip = surface.get_clip()
        if clip.collidelist(self.covered) >= 0:
            if not self.seen or any(cover.contains(clip) for cover in self.covered):
                return
            clip = clip.clip(self.seen[0].unionall(self.seen[1:]))
        for piece in map(aligned, uncovered([clip], self.tableau.hides)):
            surface.blit(self._picture, piece, piece.move(-self.rect.x, -self.rect.y))
        if self._lit is not None and clip.colliderect(self._light):
            self._lit.light(surface, theme)

    def _mend(self, theme: Theme) -> None:
        ground, strip = cloth(self.rect.size, self.ground, self.laid), self.rect.move(0, self.strip or self.rect.h)
        if self._picture.get_size() != self.rect.size:
            self._picture, self._stale = pygame.Surface(self.rect.size), [self.rect]
        for rect in merged(self._stale, self.rect):
            self._picture.set_clip(rect)
            self._picture.blit(ground, rect, rect)
            _darken(self._picture, rect.clip(strip), STRIP)
            for number in rect.collidelistall(self._reaches):
                self._still[number].paint(self._picture, theme)
        self._picture.set_clip(None)
        self._stale = []

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click on the bare table."""
        return Pressed("table") if given.kind == "pressed" and given.button == "left" else None
