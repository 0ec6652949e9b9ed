"""Variants of Trafalgar, and scenarios whose ships are those of another one."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import battle_setup, positions
from tabletop.games.ships_of_the_line.chapters.optional.leaders import FORMATIONS
from tabletop.games.ships_of_the_line.model import State

FOLDER = Path(__file__).parents[2] / "scenarios" / "ships_of_the_line"
BORROWED = "ships_of: trafalgar\nships:\n"


@cache
def opening(name: str) -> State:
    path = FOLDER / f"{name}.yaml"
    return battle_setup.read_scenario(path.read_text(encoding="utf-8"), path.name).opening


def read(ships: str, before: str = BORROWED) -> State:
    text = f"game: ships_of_the_line\ntitle: Test\nwind: {{from: NW}}\ndivisions: {{rear: Rear}}\n{before}{ships}"
    return battle_setup.read_scenario(text, "mine.yaml").opening


def allied(state: State) -> list[str]:
    return [key for key, card in state.cards.items() if card.side == "allied"]


def test_sotl_t_va_amb_113_the_combined_fleet_lies_in_one_line_with_ship_33_ahead() -> None:
    state = opening("trafalgar_before_wearing")
    line = allied(state)
    assert [state.cards[key].number for key in line] == list(range(1, 34))
    assert {state.ships[key].pose.heading for key in line} == {135}
    for astern, ahead in pairwise(line):
        assert positions.gap_between(state, astern, ahead).distance <= 0.5
        assert state.ships[ahead].pose.x > state.ships[astern].pose.x
        assert state.ships[ahead].pose.y < state.ships[astern].pose.y


def test_amb_203_in_variant_a_the_british_lie_as_at_trafalgar_and_all_ships_are_the_same() -> None:
    state, trafalgar = opening("trafalgar_before_wearing"), opening("trafalgar")
    assert state.cards == trafalgar.cards
    british = [key for key in state.cards if key not in allied(state)]
    assert [state.ships[key] for key in british] == [trafalgar.ships[key] for key in british]


GRAVINAS = ("observation_2", "observation_1")
LINE = ("rear", "centre", "vanguard")


@pytest.mark.parametrize("name", ["gravina_apart", "gravinas_reserve"])
def test_sotl_t_vd1_sotl_t_vd2_gravinas_twelve_ships_are_a_formation_of_their_own(name: str) -> None:
    state = opening(name)
    assert {name: tuple(some) for name, some in FORMATIONS.state_value(state).items()} == {
        "line": LINE,
        "reserve": GRAVINAS,
    }
    reserve = [state.cards[key].number for key in allied(state) if state.cards[key].division in GRAVINAS]
    assert reserve == list(range(22, 34))
    assert state.cards == opening("trafalgar").cards
    assert {card.division for card in state.cards.values() if card.side == "allied"} == {*LINE, *GRAVINAS}


def test_sotl_t_vd2_the_ships_lie_as_at_trafalgar() -> None:
    assert opening("gravinas_reserve").ships == opening("trafalgar").ships


def test_sotl_t_vd1_amb_203_gravinas_ships_lie_beside_the_line_by_the_van_of_the_rest() -> None:
    apart, whole = opening("gravina_apart"), opening("trafalgar_before_wearing")
    place = {card.number: key for key, card in whole.cards.items() if card.side == "allied"}
    for number, key in place.items():
        other, shift = (place[number - 10], 1.77) if number >= 22 else (key, 0)
        here, there = positions.hull_center(apart, key), positions.hull_center(whole, other)
        assert (here.x, here.y) == pytest.approx((there.x - shift, there.y - shift), abs=0.002)
        assert apart.ships[key].pose.heading == 135
    british = [key for key in whole.cards if key not in allied(whole)]
    assert [apart.ships[key] for key in british] == [whole.ships[key] for key in british]


def test_what_a_file_says_of_a_borrowed_ship_holds_and_her_place_is_her_own() -> None:
    state = read("  - {key: F5, at: [3, 4], heading: 90, veteran: false, hull: 12}\n")
    lent, own = opening("trafalgar").cards["F5"], state.cards["F5"]
    assert (own.name, own.dice, own.leader) == (lent.name, lent.dice, lent.leader)
    assert (own.veteran, own.hull, own.division) == (False, 12, "allied")


def test_a_ship_that_nobody_lends_must_say_all_that_she_is() -> None:
    with pytest.raises(ScenarioError) as caught:
        read("  - {key: F99, at: [3, 4], heading: 90}\n  - {at: [5, 5], heading: 0}\n  - F5\n")
    said = [str(problem) for problem in caught.value.problems]
    assert any("mine.yaml:7:" in one and "nation" in one for one in said)
    assert any(one.startswith("mine.yaml:8:") for one in said)
    assert any(one.startswith("mine.yaml:9:") for one in said)


@pytest.mark.parametrize("name", ["trafalga", "../volley/standard", "standard"])
def test_only_a_scenario_of_this_game_lends_its_ships(name: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read("  - {key: F5, at: [3, 4], heading: 90}\n", f"ships_of: {name}\nships:\n")
    assert f"mine.yaml:5:11: there is no scenario '{name}' to take the ships of" in str(caught.value.problems[0])
