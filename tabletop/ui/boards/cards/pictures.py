"""Cards fanned out, for covers and small pictures of card games."""

from collections.abc import Sequence

import pygame

from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.look import PLAIN, CardLook
from tabletop.ui.widgets.backdrop import sea

Size = tuple[int, int]
SHARE, TURN = 0.56, 11
"""Height of a card as a share of the picture's, and degrees between two cards of a fan."""


def ground(size: Size) -> pygame.Surface:
    """The sea, to draw on."""
    return sea(size, drawn("sea_tile_640", 1.0)).copy()


def card_size(size: Size) -> Size:
    """Of a card on a picture of this size."""
    high = min(size[1] * SHARE, size[0] * SHARE * 0.9)
    return max(2, round(high * faces.FULL[0] / faces.FULL[1])), max(2, round(high))


def scale(size: Size) -> int:
    """The interface scale, per cent, at which a card of this size is as large as it is printed."""
    return max(25, round(100 * size[1] / faces.FULL[1]))


def face(look: CardLook, size: Size) -> pygame.Surface:
    """Drawn at the size at which it is a whole card, and made smaller."""
    return faces.face(look, PLAIN, size, scale(size))


def fan(
    made: pygame.Surface, cards: Sequence[pygame.Surface], middle: tuple[float, float], turn: float = TURN, *,
    apart: float = 0, drop: float = 0, zoom: float = 1,
) -> None:  # fmt: skip
    """Cards side by side, the outer ones turned away and lower.

    Args:
        made: is drawn on.
        cards: as pictures, from left to right.
        middle: of the fan.
        turn: degrees between two of them.
        apart: pixels between two of them; left out, as much as there is room for.
        drop: how much lower the first beside the middle one is, pixels; left out, as they are turned.
        zoom: how large they are drawn.
    """
    if not cards:
        return
    step = apart or min(cards[0].get_width() * 0.72, made.get_width() * 0.62 / max(1, len(cards) - 1))
    lower = drop or turn * step / 220
    for number, card in enumerate(cards):
        away = number - (len(cards) - 1) / 2
        turned = pygame.transform.rotozoom(card, -away * turn, zoom)
        at = (middle[0] + away * step, middle[1] + away * away * lower)
        made.blit(turned, turned.get_rect(center=at))
