"""The deck files that come with the game, what a variant may change, and the options."""

import pytest

from tabletop.core import resources
from tabletop.core.errors import ScenarioError
from tabletop.games.trafalgar_cards import GAME, scenario
from tests.trafalgar_cards.kit import opening

FILES = resources.list_scenarios(GAME.meta.id)


def test_the_standard_game_and_three_variants_are_there():
    assert [path.stem for path in FILES] == ["long_day", "pell_mell", "seconds_in_command", "standard"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_has_a_briefing(path):
    found = scenario.read(path.read_text(encoding="utf-8"), path.name)
    assert found.title and found.date
    assert 70 <= len(found.briefing.split()) <= 130


def test_tra_1_a_longer_match_with_the_deck_of_the_standard_game():
    assert opening("long_day").wins_needed == 5
    assert opening("long_day").deck == opening().deck


def test_tra_2_a_variant_may_have_another_deck():
    deck = opening("seconds_in_command").deck
    assert set(deck) - set(opening().deck) == {"collingwood", "gravina", "grapeshot"}


def test_tra_4_a_variant_may_have_other_limits():
    (row,) = opening("pell_mell").limits
    assert (row.strategy, row.fighting) == (1, 3)


@pytest.mark.parametrize(("value", "hands"), [("5", 5), (1, 1), (None, 3)])
def test_tra_1_the_players_may_choose_the_length(value, hands):
    path = resources.find_scenario(GAME.meta.id, "standard")
    prepared = GAME.read(path.read_text(encoding="utf-8"), path.name)
    assert GAME.open(prepared, {"wins_needed": value}).wins_needed == hands
    (switch,) = GAME.switches(prepared)
    assert (switch.value, switch.rule) == ("3", "TRA-1")
    assert ("5", "5") in switch.values


@pytest.mark.parametrize(
    "options",
    [{"wins_needed": "0"}, {"wins_needed": "100"}, {"wins_needed": True}, {"wins_needed": "x"}, {"wins": 3}],
)
def test_an_option_that_makes_no_sense_is_refused(options):
    path = resources.find_scenario(GAME.meta.id, "standard")
    with pytest.raises(ScenarioError, match="wins"):
        GAME.open(GAME.read(path.read_text(encoding="utf-8"), path.name), options)


def test_tra_1_a_game_is_won_by_99_hands_at_most():
    standard = scenario.read(FILES[-1].read_text(encoding="utf-8"), FILES[-1].name)
    assert GAME.open(standard, {"wins_needed": "99"}).wins_needed == 99
    with pytest.raises(ScenarioError, match="from 1 to 99"):
        GAME.open(standard, {"wins_needed": "100"})
