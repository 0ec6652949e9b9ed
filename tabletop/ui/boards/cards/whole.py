"""A whole card face: header with seal and name, art, words, suit and sign in the foot."""

import pygame

from tabletop.ui.boards.cards import art
from tabletop.ui.boards.cards.fitting import balanced, fitted, write_centred_lines
from tabletop.ui.boards.cards.look import CardLook, Standing
from tabletop.ui.boards.cards.paper import body, outline, sign
from tabletop.ui.boards.cards.seals import draw_seal
from tabletop.ui.text import Block, Style, rendered, size_of, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import rounded

RADIUS = 8
HEADER, SEAL, FRAME = 36, 30, 4
NARROW = 144
ART, ART_LEAST = (146, 86), 31
FOOT, SIGN = 26, 17
_NAME = Style("name", 17, INKS.cream)
_WORDS = Style("body", 15, INKS.ink_2)
_FOOT = Style("title", 17)


def drawn(look: CardLook, standing: Standing, size: Size, theme: Theme) -> pygame.Surface:
    """The face; art and foot are left out where the words need their room."""
    made = body(size, theme, RADIUS)
    inner = made.get_rect().inflate(-2 * theme.px(FRAME), -2 * theme.px(FRAME))
    outline(made, inner, theme.px(RADIUS - 3), theme.px(1.6), look.colour)
    below = _header(made, look, standing, inner, theme)
    words = _words(look, pygame.Rect(inner.x, below, inner.w, inner.bottom - below), theme)
    foot = inner.bottom - theme.px(FOOT if inner.bottom - below - words.height >= theme.px(FOOT + 6) else 6)
    if foot < inner.bottom - theme.px(6):
        _foot(made, look, inner, theme)
    top = _art(made, look, pygame.Rect(inner.x, below, inner.w, foot - below), words.height, theme)
    _write(made, words, pygame.Rect(inner.x, top, inner.w, foot - top), theme)
    return made


def _header(made: pygame.Surface, look: CardLook, standing: Standing, inner: pygame.Rect, theme: Theme) -> int:
    """Where it ends."""
    high = theme.px(HEADER)
    band = rounded((inner.w, high + theme.px(8)), theme.px(RADIUS - 3), look.colour)
    made.blit(band, inner, (0, 0, inner.w, high))
    side = min(theme.px(SEAL), inner.w // 3)
    narrow = inner.w < theme.px(NARROW)
    side = theme.px(26) if narrow else side
    seal = pygame.Rect(inner.x + theme.px(4 if narrow else 6), inner.y + (high - side) // 2, side, side)
    value = standing.value or look.value
    left = inner.x + theme.px(8)
    if value:
        draw_seal(made, look.seal, seal, value, INKS.cream, INKS.cream, theme.px(1.8))
        left = seal.right + theme.px(4 if narrow else 7)
    room = (inner.right - theme.px(3 if narrow else 5) - left, high - theme.px(1))
    name = fitted(look.title, _NAME, _name_sizes(look.title, room, theme), room, theme.scale)
    write_block(made, theme, name, (left + max(0, (room[0] - name.width) // 2), inner.y + (high - name.height) // 2))
    return inner.y + high


def _name_sizes(title: str, room: Size, theme: Theme) -> tuple[float, ...]:
    """Sizes at which the name stands in one line, then those in which it may take two."""
    single = [size for size in (18, 17, 16, 15, 14) if size_of(title, _NAME.at(size), theme.scale)[0] <= room[0]]
    return (single[0],) if single else (14, 13)


def _words(look: CardLook, room: pygame.Rect, theme: Theme) -> Block:
    inside = (room.w - 2 * theme.px(5), room.h - theme.px(6))
    return balanced(look.words, _WORDS, (15, 14), inside, theme.scale)


def _foot(made: pygame.Surface, look: CardLook, inner: pygame.Rect, theme: Theme) -> None:
    middle = inner.bottom - theme.px(FOOT // 2)
    side = theme.px(SIGN)
    style = _FOOT.tinted(look.colour)
    room = inner.w - 2 * theme.px(9) - (side + theme.px(4) if look.foot else 0)
    if size_of(look.suit, style, theme.scale)[0] <= room:
        suit = rendered(look.suit, style, theme.scale)
        made.blit(suit, suit.get_rect(midleft=(inner.x + theme.px(9), middle)))
    sign(made, look.foot, (inner.right - theme.px(8), middle + side // 2), side)


def _art(made: pygame.Surface, look: CardLook, room: pygame.Rect, words: int, theme: Theme) -> int:
    """The framed picture, as high as the words leave it; where the room for the words begins."""
    gap = theme.px(9 if room.h - words > theme.px(70) else 5)
    free = room.h - words - 2 * gap
    high = min(theme.px(ART[1]), free)
    if high < theme.px(ART_LEAST):
        return room.y + theme.px(2)
    wide = min(room.w - 2 * theme.px(8), round(high * ART[0] / ART[1] * 1.5))
    frame = pygame.Rect(room.centerx - wide // 2, room.y + gap, wide, high)
    made.blit(art.framed(look, frame.size, theme), frame)
    return frame.bottom + theme.px(3)


def _write(made: pygame.Surface, words: Block, room: pygame.Rect, theme: Theme) -> None:
    """Each line in the middle, the whole near the top of its room."""
    spare = max(0, room.h - words.height)
    top = room.y + min(spare // 2, theme.px(6))
    write_centred_lines(made, theme, words, room.centerx, top)
