"""The scenarios that come with the game, what a file may leave out, and what is wrong with a file."""

from itertools import combinations

import pytest
from msgspec import UNSET

from tabletop.core.errors import ScenarioError
from tabletop.games.decks_of_glory import GAME, scenario
from tabletop.games.decks_of_glory.gunnery import list_gunners
from tabletop.games.decks_of_glory.model import SIDES, time_of_day, wind_strength
from tabletop.games.decks_of_glory.options import OPTION_NAMES
from tabletop.games.decks_of_glory.positions import list_active
from tabletop.games.decks_of_glory.scenario import ShipData
from tabletop.geometry.hexgrid import distance
from tests.decks_of_glory.arenas import FILES


def load(path):
    return scenario.read(path.read_text(encoding="utf-8"), path.name)


def named(stem):
    return load(next(path for path in FILES if path.stem == stem)).opening


def written(more=""):
    return scenario.read(
        f"""\
game: decks_of_glory
title: Test
map: {{radius: 6}}
turns: 5
{more}
ships:
  - {{key: B1, nation: britain, name: Mars, rate: 3, at: [0, 0], facing: 1}}
  - {{key: F1, nation: spain, name: Rayo, rate: 1, at: [3, 0], facing: 4, strength: 5}}
""",
        "test.yaml",
    ).opening


def test_the_five_scenarios_are_there():
    stems = [path.stem for path in FILES]
    assert stems == ["chase", "duel", "squadron_action", "trafalgar_in_miniature", "two_against_two"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_has_a_briefing_and_a_date(path):
    found = load(path)
    assert found.title
    assert found.date
    assert 70 <= len(found.briefing.split()) <= 130


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_opens_out_of_range_on_its_map(path):
    state = load(path).opening
    assert all(state.sea.holds(ship.at) for ship in state.ships.values())
    assert not [key for side in SIDES for key in list_gunners(state, side)]
    nearest = min(
        distance(state.ships[one].at, state.ships[other].at)
        for one, other in combinations(state.ships, 2)
        if state.fleet[one].side != state.fleet[other].side
    )
    assert 4 <= nearest <= 8


@pytest.mark.parametrize(
    ("stem", "british", "allied"),
    [("duel", 1, 1), ("two_against_two", 2, 2), ("squadron_action", 6, 6), ("trafalgar_in_miniature", 13, 14),
     ("chase", 5, 8)],
)  # fmt: skip
def test_the_ships_of_each_side(stem, british, allied):
    state = named(stem)
    assert (len(list_active(state, "british")), len(list_active(state, "allied"))) == (british, allied)


def test_dog_23_at_trafalgar_each_side_has_as_much_to_lose_as_the_other():
    state = named("trafalgar_in_miniature")
    lost = {side: sum(one.points for one in state.fleet.values() if one.side == side) for side in state.sides}
    assert lost["british"] == lost["allied"]


def test_dog_14_the_chase_lets_ships_leave_the_map():
    assert named("chase").options["leave_map"]
    assert not named("duel").options["leave_map"]


def test_dog_8_one_scenario_leaves_the_wind_to_the_cards():
    assert [path.stem for path in FILES if load(path).opening.wind is None] == ["two_against_two"]


def test_what_is_left_out_is_as_usual():
    state = written()
    assert (state.phase, state.asked, state.wind, state.colours) == ("colours", "british", None, {})
    assert state.options == dict.fromkeys(OPTION_NAMES, False)
    assert [state.ships[key].strength for key in ("B1", "F1")] == [8, 5]
    assert state.fleet["F1"].side == "allied"


def test_dog_6_a_ship_may_begin_with_all_her_points_or_fewer_told():
    text = (FILES[1].read_text(encoding="utf-8")).replace("rate: 3,", "rate: 3, strength: 8,", 1)
    assert scenario.read(text, "test.yaml").opening.ships["B1"].strength == 8


def test_the_side_that_stands_first_in_the_file_is_the_first_side():
    state = written("sides: {allied: {name: Spanish}, british: {name: British, colour: black}}")
    assert (state.sides, state.asked) == (("allied", "british"), None)
    assert state.colours == {"allied": "red", "british": "black"}


def test_options_may_be_set_otherwise_before_a_battle():
    prepared = load(FILES[0])
    assert GAME.open(prepared, {"leave_map": False, "blocking": True}).options == {
        "blocking": True, "leave_map": False, "secret_fire": False
    }  # fmt: skip
    assert [(one.id, one.rule, one.value) for one in GAME.switches(prepared)] == [
        ("blocking", "DOG-4", False), ("leave_map", "DOG-14", True), ("secret_fire", "DOG-17", False)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "said"),
    [({"blokking": True}, "unknown option 'blokking', did you mean 'blocking'?"),
     ({"blocking": "yes"}, "blocking: expected true or false, not 'yes'")],
)  # fmt: skip
def test_an_option_that_is_unknown_or_unfit_is_refused(options, said):
    with pytest.raises(ScenarioError, match="options:1:1: ") as caught:
        GAME.open(load(FILES[0]), options)
    assert said in str(caught.value)


def test_the_schema_knows_every_key_of_a_ship():
    ship = GAME.schema()["$defs"]["ShipData"]
    assert set(ship["properties"]) == {
        "key", "nation", "name", "rate", "at", "facing", "strength", "derelict"
    }  # fmt: skip


def test_the_key_of_a_ship_has_24_letters_at_most() -> None:
    said = {"nation": "britain", "name": "Victory", "rate": 1, "at": (0, 0), "facing": 0}
    assert ShipData(key="B" * 24, **said).key == "B" * 24
    with pytest.raises(ValueError, match="at most 24"):
        ShipData(key="B" * 25, **said)


def test_a_scenario_may_tell_how_hard_it_blows_and_what_hour_it_is():
    state = written("wind_strength: light\nclock: 23:50")
    assert (wind_strength(state), time_of_day(state, 1), time_of_day(state, 2)) == ("light", "23:50", "00:05")
    assert written().weather is written("minutes_per_turn: 5\nwind_strength: breeze").weather is UNSET
    assert time_of_day(written(), 3) == ""


@pytest.mark.parametrize(
    ("line", "said"), [("clock: 25:10", "time of day such as 11:45"), ("wind_strength: gale", "wind_strength")]
)
def test_another_weather_is_refused_with_its_line(line, said):
    with pytest.raises(ScenarioError) as found:
        written(line)
    assert f"test.yaml:5:{len(line.split(':')[0]) + 3}" in str(found.value) and said in str(found.value)
