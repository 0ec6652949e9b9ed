"""Deck files: those that come with the game, and everything that can be wrong with one, at its line."""

import pytest

from tabletop.core.errors import ScenarioError
from tabletop.games.volley import GAME, scenario
from tests.volley.kit import FOLDER, opened

FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_has_a_briefing(path):
    found = scenario.read(path.read_text(encoding="utf-8"), path.name)
    assert found.title
    assert 70 <= len(found.briefing.split()) <= 130


def test_the_scenarios_are_there():
    assert [path.stem for path in FILES] == [
        "morning_mist",
        "rearguard_at_the_bridge",
        "skirmish",
        "standard",
        "steady_the_line",
    ]


def test_a_scenario_may_take_the_cards_of_another_and_name_the_sides():
    state = opened("rearguard_at_the_bridge")
    assert state.deck == opened().deck
    assert state.names == {"red": "Rearguard", "blue": "Vanguard"}


def test_copies_of_a_card_have_ids_of_their_own():
    deck = opened("morning_mist").deck
    assert (deck["fog_of_war"].name, deck["fog_of_war_2"].name) == ("Fog of War", "Fog of War")
    assert len(deck) == 53


@pytest.mark.parametrize(
    ("name", "value", "field", "found"),
    [
        ("troops", "50", "troops", {"red": 50, "blue": 50}),
        ("troops", 75, "troops", {"red": 75, "blue": 75}),
        ("troops", "scenario", "troops", {"red": 60, "blue": 62}),
        ("defences_per_attack", "any", "defences", "any"),
        ("defences_per_attack", 1, "defences", "1"),
        ("auto_pass", True, "auto_pass", True),
        ("auto_pass", "on", "auto_pass", True),
        ("auto_pass", "off", "auto_pass", False),
        ("auto_pass", None, "auto_pass", False),
    ],
)
def test_options_override_the_scenario(name, value, field, found):
    assert getattr(opened("rearguard_at_the_bridge", **{name: value}), field) == found


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("troop", 50, "did you mean 'troops'"),
        ("troops", 0, "a number from 1 to 1000"),
        ("troops", "many", "a number from 1 to 1000"),
        ("defences_per_attack", 2, "1 or 'any'"),
        ("auto_pass", "perhaps", "on or off"),
    ],
)
def test_an_option_that_is_not_there_is_refused(name, value, said):
    with pytest.raises(ScenarioError, match=said):
        opened("standard", **{name: value})


def test_the_switches_name_their_rules_and_stand_as_the_scenario_has_them():
    found = GAME.switches(scenario.read((FOLDER / "steady_the_line.yaml").read_text(encoding="utf-8"), "x.yaml"))
    assert [(switch.id, switch.rule, switch.value) for switch in found] == [
        ("troops", "VOL-1", "scenario"),
        ("defences_per_attack", "VOL-6", "any"),
        ("auto_pass", "VOL-11", False),
    ]
    for switch in found:
        assert switch.value in dict(switch.values)
        for value, _ in switch.values:
            opened("steady_the_line", **{switch.id: value})


def test_the_schema_knows_every_key():
    assert set(GAME.schema()["properties"]) == {"game", "title", "date", "briefing", "sides", "options", "cards"}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_vol_1_troops_are_offered_from_few_to_many_beside_those_of_the_scenario(path):
    troops = GAME.switches(scenario.read(path.read_text(encoding="utf-8"), path.name))[0]
    numbers = [int(words) for _, words in troops.values if words.isdecimal()]
    assert numbers == sorted(numbers)
    assert troops.value in dict(troops.values)
