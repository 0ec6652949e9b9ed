"""The palettes keep apart what must be told from another, for the eyes they are made for; all is drawn in them."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, get_args

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.scenario import load_text
from tabletop.players.engine import AbsentEngine
from tabletop.ui import palettes
from tabletop.ui.palettes import CHANGES, DRESSES, MADE_FOR, SEEN, Dress, Sight
from tabletop.ui.screens.local_backend import build_table
from tabletop.ui.theme import INKS, Palette, Theme, worn
from tests.ui.contrast import contrast

SIDES, BANDS, VERDICTS = 20, 13, 20
"""How far apart must look, in hundredths of black and white: sides, bands of fire that meet, better and worse."""
ANYBODY = 10
"""The same of sides for all other eyes: shape, ensign, line style and words tell them apart as well."""
LOOKS: tuple[Dress, ...] = get_args(Dress)


@pytest.fixture(autouse=True)
def as_printed() -> Iterator[None]:
    yield
    palettes.dress("printed")


def sides(name: Dress) -> list[tuple[int, int, int]]:
    inks = palettes.palette(name)
    return [inks.british, inks.french, inks.spanish]


def test_distances_are_those_that_are_known() -> None:
    assert palettes.apart((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    assert palettes.apart((10, 20, 30), (10, 20, 30)) == 0
    red, green = (200, 60, 40), (110, 120, 30)
    assert palettes.apart(red, green) > 3 * palettes.apart(red, green, "green")
    assert all(sum(row) == pytest.approx(1, abs=1e-4) for matrix in SEEN.values() for row in matrix)  # grey stays grey


def test_the_three_palettes_and_high_contrast_are_made_for_every_common_kind_of_sight() -> None:
    assert {one for name in LOOKS for one in MADE_FOR[name]} == set(get_args(Sight))
    assert set(DRESSES) == set(CHANGES) == set(LOOKS)


@pytest.mark.parametrize("name", LOOKS)
def test_sides_bands_and_verdicts_look_apart_to_those_it_is_made_for(name: Dress) -> None:
    inks = palettes.palette(name)
    for eyes in MADE_FOR[name]:
        assert palettes.nearest(sides(name), eyes) >= SIDES, eyes
        for nearer, farther in ((inks.point_blank, inks.medium), (inks.medium, inks.long)):
            assert palettes.apart(nearer, farther, eyes) >= BANDS, eyes
        assert palettes.apart(inks.danger, inks.better, eyes) >= VERDICTS, eyes
    assert min(palettes.nearest(sides(name), eyes) for eyes in SEEN) >= ANYBODY


@pytest.mark.parametrize("name", LOOKS)
def test_words_can_be_read_in_it(name: Dress) -> None:
    inks = palettes.palette(name)
    for ink in (inks.ink, inks.ink_2, inks.muted, inks.danger, inks.better, inks.brass_dark):
        assert contrast(ink, inks.paper) >= 4.5
    for ink in (inks.cream, inks.mist, inks.brass_light):
        assert contrast(ink, inks.bar) >= 7
        assert contrast(ink, inks.plate) >= 7


def test_high_contrast_is_higher_than_that_of_print() -> None:
    plain, high = Palette(), palettes.palette("contrast")
    for ink in ("ink", "ink_2", "muted", "danger", "brass_dark"):
        assert contrast(getattr(high, ink), high.paper) >= max(7, contrast(getattr(plain, ink), plain.paper))


def test_what_was_taken_from_one_palette_is_painted_as_it_is_worn_in_any_other() -> None:
    for first in LOOKS:
        palettes.dress(first)
        taken = dict(vars(INKS))
        for then in LOOKS:
            palettes.dress(then)
            assert {role: worn(ink) for role, ink in taken.items()} == vars(INKS), (first, then)
    palettes.dress("printed")
    assert vars(INKS) == vars(Palette())


@pytest.mark.parametrize("name", LOOKS)
def test_no_colour_means_two_and_none_is_changed_twice(name: Dress) -> None:
    palettes.dress(name)
    usual = Palette()
    assert all(worn(ink) == ink for ink in vars(INKS).values())
    for one, other in combinations(vars(usual), 2):
        if getattr(usual, one) == getattr(usual, other):
            assert getattr(INKS, one) == getattr(INKS, other), (one, other)


@pytest.mark.parametrize(("game", "scenario"), [("ships_of_the_line", "duel_of_two_74s"), ("decks_of_glory", "chase")])
def test_a_table_that_was_seen_in_other_colours_is_drawn_as_one_that_never_was(game: str, scenario: str) -> None:
    file = next(one for one in resources.list_scenarios(game) if one.stem == scenario)
    match = Match.new(MatchSetup(find_game(game), load_text(file), file.name, "1"), None)
    palettes.dress("printed")
    seen_before = drawn(build_table(match, AbsentEngine), "printed")
    palettes.dress("contrast")
    shown, fresh = drawn(seen_before[0], "contrast")[1], drawn(build_table(match, AbsentEngine), "contrast")[1]
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(fresh, "RGB")
    assert pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(seen_before[1], "RGB")


def drawn(screen: Any, name: Dress) -> tuple[Any, pygame.Surface]:
    """A screen, and how it looks once it lies still."""
    surface = pygame.Surface((800, 450))
    screen.resize(surface.get_size(), Theme(75, name))
    for _ in range(2):
        screen.draw(surface)
        for _ in range(8):
            screen.update(200)
    return screen, surface
