"""Chapter 5: contact, the edge of the map, ships that lie stopped, and the movement phase as a whole."""

from typing import Any

import pytest

from tabletop.core.chance import ScriptedChance
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.sailing import build_room, compute_allowance
from tabletop.games.ships_of_the_line.commands import Done, Sail, TurnByBoats
from tabletop.games.ships_of_the_line.events.crew import FatigueRose
from tabletop.games.ships_of_the_line.events.movement import ShipLeft, ShipSailed, ShipStopped, ShipTurnedByBoats
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.model import Grapple, Sea, State, Tow
from tabletop.games.ships_of_the_line.positions import gap_between, hull_shape, turn_about_pivot
from tabletop.games.ships_of_the_line.rule_modules import describe
from tabletop.geometry import measure
from tabletop.geometry.pose import Pose
from tests.judging import only
from tests.ships_of_the_line.helm import ABEAM, AHEAD, QUARTER, TACK, at_sea, one, sail, tried
from tests.ships_of_the_line.kit import battle, play, refused, ship

DONE = Done(side="british")


def in_file(gap_between: float, **marks: Any) -> State:
    """B2 ahead of B1, both heading E on the quarter; the gap is between hulls of 1 UM."""
    return at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 1 + gap_between, 0, QUARTER, **marks))


def test_tv_43_amb_126_contact_cuts_the_advance() -> None:
    state, events = play(in_file(0.30), sail("B1", "a a a a"))
    sailed = only(events, ShipSailed)
    assert sailed.legs[0].end.x - sailed.legs[0].start.x == pytest.approx(0.25)
    assert (sailed.spent, sailed.slowed, sailed.stopped, sailed.contact) == (1, 3, True, "B2")
    assert gap_between(state, "B1", "B2").distance == 0.05
    assert state.ships["B1"].stopped


@pytest.mark.parametrize("marks", [{}, {"status": "struck"}, {"status": "captured", "captor": "allied"}], ids=str)
def test_sotl_5_f_no_ship_moves_through_another(marks: dict[str, Any]) -> None:
    cut = tried(in_file(0.30, **marks), "a a")
    assert cut.contact == "B2"
    assert cut.witness is not None
    assert cut.witness.distance == 0.05
    foe = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 1.3, 0, QUARTER))
    assert tried(foe, "a a").contact == "F1"


def test_sotl_5_f_she_may_turn_away_in_time() -> None:
    assert tried(in_file(1.0), "a t44 a a").contact == "B2"
    assert tried(in_file(1.0), "t44 a a").contact == ""


def test_amb_126_a_cut_step_counts_toward_the_forced_spend_and_voids_the_rest() -> None:
    cut = tried(in_file(0.05), "a s a t44")
    assert (cut.verdict, cut.points_spent, cut.points_left, len(cut.legs)) == (None, 1, 3, 1)


def test_amb_126_a_turn_is_cut_at_a_whole_degree() -> None:
    beside = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, 0.4, QUARTER))
    cut = tried(beside, "p-45 a")
    turned = QUARTER - cut.pose.heading
    assert 0 < turned < 45
    assert (cut.contact, cut.end, cut.points_spent) == ("B2", "contact", 1)
    assert [leg.cut for leg in cut.legs] == [True]
    assert [leg.cut for leg in tried(one(), "p-45 a t20").legs] == [False, False, False]


def test_amb_126_ships_already_nearer_may_move_if_the_gap_does_not_shrink() -> None:
    abreast = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, 0.32, QUARTER))
    assert tried(abreast, "a a a a").contact == ""
    assert tried(abreast, "p10").contact == ""
    assert tried(abreast, "p-10").contact == "B2"


@pytest.mark.parametrize("plan", ["a", "a a", "a a a"])
def test_amb_126_amb_131_sailing_past_at_the_gap_rounds_no_advance_into_it(plan: str) -> None:
    """Each of these advances once lost a little of the clearance to the rounding of its end: 0.0492, 0.0487, 0.0483."""
    own, other = Pose(-0.484, -0.471, 22), Pose(0.59, 1.254, 22)
    abreast = at_sea(ship("B1", 0, 0, 22, pose=own), ship("F1", 0, 0, 22, pose=other), wind=202)
    state, events = play(abreast, sail("B1", plan))
    assert only(events, ShipSailed).contact == ""
    assert gap_between(state, "B1", "F1").distance == 0.05


def test_amb_126_amb_142_a_turn_brings_no_tow_in_her_wake_too_near() -> None:
    """The rounded wake, not the circle in which the tow swings, was 0.0489 from the other at 20 degrees."""
    tower, other = Pose(0.091, -0.391, 163), Pose(0.55, 1.359, 184)
    ships = [ship("B1", 0, 0, 163, pose=tower), ship("B2", 0, 0, 163, pose=Pose(-0.231, 0.661, 163), stopped=True)]
    ships.append(ship("F1", 0, 0, 184, pose=other))
    swing = turn_about_pivot(build_room(at_sea(*ships, tows=(Tow("B1", "B2"),)), "B1", reach=2), tower, 44)
    assert (swing.extent, swing.blocker) == (19, "F1")
    assert swing.towed_pose is not None
    assert measure.gap(hull_shape(swing.towed_pose, (1.0, 0.3)), hull_shape(other, (1.0, 0.3))).distance >= 0.05


@pytest.mark.parametrize(("heading", "points"), [(TACK, 1), (ABEAM, 2), (QUARTER, 4)])
def test_sotl_5_d_no_plan_is_offered_twice(heading: int, points: int) -> None:
    state = one(heading)
    assert compute_allowance(state, "B1").points == points
    plans = [order.plan for order in rules.list_offers(state) if isinstance(order, Sail)]
    assert len(plans) == len(set(plans)) > points


def test_amb_12_a_ship_that_sails_over_the_edge_has_fled() -> None:
    state = at_sea(ship("B1", 43.5, 0, QUARTER), ship("F1", 0, 0, QUARTER))
    after, events = play(state, sail("B1", "a a a"))
    sailed = only(events, ShipSailed)
    assert sailed.pose.x + 0.5 == pytest.approx(45, abs=0.002)
    assert only(events, ShipLeft).fled
    assert after.ships["B1"].status == "fled"
    assert [(one.score.side, one.score.points) for one in events if isinstance(one, PointsScored)] == [
        ("allied", 5),
        ("british", -5),
    ]


def test_amb_12_a_prize_leaves_without_points() -> None:
    prize = ship("F1", 43.5, 0, QUARTER, status="captured", captor="british")
    state = at_sea(prize, ship("B1", 0, 0, QUARTER), ship("F2", 10, 0, QUARTER))
    order = Sail(side="british", ship="F1", plan=sail("F1", "a a a").plan)
    after, events = play(state, order)
    assert after.ships["F1"].status == "left"
    assert not any(isinstance(one, PointsScored) for one in events)


def test_amb_12_to_lie_on_the_edge_is_still_on_the_map() -> None:
    state = at_sea(ship("B1", 43, 0, QUARTER))
    assert tried(state, "a a").departing_ships == ()
    assert tried(state, "a a a").departing_ships == ("B1",)


def test_amb_12_a_ship_that_nobody_commands_may_flee_too() -> None:
    state = at_sea(ship("B1", 44.5, 0, QUARTER), ship("F1", 0, 0, QUARTER), initiative="allied")
    after, events = play(state, DONE)
    assert only(events, ShipLeft).fled
    assert after.ships["B1"].status == "fled"


def test_sotl_5_2_5_a_a_stopped_ship_gets_under_way_with_two_points_less() -> None:
    state = one(stopped=True)
    refused(state, sail("B1", "a a a"), "SOTL-5-d")
    after, _ = play(state, sail("B1", "a a"))
    assert not after.ships["B1"].stopped


def test_sotl_5_2_5_e_resistance_is_charged_once() -> None:
    under_way, _ = play(one(stopped=True), sail("B1", "a a"))
    next_turn = battle(ship("B1", 0, 0, QUARTER, stopped=under_way.ships["B1"].stopped), phase="movement")
    assert tried(next_turn, "a a a a").verdict is None


def test_sotl_5_2_5_c_inertia_still_applies_to_a_ship_getting_under_way() -> None:
    assert tried(one(stopped=True), "a s").is_stopped
    assert tried(one(strength="heavy", stopped=True), "a s s s").refusal is not None


def test_sotl_5_5_c_a_stopped_ship_advances_before_she_turns() -> None:
    for text in ("p45 a", "t44 a", "s a"):
        refused(one(stopped=True), sail("B1", text), "SOTL-5.5-c")
    assert tried(one(stopped=True), "a t44").verdict is None
    assert tried(one(stopped=True), "a p45").verdict is None


def test_amb_73_a_stopped_ship_may_stay_stopped() -> None:
    after, events = play(one(stopped=True), sail("B1", ""))
    assert only(events, ShipSailed).legs == ()
    assert after.ships["B1"].stopped


def test_sotl_5_3_b_tv_30_a_vain_attempt_removes_the_marker() -> None:
    state = one(ABEAM, stopped=True)
    after, events = play(state, sail("B1", "a"))
    assert only(events, ShipSailed).legs == ()
    assert not after.ships["B1"].stopped
    assert after.ships["B1"].pose == state.ships["B1"].pose
    assert "gathers way" in describe(state, events[0])
    refused(state, sail("B1", "a a"), "SOTL-5-d")


def test_sotl_5_2_5_d_she_stops_by_slowing_after_the_forced_point() -> None:
    after, events = play(one(), sail("B1", "a s s s"))
    assert after.ships["B1"].stopped
    assert only(events, ShipSailed).allows_anchor


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"anchored": True}, "SOTL-5.2.5-d"),
        ({"masts": ()}, "SOTL-5.2.1-a"),
        ({"rudder_lost": True}, "SOTL-5.2.4-b"),
        ({"status": "struck"}, "SOTL-4.4.3-a"),
    ],
)
def test_sotl_5_2_5_d_ships_that_cannot_move_are_stopped(marks: dict[str, Any], rule: str) -> None:
    state = one(**marks)
    refused(state, sail("B1", "a"), rule)
    ships = ship("B1", 0, 0, QUARTER, **marks), ship("B2", 0, 1, QUARTER), ship("F1", 0, 20, 0)
    opened, events = play(battle(*ships), DONE, Done(side="allied"))
    assert opened.phase == "movement"
    assert only(events, ShipStopped).ship == "B1"
    assert opened.ships["B1"].stopped


def test_sotl_6_d_grappled_ships_do_not_move() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.4, QUARTER), grapples=(Grapple("B1", "F1", 1),))
    refused(state, sail("B1", "a"), "SOTL-6-d")


def test_amb_76_a_ship_that_finds_herself_head_to_wind_is_stopped() -> None:
    opened, events = play(battle(ship("B1", 0, 0, AHEAD), ship("F1", 0, 20, 0)), DONE, Done(side="allied"))
    assert only(events, ShipStopped).ship == "B1"
    assert opened.ships["B1"].stopped


def test_amb_62_sotl_4_4_2_d_a_prize_is_moved_by_her_captor() -> None:
    state = at_sea(ship("F1", 0, 0, QUARTER, status="captured", captor="british"))
    plan = sail("F1", "a").plan
    play(state, Sail(side="british", ship="F1", plan=plan))
    assert rules.check(at_sea(ship("F1", 0, 0, QUARTER)), Sail(side="british", ship="F1", plan=plan)) is not None


def boats(towards: str = "starboard") -> TurnByBoats:
    return TurnByBoats(side="british", ship="B1", towards=towards)  # type: ignore[arg-type]


def test_sotl_5_3_a_boats_turn_her_90_degrees_for_fatigue() -> None:
    state = one(AHEAD, stopped=True)
    for towards, heading in (("port", 225), ("starboard", 45)):
        after, events = play(state, boats(towards))
        assert after.ships["B1"].pose.heading == heading
        assert after.ships["B1"].pose.point == state.ships["B1"].pose.point
        assert after.ships["B1"].stopped
        assert only(events, FatigueRose).level == 1
        refused(after, sail("B1", "a"), "SOTL-3-e")


def test_amb_12_a_ship_that_her_own_boats_pull_over_the_edge_has_fled() -> None:
    state = at_sea(ship("B1", 44.6, 0, AHEAD, stopped=True), ship("B2", 0, 0, QUARTER), ship("F1", 0, 9, QUARTER))
    stays, _ = play(state, boats("port"))
    assert stays.ships["B1"].status == "in_service"
    after, events = play(state, boats("starboard"))
    assert only(events, ShipLeft).fled
    assert after.ships["B1"].status == "fled"


def test_sotl_5_5_d_amb_76_at_once_when_she_finds_herself_head_to_wind() -> None:
    assert rules.check(one(AHEAD), boats()) is None


def test_amb_76_not_in_the_turn_in_which_she_stopped() -> None:
    state, _ = play(one(TACK), sail("B1", "a t-44"))
    assert state.ships["B1"].stopped
    refused(state, boats(), "SOTL-3-e")


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"fatigue": 3}, "SOTL-7-e"),
        ({"anchored": True}, "SOTL-5.2.5-d"),
        ({"rudder_lost": True}, "SOTL-5.2.4-b"),
        ({"masts": ()}, "SOTL-5.2.1-a"),
    ],
)
def test_amb_76_who_may_not_use_the_boats(marks: dict[str, Any], rule: str) -> None:
    refused(one(AHEAD, **marks), boats(), rule)


def test_sotl_5_3_a_boats_are_for_ships_head_to_wind() -> None:
    refused(one(TACK, stopped=True), boats(), "SOTL-5.3-a")


def test_amb_126_boats_are_refused_where_there_is_no_room() -> None:
    state = at_sea(ship("B1", 0, 0, AHEAD, stopped=True), ship("B2", 0.4, 0.4, AHEAD))
    refusal = refused(state, boats("starboard"), "SOTL-5-f")
    assert refusal.pieces == ("B2",)
    assert rules.check(state, boats("port")) is None


def test_sotl_5_3_b_in_the_second_turn_she_pays_the_resistance() -> None:
    assert tried(one(45, stopped=True), "a").end == "resistance"
    assert tried(at_sea(ship("B1", 0, 0, 45, stopped=True), strength="heavy"), "a a").verdict is None


def test_amb_89_each_ship_moves_once() -> None:
    state, _ = play(one(), sail("B1", "a a"))
    refused(state, sail("B1", "a"), "SOTL-3-e")


def test_amb_89_ships_not_commanded_make_their_forced_spend() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 0, 3, QUARTER), ship("B3", 0, 6, QUARTER, stopped=True)
    state, events = play(at_sea(*ships, ship("F1", 0, 20, QUARTER), initiative="allied"), sail("B2", "a a"), DONE)
    moves = [event for event in events if isinstance(event, ShipSailed)]
    assert [(move.ship, move.ordered, move.spent, move.stopped) for move in moves] == [
        ("B2", True, 2, False),
        ("B1", False, 1, True),
    ]
    assert describe(state, moves[1]).startswith("Without orders, B1 sails")
    assert state.asked == "allied"
    assert state.ships["F1"].pose == at_sea(ship("F1", 0, 20, QUARTER)).ships["F1"].pose


def test_amb_89_the_second_side_carries_its_way_too() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("F1", 0, 9, QUARTER)
    state, events = play(at_sea(*ships, initiative="allied"), DONE, Done(side="allied"))
    assert [event.ship for event in events if isinstance(event, ShipSailed)] == ["B1", "F1"]
    assert state.phase != "movement"


def test_amb_89_in_a_light_breeze_she_just_loses_her_way() -> None:
    state, events = play(
        at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 0, 9, AHEAD), initiative="allied", strength="light"), DONE
    )
    sailed = only(events, ShipSailed)
    assert (sailed.spent, sailed.slowed, state.ships["B1"].stopped) == (0, 3, True)


def test_sotl_3_e_the_side_without_the_initiative_moves_first() -> None:
    state = battle(ship("B1", 0, 0, QUARTER), ship("F1", 0, 9, QUARTER))
    moving, _ = play(state, DONE, Done(side="allied"))
    assert (moving.phase, moving.asked) == ("movement", "allied")
    refused(moving, sail("B1", "a"), "SOTL-3-e")


def test_choices_of_the_movement_phase_are_all_legal() -> None:
    ships = (
        ship("B1", 0, 0, QUARTER),
        ship("B2", 0, 3, AHEAD, stopped=True),
        ship("B3", 0, 6, ABEAM, stopped=True),
        ship("B4", 0, 9, QUARTER, anchored=True),
        ship("B5", 0, 0.4, QUARTER),
    )
    state = at_sea(*ships, grapples=(Grapple("B1", "B5", 1, friendly=True),))
    found = list(rules.list_offers(state))
    assert all(rules.check(state, command) is None for command in found)
    kinds = {(type(command).__name__, getattr(command, "ship", "")) for command in found}
    assert {("CastOff", "B1"), ("TurnByBoats", "B2"), ("Sail", "B3"), ("WeighAnchor", "B4"), ("Done", "")} <= kinds
    for command in found:
        assert rules.decide(state, command, ScriptedChance(())).events


def test_every_fact_of_the_phase_has_words() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 1.3, 0, QUARTER))
    _, events = play(state, sail("B1", "a a"))
    assert describe(state, only(events, ShipSailed)) == (
        "B1 sails 0.25 UM and gives up 3 points (4 points, wind on the quarter 100 % = 4); B2 is in her way;"
        " she lies stopped."
    )
    lying, events = play(one(stopped=True), sail("B1", ""))
    assert describe(lying, only(events, ShipSailed)) == "B1 stays stopped."
    turned, events = play(one(AHEAD, stopped=True), boats("port"))
    assert "90° to port" in describe(turned, only(events, ShipTurnedByBoats))


def test_amb_12_the_sea_is_data() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), sea=Sea(-2, -2, 2, 2))
    assert tried(state, "a a a").end == "edge"


def test_amb_127_ships_not_commanded_go_in_key_order() -> None:
    # B1 is close astern of B2: she goes first and is cut short, though B2 would make room
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 1.3, 0, QUARTER)
    _, events = play(at_sea(*ships, ship("F1", 0, 20, 0), initiative="allied"), DONE)
    moves = [event for event in events if isinstance(event, ShipSailed)]
    assert [(move.ship, move.contact) for move in moves] == [("B1", "B2"), ("B2", "")]


def test_amb_12_points_left_at_the_edge_are_not_slowed() -> None:
    assert tried(at_sea(ship("B1", 44.5, 0, QUARTER)), "a a").total_slowed == 0
