"""The faces of a standard deck: rank in the corner, suit below it, and the suit large where there is room."""

from collections.abc import Sequence

import pygame

from tabletop.cards.standard import COLOUR_OF, SUIT_OF, Suit, card_name
from tabletop.ui.boards.cards.drawing import body
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.base import Size, Tip, Widget

SMALL, LARGE = (46, 64), (64, 90)
"""Sizes of a card in a list and of one on a pile, design pixels."""
INK: dict[str, Colour] = {"red": INKS.danger, "black": INKS.ink}
FINE = 4
_kept: PictureCache[pygame.Surface] = PictureCache(6 * 1024 * 1024, picture_bytes)

Points = Sequence[tuple[float, float]]
_HEART: tuple[tuple[float, float, float], ...] = ((-0.25, -0.2, 0.27), (0.25, -0.2, 0.27))
_CLUB: tuple[tuple[float, float, float], ...] = ((0, -0.24, 0.24), (-0.26, 0.1, 0.24), (0.26, 0.1, 0.24))
_DISCS: dict[Suit, tuple[tuple[float, float, float], ...]] = {
    "spade": ((-0.24, 0.1, 0.25), (0.24, 0.1, 0.25)),
    "heart": _HEART,
    "diamond": (),
    "club": _CLUB,
}
"""Middle and radius of the round parts; 1 is the height of the sign, 0 its middle."""
_STEM: Points = ((0, 0.05), (0.16, 0.5), (-0.16, 0.5))
_SHARP: dict[Suit, tuple[Points, ...]] = {
    "spade": (((0, -0.5), (0.46, 0.02), (0.3, 0.22), (0, 0.1), (-0.3, 0.22), (-0.46, 0.02)), _STEM),
    "heart": (((-0.5, -0.1), (-0.25, -0.2), (0, -0.14), (0.25, -0.2), (0.5, -0.1), (0, 0.5)),),
    "diamond": (((0, -0.5), (0.38, 0), (0, 0.5), (-0.38, 0)),),
    "club": (_STEM,),
}


def suit_sign(suit: Suit, pixels: int, shade: Colour) -> pygame.Surface:
    """The sign of a suit, so many pixels high; shared, so never draw on it."""
    return _kept.made(("suit", suit, pixels, shade), lambda: _suit(suit, pixels, shade))


def _suit(suit: Suit, pixels: int, shade: Colour) -> pygame.Surface:
    side, shade = max(1, pixels) * FINE, worn(shade)
    made = pygame.Surface((side, side), pygame.SRCALPHA)
    made.fill((*shade, 0))
    for points in _SHARP[suit]:
        pygame.draw.polygon(made, shade, [((x + 0.5) * side, (y + 0.5) * side) for x, y in points])
    for x, y, radius in _DISCS[suit]:
        pygame.draw.circle(made, shade, ((x + 0.5) * side, (y + 0.5) * side), radius * side)
    return pygame.transform.smoothscale(made, (max(1, pixels), max(1, pixels)))


def face(card: str, size: Size, scale: int) -> pygame.Surface:
    """A card face up; shared, so never draw on it."""
    return _kept.made(("face", card, size, scale), lambda: _face(card, size, Theme(scale)))


def _face(card: str, size: Size, theme: Theme) -> pygame.Surface:
    made = body(size, theme, 5)
    ink, high = INK[COLOUR_OF[card]], size[1]
    rank = rendered(card[:-1], Style("number", round(high * 0.3 * 100 / theme.scale), ink), theme.scale)
    left = max(2, size[0] // 12)
    made.blit(rank, (left, high // 40))
    small = suit_sign(SUIT_OF[card], max(6, high // 5), ink)
    made.blit(
        small, small.get_rect(midtop=(left + rank.get_width() // 2, high // 40 + round(rank.get_height() * 0.86)))
    )
    large = suit_sign(SUIT_OF[card], round(high * 0.42), ink)
    made.blit(large, large.get_rect(bottomright=(size[0] - left, high - high // 14)))
    return made


class Pip(Widget):
    """A card in a line of words: its rank and its suit."""

    SIGN = 11
    """Height of the suit, design pixels."""

    def __init__(self, card: str) -> None:
        super().__init__(tip=Tip(card_name(card).capitalize()))
        self.card = card
        self._style = Style("semibold", 13, INK[COLOUR_OF[card]])

    @property
    def text(self) -> str:
        """Its name."""
        return card_name(self.card)

    def measure(self, theme: Theme, width: int) -> Size:
        """Rank and suit beside each other."""
        wide, high = size_of(self.card[:-1], self._style, theme.scale)
        return wide + theme.px(self.SIGN + 1), high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Rank, suit."""
        rank = rendered(self.card[:-1], self._style, theme.scale)
        sign = suit_sign(SUIT_OF[self.card], theme.px(self.SIGN), INK[COLOUR_OF[self.card]])
        surface.blit(rank, self.rect.topleft)
        at = sign.get_rect(midleft=(self.rect.x + rank.get_width() + 1, self.rect.y + rank.get_height() // 2))
        surface.blit(sign, at)


class PlayingCard(Widget):
    """A card with a mark under it, e.g. its hits; dim for one that counted nothing."""

    def __init__(self, card: str, mark: str = "", size: tuple[int, int] = SMALL, *, dim: bool = False) -> None:
        super().__init__(tip=Tip(card_name(card).capitalize()))
        self.card, self.mark, self.size, self.dim = card, mark, size, dim

    _MARK = Style("semibold", 14, INKS.ink)

    def measure(self, theme: Theme, width: int) -> Size:
        """The card, and the mark below it."""
        words = size_of(self.mark, self._MARK, theme.scale) if self.mark else (0, 0)
        return max(theme.px(self.size[0]), words[0]), theme.px(self.size[1]) + words[1]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Face and mark."""
        size = (theme.px(self.size[0]), theme.px(self.size[1]))
        drawn = face(self.card, size, theme.scale)
        if self.dim:
            drawn = drawn.copy()
            drawn.set_alpha(120)
        surface.blit(drawn, (self.rect.centerx - size[0] // 2, self.rect.y))
        if self.mark:
            ink = INK[COLOUR_OF[self.card]]
            words = rendered(self.mark, self._MARK.tinted(ink), theme.scale)
            surface.blit(words, words.get_rect(midtop=(self.rect.centerx, self.rect.y + size[1])))
