"""Chapter 18: changes of the wind (AMB-84, AMB-85, AMB-124, AMB-176)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.errors import ScenarioError
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.chapters.optional.wind_change import change_strength, is_check_due, shift_wind
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance, is_stopped
from tabletop.games.ships_of_the_line.commands import Done, FireBroadside, RollInitiative, TurnByBoats
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired, MastFell
from tabletop.games.ships_of_the_line.events.movement import ShipDrifted, ShipStopped
from tabletop.games.ships_of_the_line.events.turn import (
    DirectionChecked,
    InitiativeRolled,
    PhaseBegan,
    StrengthChecked,
    WindRolled,
)
from tabletop.games.ships_of_the_line.model import State, Tow, Wind, compass_point
from tabletop.games.ships_of_the_line.survey.sailing import forecast_wind
from tests.judging import every, only
from tests.ships_of_the_line.helm import QUARTER
from tests.ships_of_the_line.kit import battle, play, ship

CHANGES = {"options": {"wind_change": True}}
ROLL = RollInitiative(side="british")
TABLE = (270, 225, 180, 315, 135, 0, 45, 90)


def dawn(turn: int = 5, wind: int = 315, strength: str = "breeze", **fields: Any) -> State:
    """Before the roll for the initiative."""
    fleets = ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, QUARTER)
    opening = {"phase": "initiative", "initiative": None, "turn": turn}
    return battle(*fleets, wind=wind, strength=strength, **CHANGES | opening | fields)


def rolled(state: State, *dice: int) -> State:
    return play(state, ROLL, dice=[6, 1, *dice])[0]


def turns(**fields: Any) -> list[int]:
    state = dawn(**fields)
    return [turn for turn in range(1, state.turns + 1) if is_check_due(state, turn)]


def test_sotl_18_1_a_amb_124_every_hour_before_the_guns() -> None:
    assert turns() == [5, 9, 13, 17, 21]
    assert turns(minutes_per_turn=30, turns=12) == [3, 5, 7, 9, 11]
    assert turns(minutes_per_turn=60, turns=4) == [2, 3, 4]
    assert turns(minutes_per_turn=90, turns=4) == [2, 3, 4]
    _, events = play(dawn(), ROLL, dice=[6, 1, 1, 1])
    told = [type(event) for event in events]
    begun = [event.phase for event in every(events, PhaseBegan)]
    assert told.index(InitiativeRolled) < told.index(DirectionChecked) < told.index(StrengthChecked)
    assert begun == ["wind", "combat"]


def test_amb_176_no_check_in_between() -> None:
    for turn in (1, 2, 4, 6):
        _, events = play(dawn(turn), ROLL, dice=[6, 1])
        assert every(events, DirectionChecked) == []


@pytest.mark.parametrize(("dice", "origin"), [((6, 6), 270), ((6, 1), 315)])
def test_tv_21a_tv_21b_the_printed_examples(dice: tuple[int, int], origin: int) -> None:
    assert rolled(dawn(wind=225), *dice, 1).wind.origin == origin


@pytest.mark.parametrize(
    ("state", "dice", "found"),
    [
        (dawn(), (6, 5, 1), (180, "breeze", False)),
        (dawn(), (1, 6, 5), (315, "heavy", True)),
        (dawn(strength="light"), (1, 6, 6), (315, "breeze", False)),
    ],
)
def test_tv_81_direction_strength_and_the_drift_with_it(
    state: State, dice: tuple[int, ...], found: tuple[int, str, bool]
) -> None:
    after = rolled(state, *dice)
    assert (after.wind.origin, after.wind.strength, after.drift) == found


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_sotl_18_1_b_nothing_changes_below_a_six(die: int) -> None:
    state, events = play(dawn(), ROLL, dice=[6, 1, die, die])
    assert state.wind == Wind(315, "breeze")
    assert (only(events, DirectionChecked).change, only(events, StrengthChecked).table) == (None, None)


def test_tv_38_amb_84_the_wind_table_has_open_ends() -> None:
    for place, die in product(range(8), range(1, 7)):
        step = {1: 2, 2: 1, 3: 0, 4: 0, 5: -1, 6: -2}[die]
        assert shift_wind(TABLE[place], die) == TABLE[min(7, max(0, place + step))]
    assert [compass_point(origin) for origin in TABLE] == ["W", "SW", "S", "NW", "SE", "N", "NE", "E"]


@pytest.mark.parametrize(
    ("strength", "found"),
    [
        ("light", ["light", "light", "breeze", "breeze", "breeze", "breeze"]),
        ("breeze", ["light", "light", "breeze", "breeze", "heavy", "heavy"]),
        ("heavy", ["breeze", "breeze", "breeze", "breeze", "heavy", "heavy"]),
    ],
)
def test_sotl_18_2_a_sotl_18_2_c_amb_85_one_step_at_most(strength: Any, found: list[str]) -> None:
    assert [change_strength(strength, die) for die in range(1, 7)] == found


def test_sotl_18_2_b_the_new_strength_counts_from_this_turn_on() -> None:
    light, heavy = rolled(dawn(), 1, 6, 1), rolled(dawn(), 1, 6, 6)
    assert (compute_allowance(light, "B1").points, compute_allowance(heavy, "B1").points) == (3, 5)
    assert compute_allowance(heavy, "B1").forced == 2


def test_amb_176_the_drift_stays_as_a_scenario_states_it() -> None:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    calm = GAME.open(GAME.read(f"{text}\ndrift: false", "duel.yaml"), {"wind_change": True})
    free = GAME.open(GAME.read(text, "duel.yaml"), {"wind_change": True})
    assert (calm.drift_stated, free.drift_stated) == (True, UNSET)
    ready = {"turn": 5, "phase": "initiative", "asked": None}
    assert [rolled(replace(one, **ready), 1, 6, 6).drift for one in (calm, free)] == [False, True]


def test_tv_82_amb_76_a_ship_that_the_new_wind_heads_lies_stopped_and_may_use_her_boats() -> None:
    state = dawn(wind=225)
    heading = {key: replace(one, pose=replace(one.pose, heading=270)) for key, one in state.ships.items()}
    state = replace(state, ships=heading)
    assert not is_stopped(state, "B1")
    after = rolled(state, 6, 6, 1)
    assert after.wind.origin == 270
    after, events = play(after, Done(side="british"), Done(side="allied"))
    assert {one.ship for one in every(events, ShipStopped)} == {"B1", "F1"}
    after, _ = play(after, Done(side="allied"), TurnByBoats(side="british", ship="B1", towards="port"))
    assert after.ships["B1"].pose.heading == 180


WORDS = [
    ((6, 5, 1), ["The wind shifts from the NW to the S (rolled 6 and 5).", "The wind remains a breeze (rolled 1)."]),
    ((2, 6, 5), ["The wind stays in the NW (rolled 2).", "The wind freshens to a heavy breeze (rolled 6 and 5)."]),
    (
        (6, 3, 6, 2),
        ["The wind stays in the NW (rolled 6 and 3).", "The wind drops to a light breeze (rolled 6 and 2)."],
    ),
]


@pytest.mark.parametrize(("dice", "told"), WORDS)
def test_sotl_18_the_log_tells_every_die(dice: tuple[int, ...], told: list[str]) -> None:
    state = dawn()
    _, events = play(state, ROLL, dice=[6, 1, *dice])
    checks = [event for event in events if isinstance(event, DirectionChecked | StrengthChecked)]
    assert [GAME.describe(state, event) for event in checks] == told


def test_sotl_18_1_a_the_next_check_is_foreseen() -> None:
    assert [forecast_wind(dawn(turn)).turn for turn in (1, 5, 6, 20)] == [5, 5, 9, 21]  # type: ignore[union-attr]
    assert forecast_wind(dawn(22)) is None
    later = rolled(dawn(), 1, 1)
    assert forecast_wind(later) is not None
    assert forecast_wind(later).turn == 9  # type: ignore[union-attr]
    assert forecast_wind(replace(dawn(1), options={})) is None


def test_sotl_18_1_b_what_the_next_check_may_bring_exactly() -> None:
    found = forecast_wind(dawn(1))
    assert found is not None
    assert found.origins == {
        315: Fraction(32, 36), 0: Fraction(1, 36), 135: Fraction(1, 36), 180: Fraction(1, 36), 225: Fraction(1, 36),
    }  # fmt: skip
    assert found.strengths == {"breeze": Fraction(32, 36), "light": Fraction(2, 36), "heavy": Fraction(2, 36)}


def test_amb_176_a_tow_that_lies_stopped_drifts_as_a_group_in_the_turn_in_which_it_blows_hard() -> None:
    pair = ship("B1", 0, 0, 90, stopped=True, masts=()), ship("B2", -1.1, 0, 90, stopped=True)
    state = battle(
        *pair, ship("F1", 20, 20, QUARTER, anchored=True), turn=5, phase="initiative", initiative=None, **CHANGES
    )
    state = replace(state, tows=(Tow("B1", "B2"),))
    for dice, drifted in (((1, 6, 6), [{"B1", "B2"}]), ((1, 1), [])):
        after = play(rolled(state, *dice), Done(side="british"), Done(side="allied"))[0]
        _, events = play(after, Done(side="allied"), Done(side="british"))
        assert [set(event.poses) for event in every(events, ShipDrifted)] == drifted


def test_amb_191_the_guns_of_the_turn_fire_in_the_new_wind() -> None:
    """From NW to S: a ship that heads 190 has run before the wind and now heads to it; her masts fall to lee."""
    pair = ship("B1", 0, 0, 180), ship("F1", -1, 0, 190)
    switches = {"options": {"wind_change": True, "weather_gauge": True}}
    state = battle(*pair, turn=5, phase="initiative", initiative=None, **switches)
    shot = FireBroadside(side="british", ship="B1", broadside="starboard", target="F1")
    for dice, hull, over in (((6, 5, 1), 1, "starboard"), ((1, 1), 0, "port")):
        after = rolled(state, *dice)
        fired, events = play(after, shot, dice=[4, 1, 1, 1, 6, 2])
        assert only(events, BroadsideFired).hull == hull
        _, events = play(fired, Done(side="british"), Done(side="allied"))
        assert only(events, MastFell).over == over


def test_amb_173_no_wind_no_changes() -> None:
    calm = replace(dawn(), wind=Wind(315, None), options={"wind_change": True, "no_wind": True})
    _, events = play(calm, ROLL, dice=[6, 1])
    assert every(events, DirectionChecked) == every(events, StrengthChecked) == []
    assert forecast_wind(calm) is None


def opened(change: str, **options: object) -> State:
    text = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
    given = text.replace("wind: {from: SW, strength: breeze}", "wind: {from: random}") + change
    return GAME.open(GAME.read(given, "duel.yaml"), options)


@pytest.mark.parametrize(("die", "origin"), list(enumerate(TABLE[1:-1], start=1)))
def test_sotl_18_1_c_amb_176_the_first_die_says_where_the_wind_comes_from(die: int, origin: int) -> None:
    state = opened("")
    assert state.wind.unknown
    after, events = play(state, ROLL, dice=[die, 3, 4])
    assert after.wind == Wind(origin, "breeze")
    assert only(events, WindRolled).die == die
    assert GAME.describe(state, only(events, WindRolled)) == (
        f"The wind blows from the {compass_point(origin)} (rolled {die})."
    )
    assert type(events[0]) is WindRolled


def test_amb_176_a_battle_that_begins_later_must_say_where_it_blows_from() -> None:
    with pytest.raises(ScenarioError, match=r"16:14.*from: a random wind is rolled with the first initiative"):
        opened("start: {phase: combat}")


def test_amb_173_nothing_is_rolled_for_a_wind_that_does_not_count() -> None:
    state = opened("", no_wind=True)
    _, events = play(state, ROLL, dice=[3, 4])
    assert every(events, WindRolled) == []
