"""A card as it lies on the table, cut so that nothing is blended where it is opaque."""

import pygame

from tabletop.ui.boards.cards import faces
from tabletop.ui.boards.cards.look import CardLook, Standing
from tabletop.ui.boards.cards.negation import negated
from tabletop.ui.boards.cards.paper import SHADOW, shadow
from tabletop.ui.hoard import Hoard
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.layout import uncovered

Pieces = list[tuple[pygame.Surface, pygame.Rect]]
BUDGET = 24 * 1024 * 1024


def _weight(pieces: Pieces) -> int:
    return sum(4 * place.w * place.h for _, place in pieces)


_kept: Hoard[Pieces] = Hoard(BUDGET, _weight)


def lay(surface: pygame.Surface, theme: Theme, look: CardLook, standing: Standing, rect: pygame.Rect) -> None:
    """Shadow, face, and what a negation has left of it; the face is the one of `faces.face`."""
    key = (look, standing.note, standing.value, standing.fresh, bool(standing.disabled), standing.negated)
    pieces = _kept.get((key, rect.size, theme.scale), lambda: _pieces(look, standing, rect.size, theme))
    surface.fblits([(picture, place.move(rect.topleft)) for picture, place in pieces])
    if standing.negated:
        _negate_ends(surface, theme, standing.negated, rect)


def _negate_ends(surface: pygame.Surface, theme: Theme, by: str, rect: pygame.Rect) -> None:
    """The rest of a negation, where the corners are."""
    before = surface.get_clip()
    for end in uncovered([rect], [_opaque(rect, theme)]):
        surface.set_clip(before.clip(end))
        negated(surface, theme, rect, by, 1)
    surface.set_clip(before)


def _opaque(rect: pygame.Rect, theme: Theme) -> pygame.Rect:
    """The card between its upper and its lower corners."""
    return rect.inflate(0, -2 * min(theme.px(faces.radius(rect.size, theme)) + 1, rect.h // 2))


def _pieces(look: CardLook, standing: Standing, size: tuple[int, int], theme: Theme) -> Pieces:
    card = pygame.Rect((0, 0), size)
    face = faces.face(look, standing, size, theme.scale)
    opaque = _opaque(card, theme)
    middle = pygame.Surface(opaque.size).convert()
    at = card.move(0, -opaque.y)
    middle.blit(face, at)
    if standing.negated:
        negated(middle, theme, at, standing.negated, 1)
    ends = [(face.subsurface(end).copy(), end) for end in uncovered([card], [opaque])]
    return [*_around(card, opaque, theme), *ends, (middle, opaque)]


def _around(card: pygame.Rect, opaque: pygame.Rect, theme: Theme) -> Pieces:
    """The shadow, as far as it is seen."""
    edge = 4 * theme.px(SHADOW)
    whole = card.inflate(edge, edge)
    drawn = pygame.Surface(whole.size, pygame.SRCALPHA)
    shadow(drawn, theme, card.move(-whole.x, -whole.y), faces.radius(card.size, theme))
    seen = drawn.get_bounding_rect().move(whole.topleft)
    return [(drawn.subsurface(part.move(-whole.x, -whole.y)).copy(), part) for part in uncovered([seen], [opaque])]
