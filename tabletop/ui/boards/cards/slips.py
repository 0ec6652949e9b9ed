"""A card as a slip: suit bar, seal, name and a note, as it lies in a row; without room only seal and name."""

import pygame

from tabletop.ui.boards.cards.fitting import fitted, write_centred_lines
from tabletop.ui.boards.cards.look import CardLook, Standing
from tabletop.ui.boards.cards.paper import body, sign
from tabletop.ui.boards.cards.seals import draw_seal
from tabletop.ui.text import Style, rendered, size_of, write_block
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import rounded

RADIUS = 4
BAR, SEAL, TIGHT, SIGN = 6, 31, 24, 15
NOTED = 76
"""From this height on there is a line for the note, design pixels."""
SIZES = (17, 16, 15, 14, 13, 12, 11)
"""Of the name; a smaller one cannot be read, so that it is cut."""
_NAME = Style("name", 17, INKS.ink)
_NOTE = Style("semibold", 14, INKS.muted)


def drawn(look: CardLook, standing: Standing, size: Size, theme: Theme) -> pygame.Surface:
    """The slip for its size."""
    made = body(size, theme, RADIUS)
    bar = rounded((theme.px(BAR + RADIUS), size[1]), theme.px(RADIUS), look.colour)
    made.blit(bar, (0, 0), (0, 0, theme.px(BAR), size[1]))
    if size[0] < theme.px(96) or size[1] > size[0]:
        _narrow(made, look, standing, theme)
    else:
        _wide(made, look, standing, theme)
    return made


def _crowded(look: CardLook, size: Size, theme: Theme) -> bool:
    """Whether the name would be cut beside a seal of the usual size."""
    room = (
        size[0] - theme.px(BAR + 7 + SEAL + 9 + 5),
        size[1] - theme.px(4 + (28 if size[1] >= theme.px(NOTED) else 0)),
    )
    name = fitted(look.title, _NAME, SIZES[:4], room, theme.scale)
    return any(piece.text.endswith("…") for piece in name.pieces)


def _wide(made: pygame.Surface, look: CardLook, standing: Standing, theme: Theme) -> None:
    """Seal at the left, name beside it, note below."""
    rect = made.get_rect()
    tight = _crowded(look, rect.size, theme)
    side = min(theme.px(TIGHT if tight else SEAL), rect.h - theme.px(6))
    seal = pygame.Rect(theme.px(BAR + (2 if tight else 7)), 0, side, side)
    noted = rect.h >= theme.px(NOTED)
    left = seal.right + theme.px(3 if tight else 9)
    foot = theme.px(28) if noted else 0
    room = (rect.w - left - theme.px(2 if tight else 5), rect.h - foot - theme.px(4))
    name = fitted(look.title, _NAME, SIZES, room, theme.scale)
    top = theme.px(4) + (room[1] - name.height) // 2
    seal.centery = rect.centery if not noted else max(side // 2 + theme.px(10), top + min(name.height, side) // 2)
    draw_seal(made, look.seal, seal, standing.value or look.value, look.colour, INKS.cream)
    write_block(made, theme, name, (left, top))
    if noted:
        _note(made, look, standing, left, theme)


def _note(made: pygame.Surface, look: CardLook, standing: Standing, left: int, theme: Theme) -> None:
    rect = made.get_rect()
    style = _NOTE.tinted(INKS.brass_dark if standing.fresh else INKS.muted)
    words = "just played" if standing.fresh and not standing.note else standing.note
    middle = rect.h - theme.px(18)
    if size_of(words, style, theme.scale)[0] <= rect.w - left - theme.px(SIGN + 12):
        note = rendered(words, style, theme.scale)
        made.blit(note, note.get_rect(midleft=(left, middle)))
    side = theme.px(SIGN)
    sign(made, look.foot, (rect.w - theme.px(9), middle + side // 2), side)


def _narrow(made: pygame.Surface, look: CardLook, standing: Standing, theme: Theme) -> None:
    """The seal over the name, or the seal alone beside the bar."""
    rect = made.get_rect()
    left = theme.px(BAR + 2)
    side = min(theme.px(SEAL if rect.h > rect.w else 24), rect.h - theme.px(6))
    below = rect.h - side - theme.px(6)
    named = below >= theme.px(17)
    free = max(0, below - theme.px(60)) // 3
    seal = pygame.Rect(0, theme.px(4) + free if named else (rect.h - side) // 2, side, side)
    seal.centerx = (left + rect.w) // 2
    draw_seal(made, look.seal, seal, standing.value or look.value, look.colour, INKS.cream)
    if named:
        name = fitted(look.title, _NAME, SIZES[2:], (rect.w - left - theme.px(3), below - free), theme.scale)
        write_centred_lines(made, theme, name, seal.centerx, seal.bottom + theme.px(1) + free // 3)
