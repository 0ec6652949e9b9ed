"""Chapter 5: the compass and the points of a move."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import Grapple, State, Tow, Wind, wind_percentage, wind_relation
from tabletop.games.ships_of_the_line.ship import SailState
from tests.judging import only
from tests.ships_of_the_line.helm import sail
from tests.ships_of_the_line.kit import battle, play, ship

# With the wind from NW (315) a ship that heads for these has so much of her points.
ASTERN, QUARTER, ABEAM, TACK, AHEAD = 135, 90, 45, 0, 315


def alone(heading: int, strength: str = "breeze", **marks: Any) -> State:
    return battle(ship("B1", 0, 0, heading, **marks), strength=strength, phase="movement")


def points(state: State, key: str = "B1") -> int:
    return sailing.compute_allowance(state, key).points


def test_sotl_5_b_every_ship_has_four_points_before_wind_and_rigging() -> None:
    working = sailing.compute_allowance(alone(QUARTER), "B1").working
    assert working[0].value == 4
    assert points(alone(QUARTER)) == 4


@pytest.mark.parametrize("kind", ["four", "I", "II", "III", "IV", "V", "VI"])
def test_sotl_5_g_all_classes_share_the_same_figures(kind: str) -> None:
    assert points(battle(ship("S16", 0, 0, QUARTER, kind), phase="movement"), "S16") == 4
    assert points(battle(ship("B1", 0, 0, ABEAM, kind), phase="movement")) == 2


def test_sotl_5_e_the_wind_is_the_scenarios() -> None:
    assert points(battle(ship("B1", 0, 0, 90), wind=90)) == 0
    assert points(battle(ship("B1", 0, 0, 90), wind=270)) == 3


@pytest.mark.parametrize(
    ("masts", "base"),
    [
        (("fore", "main", "mizzen"), 4),
        (("main", "mizzen"), 3),
        (("fore", "mizzen"), 2),
        (("fore", "main"), 3),
        (("fore",), 1),
        (("main",), 2),
        (("mizzen",), 1),
        ((), 0),
    ],
)
def test_sotl_5_2_1_a_lost_masts_reduce_the_points(masts: tuple[str, ...], base: int) -> None:
    assert points(alone(QUARTER, masts=masts)) == base


def test_sotl_5_2_1_a_masts_count_in_addition_to_the_wind() -> None:
    assert points(alone(ABEAM, masts=("main", "mizzen"))) == 2
    assert points(alone(TACK, masts=("fore", "mizzen"))) == 1


@pytest.mark.parametrize(
    ("lost", "values"),
    [
        (("fore", "main", "mizzen"), (3, 1, 0)),
        (("main", "mizzen", "fore"), (2, 1, 0)),
        (("mizzen", "main", "fore"), (3, 1, 0)),
    ],
)
def test_tv_31_points_after_one_two_and_three_losses(lost: tuple[str, ...], values: tuple[int, ...]) -> None:
    for count, value in enumerate(values, start=1):
        standing = tuple(mast for mast in ("fore", "main", "mizzen") if mast not in lost[:count])
        assert points(alone(QUARTER, masts=standing)) == value


@pytest.mark.parametrize(
    ("heading", "relation", "percentage"),
    [
        (0, "bow", 0),
        (45, "tack", 25),
        (90, "side", 50),
        (135, "quarter", 100),
        (180, "stern", 75),
        (225, "quarter", 100),
        (270, "side", 50),
        (315, "tack", 25),
    ],
)
def test_sotl_5_2_3_a_the_compass_in_eight_relations(heading: int, relation: str, percentage: int) -> None:
    assert wind_relation(heading, Wind(0)) == relation
    assert wind_percentage(heading, Wind(0)) == percentage


@pytest.mark.parametrize(
    ("off", "percentage"), [(22, 0), (23, 25), (67, 25), (68, 50), (112, 50), (113, 100), (157, 100), (158, 75)]
)
def test_tv_39_amb_5_compass_sectors_in_whole_degrees(off: int, percentage: int) -> None:
    for origin in range(0, 360, 45):
        assert wind_percentage(origin + off, Wind(origin)) == percentage
        assert wind_percentage(origin - off, Wind(origin)) == percentage


def test_sotl_5_2_2_a_the_compass_is_read_relative_to_the_heading() -> None:
    assert {wind_percentage(origin + 90, Wind(origin)) for origin in range(0, 360, 45)} == {50}


def test_tv_14a_tv_14d_wind_abeam_leaves_two_of_four_points() -> None:
    abeam = sailing.compute_allowance(battle(ship("B1", 0, 0, 90), wind=180), "B1")
    assert (abeam.percentage, abeam.points) == (50, 2)
    assert points(battle(ship("B1", 0, 0, 45), wind=315)) == 2


def test_tv_14b_wind_on_the_tack_leaves_one() -> None:
    tack = sailing.compute_allowance(battle(ship("B1", 0, 0, 225), wind=180), "B1")
    assert (tack.percentage, tack.points) == (25, 1)


def test_tv_14c_wind_on_the_quarter_leaves_all_four_also_when_she_turns_on_the_way() -> None:
    state = battle(ship("B1", 0, 0, 0), wind=135, phase="movement")
    state, events = play(state, sail("B1", "a a t-44 a a"))
    sailed = only(events, ShipSailed)
    assert (sailed.percentage, sailed.spent, sailed.slowed) == (100, 4, 0)
    assert state.ships["B1"].pose.heading == 316


@pytest.mark.parametrize(
    ("heading", "marks", "resisted"),
    [
        (QUARTER, {"stopped": True}, True),
        (TACK, {"stopped": True}, True),
        (QUARTER, {}, False),
        (AHEAD, {"stopped": True}, False),  # no point to lose
        (QUARTER, {"stopped": True, "masts": ()}, False),
        (QUARTER, {"stopped": True, "anchored": True}, False),
    ],
)
def test_sotl_5_2_5_a_a_stopped_ship_that_can_sail_pays_the_resistance_and_no_other(
    heading: int, marks: dict[str, Any], resisted: bool
) -> None:
    sum_of = sailing.compute_allowance(alone(heading, **marks), "B1")
    assert sum_of.resisted == resisted
    assert any("Resistance" in step.source for step in sum_of.working) == resisted


@pytest.mark.parametrize(
    ("options", "strength", "sail", "left"),
    [({}, "breeze", "low", 2), ({}, "heavy", "low", 1), ({"sail_states": True}, "heavy", "full", 0),
     ({"sail_states": True}, "breeze", "full", 1)],
)  # fmt: skip
def test_sotl_5_2_5_b_the_inertia_of_wind_and_sails_offsets_the_resistance(
    options: dict[str, bool], strength: str, sail: SailState, left: int
) -> None:
    lying = battle(ship("B1", 0, 0, QUARTER, stopped=True, sail=sail), strength=strength, options=options)
    assert sailing.compute_resistance(lying, "B1") == left


def test_sotl_5_3_b_the_vain_attempt_to_get_under_way_is_among_the_choices() -> None:
    state = alone(TACK, stopped=True)
    assert points(state) == 0
    assert sail("B1", "a") in list(rules.list_offers(state))
    assert sail("B1", "a") not in list(rules.list_offers(alone(TACK, "light")))  # under way, and no point


@pytest.mark.parametrize(
    ("value", "row"),
    [(4, (0, 1, 2, 3, 4)), (3, (0, 1, 2, 3, 3)), (2, (0, 1, 1, 2, 2)), (1, (0, 1, 1, 1, 1)), (0, (0, 0, 0, 0, 0))],
)
def test_tv_28_sotl_5_2_3_b_amb_7_percentages_round_up(value: int, row: tuple[int, ...]) -> None:
    assert tuple(sailing.proportion(value, percent) for percent in (0, 25, 50, 75, 100)) == row


@pytest.mark.parametrize(
    ("heading", "strength", "expected"),
    [
        (QUARTER, "breeze", 2),
        (ABEAM, "breeze", 0),
        (QUARTER, "light", 1),
        (ABEAM, "light", 0),
        (QUARTER, "heavy", 4),
        (TACK, "heavy", 1),
    ],
)
def test_tv_30_amb_8_points_of_a_stopped_ship(heading: int, strength: str, expected: int) -> None:
    assert points(alone(heading, strength, stopped=True)) == expected


@pytest.mark.parametrize(
    ("masts", "expected"), [(("fore", "main", "mizzen"), 2), (("fore", "mizzen"), 0), (("fore",), 0)]
)
def test_sotl_5_2_5_a_resistance_takes_two_points(masts: tuple[str, ...], expected: int) -> None:
    assert points(alone(QUARTER, masts=masts, stopped=True)) == expected


@pytest.mark.parametrize(("strength", "forced"), [("light", 0), ("breeze", 1), ("heavy", 2)])
def test_amb_70_forced_spend_is_one_and_the_winds_inertia(strength: str, forced: int) -> None:
    assert sailing.compute_allowance(alone(QUARTER, strength), "B1").forced == forced


def test_sotl_5_5_b_a_breeze_adds_nothing_and_forces_one_point() -> None:
    found = sailing.compute_allowance(alone(QUARTER), "B1")
    assert (found.points, found.forced) == (4, 1)


def test_amb_71_no_more_is_forced_than_she_has() -> None:
    assert sailing.compute_allowance(alone(QUARTER, "heavy", masts=()), "B1").forced == 0
    assert sailing.compute_allowance(alone(AHEAD), "B1").forced == 0


@pytest.mark.parametrize(
    "marks",
    [{"masts": ()}, {"rudder_lost": True}, {"anchored": True}, {"status": "struck"}],
    ids=lambda marks: next(iter(marks)),
)
def test_amb_8_a_heavy_breeze_gives_no_bonus_to_a_ship_that_is_held(marks: dict[str, Any]) -> None:
    assert points(alone(QUARTER, "heavy", **marks)) == 0


def test_amb_8_a_heavy_breeze_gives_no_bonus_head_to_wind_or_grappled() -> None:
    assert points(alone(AHEAD, "heavy")) == 0
    held = battle(
        ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.4, QUARTER), strength="heavy", grapples=(Grapple("B1", "F1", 1),)
    )
    assert points(held) == 0


@pytest.mark.parametrize(("untowed", "towing"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_tv_15_sotl_5_6_c_a_tow_halves_the_points_rounded_up(untowed: int, towing: int) -> None:
    assert sailing.halve(untowed) == towing


def test_amb_142_resistance_comes_before_halving() -> None:
    pair = battle(ship("B1", 0, 0, QUARTER, stopped=True), ship("B2", -1.1, 0, QUARTER), tows=(Tow("B1", "B2"),))
    assert points(pair) == 1
    assert [step.value for step in sailing.compute_allowance(pair, "B1").working] == [4, 4, 2, 1]


def test_amb_8_the_sum_tells_every_step() -> None:
    working = sailing.compute_allowance(alone(ABEAM, "heavy", masts=("main", "mizzen"), stopped=True), "B1").working
    assert [(step.change, step.value) for step in working] == [("", 4), ("−1", 3), ("50 %", 2), ("+1", 3), ("−1", 2)]


def test_amb_8_only_a_positive_inertia_offsets_the_resistance() -> None:
    assert sailing.compute_resistance(alone(ABEAM, "heavy"), "B1") == 1
    assert sailing.compute_resistance(alone(ABEAM, "light"), "B1") == 2
