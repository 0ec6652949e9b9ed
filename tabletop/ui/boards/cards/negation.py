"""How a negated card looks: washed out, struck through in red, with a tag that says so."""

from functools import lru_cache

import pygame

from tabletop.ui.boards.cards.look import Standing
from tabletop.ui.boards.cards.paper import CARD
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.draw import rounded

WASH = 140
"""Opacity of the paper over a negated card, out of 255."""
SHORT = 130
"""A card that is low and shorter than this is tagged with its worth alone, design pixels."""
LOW = 76
"""A lower card is only tagged in its corner, design pixels."""
UNDER = 58
"""Width of what stands under the seal of a low card, design pixels."""
_TAG = Style("semibold", 14, INKS.cream)
_FINE = 3


@lru_cache(maxsize=32)
def _line(size: tuple[int, int], pen: int, share: int) -> pygame.Surface:
    """The diagonal, drawn as far as so many hundredths."""
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


def negated(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, standing: Standing, share: float) -> None:
    """Over a face: wash, line and tag; `share` of the stroke has been drawn."""
    if share <= 0:
        return
    surface.blit(rounded(rect.size, theme.px(4), CARD, round(WASH * share)), rect)
    inner = rect.inflate(-2 * theme.px(8), -2 * theme.px(8))
    surface.blit(_line(inner.size, theme.px(4), round(100 * share)), inner)
    if share >= 1:
        _tag(surface, theme, rect, standing)


def forms(standing: Standing, *, low: bool, short: bool) -> tuple[str, ...]:
    """What the tag may say, the fullest form first: on a low card nothing that would cover its name, nor its 0."""
    number = f"{standing.number}." if short else f"Note {standing.number}"
    numbered = (number,) if standing.number else ()
    if low and (short or numbered):
        return numbered if standing.value == "0" else (*numbered, "0")
    return f"Negated by {standing.negated}", f"By {standing.negated}", *numbered, "Negated", "0"


def _tag(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, standing: Standing) -> None:
    """Who did it is named where there is room; on a low card the number of the note stands under the seal."""
    low = rect.h < theme.px(LOW)
    under = low and standing.number > 0
    pad = theme.px(4 if under else 7)
    room = theme.px(UNDER) if under else rect.w - theme.px(10)
    said = forms(standing, low=low, short=rect.w < theme.px(SHORT))
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
    drawn = rendered(words, _TAG, theme.scale)
    surface.blit(drawn, drawn.get_rect(center=box.center))
