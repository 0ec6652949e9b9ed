"""The scenarios that come with the game, what a file may leave out, and who commands which ship."""

from itertools import combinations
from pathlib import Path

import pytest
import shapely

from tabletop.core.chance import ScriptedChance
from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import GAME, battle_setup, hooks, positions
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import pairs_in_line
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative, Sail, Step
from tabletop.games.ships_of_the_line.events.turn import InitiativeRolled
from tabletop.games.ships_of_the_line.model import Context, State, load_standard_profile, wind_percentage
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules, rules_of
from tabletop.games.ships_of_the_line.scenario_checks import Options
from tests.judging import only
from tests.ships_of_the_line.kit import play

FILES = sorted((Path(__file__).parents[2] / "scenarios" / "ships_of_the_line").glob("*.yaml"))
TRAFALGAR = next(path for path in FILES if path.stem == "trafalgar")
BASIC = ("collingwood_at_the_rear", "duel_of_two_74s", "four_frigates", "victory_breaks_the_line")
SMALL = [path for path in FILES if path.stem in BASIC]


def load(path: Path) -> hooks.Scenario:
    return battle_setup.read_scenario(path.read_text(encoding="utf-8"), path.name)


def named(stem: str) -> State:
    return load(next(path for path in FILES if path.stem == stem)).opening


def written(more: str = "", ship: str = "") -> State:
    text = f"""\
game: ships_of_the_line
title: Test
wind: {{from: SW}}
divisions: {{van: Van, rear: Rear}}
ships:
  - {{key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [-3, 0], heading: 90{ship}}}
  - {{key: F1, nation: france, number: 1, name: Hercule, class: V, guns: 38, at: [3, 0], heading: 0, division: van}}
  - {{key: S1, nation: spain, number: 1, name: Rayo, class: VI, guns: 16, at: [3, 4], heading: 0, division: rear}}
{more}
"""
    return battle_setup.read_scenario(text, "test.yaml").opening


def test_the_scenarios_are_there():
    assert [path.stem for path in FILES] == [
        "beating_to_windward", "collingwood_at_the_rear", "cutting_out_at_puerto_real", "deck_against_deck",
        "duel_of_two_74s", "dumanoirs_choice", "four_frigates", "gravina_apart", "gravinas_reserve", "hot_shot",
        "off_cape_ortegal", "the_lame_convoy", "three_admirals", "trafalgar", "trafalgar_before_wearing",
        "trafalgar_everything", "victory_breaks_the_line",
    ]  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_has_a_briefing_and_a_date(path):
    found = load(path)
    assert found.title
    assert found.date
    assert 70 <= len(found.briefing.split()) <= 130


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_scenarios_open_out_of_range_but_near_enough_for_an_hour(path):
    state = load(path).opening
    pairs = [
        (a, b) for a, b in combinations(state.ships, 2) if state.cards[a].side != state.cards[b].side
    ]  # fmt: skip
    nearest = min(positions.gap_between(state, a, b).distance for a, b in pairs)
    assert load_standard_profile().long < nearest <= 8
    assert state.turns <= 16
    assert all(wind_percentage(ship.pose.heading, state.wind) > 0 for ship in state.ships.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_amb_144_every_rule_module_that_a_scenario_switches_on_has_its_matter_there(path):
    state = battle_setup.open_battle(load(path), {})
    for module in rules_of(state).modules:
        assert module.inert(state) == ""


def test_duel_of_two_74s_is_even():
    cards = list(named("duel_of_two_74s").cards.values())
    assert [card.guns for card in cards] == [74, 74]
    assert cards[0].hull == cards[1].hull


def test_four_frigates_bring_classes_v_and_vi():
    state = named("four_frigates")
    classes = [card.ship_class for card in state.cards.values()]
    assert (classes.count("V"), classes.count("VI")) == (4, 2)
    assert state.cards["B1"].hull == 8
    assert (state.cards["B3"].dice, state.cards["B3"].boarding, state.cards["B3"].hull) == (1, 1, 4)


def test_in_beating_to_windward_the_french_lie_ten_cables_up_the_wind():
    state = named("beating_to_windward")
    french, british = state.ships["F1"].pose, state.ships["B1"].pose
    assert round(french.y - british.y) == 10
    assert (state.wind.origin, state.wind.strength) == (0, "heavy")
    assert all(wind_percentage(ship.pose.heading, state.wind) > 0 for ship in state.ships.values())


def test_the_lame_convoy_has_a_ship_without_a_rudder_in_tow_twelve_cables_from_the_edge():
    state = named("the_lame_convoy")
    (tow,) = state.tows
    assert (tow.tower, tow.towed, state.ships["S14"].rudder_lost) == ("F1", "S14", True)
    assert positions.gap_between(state, "F1", "S14").distance <= state.profile.touching
    assert state.sea.east == 12
    assert [card.side for card in state.cards.values()].count("british") == 3


def test_in_hot_shot_two_ships_a_side_sail_on_one_course_four_cables_apart():
    state = named("hot_shot")
    assert {ship.pose.heading for ship in state.ships.values()} == {0}
    assert {positions.gap_between(state, *pair).distance for pair in (("B6", "F5"), ("B23", "F6"))} == {4}


def test_at_puerto_real_two_frigates_lie_at_anchor_in_the_fairway_under_three_batteries():
    state = battle_setup.open_battle(load(next(path for path in FILES if path.stem.startswith("cutting_out"))), {})
    assert state.coast
    assert len(state.coast.batteries) == 3
    (fairway,) = [shapely.Polygon([(one.x, one.y) for one in area]) for area in state.coast.fairways]
    spanish = [key for key, card in state.cards.items() if card.side == "allied"]
    assert all(state.ships[key].anchored and fairway.contains(positions.hull_outline(state, key)) for key in spanish)
    assert sorted(card.ship_class for card in state.cards.values() if card.side == "british") == [
        "III", "III", "V", "V", "VI",
    ]  # fmt: skip


def test_tv_114_three_admirals_command_the_ships_of_their_nations_as_they_lay_at_trafalgar():
    state, whole = named("three_admirals"), named("trafalgar")
    assert {key: card.player for key, card in state.cards.items()} == {
        "F17": "magon", "S18": "alava", "F19": "magon", "S22": "alava", "F23": "magon", "F25": "magon",
        "B13": "collingwood", "B14": "collingwood", "B15": "collingwood", "B16": "collingwood",
    }  # fmt: skip
    assert all(ship == whole.ships[key] for key, ship in state.ships.items())
    assert sorted(pairs_in_line(state, "allied")) == [("F23", "F25"), ("S18", "F19"), ("S22", "F23")]


def test_sotl_t_r1_dumanoirs_choice_is_that_of_the_frenchmen_of_his_division():
    state = battle_setup.open_battle(load(next(path for path in FILES if path.stem == "dumanoirs_choice")), {})
    undecided = [key for key, ship in state.ships.items() if ship.hesitation]
    assert undecided == [key for key, card in state.cards.items() if card.nation == "france"]
    assert [card.number for card in state.cards.values() if card.side == "allied"] == list(range(1, 9))
    assert [key for key, card in state.cards.items() if card.side == "british"] == ["B6", "B10", "B11", "B12"]


def test_in_trafalgar_everything_all_is_switched_on_that_has_its_matter_there():
    state, whole = named("trafalgar_everything"), named("trafalgar")
    off = {name for name in load_rule_modules() if not state.options.get(name)}
    assert off == {"coastal", "fast_game", "no_wind"} | NOT_OF_THE_BOOK
    assert (state.ships, len(state.players)) == (whole.ships, 3)
    assert state.matter == whole.matter


def test_collingwoods_first_five_are_those_of_trafalgar():
    state, whole = named("collingwood_at_the_rear"), named("trafalgar")
    british = [card for card in state.cards.values() if card.side == "british"]
    assert [card.key for card in british] == ["B13", "B14", "B15", "B16", "B17"]
    for card in state.cards.values():
        printed = whole.cards[card.key]
        assert (card.name, card.hull, card.dice, card.boarding) == (
            printed.name, printed.hull, printed.dice, printed.boarding
        )  # fmt: skip


def test_amb_118_what_a_ship_leaves_out_follows_from_class_and_guns():
    cards = written().cards
    frigate, corvette, line = cards["F1"], cards["S1"], cards["B1"]
    assert (frigate.decks, frigate.dice, frigate.half_dice, frigate.boarding, frigate.crews) == (1, 2, 1, 1, 2)
    assert (frigate.hull, corvette.hull, line.hull) == (8, 4, 15)
    assert (corvette.dice, corvette.half_dice) == (1, 1)
    assert (line.decks, line.dice, line.half_dice, line.boarding, line.crews) == (2, 4, 2, 3, 3)


def test_amb_118_a_ship_may_state_her_own_values():
    card = written(ship=", hull: 16, dice: 5, boarding: 4, crews: 4, decks: 3").cards["B1"]
    assert (card.hull, card.dice, card.half_dice, card.boarding, card.crews, card.decks) == (16, 5, 3, 4, 4, 3)


def test_amb_12_the_sea_has_a_margin_around_the_ships():
    sea = written().sea
    assert (sea.west, sea.south, sea.east, sea.north) == (-23, -20, 23, 24)
    assert written("margin: 5").sea.west == -8


def test_sotl_2_1_a_the_map_is_open_sea_with_edges_and_nothing_else():
    assert set(State.__struct_fields__) & {"terrain", "zones", "tiles", "grid"} == set()
    assert written("map: {west: -9, south: -8.5, east: 9, north: 8}").sea.south == -8.5


def test_amb_143_a_scenario_may_mark_a_ship_otherwise():
    ship = written(
        ship=", hull_left: 4, fallen: [{mast: main, over: port}], loaded: [port], fatigue: 2, fires: 1, stopped: true"
    ).ships["B1"]
    assert (ship.hull, ship.masts, ship.loaded) == (4, ("fore", "mizzen"), ("port",))
    assert (ship.fatigue, ship.fires, ship.stopped) == (2, 1, True)


def test_sotl_5_a_a_ship_starts_where_and_as_the_scenario_says():
    ship = written().ships["B1"]
    assert (ship.pose.x, ship.pose.y, ship.pose.heading) == (-3.5, 0, 90)


def test_sotl_5_e_wind_direction_and_strength_come_from_the_scenario():
    state = written()
    assert (state.wind.origin, state.wind.strength) == (225, "breeze")


def test_amb_74_ships_drift_in_a_heavy_wind_or_if_the_scenario_says_so():
    assert written().drift is False
    assert written("drift: true").drift is True
    text = SMALL[0].read_text(encoding="utf-8").replace("strength: breeze", "strength: heavy")
    assert battle_setup.read_scenario(text, "heavy.yaml").opening.drift is True


def test_a_scenario_may_override_single_values_of_the_profile():
    profile = written("profile: {point_blank: 1.5, hulls: {III: [1.1, 0.3]}}").profile
    assert (profile.point_blank, profile.medium) == (1.5, 3.0)
    assert (profile.hulls["III"], profile.hulls["V"]) == ((1.1, 0.3), (0.8, 0.25))


def test_a_battle_may_begin_in_the_middle_of_a_turn():
    state = written("start: {turn: 3, phase: grapple, grapples: [{first: B1, second: F1}]}")
    assert (state.turn, state.phase, state.initiative, state.asked) == (3, "grapple", "british", "british")
    assert state.grapples[0].joins("F1")
    state = written("start: {phase: movement, initiative: british}")
    assert state.asked == "allied"


# --- who plays


def test_sotl_2_a_two_players_one_a_side():
    state = written()
    assert {key: card.player for key, card in state.cards.items()} == {"B1": "british", "F1": "allied", "S1": "allied"}


def test_sotl_2_a_three_players_split_the_combined_fleet_by_nation():
    state = written("""\
players:
  nelson: {side: british}
  villeneuve: {side: allied, nations: [france]}
  gravina: {side: allied, nations: [spain]}
""")
    assert [(card.player, card.side) for card in state.cards.values()] == [
        ("nelson", "british"), ("villeneuve", "allied"), ("gravina", "allied"),
    ]  # fmt: skip


def test_sotl_2_b_ships_may_be_shared_out_at_will_within_a_side():
    state = written("""\
players:
  nelson: {side: british, ships: [B1]}
  rosily: {side: allied, divisions: [van]}
  cisneros: {side: allied, ships: [S1]}
""")
    assert {key: card.player for key, card in state.cards.items()} == {"B1": "nelson", "F1": "rosily", "S1": "cisneros"}


@pytest.mark.parametrize("who", ["{side: allied, ships: [F1]}", "{side: british, ships: [F1, S1]}"])
def test_sotl_2_b_a_ship_has_exactly_one_owner_and_one_side(who):
    with pytest.raises(ScenarioError, match="exactly one commander"):
        written(f"players:\n  nelson: {{side: british}}\n  other: {who}\n")


def test_amb_120_initiative_and_points_belong_to_sides_not_to_players():
    state = written(
        "players: {a: {side: british}, b: {side: allied, nations: [france]}, c: {side: allied, nations: [spain]}}"
    )
    assert {key: card.player for key, card in state.cards.items()} == {"B1": "a", "F1": "b", "S1": "c"}
    state, events = play(state, RollInitiative(side="allied"), dice=[2, 5])
    rolled = only(events, InitiativeRolled)
    assert (rolled.dice, rolled.winner) == ({"british": 2, "allied": 5}, "allied")
    state, _ = play(state, Done(side="allied"), Done(side="british"), Done(side="british"))
    assert (state.phase, state.asked) == ("movement", "allied")
    for order in ("FS", "SF"):  # both players' ships, in any order, until the side is done
        moved, _ = play(state, *(Sail(side="allied", ship=f"{one}1", plan=(Step("advance"),)) for one in order))
        assert moved.asked == "allied"
    turn = Context(state, rules_of(state).event_handlers, ScriptedChance(()))
    for key in ("B1", "F1", "S1"):
        victory.strike_colours(turn, key, "sinking_zone")
    assert victory.total_points(turn.state) == {"british": 30, "allied": 15}


NOT_OF_THE_BOOK = {name for name, module in load_rule_modules().items() if not module.is_in_book}
"""A battle does not speak of these unless it is asked to, so old records hold."""


def test_sotl_2_c_the_rules_in_use_are_fixed_when_the_battle_opens():
    opened = battle_setup.open_battle(load(SMALL[0]), {"collision": False})
    assert opened.options == dict.fromkeys(set(Options.model_fields) - {"wind_strength", *NOT_OF_THE_BOOK}, False)


def test_amb_123_every_module_is_known_and_off_by_default():
    modules = set(Options.model_fields) - {"wind_strength"}
    assert modules - NOT_OF_THE_BOOK == {
        "leaders", "collision", "friendly_fire", "line_breaking", "nailing", "communications", "veterans",
        "sail_states", "pitching", "wind_change", "ammo", "crews", "weather_gauge", "coastal", "dumanoir",
        "british_firepower", "fast_game", "no_wind",
    }  # fmt: skip
    assert load(SMALL[0]).opening.options == dict.fromkeys(modules - NOT_OF_THE_BOOK, False)
    assert modules == set(load_rule_modules())


@pytest.mark.parametrize("name", sorted(load_rule_modules()))
def test_amb_123_what_is_built_is_switched_by_file_or_players(name):
    assert written(f"options: {{{name}: true}}").options[name] is True
    assert battle_setup.open_battle(load(SMALL[0]), {name: True}).options[name] is True
    with pytest.raises(ScenarioError, match=f"'{name}' is true or false, not 'yes'"):
        battle_setup.open_battle(load(SMALL[0]), {name: "yes"})


def test_amb_123_an_unknown_option_is_refused_with_a_suggestion():
    with pytest.raises(ScenarioError, match="did you mean 'fast_game'"):
        battle_setup.open_battle(load(SMALL[0]), {"fast_gme": True})


def test_the_json_schema_knows_the_classes_of_a_profile():
    hulls = GAME.schema()["properties"]["profile"]["properties"]["hulls"]
    assert hulls["propertyNames"] == {"enum": ["I", "II", "III", "IV", "V", "VI"]}


def test_the_json_schema_tells_editors_every_key():
    schema = GAME.schema()
    ship = schema["$defs"]["ShipData"]["properties"]
    assert {"key", "class", "at", "heading", "hull_left"} <= set(ship)
    assert "point_blank" in schema["properties"]["profile"]["properties"]
    assert schema["$defs"]["WindData"]["properties"]["from"]["enum"][0] == "N"


def test_amb_70_the_strength_of_the_wind_is_an_option() -> None:
    trafalgar = load(TRAFALGAR)
    light = battle_setup.open_battle(trafalgar, {"wind_strength": "light"})
    assert (trafalgar.opening.wind.strength, light.wind.strength) == ("breeze", "light")
    assert light.wind.origin == trafalgar.opening.wind.origin
    assert battle_setup.open_battle(trafalgar, {"wind_strength": None}) == trafalgar.opening
    with pytest.raises(ScenarioError, match="the wind is one of light, breeze, heavy"):
        battle_setup.open_battle(trafalgar, {"wind_strength": "gale"})


def test_amb_74_drift_follows_the_wind_unless_the_scenario_says_otherwise() -> None:
    text = TRAFALGAR.read_text(encoding="utf-8")
    silent = battle_setup.read_scenario(text.replace("drift: false\n", ""), "silent.yaml")
    assert not silent.opening.drift
    assert battle_setup.open_battle(silent, {"wind_strength": "heavy"}).drift
    assert not battle_setup.open_battle(
        battle_setup.read_scenario(text, "trafalgar.yaml"), {"wind_strength": "heavy"}
    ).drift
