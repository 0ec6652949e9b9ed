"""Faces and backs of cards at any size, kept in a cache, and fans of cards for covers.

 A face is whole where there is room (header, art, words, foot) and compact in a row. The picture depends on the look,
the status and the size alone.
"""

import math
from collections.abc import Sequence

import pygame

from tabletop.ui.assets import drawn
from tabletop.ui.boards.cards import art, compact_face, drawing, emblems
from tabletop.ui.boards.cards.emblems import draw_pip
from tabletop.ui.boards.cards.look import PLAIN, Back, CardLook, CardStatus
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.text import Block, Style, size_of, write_at, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import painted, sea
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import rounded

RADIUS, LINES = 8, 4
_FINE = 4


def draw_back(look: Back, size: Size, theme: Theme) -> pygame.Surface:
    """Draw a card face down at any size."""
    if (whole := art.back_art(look, size)) is not None:
        return whole
    made = drawing.draw_blank_card(size, theme, min(RADIUS, size[0] * 100 / theme.scale / 12))
    inner = made.get_rect().inflate(-2 * theme.px(5), -2 * theme.px(5))
    made.blit(rounded(inner.size, theme.px(4), look.colour), inner)
    faint = tuple(round(c + (b - c) * 0.75) for c, b in zip(look.colour, look.line, strict=True))
    step = max(2, round(min(inner.size) * 0.055))
    for number in range(1, LINES + 1):
        line = inner.inflate(-2 * step * number, -2 * step * number)
        if line.w > 4 * step and line.h > 4 * step:
            drawing.draw_outline(made, line, theme.px(3), 1, (faint[0], faint[1], faint[2]))
    _draw_star(made, inner)
    return made


def _draw_star(made: pygame.Surface, inner: pygame.Rect) -> None:
    """Draw a star with four long points."""
    side = round(min(inner.size) * 0.52)
    fine = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    fine.fill((*INKS.brass_light, 0))
    middle, long = side * _FINE / 2, side * _FINE / 2
    corners = [(math.radians(45 * corner), long * (0.19 if corner % 2 else 1)) for corner in range(8)]
    points = [(middle + reach * math.sin(angle), middle - reach * math.cos(angle)) for angle, reach in corners]
    pygame.draw.polygon(fine, INKS.brass_light, points)
    small = pygame.transform.smoothscale(fine, (side, side))
    made.blit(small, small.get_rect(center=inner.center))


HEADER, PIP, FRAME = 36, 30, 4
NARROW = 144
ART, ART_LEAST = (146, 86), 31
TAIL, TAILED, WORDED = 28, 0.9, 0.72
"""Least free height for a tail-piece in design pixels, and its width as a share, without and with words."""
TAIL_RATIO = 2.6
"""Most width of a tail-piece, in heights."""
FOOT, SIGN = 26, 17
_NAME = Style("name", 17, INKS.cream)
_WORDS = Style("body", 15, INKS.ink_2)
_FOOT = Style("title", 17)


def draw_whole_face(look: CardLook, status: CardStatus, size: Size, theme: Theme) -> pygame.Surface:
    """Draw the whole face. Art and foot are left out where the words need their room."""
    made = drawing.draw_blank_card(size, theme, RADIUS)
    inner = made.get_rect().inflate(-2 * theme.px(FRAME), -2 * theme.px(FRAME))
    drawing.draw_outline(made, inner, theme.px(RADIUS - 3), theme.px(1.6), look.colour)
    below = _draw_header(made, look, status, inner, theme)
    words = _wrap_words(look, pygame.Rect(inner.x, below, inner.w, inner.bottom - below), theme)
    said = words.height if look.words else 0
    foot = inner.bottom - theme.px(FOOT if inner.bottom - below - said >= theme.px(FOOT + 6) else 6)
    if foot < inner.bottom - theme.px(6):
        _draw_foot(made, look, inner, theme)
    top = _draw_art(made, look, pygame.Rect(inner.x, below, inner.w, foot - below), said, theme)
    _draw_words(made, words, pygame.Rect(inner.x, top, inner.w, foot - top), theme)
    below = top + said + (theme.px(6) if said else 0)
    _draw_tailpiece(made, look, pygame.Rect(inner.x, below, inner.w, foot - below), theme)
    return made


def _draw_header(made: pygame.Surface, look: CardLook, status: CardStatus, inner: pygame.Rect, theme: Theme) -> int:
    """Draw pip and name, and return the lower edge of the header."""
    high = theme.px(HEADER)
    band = rounded((inner.w, high + theme.px(8)), theme.px(RADIUS - 3), look.colour)
    made.blit(band, inner, (0, 0, inner.w, high))
    side = min(theme.px(PIP), inner.w // 3)
    narrow = inner.w < theme.px(NARROW)
    side = theme.px(26) if narrow else side
    pip = pygame.Rect(inner.x + theme.px(4 if narrow else 6), inner.y + (high - side) // 2, side, side)
    value = status.value or look.value
    left = inner.x + theme.px(8)
    if value:
        draw_pip(made, look.pip, pip, value, INKS.cream, INKS.cream, theme.px(1.8))
        left = pip.right + theme.px(4 if narrow else 7)
    room = (inner.right - theme.px(3 if narrow else 5) - left, high - theme.px(1))
    name = drawing.fit_text(look.title, _NAME, _list_name_sizes(look.title, room, theme), room, theme.scale)
    write_block(made, theme, name, (left + max(0, (room[0] - name.width) // 2), inner.y + (high - name.height) // 2))
    return inner.y + high


def _list_name_sizes(title: str, room: Size, theme: Theme) -> tuple[float, ...]:
    """Return the font size at which the name fits one line, else those for two lines."""
    single = [size for size in (18, 17, 16, 15, 14) if size_of(title, _NAME.at(size), theme.scale)[0] <= room[0]]
    return (single[0],) if single else (14, 13)


def _wrap_words(look: CardLook, room: pygame.Rect, theme: Theme) -> Block:
    inside = (room.w - 2 * theme.px(5), room.h - theme.px(6))
    return drawing.balance_text(look.words, _WORDS, (15, 14), inside, theme.scale)


def _draw_foot(made: pygame.Surface, look: CardLook, inner: pygame.Rect, theme: Theme) -> None:
    middle = inner.bottom - theme.px(FOOT // 2)
    side = theme.px(SIGN)
    style = _FOOT.tinted(look.colour)
    room = inner.w - 2 * theme.px(9) - (side + theme.px(4) if look.foot else 0)
    if size_of(look.suit, style, theme.scale)[0] <= room:
        write_at(made, theme, look.suit, style, midleft=(inner.x + theme.px(9), middle))
    drawing.draw_sign(made, look.foot, (inner.right - theme.px(8), middle + side // 2), side)


def _draw_art(made: pygame.Surface, look: CardLook, room: pygame.Rect, words: int, theme: Theme) -> int:
    """Draw the picture in the height that the words leave, and return the top of the words."""
    vignette = art.vignette(look, room.w - 2 * theme.px(FRAME))
    if vignette is not None:
        return _draw_vignette(made, vignette, room, words, theme)
    gap = theme.px(9 if room.h - words > theme.px(70) else 5)
    free = room.h - words - 2 * gap
    high = min(theme.px(ART[1]), free)
    if high < theme.px(ART_LEAST):
        return room.y + theme.px(2)
    wide = min(room.w - 2 * theme.px(8), round(high * ART[0] / ART[1] * 1.5))
    frame = pygame.Rect(room.centerx - wide // 2, room.y + gap, wide, high)
    made.blit(emblems.draw_framed_emblem(look, frame.size, theme), frame)
    return frame.bottom + theme.px(3)


def _draw_vignette(made: pygame.Surface, vignette: pygame.Surface, room: pygame.Rect, words: int, theme: Theme) -> int:
    """Draw the vignette at full width, cut in height where needed, and return the top of the words."""
    gap = theme.px(5)
    high = min(vignette.get_height(), room.h - words - 2 * gap)
    if high < theme.px(ART_LEAST):
        return room.y + theme.px(2)
    frame = vignette.get_rect(topleft=(room.centerx - vignette.get_width() // 2, room.y + gap), h=high)
    drawing.draw_inset(made, vignette, frame, theme.px(1), art.ABOVE)
    return frame.bottom + theme.px(3)


def _draw_tailpiece(made: pygame.Surface, look: CardLook, room: pygame.Rect, theme: Theme) -> None:
    """Draw the ornament of a foot with few words, if there is room."""
    if room.h >= theme.px(TAIL):
        wide = (room.w - 2 * theme.px(FRAME)) * (WORDED if look.words else TAILED)
        piece = art.tailpiece(look, round(min(wide, room.h * TAIL_RATIO)))
        if piece is not None:
            made.blit(piece, piece.get_rect(center=room.center))


def _draw_words(made: pygame.Surface, words: Block, room: pygame.Rect, theme: Theme) -> None:
    """Draw centered lines near the top of `room`."""
    spare = max(0, room.h - words.height)
    top = room.y + min(spare // 2, theme.px(6))
    drawing.write_centred_lines(made, theme, words, room.centerx, top)


Extent = tuple[float, float]
"""Width and height of a card, design pixels."""
FULL, COMPACT = (170, 238), (218, 96)
"""Sizes of a card in a hand and of a card in a row, design pixels."""
WHOLE = (112, 98)
"""Least size of a card that is drawn whole, design pixels."""
LEAST = (42, 32)
"""Smallest card that can be read, design pixels."""
BUDGET = 16 * 1024 * 1024
"""Bytes of pictures in the cache. A position fills 8 MB in 3840×2160 at 200 %."""
DIM = (200, 204, 200)

_pictures: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)


def face(look: CardLook, status: CardStatus, size: Size, scale: int) -> pygame.Surface:
    """Return a card face up without rings and negation. Shared: never draw on it."""
    negation = bool(status.negated_by), status.note_number
    shown = (look, status.note, status.value, status.fresh, bool(status.disabled), negation, size, scale)
    return _pictures.made(shown, lambda: _draw_face(look, status, size, Theme(scale)))


def card_back(look: Back, size: Size, scale: int) -> pygame.Surface:
    """Return a card face down. Shared: never draw on it."""
    return _pictures.made((look, size, scale), lambda: draw_back(look, size, Theme(scale)))


def small_face(look: CardLook, size: Size, scale: int) -> pygame.Surface:
    """Return a whole face scaled down, for piles and flights. It cannot be read. Shared: never draw on it."""
    theme = Theme(scale)
    if is_whole(size, theme) or size[0] > size[1]:
        return face(look, PLAIN, size, scale)
    large = (theme.px(FULL[0]), theme.px(FULL[1]))
    shown = ("small", look, size, scale)
    return _pictures.made(shown, lambda: pygame.transform.smoothscale(face(look, PLAIN, large, scale), size))


def tilted_back(look: Back, size: Size, scale: int, degrees: float) -> pygame.Surface:
    """Return a card face down, turned by `degrees`. Shared: never draw on it."""
    turned = pygame.transform.rotozoom
    return _pictures.made((look, size, scale, degrees), lambda: turned(card_back(look, size, scale), degrees, 1))


def is_whole(size: Size, theme: Theme) -> bool:
    """Return True if a card of this size is drawn with its words."""
    return size[0] >= theme.px(WHOLE[0]) and size[1] >= theme.px(WHOLE[1])


def corner_radius(size: Size, theme: Theme) -> float:
    """Return the radius of a card's corners, design pixels."""
    return RADIUS if is_whole(size, theme) else compact_face.RADIUS


def _draw_face(look: CardLook, status: CardStatus, size: Size, theme: Theme) -> pygame.Surface:
    drawn = draw_whole_face if is_whole(size, theme) else compact_face.draw_compact_face
    made = drawn(look, status, size, theme)
    if status.disabled:
        made.fill((*DIM, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


SHARE, TURN = 0.56, 11
"""Height of a card as a share of the picture's, and degrees between two cards of a fan."""


def draw_ground(size: Size, name: str = "") -> pygame.Surface:
    """Return the painted ground `name`, or the sea, as a surface to draw on."""
    return painted(name, size) or sea(size, drawn("sea_tile_640", 1.0)).copy()


def card_size(size: Size) -> Size:
    """Return the size of a card on a picture of this size."""
    high = min(size[1] * SHARE, size[0] * SHARE * 0.9)
    return max(2, round(high * FULL[0] / FULL[1])), max(2, round(high))


def scale_for(size: Size) -> int:
    """Return the interface scale, per cent, at which a printed card has this size."""
    return max(25, round(100 * size[1] / FULL[1]))


def draw_card(look: CardLook, size: Size) -> pygame.Surface:
    """Return a card for a picture: drawn at the size of a whole card, then scaled down."""
    return face(look, PLAIN, size, scale_for(size))


def draw_fan(
    made: pygame.Surface,
    cards: Sequence[pygame.Surface],
    middle: tuple[float, float],
    turn: float = TURN,
    *,
    apart: float = 0,
    drop: float = 0,
    zoom: float = 1,
) -> None:
    """Draw cards side by side, the outer ones turned away and lower.

    Args:
       made: the surface to draw on.
       cards: pictures from left to right.
       middle: the middle of the fan.
       turn: degrees between two cards.
       apart: pixels between two cards; 0 takes the room there is.
       drop: how much lower the first card beside the middle lies, pixels; 0 follows the turn.
       zoom: magnification of the pictures.
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
