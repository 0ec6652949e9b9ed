"""The parts that all cards are drawn from: paper, shadow and ring, text that fits, and the marks of a negation."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.cards.look import CardStatus
from tabletop.ui.text import Block, Run, Style, elided, flowed, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.base import Size
from tabletop.ui.widgets.draw import mask, rounded, shapes


@lru_cache(maxsize=1024)
def fit_text(text: str, style: Style, sizes: Sequence[float], room: tuple[int, int], scale: int) -> Block:
    """Wrap text in the largest font size whose lines fit; cut it at the smallest if none fits.

    Args:
       text: the words.
       style: the style, whose size is replaced.
       sizes: font sizes in design pixels, largest first.
       room: width and height, screen pixels.
       scale: the interface scale, per cent.
    """
    for size in sizes:
        block = flowed((Run(text, style.at(size)),), room[0], scale)
        if block.width <= room[0] and block.height <= room[1]:
            return block
    return _cut_text(text, style.at(sizes[-1]), room, scale)


def _cut_text(text: str, style: Style, room: tuple[int, int], scale: int) -> Block:
    """Wrap as many words as fit, with an ellipsis; at least a part of the first word."""
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        block = flowed((Run(" ".join(words[:count]) + "…", style),), room[0], scale)
        if block.width <= room[0] and block.height <= room[1]:
            return block
    return flowed((Run(elided(text, style, room[0], scale), style),), room[0], scale)


def balance_text(text: str, style: Style, sizes: Sequence[float], room: tuple[int, int], scale: int) -> Block:
    """Wrap text as `fit_text` does, with lines of about equal length."""
    block = fit_text(text, style, sizes, room, scale)
    if not block.pieces or len({piece.y for piece in block.pieces}) == 1:
        return block
    said = " ".join(piece.text for piece in block.pieces)
    low, high = room[0] // 3, room[0]
    while low < high:
        middle = (low + high) // 2
        tried = flowed((Run(said, block.pieces[0].style),), middle, scale)
        low, high = (low, middle) if tried.height <= block.height and tried.width <= middle else (middle + 1, high)
    return flowed((Run(said, block.pieces[0].style),), high, scale)


def write_centred_lines(surface: pygame.Surface, theme: Theme, block: Block, middle: int, top: int) -> None:
    """Draw wrapped text with each line centered at `middle`."""
    for line in sorted({piece.y for piece in block.pieces}):
        pieces = [piece for piece in block.pieces if piece.y == line]
        left = middle - sum(size_of(piece.text, piece.style, theme.scale)[0] for piece in pieces) // 2
        for piece in pieces:
            surface.blit(rendered(piece.text, piece.style, theme.scale), (left + piece.x, top + piece.y))


CARD: Colour = colour("#FBF5E4")
"""Colour of cards, a little lighter than panels."""
SHADOW = 9
SMALL = 80
"""Cards lower than this have a thinner ring, design pixels."""


def draw_blank_card(size: Size, theme: Theme, radius: float) -> pygame.Surface:
    """Draw an empty card with its edge."""
    made = rounded(size, theme.px(radius), INKS.brass_dark).copy()
    one = theme.px(1)
    made.blit(rounded((size[0] - 2 * one, size[1] - 2 * one), theme.px(radius) - one, CARD), (one, one))
    return made


def draw_outline(target: pygame.Surface, rect: pygame.Rect, radius: int, pen: int, shade: Colour) -> None:
    """Draw the line of the inner frame, with smooth corners."""
    made = rounded(rect.size, radius, shade).copy()
    hole = mask((max(1, rect.w - 2 * pen), max(1, rect.h - 2 * pen)), max(0, radius - pen))
    made.blit(hole, (pen, pen), special_flags=pygame.BLEND_RGBA_SUB)
    target.blit(made, rect)


def draw_inset(target: pygame.Surface, picture: pygame.Surface, frame: pygame.Rect, pen: int, low: float) -> None:
    """Draw a part of a picture in a thin frame. Of the cut height the share `low` is taken from the top."""
    spare = picture.get_width() - frame.w, picture.get_height() - frame.h
    target.fill(INKS.brass_dark, frame.inflate(2 * pen, 2 * pen))
    target.blit(picture, frame, (spare[0] // 2, round(spare[1] * low), *frame.size))


def draw_sign(target: pygame.Surface, name: str, corner: tuple[int, int], pixels: int) -> None:
    """Draw a sprite with its lower right corner at `corner`. Draws nothing for the name ""."""
    if not name:
        return
    picture = icon(name, pixels)
    target.blit(picture, picture.get_rect(bottomright=corner), special_flags=pygame.BLEND_PREMULTIPLIED)


@shapes.keeping
def _build_shadow(size: Size, scale: int, radius: float) -> pygame.Surface:
    theme = Theme(scale)
    margin = theme.px(SHADOW)
    made = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    for grown in (6, 4, 2, 1):
        more = theme.px(grown)
        layer = rounded((size[0] + 2 * more, size[1] + 2 * more), theme.px(radius) + more, (0, 0, 0), 26)
        made.blit(layer, (margin - more, margin - more))
    return made


def draw_shadow(target: pygame.Surface, theme: Theme, rect: pygame.Rect, radius: float, down: float = 3) -> None:
    """Draw the shadow of a card on the table."""
    margin = theme.px(SHADOW)
    target.blit(_build_shadow(rect.size, theme.scale, radius), (rect.x - margin, rect.y - margin + theme.px(down)))


def _ring_widths(size: Size, theme: Theme) -> tuple[int, int]:
    """Return the width of the ring, and of the gap inside it, screen pixels."""
    return (theme.px(2), theme.px(1)) if size[1] < theme.px(SMALL) else (theme.px(4), theme.px(2))


@shapes.keeping
def _build_ring(size: Size, scale: int, radius: float, shade: Colour) -> pygame.Surface:
    theme = Theme(scale)
    pen, gap = _ring_widths(size, theme)
    made = rounded(size, theme.px(radius) + pen + gap, INKS.plate).copy()
    one = theme.px(1)
    made.blit(rounded((size[0] - 2 * one, size[1] - 2 * one), theme.px(radius) + pen + gap - one, shade), (one, one))
    inner = (size[0] - 2 * pen, size[1] - 2 * pen)
    made.blit(rounded(inner, theme.px(radius) + gap, INKS.plate), (pen, pen))
    hole = mask((size[0] - 2 * (pen + gap), size[1] - 2 * (pen + gap)), theme.px(radius))
    made.blit(hole, (pen + gap, pen + gap), special_flags=pygame.BLEND_RGBA_SUB)
    return made


def draw_ring(target: pygame.Surface, theme: Theme, rect: pygame.Rect, radius: float, shade: Colour) -> None:
    """Draw a ring around a card; a small card gets a thinner ring."""
    wide = 2 * sum(_ring_widths(rect.size, theme))
    around = rect.inflate(wide, wide)
    target.blit(_build_ring(around.size, theme.scale, radius, shade), around)


WASH = 140
"""Opacity of the paper over a negated card, out of 255."""
SHORT = 130
"""A low card narrower than this is tagged with its value alone, design pixels."""
LOW = 76
"""A card lower than this is tagged in its corner only, design pixels."""
UNDER = 58
"""Width of the tag under the pip of a low card, design pixels."""
_TAG = Style("semibold", 14, INKS.cream)
_FINE = 3


@lru_cache(maxsize=32)
def _draw_diagonal(size: tuple[int, int], pen: int, share: int) -> pygame.Surface:
    """Draw the diagonal as far as `share` hundredths of its length."""
    wide, high = size[0] * _FINE, size[1] * _FINE
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    made.fill((*INKS.danger, 0))
    margin = pen * _FINE
    start = pygame.Vector2(margin, high - margin)
    end = start.lerp(pygame.Vector2(wide - margin, margin), share / 100)
    pygame.draw.line(made, INKS.danger, start, end, pen * _FINE)
    for point in (start, end):
        pygame.draw.circle(made, INKS.danger, point, pen * _FINE / 2)
    return pygame.transform.smoothscale(made, size)


def draw_negation(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, status: CardStatus, share: float) -> None:
    """Draw wash, line and tag of a negation over a face; `share` of the line is drawn."""
    if share <= 0:
        return
    surface.blit(rounded(rect.size, theme.px(4), CARD, round(WASH * share)), rect)
    inner = rect.inflate(-2 * theme.px(8), -2 * theme.px(8))
    surface.blit(_draw_diagonal(inner.size, theme.px(4), round(100 * share)), inner)
    if share >= 1:
        _draw_tag(surface, theme, rect, status)


def list_tag_forms(status: CardStatus, *, low: bool, short: bool) -> tuple[str, ...]:
    """Return the texts that the tag may show, fullest first. On a low card none covers its name or its 0."""
    number = f"{status.note_number}." if short else f"Note {status.note_number}"
    numbered = (number,) if status.note_number else ()
    if low and (short or numbered):
        return numbered if status.value == "0" else (*numbered, "0")
    return f"Negated by {status.negated_by}", f"By {status.negated_by}", *numbered, "Negated", "0"


def _draw_tag(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, status: CardStatus) -> None:
    """Draw the tag of a negation: its cause where there is room, else the number of the note or 0."""
    low = rect.h < theme.px(LOW)
    under = low and status.note_number > 0
    pad = theme.px(4 if under else 7)
    room = theme.px(UNDER) if under else rect.w - theme.px(10)
    said = list_tag_forms(status, low=low, short=rect.w < theme.px(SHORT))
    words = next((form for form in said if size_of(form, _TAG, theme.scale)[0] + 2 * pad <= room), "")
    if not words:
        return
    wide, high = size_of(words, _TAG, theme.scale)
    box = pygame.Rect(0, 0, wide + 2 * pad, high + theme.px(2))
    box.midbottom = (rect.centerx, rect.bottom - theme.px(6))
    if low:
        box.bottomright = (rect.right - theme.px(4), rect.bottom - theme.px(3))
    if under:
        box.bottomleft = (rect.x + theme.px(1), rect.bottom - theme.px(1))
    surface.blit(rounded(box.size, theme.px(3), INKS.danger), box)
    write_at(surface, theme, words, _TAG, center=box.center)
