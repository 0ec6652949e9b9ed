"""Chips at the plates of ships that say with signs and numbers what each has lost, where there is room for them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.harm import CLEAR, IN_VAIN, WORDS, inks
from tabletop.ui.boards.battle.sprite_batch import Placing, box
from tabletop.ui.text import Style
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.draw import boxed

LOST = Style("bold", 15, WORDS)
HIGH, SIGN, PAD, GAP = 25, 18, 6, 3
"""Height of a chip, of the signs on it, room about these, and between chip and plate, design pixels."""


Parts = Sequence[tuple[str, str]]
"""Words, each behind the name of its marker, which is empty where there is none."""


class Told(NamedTuple):
    """What is told in a chip: words behind their markers, whether it was done last, and whether it was nothing."""

    parts: tuple[tuple[str, str], ...]
    fresh: bool
    vain: bool


@lru_cache(maxsize=128)
def chip(told: Told, theme: Theme) -> pygame.Surface:
    """With its alpha multiplied in; shared, so never draw on it."""
    style, pad = IN_VAIN if told.vain else LOST, theme.px(PAD)
    size = width(told.parts, style, theme) + 2 * pad, theme.px(HIGH)
    drawn = boxed(size, theme.px(3), *inks(fresh=told.fresh, vain=told.vain), theme.px(1.5), CLEAR).copy()
    write(drawn, theme, told.parts, style, (pad, size[1] // 2))
    return drawn.premul_alpha()


def width(parts: Parts, style: Style, theme: Theme) -> int:
    """Pixels that words with their markers take."""
    words = sum(text.size_of(words, style, theme.scale)[0] for _, words in parts)
    signs = sum(theme.px(SIGN) + theme.px(PAD) // 2 for marker, _ in parts if marker)
    return words + signs + (len(parts) - 1) * theme.px(PAD)


def write(surface: pygame.Surface, theme: Theme, parts: Parts, style: Style, at: tuple[int, int]) -> None:
    """Words behind their markers, from the middle of their left edge on."""
    (left, middle), sign, pad = at, theme.px(SIGN), theme.px(PAD)
    for marker, words in parts:
        if marker:
            picture = icon(f"marker_{marker}", sign)
            surface.blit(picture, picture.get_rect(midleft=(left, middle)), special_flags=pygame.BLEND_PREMULTIPLIED)
            left += sign + pad // 2
        text.write_at(surface, theme, words, style, midleft=(left, middle))
        left += text.size_of(words, style, theme.scale)[0] + pad


def at_plates(
    figures: Mapping[str, Placing], chips: Mapping[str, pygame.Surface], plates: Mapping[str, pygame.Rect],
    taken: Sequence[pygame.Rect], gap: int,
) -> list[Placing]:  # fmt: skip
    """Each chip beside the plate of its ship; where there is no room the figure stays at her hull.

    Args:
        figures: at the hulls, by ship, pixels.
        chips: of those ships that may be told of at their plates.
        plates: that are shown, by ship, pixels.
        taken: what chips keep clear of.
        gap: pixels between plate and chip.
    """
    found, lie = dict(figures), {ship: box(figure) for ship, figure in figures.items()}
    for ship in (ship for ship in figures if ship in chips and ship in plates):
        off = [*taken, *(place for other, place in lie.items() if other != ship)]
        places = _about(plates[ship], chips[ship].get_size(), gap)
        if place := next((place for place in places if place.collidelist(off) < 0), None):
            found[ship], lie[ship] = (chips[ship], place.topleft), place
    return list(found.values())


def _about(plate: pygame.Rect, size: tuple[int, int], gap: int) -> Iterator[pygame.Rect]:
    """Where a chip plainly belongs to a plate, the best first."""
    place = pygame.Rect((0, 0), size)
    place.topleft = plate.left, plate.bottom + gap
    yield place.copy()
    place.topright = plate.right, plate.bottom + gap
    yield place.copy()
    place.bottomleft = plate.left, plate.top - gap
    yield place.copy()
    place.bottomright = plate.right, plate.top - gap
    yield place.copy()
    place.midleft = plate.right + gap, plate.centery
    yield place.copy()
    place.midright = plate.left - gap, plate.centery
    yield place
