"""Chapters 5.2.4, 5.2.5 and 5.6: anchors, tows and drift."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.commands import (
    Answer,
    BreakGrapple,
    CastOff,
    Done,
    DropAnchor,
    MakeFastTow,
    Sail,
    TurnByBoats,
    WeighAnchor,
)
from tabletop.games.ships_of_the_line.events.boarding import MeleeEnded, ShipsParted
from tabletop.games.ships_of_the_line.events.crew import FatigueRose
from tabletop.games.ships_of_the_line.events.movement import (
    AnchorDropped,
    ShipDrifted,
    ShipLeft,
    ShipSailed,
    TowCastOff,
    TowMadeFast,
)
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.model import Grapple, Melee, Sea, State, Tow
from tabletop.games.ships_of_the_line.positions import gap_between
from tabletop.games.ships_of_the_line.rule_modules import describe
from tabletop.geometry.measure import distance
from tests.judging import only
from tests.ships_of_the_line.helm import ABEAM, AHEAD, ASTERN, QUARTER, TACK, at_sea, one, sail, steps, tried
from tests.ships_of_the_line.kit import battle, play, refused, ship

DROP = DropAnchor(side="british", ship="B1")
WEIGH = WeighAnchor(side="british", ship="B1")
TOW = MakeFastTow(side="british", ship="B1", towed="B2")
CAST_OFF = CastOff(side="british", ship="B1", other="B2")


# --- anchors


def test_amb_77_a_stopped_ship_anchors_instead_of_a_move() -> None:
    state, events = play(one(stopped=True), DROP)
    assert state.ships["B1"].anchored
    assert (only(events, AnchorDropped).ship, only(events, FatigueRose).level) == ("B1", 1)
    refused(state, sail("B1", "a"), "SOTL-3-e")


@pytest.mark.parametrize("marks", [{"rudder_lost": True}, {"masts": ()}], ids=str)
def test_amb_77_a_ship_without_rudder_or_masts_may_anchor(marks: dict[str, Any]) -> None:
    assert play(one(**marks), DROP)[0].ships["B1"].anchored


def test_amb_77_a_ship_under_way_anchors_after_the_forced_spend_only() -> None:
    refused(one(), DROP, "SOTL-5.2.5-d")
    stopping, _ = play(one(), sail("B1", "a s s s"))
    assert play(stopping, DROP)[0].ships["B1"].anchored
    running, _ = play(one(), sail("B1", "a a"))
    refused(running, DROP, "SOTL-5.2.5-d")


def test_amb_205_amb_77_a_ship_that_hove_to_with_her_single_point_may_anchor() -> None:
    hove_to, _ = play(one(TACK), sail("B1", "a h"))
    assert play(hove_to, DROP)[0].ships["B1"].anchored
    running, _ = play(one(TACK), sail("B1", "a"))
    refused(running, DROP, "SOTL-5.2.5-d")


@pytest.mark.parametrize(
    "state",
    [
        play(one(TACK), sail("B1", "a t-44"))[0],  # head to wind
        play(one(QUARTER, stopped=True), sail("B1", "a s"))[0],  # she had no way on her before
    ],
)
def test_amb_77_a_move_that_stopped_her_another_way_lets_her_not_anchor(state: State) -> None:
    assert state.ships["B1"].stopped
    refused(state, DROP, "SOTL-5.2.5-d")


def test_amb_77_an_exhausted_crew_handles_no_anchor() -> None:
    refused(one(stopped=True, fatigue=3), DROP, "SOTL-7-e")
    refused(one(stopped=True, anchored=True, fatigue=3), WEIGH, "SOTL-7-e")


def test_amb_77_weighing_takes_her_move_and_leaves_her_stopped() -> None:
    state, events = play(one(anchored=True, stopped=True), WEIGH)
    after = state.ships["B1"]
    assert (after.anchored, after.stopped, after.moved) == (False, True, True)
    assert only(events, FatigueRose).level == 1
    refused(one(stopped=True), WEIGH, "SOTL-5.2.5-d")


def test_sotl_5_2_5_d_an_anchored_ship_neither_moves_nor_is_carried_on() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER, anchored=True), ship("F1", 0, 9, 0), initiative="allied", drift=True)
    refused(state, sail("B1", "a"), "SOTL-5.2.5-d")
    after, _ = play(state, Done(side="british"), Done(side="allied"))
    assert after.ships["B1"].pose == state.ships["B1"].pose


# --- tows


def alongside(apart: float = 0.05, *, b1: Any = None, b2: Any = None, **fields: Any) -> State:
    """B2 astern of B1, both heading E; in the step of the Crew Phase in which tows are made fast."""
    ships = ship("B1", 0, 0, QUARTER, **b1 or {}), ship("B2", -1 - apart, 0, QUARTER, **b2 or {})
    return battle(*ships, ship("F1", 0, 20, 0), **{"phase": "grapple", **fields})


def in_tow(heading: int = QUARTER, *others: Any, **marks: Any) -> State:
    """B1, under way, with B2 in her wake."""
    tower = ship("B1", 0, 0, heading, **marks)
    stern = tower[1].pose.advance(-1.1)
    towed = ship("B2", 0, 0, heading, pose=stern, stopped=True)
    return at_sea(tower, towed, *others, tows=(Tow("B1", "B2"),))


def test_sotl_5_6_b_a_tow_is_made_fast_without_a_roll_for_fatigue() -> None:
    state, events = play(alongside(), TOW)
    assert state.tows == (Tow("B1", "B2"),)
    assert (only(events, FatigueRose).ship, only(events, TowMadeFast).towed) == ("B1", "B2")


def test_sotl_5_6_a_both_lie_stopped() -> None:
    state, _ = play(alongside(), TOW)
    assert state.ships["B1"].stopped
    assert state.ships["B2"].stopped


def test_amb_40_a_tow_needs_touching_hulls() -> None:
    assert rules.check(alongside(0.1), TOW) is None
    assert refused(alongside(0.2), TOW, "SOTL-5.6-a").by == "0.2 UM apart, at most 0.1 UM"


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (alongside(b1={"fatigue": 3}), "SOTL-7-e"),
        (alongside(b1={"masts": ()}), "SOTL-5.6-a"),
        (alongside(b1={"rudder_lost": True}), "SOTL-5.6-a"),
        (alongside(b1={"anchored": True}), "SOTL-5.6-a"),
        (alongside(b1={"grapple_used": True}), "SOTL-6-k"),
        (alongside(b2={"anchored": True}), "SOTL-5.6-b"),
        (alongside(b2={"status": "struck"}), "SOTL-4.4.3-a"),
        (alongside(grapples=(Grapple("B1", "F1", 1),)), "SOTL-6-d"),
        (alongside(grapples=(Grapple("F1", "B2", 1),)), "SOTL-5.6-b"),
        (alongside(tows=(Tow("B2", "B1"),)), "SOTL-5.6-b"),
        (alongside(tows=(Tow("B7", "B2"),)), "SOTL-5.6-b"),  # in tow of another already
        (alongside(tows=(Tow("B7", "B1"),)), "SOTL-5.6-b"),
        (alongside(tows=(Tow("B1", "B7"),)), "SOTL-5.6-b"),
        (alongside(tows=(Tow("B2", "B7"),)), "SOTL-5.6-b"),
    ],
)
def test_amb_142_who_may_tow_whom(state: State, rule: str) -> None:
    refused(state, TOW, rule)


def test_amb_142_an_own_prize_may_be_towed_an_enemy_not() -> None:
    prize = ship("F1", -1.05, 0, QUARTER, status="captured", captor="british")
    take = MakeFastTow(side="british", ship="B1", towed="F1")
    assert rules.check(battle(ship("B1", 0, 0, QUARTER), prize, phase="grapple"), take) is None
    foe = ship("F1", -1.05, 0, QUARTER)
    assert rules.check(battle(ship("B1", 0, 0, QUARTER), foe, phase="grapple"), take) is not None


def test_sotl_5_6_c_the_tower_has_half_her_points() -> None:
    assert tried(in_tow(), "a a").verdict is None
    refused(in_tow(), sail("B1", "a a a"), "SOTL-5-d")
    refused(in_tow(), Sail(side="british", ship="B2", plan=steps("a")), "SOTL-5.6-c")


def test_sotl_5_6_e_amb_78_the_towed_ship_follows_in_the_wake() -> None:
    state, events = play(in_tow(), sail("B1", "a t40 a"))
    tower, towed = state.ships["B1"].pose, state.ships["B2"].pose
    assert towed.heading == tower.heading == QUARTER + 40
    assert distance(towed.point, tower.point) == pytest.approx(1.1, abs=0.002)
    assert gap_between(state, "B1", "B2").distance == pytest.approx(0.1, abs=0.002)
    assert only(events, ShipSailed).towed == "B2"


def test_amb_142_the_towed_ship_is_set_in_the_wake_at_the_first_advance() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, 0.35, 270, stopped=True), tows=(Tow("B1", "B2"),))
    after, _ = play(state, sail("B1", "a"))
    assert after.ships["B2"].pose.heading == QUARTER
    assert after.ships["B1"].pose.x - after.ships["B2"].pose.x == pytest.approx(1.1)


def test_amb_142_a_tow_takes_the_place_of_a_grapple_between_the_two() -> None:
    state, _ = play(alongside(grapples=(Grapple("B1", "B2", 1, friendly=True),)), TOW)
    assert state.grapples == ()
    assert tried(state, "a").verdict is None


def test_amb_142_sotl_6_d_a_tow_that_an_enemy_has_grappled_does_not_move() -> None:
    caught = replace(in_tow(QUARTER, ship("F1", -1.1, 0.4, QUARTER)), grapples=(Grapple("F1", "B2", 1),))
    refused(caught, sail("B1", "a"), "SOTL-6-d")
    free, _ = play(caught, CAST_OFF)
    assert tried(free, "a").verdict is None


@pytest.mark.parametrize("fighting", [("B1", "B2"), ("B2",)])
def test_amb_46_nobody_casts_off_from_a_fight_on_deck(fighting: tuple[str, ...]) -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 0, -0.4, QUARTER), ship("F1", 0, 0.4, QUARTER)
    holds = (Grapple("B1", "F1", 1), Grapple("B1", "B2", 1, friendly=True))
    fight = Melee(fighting, ("F1",), "F1", 1, willing=False)
    refused(at_sea(*ships, grapples=holds, melees=(fight,)), CAST_OFF, "AMB-46")
    assert play(at_sea(*ships, grapples=holds), CAST_OFF)[0].grapples == holds[:1]
    without = replace(fight, attackers=("B1",))
    assert play(at_sea(*ships, grapples=holds, melees=(without,)), CAST_OFF)[0].grapples == holds[:1]


def test_sotl_4_3_a_who_fights_across_a_friend_that_breaks_free_is_out_of_the_fight() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 0, -0.4, QUARTER), ship("F1", 0, 0.4, QUARTER)
    holds = (Grapple("B1", "F1", 1), Grapple("B1", "B2", 1, friendly=True))
    fight = Melee(("B2",), ("F1",), "F1", 1, willing=False, boarders=("B2",), targets=("F1",))
    state = battle(*ships, phase="break_free", turn=2, grapples=holds, melees=(fight,))
    cut = BreakGrapple(side="british", ship="B1", other="F1")
    state, events = play(state, cut, Answer(side="allied", accept=False), dice=[1])
    assert only(events, MeleeEnded).rule == "SOTL-4.3-a"
    assert state.melees == ()


def test_amb_142_refused_where_the_water_astern_is_not_free() -> None:
    third = ship("B3", -1, 0.1, 0)
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, -0.35, 270, stopped=True), third, tows=(Tow("B1", "B2"),))
    refused(state, sail("B1", "a"), "SOTL-5.6-e")


def test_amb_12_amb_142_a_towed_ship_that_swings_over_the_edge_has_left_and_her_tower_has_not() -> None:
    state = replace(in_tow(QUARTER), sea=Sea(-45, -45, 45, 0.3))
    after, events = play(state, sail("B1", "p45"))
    left = only(events, ShipLeft)
    assert (left.ship, left.fled) == ("B2", True)
    assert ({key: one.status for key, one in after.ships.items()}, after.tows) == (
        {"B1": "in_service", "B2": "fled"}, ()
    )  # fmt: skip
    assert tried(replace(state, sea=Sea(-45, -45, 45, 0.5)), "p45").departing_ships == ()


def test_amb_77_sotl_5_6_d_neither_ship_of_a_tow_anchors() -> None:
    state = in_tow(stopped=True)
    assert refused(state, DROP, "SOTL-5.6-d").pieces == ("B2",)
    assert refused(state, DropAnchor(side="british", ship="B2"), "SOTL-5.6-d").pieces == ("B1",)
    assert play(replace(state, tows=()), DROP)[0].ships["B1"].anchored


def test_sotl_5_3_a_boats_do_not_turn_a_tower() -> None:
    state, boats = in_tow(AHEAD, stopped=True), TurnByBoats(side="british", ship="B1", towards="port")
    assert refused(state, boats, "SOTL-5.3-a").pieces == ("B2",)
    apart = replace(state, tows=(), ships={**state.ships, "B2": ship("B2", 0, -5, AHEAD)[1]})
    assert rules.check(apart, boats) is None


def test_amb_142_both_hulls_are_tested_for_contact() -> None:
    # a ship just abaft the tower's beam: the tow swings out to port when the tower turns to starboard
    bystander = ship("B3", -1.1, 0.5, QUARTER)
    assert tried(in_tow(QUARTER, bystander), "a").contact == ""
    assert tried(in_tow(QUARTER, ship("B3", -1.5, 0.45, QUARTER)), "p40").contact == "B3"
    assert tried(at_sea(ship("B1", 0, 0, QUARTER), ship("B3", -1.5, 0.45, QUARTER)), "p40").contact == ""


def test_amb_142_the_tower_pays_the_resistance_once() -> None:
    assert tried(in_tow(stopped=True), "a").points_left == 0
    after, _ = play(in_tow(stopped=True), sail("B1", "a"))
    assert not after.ships["B1"].stopped
    assert after.ships["B2"].stopped


def test_sotl_5_6_d_casting_off_is_free_and_lets_her_move() -> None:
    state, events = play(in_tow(), CAST_OFF, sail("B1", "a a a a"))
    assert only(events, TowCastOff).towed == "B2"
    assert state.tows == ()
    assert not any(isinstance(event, FatigueRose) for event in events)
    again, _ = play(in_tow(), CastOff(side="british", ship="B2", other="B1"))
    assert again.tows == ()


def test_amb_135_cast_off_at_the_start_of_a_move_only() -> None:
    moved, _ = play(in_tow(), sail("B1", "a"))
    refused(moved, CAST_OFF, "SOTL-3-e")


def test_sotl_5_6_d_amb_135_in_step_4_a_ship_that_has_moved_casts_off_as_well() -> None:
    moved = {"moved": True}
    for fast in ({"tows": (Tow("B1", "B2"),)}, {"grapples": (Grapple("B1", "B2", 1, friendly=True),)}):
        after, _ = play(alongside(b1=moved, b2=moved, **fast), CAST_OFF)
        assert (after.tows, after.grapples) == ((), ())


def test_amb_135_friends_part_without_a_roll() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 0, 0.4, QUARTER)
    state = at_sea(*ships, grapples=(Grapple("B1", "B2", 1, friendly=True),))
    after, events = play(state, CAST_OFF)
    assert only(events, ShipsParted).other == "B2"
    assert after.grapples == ()
    refused(state, CastOff(side="british", ship="B1", other="B1"), "SOTL-5.6-d")


def test_sotl_6_i_an_enemy_is_not_simply_cast_off_but_a_struck_one_is() -> None:
    def held(**marks: Any) -> State:
        ships = ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.4, QUARTER, **marks)
        return at_sea(*ships, grapples=(Grapple("F1", "B1", 1),))

    let_go = CastOff(side="british", ship="B1", other="F1")
    refused(held(), let_go, "SOTL-6-i")
    assert play(held(status="struck"), let_go)[0].grapples == ()
    refused(at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.4, QUARTER)), let_go, "SOTL-5.6-d")


def test_amb_138_a_tower_that_leaves_the_map_drops_her_tow() -> None:
    state = in_tow()
    near_edge = battle(
        *((state.cards[key], state.ships[key]) for key in ("B1", "B2")),
        phase="movement",
        tows=state.tows,
        sea=Sea(-45, -45, 0.6, 45),
    )
    after, events = play(near_edge, sail("B1", "a"))
    assert only(events, ShipLeft).ship == "B1"
    assert (after.tows, after.ships["B2"].status) == ((), "in_service")


# --- drift


def adrift(*ships: Any, **fields: Any) -> tuple[State, list[Any]]:
    """Both sides are done with a movement phase in which there is drift."""
    values = {"initiative": "allied", "drift": True, **fields}
    return play(
        at_sea(*ships, ship("F9", 0, 30, ASTERN, anchored=True), **values), Done(side="british"), Done(side="allied")
    )


def test_sotl_5_2_4_d_there_is_no_drift_unless_the_scenario_says_so() -> None:
    state, events = adrift(ship("B1", 0, 0, QUARTER, stopped=True), drift=False)
    assert not any(isinstance(event, ShipDrifted) for event in events)
    assert state.ships["B1"].pose.heading == QUARTER


@pytest.mark.parametrize(
    "marks", [{"stopped": True}, {"rudder_lost": True}, {"masts": ()}, {"status": "struck"}], ids=str
)
def test_sotl_5_2_4_a_sotl_4_4_3_a_who_drifts(marks: dict[str, Any]) -> None:
    _, events = adrift(ship("B1", 0, 0, QUARTER, **marks), ship("B2", 0, 9, QUARTER, anchored=True))
    assert only(events, ShipDrifted).poses.keys() == {"B1"}


def test_sotl_5_2_4_b_ships_under_way_or_at_anchor_do_not() -> None:
    values = {"initiative": "allied", "drift": True}
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 0, 9, QUARTER, stopped=True, anchored=True)
    _, events = play(
        at_sea(*ships, ship("F9", 0, 30, 0, anchored=True), **values),
        sail("B1", "a a"),
        Done(side="british"),
        Done(side="allied"),
    )
    assert not any(isinstance(event, ShipDrifted) for event in events)


def test_amb_141_a_ship_stopped_by_slowing_this_turn_drifts_too() -> None:
    _, events = adrift(ship("B1", 0, 0, QUARTER))
    assert only(events, ShipSailed).stopped
    assert only(events, ShipDrifted).poses.keys() == {"B1"}


def test_sotl_5_2_4_c_amb_74_one_um_downwind_and_45_degrees_round() -> None:
    before = at_sea(ship("B1", 0, 0, QUARTER, stopped=True)).ships["B1"].pose
    state, events = adrift(ship("B1", 0, 0, QUARTER, stopped=True))
    after = state.ships["B1"].pose
    assert (after.x - before.x, after.y - before.y) == (
        pytest.approx(0.707, abs=0.001),
        pytest.approx(-0.707, abs=0.001),
    )
    assert after.heading == ASTERN
    assert "1 UM to leeward" in describe(before_drift(before), only(events, ShipDrifted))


def before_drift(pose: Any) -> State:
    return at_sea(ship("B1", 0, 0, QUARTER, pose=pose))


@pytest.mark.parametrize("heading", [AHEAD, AHEAD + 1, AHEAD - 1, ABEAM, 0, 180, 200])
def test_sotl_5_2_4_c_within_four_rounds_she_runs_before_the_wind(heading: int) -> None:
    for _ in range(4):
        state, _ = adrift(ship("B1", 0, 0, heading % 360, masts=()))
        heading = state.ships["B1"].pose.heading
    assert heading == ASTERN


def test_amb_74_a_tie_goes_to_starboard() -> None:
    assert adrift(ship("B1", 0, 0, AHEAD, masts=()))[0].ships["B1"].pose.heading == 0


def test_sotl_5_2_4_e_a_locked_group_is_carried_as_one() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.4, 80)
    state, events = adrift(*ships, grapples=(Grapple("B1", "F1", 1),))
    drifted = only(events, ShipDrifted)
    moves = {
        (round(drifted.poses[key].x - one.pose.x, 3), round(drifted.poses[key].y - one.pose.y, 3))
        for key, one in at_sea(*ships).ships.items()
    }
    assert moves == {(0.707, -0.707)}
    assert (state.ships["B1"].pose.heading, state.ships["F1"].pose.heading) == (QUARTER, 80)


def test_amb_141_an_anchored_ship_holds_her_group() -> None:
    ships = ship("B1", 0, 0, QUARTER, anchored=True), ship("F1", 0, 0.4, QUARTER)
    _, events = adrift(*ships, grapples=(Grapple("B1", "F1", 1),))
    assert not any(isinstance(event, ShipDrifted) for event in events)


def test_amb_141_a_towed_ship_does_not_drift_while_her_tower_makes_way() -> None:
    tied = in_tow()
    ships = [(tied.cards[key], tied.ships[key]) for key in ("B1", "B2")]
    values = {"initiative": "allied", "drift": True, "tows": tied.tows}
    anchored = ship("F9", 0, 30, 0, anchored=True)
    _, events = play(at_sea(*ships, anchored, **values), sail("B1", "a a"), Done(side="british"), Done(side="allied"))
    assert not any(isinstance(event, ShipDrifted) for event in events)


def test_amb_126_drift_is_cut_by_contact() -> None:
    ships = ship("B1", 0, 0, ABEAM, masts=()), ship("B2", 0.5, -0.5, ABEAM, anchored=True)
    state, events = adrift(*ships)
    assert only(events, ShipDrifted).contact == "B2"
    assert gap_between(state, "B1", "B2").distance == pytest.approx(0.05, abs=0.001)
    assert state.ships["B1"].pose.heading == ABEAM


def test_amb_141_a_ship_whose_drift_is_cut_keeps_her_heading_though_she_could_swing() -> None:
    state, events = adrift(ship("B1", 0, 0, TACK, masts=()), ship("B2", 0, -1.3, TACK, anchored=True))
    drifted = only(events, ShipDrifted)
    assert (drifted.contact, drifted.poses["B1"].heading) == ("B2", TACK)
    swing = positions.turn_about_pivot(sailing.build_room(state, "B1", reach=1), drifted.poses["B1"], 45)
    assert (swing.extent, swing.blocker) == (45, "")


def test_amb_12_a_ship_that_drifts_off_has_not_fled() -> None:
    ships = ship("B1", 44.5, 0, QUARTER, masts=()), ship("B2", 0, 0, QUARTER, anchored=True)
    state, events = adrift(*ships)
    assert not only(events, ShipLeft).fled
    assert state.ships["B1"].status == "left"
    assert not any(isinstance(event, PointsScored) for event in events)


def test_sotl_5_3_c_a_ship_turned_by_her_boats_may_drift_the_same_turn() -> None:
    ships = ship("B1", 0, 0, AHEAD, stopped=True), ship("F9", 0, 30, ASTERN, anchored=True)
    state = at_sea(*ships, initiative="allied", drift=True)
    boats = TurnByBoats(side="british", ship="B1", towards="starboard")
    _, events = play(state, boats, Done(side="british"), Done(side="allied"))
    assert only(events, ShipDrifted).poses["B1"].heading == AHEAD + 90 - 360 + 45


def test_amb_126_a_ship_pressed_against_another_does_not_drift_at_all() -> None:
    ships = ship("B1", 0, 0, ASTERN, masts=()), ship("B2", 0.743, -0.743, ASTERN, anchored=True)
    _, events = adrift(*ships)
    assert not any(isinstance(event, ShipDrifted) for event in events)


@pytest.mark.parametrize("marks", [{"status": "struck"}, {"status": "captured", "captor": "allied"}], ids=str)
def test_amb_142_a_tow_ends_when_a_ship_of_it_is_lost_to_her_side(marks: dict[str, Any]) -> None:
    ships = ship("B1", 0, 0, QUARTER, **marks), ship("B2", -1.1, 0, QUARTER), ship("B3", 0, -9, 0), ship("F1", 0, 20, 0)
    state = battle(*ships, tows=(Tow("B1", "B2"),))
    after, events = play(state, Done(side="british"), Done(side="allied"))
    assert only(events, TowCastOff).ship == "B1"
    assert (after.phase, after.tows) == ("movement", ())
