"""Scenarios that use the cards of another one of their game."""

from pathlib import Path

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.errors import ScenarioError
from tabletop.core.game import find_game

BORROWERS = {"trafalgar_cards": "long_day", "ship_duel": "the_long_fight", "volley": "skirmish"}

pytestmark = pytest.mark.parametrize("game", BORROWERS)


def text_of(game, name):
    return resources.find_scenario(game, name).read_text(encoding="utf-8")


def problems(game, text):
    with pytest.raises(ScenarioError) as caught:
        find_game(game).read(text, "mine.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_the_cards_are_those_of_the_other_scenario(game):
    states = [
        find_game(game).open(find_game(game).read(text_of(game, name), name), {})
        for name in ("standard", BORROWERS[game])
    ]
    assert states[0].deck == states[1].deck


@pytest.mark.parametrize("name", ["standart", "../ships_of_the_line/trafalgar", "Standard", ""])
def test_only_a_scenario_of_this_game_lends_its_cards(game, name):
    (said,) = problems(game, text_of(game, BORROWERS[game]).replace("cards: standard", f"cards: '{name}'"))
    assert f"there is no scenario '{name}' to take the cards of" in said
    assert said.startswith("mine.yaml:")


def test_what_is_wrong_with_the_other_scenario_is_told_at_its_own_line(game, tmp_path: Path, monkeypatch):
    lender = tmp_path / "standard.yaml"
    text = text_of(game, "standard")
    lender.write_text(text.replace("points: 11", "points: many").replace("force: 5", "force: many")
                      .replace("north_wind: 8", "north_wind: many"), encoding="utf-8")  # fmt: skip
    borrower = text_of(game, BORROWERS[game])
    monkeypatch.setattr(resources, "list_scenarios", lambda game: (lender,))
    said = problems(game, borrower)
    assert said
    assert all(one.startswith("standard.yaml:") and "'many'" in one for one in said)
