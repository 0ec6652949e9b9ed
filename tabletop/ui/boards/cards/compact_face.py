"""A card in little room: suit bar, pip, name and a note. In the least room only pip and name are drawn."""

from typing import NamedTuple

import pygame

from tabletop.ui.boards.cards import art, drawing
from tabletop.ui.boards.cards.emblems import draw_pip
from tabletop.ui.boards.cards.look import CardLook, CardStatus
from tabletop.ui.text import Style, size_of, write_at, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import rounded

RADIUS = 4
BAR, PIP, TIGHT, SIGN = 6, 31, 24, 15
NOTED = 76
"""Least height with a line for the note, design pixels."""
LINE, TAG = 28, 23
"""Height of the note's line, and of the tag of a lower negated card, design pixels."""
SCENE, HEAD = (150, 76), 44
"""Least size with a vignette, and the height above the vignette; design pixels."""
BROAD, NARROW = 52, 30
"""Width of the vignette, and its least width beside a note; hundredths of the card's width."""
SIZES = (17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
"""Font sizes of the name, design pixels."""
LEAST = 14
"""Least size of the name on the screen. Smaller fonts are used only at scales that enlarge them to it."""


class PipSeat(NamedTuple):
    """The place of the pip on a wide card: left edge, side, gap to the name, gap behind the name; design pixels."""

    left: int
    pip: int
    gap: int
    right: int


PIP_SEATS = (PipSeat(BAR + 7, PIP, 9, 5), PipSeat(BAR + 2, TIGHT, 3, 2), PipSeat(1, TIGHT, 2, 2))
"""Places of the pip, roomiest first. The last lies over the bar, for names that would be cut or small beside it."""
_NAME = Style("name", 17, INKS.ink)
_NOTE = Style("semibold", 14, INKS.muted)


def draw_compact_face(look: CardLook, status: CardStatus, size: Size, theme: Theme) -> pygame.Surface:
    """Draw the compact face of a card."""
    made = drawing.draw_blank_card(size, theme, RADIUS)
    bar = rounded((theme.px(BAR + RADIUS), size[1]), theme.px(RADIUS), look.colour)
    made.blit(bar, (0, 0), (0, 0, theme.px(BAR), size[1]))
    if size[0] < theme.px(96) or size[1] > size[0]:
        _draw_narrow(made, look, status, theme)
    else:
        _draw_wide(made, look, status, theme)
    return made


def list_name_sizes(theme: Theme) -> tuple[int, ...]:
    """Return the font sizes of the name at the scale of the theme, largest first."""
    return tuple(size for size in SIZES if size >= LEAST or theme.px(size) >= LEAST)


def _has_vignette(look: CardLook, size: Size, theme: Theme) -> bool:
    """Return True if the card has a vignette and the room for it."""
    room = size[0] >= theme.px(SCENE[0]) and size[1] >= theme.px(SCENE[1])
    return room and art.vignette(look, size[0] * BROAD // 100) is not None


def _foot_height(look: CardLook, status: CardStatus, size: Size, theme: Theme) -> int:
    """Return the height below pip and name in screen pixels: for the vignette, the note, or the tag of a negation."""
    if _has_vignette(look, size, theme):
        return size[1] - theme.px(HEAD)
    if size[1] >= theme.px(NOTED):
        return theme.px(LINE)
    told = status.negated_by and not status.note_number and size[0] >= theme.px(drawing.SHORT)
    return theme.px(TAG) if told else 0


def _choose_pip_seat(look: CardLook, size: Size, foot: int, theme: Theme) -> PipSeat:
    """Return the roomiest place of the pip in which the name is neither cut nor small."""
    for seat in PIP_SEATS[:-1]:
        name = drawing.fit_text(
            look.title, _NAME, SIZES[: SIZES.index(LEAST) + 1], _name_room(seat, size, foot, theme), theme.scale
        )
        if not any(piece.text.endswith("…") for piece in name.pieces):
            return seat
    return PIP_SEATS[-1]


def _pip_side(seat: PipSeat, high: int, foot: int, theme: Theme) -> int:
    """Return the side of the pip, screen pixels."""
    return min(theme.px(seat.pip), high - theme.px(6) - (0 if high >= theme.px(NOTED) else foot))


def _name_room(seat: PipSeat, size: Size, foot: int, theme: Theme) -> Size:
    """Return width and height for the name, screen pixels."""
    taken = theme.px(seat.left) + _pip_side(seat, size[1], foot, theme) + theme.px(seat.gap) + theme.px(seat.right)
    return size[0] - taken, size[1] - foot - theme.px(4)


def _draw_wide(made: pygame.Surface, look: CardLook, status: CardStatus, theme: Theme) -> None:
    """Draw the pip at the left, the name beside it, the note below."""
    rect = made.get_rect()
    foot = _foot_height(look, status, rect.size, theme)
    seat = _choose_pip_seat(look, rect.size, foot, theme)
    side = _pip_side(seat, rect.h, foot, theme)
    pip = pygame.Rect(theme.px(seat.left), 0, side, side)
    noted = rect.h >= theme.px(NOTED)
    left = pip.right + theme.px(seat.gap)
    room = _name_room(seat, rect.size, foot, theme)
    name = drawing.fit_text(look.title, _NAME, list_name_sizes(theme), room, theme.scale)
    top = theme.px(4) + (room[1] - name.height) // 2
    beside = max(side // 2 + theme.px(10), top + min(name.height, side) // 2)
    pip.centery = beside if noted else (rect.h - foot) // 2
    draw_pip(made, look.pip, pip, status.value or look.value, look.colour, INKS.cream)
    write_block(made, theme, name, (left, top))
    if noted:
        _draw_note(made, look, status, left, theme)


def _draw_note(made: pygame.Surface, look: CardLook, status: CardStatus, left: int, theme: Theme) -> None:
    """Draw the note, the vignette beside it, and the sign in the corner."""
    rect = made.get_rect()
    style = _NOTE.tinted(INKS.brass_dark if status.fresh else INKS.muted)
    words = "just played" if status.fresh and not status.note else status.note
    middle, wide = rect.h - theme.px(18), size_of(words, style, theme.scale)[0]
    fits = wide <= rect.w - left - theme.px(SIGN + 12)
    if _has_vignette(look, rect.size, theme):
        _draw_scene(made, look, left + wide + theme.px(6) if words and fits else 0, theme)
    if fits:
        write_at(made, theme, words, style, midleft=(left, middle))
    side = theme.px(SIGN)
    drawing.draw_sign(made, look.foot, (rect.w - theme.px(9), middle + side // 2), side)


def _draw_scene(made: pygame.Surface, look: CardLook, noted: int, theme: Theme) -> None:
    """Draw the vignette in the lower right corner; `noted` is the right edge of the note."""
    rect = made.get_rect()
    picture = art.vignette(look, rect.w * BROAD // 100)
    edge, top = theme.px(5), theme.px(HEAD)
    left = max(noted, rect.w - edge - rect.w * BROAD // 100)
    frame = pygame.Rect(left, top, rect.w - edge - left, rect.h - edge - top)
    if picture is not None and frame.w >= rect.w * NARROW // 100:
        drawing.draw_inset(made, picture, frame, theme.px(1), art.ABOVE)


def _draw_narrow(made: pygame.Surface, look: CardLook, status: CardStatus, theme: Theme) -> None:
    """Draw the pip over the name, or the pip alone beside the bar."""
    rect = made.get_rect()
    left = theme.px(BAR + 2)
    side = min(theme.px(PIP if rect.h > rect.w else 24), rect.h - theme.px(6))
    below = rect.h - side - theme.px(6)
    named = below >= theme.px(17)
    free = max(0, below - theme.px(60)) // 3
    pip = pygame.Rect(0, theme.px(4) + free if named else (rect.h - side) // 2, side, side)
    pip.centerx = (left + rect.w) // 2
    draw_pip(made, look.pip, pip, status.value or look.value, look.colour, INKS.cream)
    if named:
        name = drawing.fit_text(
            look.title, _NAME, list_name_sizes(theme)[2:], (rect.w - left - theme.px(3), below - free), theme.scale
        )
        drawing.write_centred_lines(made, theme, name, pip.centerx, pip.bottom + theme.px(1) + free // 3)
