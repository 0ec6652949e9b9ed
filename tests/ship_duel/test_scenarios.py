"""The scenarios that come with the card game, and what is told of one that is wrong."""

import pytest

from tabletop.core.errors import ScenarioError
from tabletop.games.ship_duel import GAME
from tests.ship_duel.texts import FILES, STANDARD

SHIPS = "ships: {port: {name: Mars}, starboard: {name: Argo}}"


def opened(text):
    return GAME.open(GAME.read(text, "test.yaml"), {})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_has_a_briefing_and_opens(path):
    scenario = GAME.read(path.read_text(encoding="utf-8"), path.name)
    assert 70 <= len(scenario.briefing.split()) <= 130
    assert len(scenario.opening.deck) >= 40
    assert scenario.opening.phase == "setup"


def test_there_are_the_standard_game_and_two_variants():
    assert {"standard", "frigate_and_two_decker", "the_long_fight"} <= {path.stem for path in FILES}


def test_a_deck_may_be_counted_out_or_taken_from_another_scenario():
    own = opened(f"game: ship_duel\ntitle: Test\n{SHIPS}\ncards: {{north_wind: 2, grape_shot: 1}}\n")
    assert list(own.deck) == ["north_wind_1", "north_wind_2", "grape_shot_1"]
    light = opened(f"game: ship_duel\ntitle: Test\n{SHIPS}\ncards: light_airs\n")
    assert len(light.deck) == 50
    usual = opened(f"game: ship_duel\ntitle: Test\n{SHIPS}\n")
    assert usual.deck == opened(STANDARD).deck


def test_the_game_has_no_options():
    with pytest.raises(ScenarioError, match="unknown option 'fog'"):
        GAME.open(GAME.read(STANDARD, "standard.yaml"), {"fog": True})
    assert GAME.switches(GAME.read(STANDARD, "standard.yaml")) == ()
