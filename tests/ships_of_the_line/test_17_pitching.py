"""Chapter 17: pitching (AMB-83, AMB-174, AMB-175, AMB-211)."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import GAME, positions
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.commands import Done, Sail, TurnByBoats
from tabletop.games.ships_of_the_line.events.crew import FatigueRose
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import State, Tow, Wind
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.survey import fleet_orders, plans, reach
from tabletop.geometry.pose import Point
from tests.judging import every, only
from tests.ships_of_the_line.helm import ABEAM, AHEAD, QUARTER, TACK, at_sea, sail, steps, tried
from tests.ships_of_the_line.kit import play, refused, ship

SWITCHES = {"pitching": True, "sail_states": True, "veterans": True}


def one(heading: int = AHEAD, strength: str = "breeze", set_: str = "full", **marks: Any) -> State:
    """B1 alone, in irons if nothing else is said."""
    lone = ship("B1", 0, 0, heading, sail=set_, **marks)
    return at_sea(lone, strength=strength, options=SWITCHES)


def left(state: State, text: str) -> int:
    trial = tried(state, text)
    assert trial.refusal is None, trial.refusal
    return trial.points_left


def test_tv_20_tv_77_sotl_17_b_out_of_irons_under_full_sail_and_through_the_wind_at_once() -> None:
    state = one()
    assert compute_allowance(state, "B1").points == 1
    assert left(state, "k45") == 2
    assert left(state, "k45 k-90") == 1
    after, events = play(state, sail("B1", "k45 k-90 a"))
    sailed = only(events, ShipSailed)
    assert (sailed.percentage, sailed.spent, sailed.slowed, sailed.forced, sailed.stopped) == (25, 3, 0, 2, False)
    assert after.ships["B1"].pose.heading == 270
    assert not after.ships["B1"].stopped


@pytest.mark.parametrize(("sail_", "veteran", "points"), [("low", False, 1), ("full", False, 3), ("full", True, 4)])
def test_tv_78_amb_175_what_is_left_on_the_tack_in_a_heavy_wind(sail_: str, veteran: bool, points: int) -> None:
    state = one(strength="heavy", set_=sail_, card_veteran=veteran)
    assert left(state, "k45") == points


TOWED = at_sea(
    ship("B1", 0, 0, AHEAD, sail="full"), ship("B2", 0.8, -0.8, AHEAD), tows=(Tow("B1", "B2"),), options=SWITCHES
)


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (one(strength="light"), "SOTL-17-a"),
        (one(masts=("fore", "main")), "SOTL-17-a"),
        (one(set_="mid"), "SOTL-17-a"),
        (TOWED, "AMB-174"),
    ],
)
def test_tv_79_sotl_17_a_amb_174_who_cannot_pitch(state: State, rule: str) -> None:
    refused(state, sail("B1", "k45"), rule)
    assert compute_allowance(state, "B1").points == 0


def test_amb_174_nor_whoever_is_held() -> None:
    refused(one(anchored=True), sail("B1", "k45"), "SOTL-5.2.5-d")


@pytest.mark.parametrize(
    ("heading", "turn", "rule"),
    [
        (AHEAD, 46, "AMB-174"),
        (AHEAD, 22, "SOTL-17-b"),
        (AHEAD, 0, "AMB-174"),
        (TACK, 45, "SOTL-17-b"),
        (TACK, -91, "AMB-174"),
        (TACK, -40, "SOTL-17-b"),
        (25, -90, "SOTL-17-b"),
        (ABEAM, -90, "SOTL-17-b"),
    ],
)
def test_sotl_17_b_amb_174_how_far_she_pitches(heading: int, turn: int, rule: str) -> None:
    refused(one(heading), sail("B1", f"k{turn}"), rule)


@pytest.mark.parametrize(("heading", "turn"), [(AHEAD, 23), (AHEAD, -45), (337, 1), (337, -45), (TACK, -90), (22, -90)])
def test_sotl_17_b_a_pitch_ends_on_the_tack(heading: int, turn: int) -> None:
    trial = tried(one(heading), f"k{turn}")
    assert trial.refusal is None
    assert trial.allowance.percentage == 25
    assert trial.pose.heading == (heading + turn) % 360


def test_amb_83_amb_174_under_way_a_pitch_is_a_point_and_an_advance_comes_before_the_next() -> None:
    state = one(TACK)
    assert compute_allowance(state, "B1").points == 3
    assert left(state, "k-90") == 2
    refused(state, sail("B1", "k-90 k90"), "AMB-211")
    refused(state, sail("B1", "k-90 s k90"), "SOTL-5.2.3-d")
    assert left(state, "k-90 a k90") == 0


def test_amb_211_slowing_does_not_stand_for_the_advance() -> None:
    state = one(TACK, strength="heavy", card_veteran=True)
    refused(state, sail("B1", "a a k-90 s k90"), "AMB-211")


def test_amb_10_no_turn_before_or_after_a_pitch_without_a_point_between() -> None:
    state = one(TACK, strength="heavy")
    refused(state, sail("B1", "k-90 t10 a"), "SOTL-5.1-d")
    refused(state, sail("B1", "k-90 p10"), "SOTL-5.1-d")
    refused(state, sail("B1", "a t-10 k-80"), "SOTL-5.1-d")
    refused(state, sail("B1", "t-10 k-80 a"), "SOTL-5.1-d")


def test_amb_211_under_way_the_smaller_of_what_is_left_and_of_what_the_tack_gives() -> None:
    state = one(40, strength="heavy", card_veteran=True)  # 85° off the wind: half of 7, and 2 and 1
    assert compute_allowance(state, "B1").points == 7
    assert left(state, "a t-44 a") == 5
    assert left(state, "a t-44 a k-82") == 4
    assert left(state, "a t-44 a a a k-82") == 2
    assert tried(state, "a t-44 a k-82").allowance.optional == 1


def test_amb_175_no_resistance_and_the_forced_spend_counts_over_the_whole_move() -> None:
    state = one(strength="heavy", set_="low", stopped=True)
    refused(state, sail("B1", "k45"), "SOTL-5.2.3-c")
    after, events = play(state, sail("B1", "k45 a"))
    assert (only(events, ShipSailed).forced, only(events, ShipSailed).spent) == (2, 2)
    assert not after.ships["B1"].stopped
    refused(one(strength="heavy"), sail("B1", "k45 a s"), "SOTL-5.2.3-d")
    assert tried(one(strength="heavy"), "k45 a a s").verdict is None


def test_amb_175_the_sum_is_told_and_she_may_stay_as_she_is() -> None:
    state = one(stopped=True)
    assert tried(state, "").verdict is None
    assert tried(state, "").is_stopped
    _, events = play(state, sail("B1", "k45 a a"))
    told = GAME.describe(state, only(events, ShipSailed))
    assert "B1 sails 2 UM and pitches 45° to starboard" in told
    assert "inertia to pitch with +1 = 1, on the tack after the pitch 2 left = 3" in told
    after, events = play(state, Done(side="british"))
    assert every(events, ShipSailed) == []
    assert after.ships["B1"].stopped


def test_sotl_5_5_c_a_stopped_ship_on_the_tack_gets_under_way_first() -> None:
    state = one(TACK, strength="heavy", stopped=True)
    refused(state, sail("B1", "k-90"), "SOTL-5.5-c")
    assert left(state, "a k-90") == 2


def test_amb_174_no_fatigue_and_boats_may_do_it_instead() -> None:
    _, events = play(one(), sail("B1", "k45 a"))
    assert every(events, FatigueRose) == []
    after, events = play(one(), TurnByBoats(side="british", ship="B1", towards="port"))
    assert only(events, FatigueRose).level == 1
    assert after.ships["B1"].stopped


def test_amb_126_a_pitch_is_cut_by_contact_and_ends_the_move() -> None:
    crowded = at_sea(
        ship("B1", 0, 0, AHEAD, sail="full"), ship("B2", 0.45, 0.75, AHEAD), options=SWITCHES, strength="heavy"
    )
    trial = tried(crowded, "k45 a")
    assert (trial.end, trial.contact) == ("contact", "B2")
    assert trial.verdict is None


def test_sotl_21_b_in_irons_and_on_the_tack_she_is_leeward_and_gains_the_point_on_the_quarter() -> None:
    gauged = one(QUARTER, strength="heavy")
    gauged = replace(gauged, options=SWITCHES | {"weather_gauge": True})
    assert compute_allowance(gauged, "B1").points == 10
    irons = replace(one(strength="heavy"), options=SWITCHES | {"weather_gauge": True})
    assert left(irons, "k45") == 3


def test_amb_173_amb_144_where_it_changes_nothing() -> None:
    calm = replace(one(), wind=Wind(AHEAD, None), options=SWITCHES | {"no_wind": True})
    refused(calm, sail("B1", "k45"), "SOTL-17-a")
    told = {
        ("breeze", False): "In a breeze only ships under full sail can pitch.",
        ("breeze", True): "",
        ("light", True): "A light wind is too weak to pitch.",
        ("heavy", False): "",
    }
    for (strength, sails), words in told.items():
        state = replace(one(strength=strength), options={"pitching": True, "sail_states": sails})
        module = next(module for module in rules_of(state).modules if module.id == "pitching")
        assert module.inert(state) == words


def test_amb_123_without_the_switch_no_ship_pitches() -> None:
    state = replace(one(), options={"sail_states": True})
    refused(state, sail("B1", "k45"), "AMB-123")
    assert compute_allowance(state, "B1").points == 0


def test_amb_174_the_offers_have_it_also_under_full_sail_still_to_be_set() -> None:
    offered = [one for one in GAME.choices(one(set_="low")) if isinstance(one, Sail)]
    pitched = [one for one in offered if any(step.kind == "pitch" for step in one.plan)]
    assert {one.set for one in pitched} == {"full"}
    assert Sail(side="british", ship="B1", plan=steps("k45 k-90 a"), set="full") in pitched
    assert all(GAME.check(one_(), order) is None for order in pitched for one_ in (lambda: one(set_="low"),))


# --- at the table


def test_sotl_17_b_the_helm_pitches_from_the_winds_eye() -> None:
    state = one()
    begun = plans.begin_draft(state, "B1")
    assert plans.find_advance_refusal(state, begun) is None
    starboard = plans.turn_farther(state, begun, 5)
    assert starboard.evaluation.plan == steps("k45")
    assert plans.turn_farther(state, starboard, -5).evaluation.plan == steps("k40")
    assert plans.turn_exactly(state, starboard, -45).evaluation.plan == steps("k-45")
    assert plans.add_advance(state, starboard).evaluation.plan == steps("k45 a")
    assert plans.remove_last_step(state, starboard).evaluation.plan == ()  # type: ignore[union-attr]
    wide = plans.turn_farther(state, starboard, 5)
    assert wide.refusal is not None
    assert wide.refusal.rule == "AMB-174"


def test_sotl_17_b_hard_over_on_the_tack_pitches_through_the_wind_and_away_from_it_pivots() -> None:
    state = one(TACK)
    begun = plans.begin_draft(state, "B1")
    assert plans.turn_exactly(state, begun, -45).evaluation.plan == steps("k-90")
    assert plans.turn_exactly(state, begun, 45).evaluation.plan == steps("p45")
    assert plans.turn_farther(state, begun, -5).evaluation.plan == steps("p-5")
    low = one(TACK, set_="low")
    assert plans.turn_exactly(low, plans.begin_draft(low, "B1"), -45).evaluation.end == "wind"


def test_sotl_17_a_who_cannot_pitch_is_stuck_in_the_winds_eye() -> None:
    state = one(set_="low")
    begun = plans.begin_draft(state, "B1")
    assert plans.find_advance_refusal(state, begun) is not None
    refused_ = plans.turn_farther(state, begun, 5).refusal
    assert refused_ is not None
    assert refused_.rule == "SOTL-17-a"
    off = replace(one(), options={})
    assert plans.turn_farther(off, plans.begin_draft(off, "B1"), 5).refusal.rule == "SOTL-5.2.3-a"  # type: ignore[union-attr]


@pytest.mark.parametrize("place", [Point(0, 3), Point(-3, 0)])
def test_sotl_17_b_the_pointer_leads_out_of_the_winds_eye(place: Point) -> None:
    state = one(strength="heavy")
    found = plans.plan_towards(state, plans.begin_draft(state, "B1"), place)
    assert found.evaluation.plan[0].kind == "pitch"
    assert found.verdict is None
    assert GAME.check(state, Sail(side="british", ship="B1", plan=found.evaluation.plan)) is None


def test_sotl_17_b_the_water_beyond_a_pitch_is_within_reach() -> None:
    state = one(strength="heavy")
    water, stay = (
        reach.compute_reach(state, "B1"),
        reach.compute_reach(replace(state, options={"sail_states": True}), "B1"),
    )
    assert water.area > 3 * stay.area
    after, _ = play(state, sail("B1", "k45 a a a"))
    assert water.buffer(reach.TOLERANCE).contains(positions.hull_outline(after, "B1"))


def test_amb_130_ships_in_irons_are_not_carried_on() -> None:
    state = one(strength="heavy")
    assert fleet_orders.list_ships_under_way(state, "british") == []
    assert fleet_orders.build_orders(state, fleet_orders.plan_held_courses(state, "british")) == ()
    assert fleet_orders.follow_in_line_ahead(state, ("B1",)) == ()
