"""Chapter 5: what a sailing plan may hold, and what it comes to."""

import pytest

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.sailing import compute_limits
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import describe
from tabletop.geometry.pose import Pose
from tests.judging import only
from tests.ships_of_the_line.helm import ABEAM, AHEAD, QUARTER, TACK, at_sea, one, sail, steps, tried
from tests.ships_of_the_line.kit import battle, play, refused, ship


def test_sotl_5_a_facing_changes_as_she_moves() -> None:
    state, _ = play(one(), sail("B1", "a t44 a t-10 a a"))
    assert state.ships["B1"].pose.heading == QUARTER + 34


def test_sotl_5_d_the_ledger_of_points_adds_up() -> None:
    _, events = play(one(), sail("B1", "a p20 s a"))
    sailed = only(events, ShipSailed)
    assert (sailed.spent, sailed.slowed) == (3, 1)
    assert sum(leg.points for leg in sailed.legs) == 4 == sailed.allowance[-1].value


def test_sotl_5_c_she_may_use_part_of_her_points() -> None:
    _, events = play(one(), sail("B1", "a a"))
    sailed = only(events, ShipSailed)
    assert (sailed.spent, sailed.slowed, sailed.stopped) == (2, 2, False)


def test_sotl_5_c_she_may_not_use_more() -> None:
    refusal = refused(one(), sail("B1", "a a a a a"), "SOTL-5-d")
    assert refusal.by == "5 points needed, she has 4"


def test_sotl_5_1_a_distance_is_measured_from_the_stern() -> None:
    state = one(QUARTER)
    start = state.ships["B1"].pose
    after, _ = play(state, sail("B1", "a a a"))
    assert after.ships["B1"].pose == Pose(start.x + 3, start.y, QUARTER)


def test_amb_9_she_turns_about_her_stern() -> None:
    state = one()
    leg = tried(state, "p30").legs[0]
    assert (leg.end.point, leg.end.heading) == (leg.start.point, QUARTER + 30)


def test_amb_11_she_never_moves_sideways() -> None:
    first, turn, second = tried(one(), "a t44 a").legs
    assert (turn.start.point, first.end.heading) == (turn.end.point, QUARTER)
    assert second.end == turn.end.advance(1)


def test_sotl_5_1_b_a_free_turn_is_less_than_45_degrees() -> None:
    assert tried(one(), "a t44").verdict is None
    assert refused(one(), sail("B1", "a t46"), "SOTL-5.1-b").by == "46° at once, at most 44°"
    refused(one(), sail("B1", "a t-45"), "SOTL-5.1-b")


def test_sotl_5_1_b_a_free_turn_needs_an_advance_beside_it() -> None:
    assert tried(one(), "t44 a").verdict is None
    refused(one(), sail("B1", "a s t44"), "SOTL-5.1-b")
    refused(one(), sail("B1", "p10 s t20 s"), "SOTL-5.1-b")


def test_sotl_5_4_b_each_um_moved_allows_one_free_turn() -> None:
    assert tried(one(), "t10 a t10 a t10 a t10 a").verdict is None
    refused(one(), sail("B1", "t10 a t10 s s"), "SOTL-5.1-b")
    assert tried(one(), "a t10 a t10").points_left == 2


def test_sotl_5_1_c_moving_is_never_free() -> None:
    assert tried(one(), "a").points_left == 3


def test_sotl_5_1_d_a_turn_on_the_spot_costs_a_point_and_is_at_most_45_degrees() -> None:
    assert tried(one(), "p45").points_left == 3
    assert tried(one(), "p1").points_left == 3
    assert refused(one(), sail("B1", "p46"), "SOTL-5.1-d").by == "46° at once, at most 45°"


def test_sotl_5_1_d_turn_move_and_turn_again() -> None:
    refused(one(), sail("B1", "p45 p45"), "SOTL-5.1-d")
    assert tried(one(), "p45 a p45").verdict is None


@pytest.mark.parametrize("text", ["p0", "t0 a", "a t0"])
def test_sotl_5_1_b_a_turn_has_at_least_one_degree(text: str) -> None:
    refused(one(), sail("B1", text), "SOTL-5.1-b")


def test_tv_10_a_pivot_costs_one_of_four_points_and_a_free_turn_none() -> None:
    trinidad = at_sea(ship("S16", 0, 0, QUARTER, "four"))
    assert tried(trinidad, "p45", "S16").points_left == 3
    assert tried(trinidad, "p45 a a a", "S16").verdict is None
    assert tried(trinidad, "t44 a a a a", "S16").verdict is None


def test_sotl_5_2_3_c_tv_11_she_spends_one_point_before_she_may_stop() -> None:
    refused(one(), sail("B1", "s s s s"), "SOTL-5.2.3-d")
    for first in ("a", "p45"):
        stopping = tried(one(), f"{first} s s s")
        assert (stopping.verdict, stopping.points_left, stopping.is_stopped) == (None, 0, True)


def test_sotl_5_5_b_she_may_not_simply_remain() -> None:
    refusal = refused(one(), sail("B1", ""), "SOTL-5.2.3-c")
    assert refusal.by == "1 point to use first, 0 used"


def test_amb_70_a_light_breeze_lets_her_stop_at_once() -> None:
    stopping = tried(one(strength="light"), "s s s")
    assert (stopping.verdict, stopping.is_stopped) == (None, True)


def test_amb_70_a_heavy_breeze_forces_two_points() -> None:
    refused(one(strength="heavy"), sail("B1", "a s s s s"), "SOTL-5.2.3-d")
    assert tried(one(strength="heavy"), "a p10 s s s").is_stopped


def test_tv_12_two_moved_one_slowed_one_left() -> None:
    partly = tried(one(), "a a s")
    assert (partly.verdict, partly.points_left, partly.is_stopped) == (None, 1, False)
    assert tried(one(), "a a s a").verdict is None


def test_tv_13_pivot_slow_twice_and_move_or_pivot_again() -> None:
    for last in ("a", "p45"):
        whole = tried(one(), f"p45 s s {last}")
        assert (whole.verdict, whole.points_left) == (None, 0)


def test_sotl_5_4_a_tv_14_move_two_turn_move_two() -> None:
    state = battle(ship("B1", 0, 0, 0), wind=135, phase="movement")
    whole = tried(state, "a a t-44 a a")
    assert (whole.verdict, whole.points_left, whole.pose.heading) == (None, 0, 316)


def test_sotl_5_2_3_d_sotl_5_4_c_slowing_needs_points() -> None:
    refused(one(TACK), sail("B1", "a s"), "SOTL-5-d")


def test_sotl_5_5_a_she_may_keep_her_heading() -> None:
    assert tried(one(), "a a a a").verdict is None
    assert tried(one(TACK), "a").verdict is None


def test_sotl_5_1_e_amb_6_the_allowance_is_fixed_at_the_start_of_the_move() -> None:
    # from the wind abeam she turns to the quarter, which would give 4, and on to the stern
    slow = at_sea(ship("B1", 0, 0, 45))
    assert tried(slow, "t44 a a").points_left == 0
    refused(slow, sail("B1", "t44 a a a"), "SOTL-5-d")
    # and from the quarter to abeam, which would give 2
    assert tried(one(), "t-44 a a a a").verdict is None


def test_amb_125_an_advance_is_one_whole_um() -> None:
    legs = tried(one(), "a a").legs
    assert [leg.end.x - leg.start.x for leg in legs] == [1, 1]
    refused(one(), sail("B1", "a1"), "SOTL-5.1-b")


def test_tv_44_amb_10_two_turns_need_a_point_between() -> None:
    refused(one(), sail("B1", "a t44 t44 a"), "SOTL-5.1-d")
    refused(one(), sail("B1", "a t44 p45 a"), "SOTL-5.1-d")
    assert tried(one(), "a t44 s t44 a").verdict is None
    assert tried(one(), "a t44 a t44 a").verdict is None


def test_amb_71_points_left_over_count_as_slowed() -> None:
    _, events = play(one(), sail("B1", "a"))
    sailed = only(events, ShipSailed)
    assert (sailed.spent, sailed.slowed, sailed.stopped) == (1, 3, True)


def test_amb_72_a_ship_that_moves_her_only_point_is_not_stopped() -> None:
    assert not tried(one(TACK), "a").is_stopped


@pytest.mark.parametrize(
    ("state", "plan"),
    [
        (one(TACK), "a h"),
        (one(TACK), "p45 h"),
        (one(TACK), "a t44 h"),
        (one(TACK, "light"), "h"),  # no point and nothing forced
        (one(ABEAM, "heavy", masts=("fore", "mizzen")), "a a h"),
    ],
)
def test_amb_205_a_ship_that_has_only_the_forced_spend_may_heave_to(state: State, plan: str) -> None:
    after, events = play(state, sail("B1", plan))
    sailed = only(events, ShipSailed)
    assert (sailed.stopped, sailed.slowed, sailed.allows_anchor) == (True, 0, True)
    assert sum(leg.points for leg in sailed.legs) == sailed.spent == sailed.forced
    assert after.ships["B1"].stopped
    assert "heaves to" in describe(state, sailed)


@pytest.mark.parametrize(
    ("state", "plan", "rule", "by"),
    [
        (one(), "a h", "AMB-205", "3 points"),  # she slows them
        (one(ABEAM), "a a h", "AMB-205", "2 points used, at most 1"),
        (one(ABEAM), "a s h", "AMB-205", ""),  # she is stopped by slowing
        (one(TACK), "a h h", "AMB-205", ""),
        (one(TACK), "h", "AMB-205", "1 point"),
        (one(TACK), "a h a", "AMB-205", ""),
        (one(TACK), "t10 h", "SOTL-5.1-b", ""),
        (one(AHEAD), "h", "SOTL-5.2.3-a", ""),
        (one(TACK, stopped=True), "h", "SOTL-5.5-c", ""),
    ],
)
def test_amb_205_a_stop_ends_a_plan_of_the_forced_spend_and_no_other(
    state: State, plan: str, rule: str, by: str
) -> None:
    assert refused(state, sail("B1", plan), rule).by == by


def test_amb_205_a_step_that_contact_cuts_voids_the_stop_too() -> None:
    state = at_sea(ship("B1", 0, 0, TACK), ship("B2", 0, 1.3, TACK))
    touching = tried(state, "a h")
    assert (touching.verdict, touching.contact, touching.is_stopped) == (None, "B2", False)


def test_amb_205_limits_and_choices_offer_the_stop() -> None:
    hove_to = compute_limits(one(TACK), "B1", steps("a"))
    assert (hove_to.no_stop, hove_to.no_slow and hove_to.no_slow.rule) == (None, "SOTL-5-d")
    assert compute_limits(one(), "B1", steps("a")).no_stop is not None
    assert sail("B1", "a h") in list(rules.list_offers(one(TACK)))


def test_amb_75_sotl_5_2_5_d_turning_into_the_wind_ends_the_move() -> None:
    state = at_sea(ship("B1", 0, 0, 45))
    into = tried(state, "p-45 a")
    assert into.verdict is None  # heading N she still lies on the tack
    ends = at_sea(ship("B1", 0, 0, 0))
    after, events = play(ends, sail("B1", "a t-44"))
    assert only(events, ShipSailed).stopped
    assert after.ships["B1"].pose.heading == 316
    refused(at_sea(ship("B1", 0, 0, 0), strength="heavy"), sail("B1", "a t-44 a"), "SOTL-5.2.5-d")


def test_amb_75_a_pivot_into_the_wind_stops_her_whatever_she_spent() -> None:
    beam = at_sea(ship("B1", 0, 0, 45, masts=("fore", "main", "mizzen")), strength="heavy")
    into = tried(beam, "a t-44 a t-40")
    assert (into.end, into.is_stopped, into.points_spent, into.verdict) == ("wind", True, 2, None)


def test_amb_75_a_free_turn_into_the_wind_before_its_advance_costs_that_point() -> None:
    into = tried(at_sea(ship("B1", 0, 0, 0)), "t-44")
    assert (into.end, into.points_spent, into.verdict) == ("wind", 1, None)


def test_sotl_5_2_3_a_a_ship_head_to_wind_cannot_move() -> None:
    for text in ("a", "p45", "s"):
        refused(one(AHEAD), sail("B1", text), "SOTL-5.2.3-a")


def test_partial_plans_are_judged_as_far_as_they_go() -> None:
    begun = tried(one(), "a t10 p5 a")
    assert begun.refusal is not None
    assert [leg.kind for leg in begun.legs] == ["advance", "turn"]
    waiting = tried(one(), "t10")
    assert waiting.refusal is None
    assert waiting.verdict is not None


def test_limits_say_what_the_next_step_may_be() -> None:
    at_start = compute_limits(one(), "B1")
    assert (at_start.reach, at_start.turn, at_start.pivot) == (1, (44, 44), (45, 45))
    assert at_start.no_advance is None
    assert at_start.no_slow is not None
    assert at_start.no_slow.rule == "SOTL-5.2.3-d"
    turned = compute_limits(one(), "B1", steps("a t10"))
    assert turned.no_turn is not None
    assert turned.no_slow is None
    used = compute_limits(one(), "B1", steps("a a a a"))
    assert (used.reach, used.no_turn) == (0, None)
    assert used.no_advance is not None


def test_limits_say_why_she_may_not_move_at_all() -> None:
    held = compute_limits(one(rudder_lost=True), "B1")
    assert held.trial.refusal is not None
    assert held.no_advance is not None
    assert held.no_advance.reason == "Her rudder is lost."


def test_limits_stop_at_a_neighbour() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 1.5, 0, QUARTER))
    found = compute_limits(state, "B1")
    assert (found.reach, found.blocker) == (0.45, "B2")
    beside = compute_limits(at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, 0.4, QUARTER)), "B1")
    assert beside.turn[1] == 44
    assert beside.turn[0] < 10


def test_amb_82_inertia_is_both_added_movement_and_an_obligation() -> None:
    abeam = tried(one(45, "heavy"), "a a a")
    assert (abeam.verdict, abeam.points_left, abeam.allowance.forced) == (None, 0, 2)


def test_amb_143_ships_begin_under_way() -> None:
    assert tried(at_sea(ship("B1", 0, 0, QUARTER)), "a a a a").verdict is None


def test_limits_of_a_ship_whose_resistance_leaves_her_nothing() -> None:
    found = compute_limits(one(45, stopped=True), "B1")
    assert (found.reach, found.no_advance) == (0, None)
