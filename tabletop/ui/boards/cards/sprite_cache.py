"""Pictures of cards on the table and in flight, cut so that opaque parts are not blended."""

from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.drawing import SHADOW, draw_negation, draw_shadow
from tabletop.ui.boards.cards.look import Back, CardLook, CardStatus
from tabletop.ui.picture_cache import PictureCache
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.stack import uncovered

Pieces = list[tuple[pygame.Surface, pygame.Rect]]
BUDGET = 16 * 1024 * 1024
"""Bytes of pictures in the cache. A position fills 6 MB in 3840×2160 at 200 %."""
LOW, HIGH = 3, 5
"""How far down the shadow falls of a lying and of a flying card, design pixels."""


_kept: PictureCache[Pieces] = PictureCache(BUDGET, lambda pieces: sum(4 * place.w * place.h for _, place in pieces))


def draw_card_on_table(
    surface: pygame.Surface, theme: Theme, look: CardLook, status: CardStatus, rect: pygame.Rect
) -> None:
    """Draw shadow and face of a card, with the marks of a negation."""
    key = (look, _visible_status(status), rect.size, theme.scale)
    _blit_pieces(surface, _kept.made(key, lambda: _build_pieces(look, status, rect.size, theme)), rect)
    if status.negated_by:
        _draw_negation_at_ends(surface, theme, status, rect)


def _visible_status(status: CardStatus) -> tuple[object, ...]:
    """Return the parts of the status that are drawn on the card itself."""
    negation = (status.negated_by, status.note_number)
    return status.note, status.value, status.fresh, bool(status.disabled), negation


class Airborne(NamedTuple):
    """The picture of a card in the air, and where it lies, screen pixels."""

    picture: pygame.Surface
    place: pygame.Rect


def fly_card(shown: CardLook | Back, rect: pygame.Rect, scale: int) -> Airborne:
    """Return the picture of a flying card with its shadow, face or back."""
    picture, place = _build_flying_card(shown, rect.size, scale)
    return Airborne(picture, place.move(rect.topleft))


def turn_card(shown: CardLook | Back, rect: pygame.Rect, scale: int, part: float) -> Airborne:
    """Return the picture of a card that is being turned over; `part` is the visible share of its width."""
    wide = max(1, round(rect.w * part))
    turned = pygame.transform.smoothscale(_picture(shown, rect.size, scale), (wide, rect.h))
    return Airborne(turned, turned.get_rect(center=rect.center))


def _picture(shown: CardLook | Back, size: tuple[int, int], scale: int) -> pygame.Surface:
    return faces.card_back(shown, size, scale) if isinstance(shown, Back) else faces.small_face(shown, size, scale)


def _blit_pieces(surface: pygame.Surface, pieces: Pieces, rect: pygame.Rect) -> None:
    left, top = rect.topleft
    surface.fblits([(piece, (place[0] + left, place[1] + top)) for piece, place in pieces])


def _draw_negation_at_ends(surface: pygame.Surface, theme: Theme, status: CardStatus, rect: pygame.Rect) -> None:
    """Draw the rest of a negation where the rounded corners are."""
    before = surface.get_clip()
    for end in uncovered([rect], [_opaque_rect(rect, theme)]):
        surface.set_clip(before.clip(end))
        draw_negation(surface, theme, rect, status, 1)
    surface.set_clip(before)


def _opaque_rect(rect: pygame.Rect, theme: Theme) -> pygame.Rect:
    """Return the part of a card between its upper and its lower corners."""
    return rect.inflate(0, -2 * min(theme.px(faces.corner_radius(rect.size, theme)) + 1, rect.h // 2))


def _build_pieces(look: CardLook, status: CardStatus, size: tuple[int, int], theme: Theme) -> Pieces:
    card = pygame.Rect((0, 0), size)
    opaque = _opaque_rect(card, theme)
    around, ends, middle = _cut_pieces(faces.face(look, status, size, theme.scale), opaque, theme)
    if status.negated_by:
        draw_negation(middle, theme, card.move(0, -opaque.y), status, 1)
    return [*around, *ends, (middle, opaque)]


@lru_cache(maxsize=8)
def _build_flying_card(shown: CardLook | Back, size: tuple[int, int], scale: int) -> Airborne:
    """Build the picture of a flying card at the origin."""
    card = _picture(shown, size, scale)
    made, place = _build_shadow(card.get_rect(), Theme(scale), HIGH)
    made.blit(card, (-place.x, -place.y))
    made.set_alpha(255, pygame.RLEACCEL)
    return Airborne(made, place)


def _cut_pieces(card: pygame.Surface, opaque: pygame.Rect, theme: Theme) -> tuple[Pieces, Pieces, pygame.Surface]:
    """Return the visible pieces of the shadow, the ends with the corners, and the opaque middle."""
    whole = card.get_rect()
    middle = pygame.Surface(opaque.size)
    middle.blit(card, (0, -opaque.y))
    ends = [(card.subsurface(end).copy(), end) for end in uncovered([whole], [opaque])]
    shade, seen = _build_shadow(whole, theme, LOW)
    around = [(shade.subsurface(part.move(-seen.x, -seen.y)).copy(), part) for part in uncovered([seen], [opaque])]
    return around, ends, middle


def _build_shadow(card: pygame.Rect, theme: Theme, down: float) -> tuple[pygame.Surface, pygame.Rect]:
    """Return the shadow of a card, and its rectangle."""
    edge = 4 * theme.px(SHADOW)
    whole = card.inflate(edge, edge)
    drawn = pygame.Surface(whole.size, pygame.SRCALPHA)
    draw_shadow(drawn, theme, card.move(-whole.x, -whole.y), faces.corner_radius(card.size, theme), down)
    seen = drawn.get_bounding_rect()
    return drawn.subsurface(seen).copy(), seen.move(whole.topleft)
