"""Suits of each game look apart in every palette to every kind of sight, and emblems can be seen in their seals."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import dist
from typing import get_args

import pytest

from tabletop.ui import palettes
from tabletop.ui.boards.cards import emblems
from tabletop.ui.boards.cards.drawing import CARD
from tabletop.ui.boards.cards.look import SLATE
from tabletop.ui.boards.decks_of_glory.panels import deck
from tabletop.ui.boards.ship_duel import pictures as ship_duel
from tabletop.ui.boards.trafalgar_cards import pictures as trafalgar_cards
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.volley import pictures as volley
from tabletop.ui.palettes import SEEN, Dress, Sight
from tabletop.ui.theme import INKS, Colour, worn
from tests.ui.contrast import contrast

LEAST = 20.0
"""CIE76 distance of two suits of a game: some nine times what can just be noticed (2.3)."""
GLYPH, WORDS = 3.0, 4.5
"""Contrast of an emblem and of words on the colour of a suit, as WCAG 2 asks for graphics and for text."""
SUITS: Mapping[str, frozenset[Colour]] = {
    "trafalgar_cards": frozenset(shade for shade, _ in trafalgar_cards.SUITS.values()),
    "volley": frozenset(shade for shade, *_ in volley.SUITS.values()),
    "ship_duel": frozenset(shade for _, _, shade, *_ in ship_duel.PRINTS.values()),
    "decks_of_glory": frozenset(deck.INK.values()),
}
WHITE = (0.95047, 1.0, 1.08883)
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
SIDE = 52
"""Pixels of a seal."""


@pytest.fixture(autouse=True)
def as_printed() -> Iterator[None]:
    yield
    palettes.dress("printed")


def lab(shade: Colour, eyes: Sight) -> tuple[float, float, float]:
    """Return CIE L*a*b* (D65) of a colour as some eyes see it."""
    light = [
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in (part / 255 for part in shade)
    ]
    seen = [min(1.0, max(0.0, _sum(row, light))) for row in SEEN[eyes]]
    x, y, z = (_root(_sum(row, seen) / white) for row, white in zip(XYZ, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _sum(row: tuple[float, ...], parts: list[float]) -> float:
    return sum(share * part for share, part in zip(row, parts, strict=True))


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def cie76(one: Colour, other: Colour, eyes: Sight = "full") -> float:
    return dist(lab(one, eyes), lab(other, eyes))


def test_distances_are_those_that_are_known() -> None:
    assert lab((255, 255, 255), "full") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab((255, 0, 0), "full") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert lab((0, 0, 255), "full") == pytest.approx((32.30, 79.19, -107.86), abs=0.05)


@pytest.mark.parametrize("eyes", get_args(Sight))
@pytest.mark.parametrize("name", get_args(Dress))
@pytest.mark.parametrize("game", SUITS)
def test_suits_of_a_game_look_apart_in_every_palette_to_every_kind_of_sight(
    game: str, name: Dress, eyes: Sight
) -> None:
    palettes.dress(name)
    near = {
        (one, other): round(far, 1)
        for one, other in combinations(map(worn, SUITS[game]), 2)
        if (far := cie76(one, other, eyes)) < LEAST
    }
    assert near == {}
    assert len(SUITS[game]) == {"trafalgar_cards": 5, "volley": 7, "ship_duel": 4, "decks_of_glory": 2}[game]


@pytest.mark.parametrize("name", get_args(Dress))
def test_emblems_and_words_stand_out_on_every_suit_in_every_palette(name: Dress) -> None:
    palettes.dress(name)
    for game, shades in SUITS.items():
        for shade in (*map(worn, shades), worn(SLATE)):
            assert contrast(shade, worn(CARD)) >= WORDS, game
            if game != "decks_of_glory":  # whose cards have no seals
                assert contrast(shade, INKS.cream) >= max(WORDS, GLYPH), game


def inked(use: str) -> set[tuple[int, int]]:
    """Return the pixels of a seal that are nearer to the colour of its emblem than to that of its ground."""
    suit = rows.suit_label(use)
    picture, ground, ink = rows._draw_mark(suit, SIDE), worn(suit.colour), worn(INKS.cream)
    every = ((x, y) for x in range(SIDE) for y in range(SIDE) if picture.get_at((x, y))[3] > 250)
    found = {at for at in every if dist(picture.get_at(at)[:3], ink) < dist(picture.get_at(at)[:3], ground)}
    seen = [at for at in found if contrast(picture.get_at(at)[:3], ground) >= GLYPH]
    assert len(seen) > 0.8 * len(found) > SIDE / 2
    return found


@pytest.mark.parametrize("use", [use for use, emblem in rows.EMBLEMS.items() if emblem])
@pytest.mark.parametrize("name", get_args(Dress))
def test_an_emblem_has_the_same_shape_in_the_seal_of_every_palette(name: Dress, use: str) -> None:
    """In high contrast cream is another colour: all parts of an emblem became cream, and it was a blob."""
    printed = inked(use)
    palettes.dress(name)
    assert len(inked(use) ^ printed) <= len(printed) // 10


@pytest.mark.parametrize("name", get_args(Dress))
def test_an_emblem_in_one_ink_leaves_out_what_is_pale_in_its_file(name: Dress) -> None:
    palettes.dress(name)
    drawn = emblems.glyph("drum", SIDE, INKS.cream, INKS.suit_morale)
    shades = {drawn.get_at((x, y))[:3] for x in range(drawn.get_width()) for y in range(drawn.get_height())}
    assert worn(INKS.cream) in shades
    assert worn(INKS.suit_morale) in shades
