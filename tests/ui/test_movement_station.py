"""The Movement Phase at the screen: plans by keys and by mouse, what is shown of them, and orders to many."""

import math
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import CastOff, DropAnchor, Sail, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.survey.gunnery import find_band_areas, find_outlooks
from tabletop.games.ships_of_the_line.survey.reach import compute_reach
from tabletop.geometry import hull
from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.replies import Ask, Refuse, Submit
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.modes import movement
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, FireField, PlannedMove, ReachArea, RingedShip
from tabletop.ui.boards.ships_of_the_line.table import SeaTable
from tabletop.ui.input import Input
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.report import Chosen, Pressed
from tests.ships_of_the_line.helm import AHEAD, QUARTER, TACK, at_sea, one, steps
from tests.ships_of_the_line.kit import play, ship
from tests.ui.trafalgar import Hand

VICTORY, TEMERAIRE = "B1", "B2"


@pytest.fixture
def hand() -> Hand:
    player = Hand()
    player.select(VICTORY)
    return player


def shown(where: Hand | SeaTable, kind: type) -> list[Any]:
    """What of a kind lies on the sea."""
    table = where.table if isinstance(where, Hand) else where
    surface: Any = table.surface
    return [overlay for overlay in surface.overlays if type(overlay) is kind]


def plan_of(where: Hand | SeaTable) -> Any:
    """The plan that is drawn, or None."""
    found = shown(where, PlannedMove)
    return found[0] if found else None


def words(where: Hand | SeaTable) -> str:
    """All chips, read aloud."""
    return "; ".join(" ".join([chip.title, *chip.lines]) for chip in shown(where, Chip))


def ordered(hand: Hand) -> Sail:
    """The last order on record."""
    order = hand.match.moves[-1].command
    assert isinstance(order, Sail)
    return order


def ahead_of(hand: Hand, key: str, distance: float, aside: float = 0.0) -> Point:
    """A place so far from the middle of a ship, on a course so many degrees to starboard of hers."""
    middle, course = hand.middle(key), math.radians(hand.state.ships[key].pose.heading + aside)
    return Point(middle.x + distance * math.sin(course), middle.y + distance * math.cos(course))


def at_table(state: State, chosen: str = "B1") -> SeaTable:
    """A table with that ship chosen, without a match behind it."""
    table = SeaTable(state)
    table.viewer.selected = chosen
    table.show(state)
    return table


def tap(table: SeaTable, chords: str) -> Any:
    """Press keys; what came of the last."""
    reply = None
    for chord in chords.split():
        reply = table.handle_key(Input("key", key=chord))
    return reply


# --- by keys


def test_a_refusal_goes_with_the_next_step_that_is_allowed_and_a_plain_message_stays(hand: Hand) -> None:
    hand.keys("S")
    assert "SOTL-5.2.3-d" in hand.toast()
    hand.keys("S")
    assert "SOTL-5.2.3-d" in hand.toast()
    hand.keys("W")
    assert hand.toast() == ""
    hand.screen.say(Toast("Full motion"))
    hand.keys("W")
    assert "Full motion" in hand.toast()


def test_a_refusal_goes_when_an_order_is_taken_back(hand: Hand) -> None:
    hand.keys("W Enter W")
    assert "SOTL" in hand.toast()
    hand.keys("Ctrl+Z")
    assert hand.match.state.ships[VICTORY].moved is False
    assert hand.toast() == ""


def test_keys_compose_a_plan_and_enter_orders_it(hand: Hand) -> None:
    hand.keys("W D D D D W")
    assert hand.screen.find("primary").text == "Sail: Victory"  # type: ignore[attr-defined]
    assert not hand.state.ships[VICTORY].moved
    expected = evaluate_plan(hand.state, VICTORY, steps("a t20 a"))
    assert plan_of(hand).ghost == expected.pose
    hand.keys("Enter")
    assert ordered(hand).plan == steps("a t20 a")
    assert hand.state.ships[VICTORY].pose == expected.pose
    assert plan_of(hand) is None


def test_the_brass_button_orders_the_plan_too(hand: Hand) -> None:
    hand.keys("W W")
    hand.screen.click("primary")
    assert ordered(hand).plan == steps("a a")


@pytest.mark.parametrize(("chords", "degrees"), [("Ctrl+D " * 3, 3), ("D D Ctrl+A", 9), ("A Ctrl+A Ctrl+A", -7)])
def test_sotl_5_1_b_every_degree_can_be_steered(hand: Hand, chords: str, degrees: int) -> None:
    hand.keys("W")
    hand.keys(chords)
    hand.keys("Enter")
    assert ordered(hand).plan == steps(f"a t{degrees}")


def test_sotl_5_1_d_the_widest_free_turn_comes_before_the_turn_on_the_spot(hand: Hand) -> None:
    hand.keys("W " + "D " * 9)
    assert "44° to starboard, free" in words(hand)
    hand.keys("D")
    assert "45° to starboard, on the spot for 1 point" in words(hand)
    hand.keys("D")
    assert "SOTL-5.1-d" in hand.toast()
    hand.keys("A")
    assert "40° to starboard, free" in words(hand)


def test_sotl_5_1_b_a_turn_alone_is_paid_for_and_becomes_free_with_an_advance(hand: Hand) -> None:
    hand.keys("D D")
    assert "3 points left" in words(hand)
    assert "on the spot for 1 point" in words(hand)
    hand.keys("W")
    assert "3 points left" in words(hand)
    hand.keys("Enter")
    assert ordered(hand).plan == steps("t10 a")


def test_sotl_5_1_d_shift_turns_by_45_on_the_spot(hand: Hand) -> None:
    hand.keys("Shift+A W Enter")
    assert ordered(hand).plan == steps("p-45 a")


def test_turning_back_to_the_course_leaves_no_turn(hand: Hand) -> None:
    hand.keys("W D D A A")
    hand.keys("Enter")
    assert ordered(hand).plan == steps("a")


def test_sotl_5_2_3_c_what_is_forced_is_told_and_bars_slowing(hand: Hand) -> None:
    assert "Victory: 4 points left, at least 1 to be used" in words(hand)
    hand.keys("S")
    assert "SOTL-5.2.3-d" in hand.toast()
    hand.keys("W S")
    assert "Gives up 1 point" in words(hand)
    assert "She will lie stopped" in words(hand)


def test_amb_205_s_heaves_to_where_the_forced_spend_is_all_she_has_and_the_anchor_is_offered_then() -> None:
    table = at_table(one(TACK))
    tap(table, "W S")
    assert "She will lie stopped" in words(table)
    order = tap(table, "Enter").commands[0](table.viewer.state)
    assert order.plan == steps("a h")
    after, _ = play(table.viewer.state, order)
    assert order_of(at_table(after), "Drop anchor") == DropAnchor(side="british", ship="B1")


def test_amb_205_a_second_stop_is_refused_and_backspace_takes_the_first_back() -> None:
    table = at_table(one(TACK))
    assert "Her plan ends when she heaves to" in str(tap(table, "W S S").refused)
    tap(table, "Backspace Backspace")
    assert "She will lie stopped" not in words(table)


def test_sotl_5_d_what_she_has_no_points_for_is_drawn_grey_and_says_why(hand: Hand) -> None:
    hand.keys("W W W W")
    assert plan_of(hand).legal
    hand.keys("W")
    assert "SOTL-5-d" in hand.toast()
    plan = plan_of(hand)
    assert [leg.legal for leg in plan.legs] == [True, False]
    assert not plan.legal
    assert "5 points needed, she has 4" in words(hand)
    hand.keys("Esc Backspace")
    assert plan_of(hand).legal
    assert "no points left" in words(hand)


def test_backspace_takes_back_one_leg_and_esc_the_whole_plan(hand: Hand) -> None:
    hand.keys("W D W Backspace")
    assert "5° to starboard, free" in words(hand)
    hand.keys("Backspace")
    assert plan_of(hand).ghost == evaluate_plan(hand.state, VICTORY, steps("a")).pose
    hand.keys("D W Esc")
    assert plan_of(hand) is None
    assert hand.table.viewer.selected == VICTORY


def test_a_turn_left_without_its_advance_is_paid_for(hand: Hand) -> None:
    hand.keys("D W Backspace")
    assert "on the spot for 1 point" in words(hand)


def test_sotl_5_2_5_d_a_ship_at_anchor_says_why_she_does_not_answer_her_helm() -> None:
    table = at_table(one(anchored=True))
    reply = tap(table, "W")
    assert isinstance(reply, Refuse)
    assert reply.refused.rule == "SOTL-5.2.5-d"
    assert "cannot move" in words(table)


def test_sotl_5_3_a_of_a_ship_without_points_none_are_counted() -> None:
    assert words(at_table(one(AHEAD))).startswith("B1: no points to move with")


def test_sotl_3_e_a_ship_that_has_moved_says_so(hand: Hand) -> None:
    hand.keys("W Enter W")
    assert "SOTL-3-e" in hand.toast()


# --- what is shown


def test_sotl_5_1_a_the_path_is_the_way_of_her_stern(hand: Hand) -> None:
    hand.keys("W W D W Shift+A")
    tried = evaluate_plan(hand.state, VICTORY, steps("a a t5 a p-45"))
    legs = plan_of(hand).legs
    assert [(leg.start, leg.end) for leg in legs if not leg.turn] == [
        ((tried.legs[0].start.x, tried.legs[0].start.y), (tried.legs[1].end.x, tried.legs[1].end.y)),
        ((tried.legs[3].start.x, tried.legs[3].start.y), (tried.legs[3].end.x, tried.legs[3].end.y)),
    ]
    assert [leg.turn for leg in legs if leg.turn] == [5, -45]
    assert [leg.spent for leg in legs if leg.spent] == ["2", "3"]


def test_amb_126_the_ship_that_would_be_touched_is_marked() -> None:
    table = at_table(at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 2.5, 0, 0)))
    tap(table, "W W")
    assert RingedShip("F1") in shown(table, RingedShip)
    assert "she touches F1" in words(table)
    assert [leg.legal for leg in plan_of(table).legs] == [True, False]
    reply = tap(table, "W")
    assert isinstance(reply, Refuse)
    assert reply.refused.rule == "SOTL-5-f"


def test_the_open_water_shrinks_with_the_plan(hand: Hand) -> None:
    assert shown(hand, ReachArea) == [survey_overlays.build_reach_area(compute_reach(hand.state, VICTORY))]
    hand.keys("W D W")
    assert shown(hand, ReachArea) == [
        survey_overlays.build_reach_area(compute_reach(hand.state, VICTORY, steps("a t5 a")))
    ]


def test_the_fields_of_fire_go_with_the_ghost(hand: Hand) -> None:
    hand.keys("B W D D W")
    ghost = plan_of(hand).ghost
    edges = [field.bands[-1].outline for field in shown(hand, FireField)]
    assert edges == [
        tuple(find_band_areas(hand.state, VICTORY, broadside, ghost)[-1].full_area.exterior.coords[:-1])
        for broadside in BROADSIDES
    ]


def test_sotl_4_1_2_a_the_guns_from_there_are_those_that_bear_once_she_is_there() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 3.0, 2.0, 90), ship("F2", 2.5, -1.0, 90), ship("B2", 3, -4, 0))
    table = at_table(state)
    tap(table, "W W")
    after, _ = play(state, Sail(side="british", ship="B1", plan=steps("a a")))
    seen = {target for broadside in BROADSIDES for target in find_outlooks(after)["B1", broadside].sighting.targets}
    assert seen == {"F1", "F2"}
    assert "she bears on F1 (medium), F2 (point-blank)" in words(table)
    bear = [
        key
        for key in ("F1", "F2")
        if any("B1" in look.sighting.targets for at, look in find_outlooks(after).items() if at[0] == key)
    ]
    assert bear == ["F1", "F2"]
    assert "under the guns of F1, F2" in words(table)


# --- by mouse


@pytest.mark.parametrize("distance", [1, 2, 3, 4])
def test_dragging_ahead_adds_whole_units(hand: Hand, distance: int) -> None:
    hand.drag(hand.middle(VICTORY), ahead_of(hand, VICTORY, distance / 2), ahead_of(hand, VICTORY, distance + 0.2))
    assert plan_of(hand).ghost == evaluate_plan(hand.state, VICTORY, steps("a " * distance)).pose
    hand.keys("Enter")
    assert ordered(hand).plan == steps("a " * distance)


@pytest.mark.parametrize("aside", [-60, -30, 25, 50])
def test_dragging_aside_adds_turns(hand: Hand, aside: int) -> None:
    goal = ahead_of(hand, VICTORY, 3, aside)
    hand.drag(hand.middle(VICTORY), goal)
    hand.keys("Space")
    order = ordered(hand)
    turns = [step.degrees for step in order.plan if step.degrees]
    assert turns
    assert all(turn * aside > 0 for turn in turns)
    assert math.dist((hand.middle(VICTORY).x, hand.middle(VICTORY).y), (goal.x, goal.y)) < 0.75


@pytest.mark.parametrize("distance", [1.3, 1.6, 2.4, 2.63, 3.4])
@pytest.mark.parametrize("aside", [-7, -3, 0, 5])
def test_dragging_nearly_ahead_swings_her_no_more_than_is_meant(hand: Hand, distance: float, aside: int) -> None:
    hand.drag(hand.middle(VICTORY), ahead_of(hand, VICTORY, distance, aside))
    hand.keys("Enter")
    order = ordered(hand)
    assert sum(step.kind == "advance" for step in order.plan) == round(distance)
    assert all(abs(step.degrees) <= 10 for step in order.plan)


def test_dragging_takes_another_ship_and_leaves_the_camera(hand: Hand) -> None:
    hand.look_at("B13", 0)
    before = hand.sea.view.camera
    hand.drag(hand.middle("B13"), ahead_of(hand, "B13", 2))
    assert hand.sea.view.camera == before
    assert hand.table.viewer.selected == "B13"
    assert plan_of(hand).ship == "B13"


def test_card_and_buttons_are_hers_as_soon_as_another_ship_is_dragged(hand: Hand) -> None:
    hand.look_at("B13", 0)
    composed = hand.screen.layers[0]
    hand.press(hand.middle("B13"))
    hand.move(ahead_of(hand, "B13", 1))
    first = hand.screen.layers[0]
    assert first is not composed
    hand.move(ahead_of(hand, "B13", 2))
    assert hand.screen.layers[0] is first
    hand.release(ahead_of(hand, "B13", 2))
    assert plan_of(hand).ship == "B13"


def test_the_ghost_can_be_dragged_on(hand: Hand) -> None:
    hand.keys("W D D W")
    ghost = evaluate_plan(hand.state, VICTORY, steps("a t10 a"))
    middle = positions.hull_shape(ghost.pose, ghost.room.size).centroid
    course = math.radians(ghost.pose.heading)
    hand.drag(Point(middle.x, middle.y), Point(middle.x + math.sin(course), middle.y + math.cos(course)))
    hand.keys("Enter")
    assert ordered(hand).plan == steps("a t10 a a")


def test_dragging_back_to_where_she_lies_leaves_no_plan(hand: Hand) -> None:
    hand.drag(hand.middle(VICTORY), ahead_of(hand, VICTORY, 2), hand.middle(VICTORY))
    assert plan_of(hand) is None


def test_every_plan_under_the_pointer_can_be_ordered(hand: Hand) -> None:
    hand.press(hand.middle(TEMERAIRE))
    for aside in range(-180, 180, 20):
        for distance in (0.5, 1.5, 3.0, 6.0):
            hand.move(ahead_of(hand, TEMERAIRE, distance, aside))
            plan = plan_of(hand)
            assert plan is None or plan.legal


@pytest.mark.parametrize(
    ("state", "rule"), [(one(anchored=True), "SOTL-5.2.5-d"), (one(AHEAD, stopped=True), "SOTL-5.2.3-a")]
)
def test_dragging_a_ship_that_cannot_move_says_why_not(state: State, rule: str) -> None:
    table = at_table(state)
    middle = positions.hull_center(state, "B1")
    assert table._wants(Gesture("press", "B1", middle, "left"))
    reply = table.handle_action(Gesture("drop", "B1", Point(3, 0), "left", middle, "B1"))
    assert isinstance(reply, Refuse)
    assert reply.refused.rule == rule


def test_sotl_5_1_b_a_ghost_without_points_can_still_be_turned(hand: Hand) -> None:
    hand.keys("W W W W")
    tried = evaluate_plan(hand.state, VICTORY, steps("a a a a"))
    middle, course = hull.centre(tried.pose, 1.0), math.radians(tried.pose.heading + 20)
    stern = tried.pose
    hand.drag(middle, Point(stern.x + math.sin(course) / 2, stern.y + math.cos(course) / 2))
    hand.keys("Enter")
    assert [step.kind for step in ordered(hand).plan] == ["advance"] * 4 + ["turn"]
    assert ordered(hand).plan[-1].degrees == pytest.approx(20, abs=3)


def test_the_helm_asks_for_a_ship_of_the_side_that_moves(hand: Hand) -> None:
    hand.keys("Esc W")
    assert "Choose one of your ships" in hand.toast()
    hand.table.viewer.selected = "F2"
    hand.keys("W")
    assert "SOTL-2-a" in hand.toast()


# --- one after the other, and all at once


def test_without_a_plan_the_brass_button_holds_the_course_and_goes_to_the_next(hand: Hand) -> None:
    assert hand.screen.find("primary").text == "Hold course"  # type: ignore[attr-defined]
    hand.keys("Space")
    assert ordered(hand).plan == steps("a a a a")
    hand.table.skip_playback()
    assert hand.screen.find("primary").text == "Next ship to move"  # type: ignore[attr-defined]
    hand.keys("Space")
    assert hand.table.viewer.selected not in (None, VICTORY)
    assert hand.screen.find("primary").text == "Hold course"  # type: ignore[attr-defined]


def test_holding_course_for_all_asks_once_and_moves_all(hand: Hand) -> None:
    progress = hand.table.phase_progress()
    assert progress is not None
    assert progress.words == "0 of 27 ships moved"
    hand.keys("H")
    assert not any(one.moved for one in hand.state.ships.values())
    hand.keys("Enter")
    moved = [key for key, one in hand.state.ships.items() if one.moved]
    assert len(moved) >= 25
    progress = hand.table.phase_progress()
    assert progress is not None
    assert progress.words == f"{len(moved)} of 27 ships moved"


def test_where_no_ship_can_move_the_progress_says_so() -> None:
    held = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.4, QUARTER), grapples=(Grapple("B1", "F1", 1),))
    progress = at_table(held).phase_progress()
    assert progress is not None
    assert (progress.words, progress.share) == ("No ship can move", 0)


def test_line_ahead_says_what_it_needs_and_then_leads_the_line(hand: Hand) -> None:
    button = hand.screen.find("line_ahead")
    assert not button.enabled
    assert "Shift" in button.reason
    hand.select(VICTORY, TEMERAIRE, "B3")
    hand.keys("J")
    assert [move.command.ship for move in hand.match.moves[-3:]] == [VICTORY, TEMERAIRE, "B3"]


def test_a_click_with_shift_that_misses_leaves_the_group_and_the_plan(hand: Hand) -> None:
    hand.select(VICTORY, TEMERAIRE)
    hand.keys("W")
    at = hand.middle(VICTORY)
    empty = Point(at.x, at.y + 1.5)
    hand.click(empty, shift=True)
    assert (hand.table.viewer.selected, hand.table.viewer.group) == (VICTORY, (TEMERAIRE,))
    assert plan_of(hand) is not None
    hand.click(empty)
    assert (hand.table.viewer.selected, hand.table.viewer.group) == (None, ())


def test_the_leader_of_a_line_makes_the_move_that_is_planned_for_her(hand: Hand) -> None:
    hand.select(VICTORY, TEMERAIRE)
    hand.keys("D W W S S J")
    lead, after = (move.command for move in hand.match.moves[-2:])
    assert (lead.ship, lead.plan) == (VICTORY, steps("t5 a a s s"))
    assert after.ship == TEMERAIRE
    hand.keys("Ctrl+Z")
    assert not any(one.moved for one in hand.state.ships.values())


def test_amb_89_ending_the_phase_names_the_ships_under_way(hand: Hand) -> None:
    hand.keys("W Enter")
    left = hand.table.find_unfinished()
    assert left is not None
    assert "points they must use, straight ahead" in left.body
    assert VICTORY not in left.pieces
    assert len(left.pieces) == 26


def test_a_ship_that_lies_stopped_is_not_named_and_may_stay() -> None:
    table = at_table(one(stopped=True))
    assert table.find_unfinished() is None
    offer = table.primary_action()
    assert offer is not None
    assert (offer.label, offer.action_id) == ("Stay stopped", "hold")
    reply = table.handle_action(Pressed("hold"))
    assert isinstance(reply, Submit)
    assert reply.commands[0](table.viewer.state) == Sail(side="british", ship="B1", plan=())


# --- special orders


def specials(table: SeaTable) -> dict[str, Button]:
    """The buttons of the station's panel by their words."""
    sheet = movement.build_special_orders(table.viewer)
    return {one.text: one for one in sheet.walk() if isinstance(one, Button)} if sheet else {}


def order_of(table: SeaTable, label: str) -> Any:
    """The command that a button of the panel gives."""
    reply = table.handle_action(specials(table)[label].report)
    assert isinstance(reply, Submit)
    return reply.commands[0](table.viewer.state)


def test_sotl_5_3_a_boats_are_offered_head_to_wind_with_keys() -> None:
    table = at_table(one(AHEAD, stopped=True))
    assert specials(table)["Boats: 90° to port"].key == "1"
    assert order_of(table, "Boats: 90° to starboard") == TurnByBoats(side="british", ship="B1", towards="starboard")


def test_sotl_5_3_a_boats_without_room_are_greyed_with_the_reason() -> None:
    table = at_table(at_sea(ship("B1", 0, 0, AHEAD, stopped=True), ship("B2", -0.45, -0.45, 225)))
    button = specials(table)["Boats: 90° to port"]
    assert not button.enabled
    assert "[SOTL-5-f]" in button.reason


def test_sotl_5_2_5_d_the_anchor_is_offered_where_it_is_her_situation() -> None:
    assert specials(at_table(one())) == {}
    assert order_of(at_table(one(stopped=True)), "Drop anchor") == DropAnchor(side="british", ship="B1")
    assert order_of(at_table(one(anchored=True)), "Weigh anchor") == WeighAnchor(side="british", ship="B1")


@pytest.mark.parametrize("state", [one(stopped=True), one(anchored=True), one(AHEAD, stopped=True)])
def test_the_orders_besides_sailing_are_numbered_from_one(state: State) -> None:
    table = at_table(state)
    panel = movement.build_special_orders(table.viewer)
    assert panel is not None
    keys = [part.key for part in panel.walk() if isinstance(part, Button)]
    assert keys == [str(number + 1) for number in range(len(keys))]
    assert keys


def test_amb_77_she_may_anchor_after_a_move_that_stopped_her() -> None:
    after, _ = play(one(), Sail(side="british", ship="B1", plan=steps("a s s s")))
    assert order_of(at_table(after), "Drop anchor") == DropAnchor(side="british", ship="B1")


def test_sotl_5_6_d_lines_to_a_friend_are_let_go_and_those_to_an_enemy_are_not() -> None:
    ships = ship("B1", 0, 0, QUARTER), ship("B2", 0, 0.4, QUARTER), ship("F1", 0, -0.4, QUARTER)
    table = at_table(at_sea(*ships, grapples=(Grapple("B1", "B2", 1), Grapple("B1", "F1", 1))))
    assert order_of(table, "Cast off B2") == CastOff(side="british", ship="B1", other="B2")
    assert "[SOTL-6-i]" in specials(table)["Cast off F1"].reason


@pytest.mark.parametrize("seed", range(12))
def test_sotl_5_1_whatever_the_helm_does_the_plan_stays_sound(seed: int) -> None:
    dice = Random(seed)
    heading = dice.choice([AHEAD, QUARTER, 45, 0])
    table = at_table(at_sea(ship("B1", 0, 0, heading, stopped=dice.random() < 0.3), ship("F1", 2.4, 0.3, 10)))
    chords = ["W", "W", "W", "A", "D", "Ctrl+A", "Ctrl+D", "Shift+A", "Shift+D", "S", "S", "Backspace"]
    for _ in range(40):
        tap(table, dice.choice(chords))
        plan = plan_of(table)
        if plan is None:
            continue
        offer = table.primary_action()
        assert offer is not None
        if offer.action_id == "sail" and not offer.reason:
            reply = table.station.act(Pressed("sail"))
            assert isinstance(reply, Submit)
            order = reply.commands[0](table.viewer.state)
            after, _ = play(table.viewer.state, order)
            assert after.ships["B1"].pose == plan.ghost
            table.show(table.viewer.state)
            for step in range(len(order.plan)):
                kept = evaluate_plan(table.viewer.state, "B1", order.plan[: step + 1])
                assert kept.refusal is None


# --- by mouse alone


def test_what_the_keys_do_to_a_plan_small_buttons_do_too(hand: Hand) -> None:
    table: Any = hand.table
    hand.select(VICTORY)
    hand.screen.press("W")
    hand.screen.press("W")
    hand.screen.click("helm.slow")
    assert [step.kind for step in table.station._draft.evaluation.plan] == ["advance", "advance", "slow"]
    hand.screen.click("helm.take_back")
    assert [step.kind for step in table.station._draft.evaluation.plan] == ["advance", "advance"]
    hand.screen.click("helm.drop")
    assert table.station._draft is None


def test_the_small_buttons_name_their_keys_and_wait_for_a_plan(hand: Hand) -> None:
    hand.select(VICTORY)
    buttons = {name: hand.screen.find(f"helm.{name}") for name in ("slow", "take_back", "drop")}
    assert {name: one.tip.key for name, one in buttons.items() if one.tip} == {
        "slow": "S", "take_back": "Backspace", "drop": "Esc"
    }  # fmt: skip
    assert [name for name, one in buttons.items() if one.enabled] == ["slow"]


def test_names_are_shown_or_hidden_by_a_button(hand: Hand) -> None:
    before = hand.table.viewer.labels
    hand.screen.click("show.labels")
    assert hand.table.viewer.labels != before


def test_amb_126_to_hold_the_course_of_all_says_before_who_slows_how_much_and_for_whom() -> None:
    table = at_table(at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, 6, QUARTER), ship("F1", 3.5, 0, 0)))
    asked = table.handle_action(Pressed("hold_all"))
    assert isinstance(asked, Ask)
    first, *short = asked.body.split("\n")
    assert first == "2 ships under way, straight ahead with all points, but:"
    assert short == ["B1 gives up 2 points of 4; otherwise she meets F1 after 2.8 UM."]


def test_to_hold_the_course_of_one_says_before_whom_she_slows_for() -> None:
    table = at_table(at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 3.5, 0, 0)))
    offer = table.primary_action()
    assert offer is not None
    assert offer.tip == "B1 gives up 2 points of 4; otherwise she meets F1 after 2.8 UM."


def test_amb_12_to_hold_the_course_of_all_says_before_who_leaves_the_map() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("B2", 0, 6, QUARTER))
    sea = replace(state.sea, east=3)
    asked = at_table(replace(state, sea=sea)).handle_action(Pressed("hold_all"))
    assert isinstance(asked, Ask)
    assert asked.body.count("leaves the battle at the edge of the map after") == 2


# --- sail states


SAILS = {"options": {"sail_states": True}}


def under_way() -> SeaTable:
    return at_table(at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 30, 30, 0), **SAILS))


def test_sotl_16_a_sail_is_set_by_key_or_button_before_the_plan() -> None:
    table = under_way()
    assert "4 points left" in words(table)
    tap(table, "V")
    assert "5 points left" in words(table)
    table.handle_action(Chosen("canvas.sail", "full"))
    tap(table, "W W W W W W")
    assert "2 points left" in words(table)
    order = tap(table, "Enter")
    assert isinstance(order, Submit)
    assert order.commands[0](table.viewer.state) == Sail(
        side="british", ship="B1", plan=steps("a a a a a a"), set="full"
    )


def test_sotl_16_a_a_plan_is_tried_anew_under_another_sail() -> None:
    table = under_way()
    tap(table, "V V W W W W W")
    assert len(plan_of(table).legs) == 1
    assert table.viewer.state.ships["B1"].sail == "low"
    table.handle_action(Chosen("canvas.sail", "low"))
    assert "5 points needed, she has 4" in words(table)
    assert isinstance(tap(table, "Enter"), Refuse)


def test_sotl_16_a_a_sail_that_was_chosen_is_dropped_with_the_plan_and_by_choosing_another_ship() -> None:
    table = under_way()
    tap(table, "V")
    table.go_back()
    assert "4 points left" in words(table)
    tap(table, "V")
    table.viewer.selected = "F1"
    table.show(table.viewer.state)
    table.viewer.selected = "B1"
    table.show(table.viewer.state)
    assert "4 points left" in words(table)


def test_sotl_16_a_a_course_is_held_under_the_sail_that_was_chosen() -> None:
    table = under_way()
    tap(table, "V")
    order = tap(table, "Space") or table.handle_action(Pressed("hold"))
    assert isinstance(order, Submit)
    assert order.commands[0](table.viewer.state) == Sail(side="british", ship="B1", plan=steps("a a a a a"), set="mid")


def test_amb_123_without_sail_states_there_is_no_sail_to_set() -> None:
    table = at_table(at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 30, 30, 0)))
    tap(table, "V")
    assert "4 points left" in words(table)
    assert table.handle_action(Chosen("canvas.sail", "full")) is None
