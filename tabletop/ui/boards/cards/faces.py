"""Faces and backs of cards, drawn for the size there is and kept by their bytes.

A face is whole where there is room (header, art, words, foot) and a slip where it lies in a row. What is drawn
depends on the look, the standing and the size alone.
"""

import pygame

from tabletop.ui.boards.cards import backs, slips, whole
from tabletop.ui.boards.cards.look import PLAIN, Back, CardLook, Standing
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Size

FULL, SLIP = (170, 238), (218, 96)
"""Sizes of a card in the hand and of one in a row, design pixels."""
WHOLE = (112, 98)
"""From this size on a card is drawn whole, design pixels."""
LEAST = (42, 32)
"""A smaller card cannot be read at all."""
BUDGET = 24 * 1024 * 1024
DIM = (200, 204, 200)

_kept: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)


def face(look: CardLook, standing: Standing, size: Size, scale: int) -> pygame.Surface:
    """A card face up; shared, so never draw on it. Rings and negation are not on it."""
    negation = bool(standing.negated), standing.number
    shown = (look, standing.note, standing.value, standing.fresh, bool(standing.disabled), negation, size, scale)
    return _kept.made(shown, lambda: _face(look, standing, size, Theme(scale)))


def back(look: Back, size: Size, scale: int) -> pygame.Surface:
    """A card face down; shared, so never draw on it."""
    return _kept.made((look, size, scale), lambda: backs.drawn(look, size, Theme(scale)))


def small(look: CardLook, size: Size, scale: int) -> pygame.Surface:
    """A whole face made small, for piles and for cards that fly: a picture of a card, not something to be read."""
    theme = Theme(scale)
    if is_whole(size, theme) or size[0] > size[1]:
        return face(look, PLAIN, size, scale)
    large = (theme.px(FULL[0]), theme.px(FULL[1]))
    shown = ("small", look, size, scale)
    return _kept.made(shown, lambda: pygame.transform.smoothscale(face(look, PLAIN, large, scale), size))


def tilted(look: Back, size: Size, scale: int, degrees: float) -> pygame.Surface:
    """A card face down, turned a little; shared, so never draw on it."""
    turned = pygame.transform.rotozoom
    return _kept.made((look, size, scale, degrees), lambda: turned(back(look, size, scale), degrees, 1))


def is_whole(size: Size, theme: Theme) -> bool:
    """Whether a card of this size is drawn with its words."""
    return size[0] >= theme.px(WHOLE[0]) and size[1] >= theme.px(WHOLE[1])


def radius(size: Size, theme: Theme) -> float:
    """Of its corners, design pixels."""
    return whole.RADIUS if is_whole(size, theme) else slips.RADIUS


def _face(look: CardLook, standing: Standing, size: Size, theme: Theme) -> pygame.Surface:
    drawn = whole.drawn if is_whole(size, theme) else slips.drawn
    made = drawn(look, standing, size, theme)
    if standing.disabled:
        made.fill((*DIM, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made
