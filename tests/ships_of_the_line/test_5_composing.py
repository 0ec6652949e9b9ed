"""Orders to many ships at once are ordinary commands (5, AMB-89)."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tabletop.core.game import find_game
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tabletop.games.ships_of_the_line.survey.fleet_orders import follow_in_line_ahead
from tabletop.geometry.measure import distance
from tests.ships_of_the_line.helm import ABEAM, QUARTER, at_sea, sail
from tests.ships_of_the_line.kit import play, ship


def file_of(number: int, apart: float = 1.5) -> State:
    """B1 leads to the east, the others astern of her."""
    return at_sea(*[ship(f"B{place + 1}", -apart * place, 0, QUARTER) for place in range(number)])


def carried_out(state: State, orders: tuple[Sail, ...]) -> State:
    for order in orders:
        state, _ = play(state, order)
    return state


def hold_course(state: State) -> tuple[Sail, ...]:
    """The orders to hold the course for all British."""
    return fleet_orders.build_orders(state, fleet_orders.plan_held_courses(state, "british"))


def next_turn(state: State) -> State:
    return replace(state, ships={key: replace(one, moved=False) for key, one in state.ships.items()})


def test_hold_course_moves_every_ship_under_way_with_all_her_points() -> None:
    state = at_sea(
        ship("B1", 0, 0, QUARTER),
        ship("B2", 0, 4, ABEAM),
        ship("B3", 0, -4, QUARTER, stopped=True),
        ship("B4", 0, -8, QUARTER, anchored=True),
        ship("F1", 0, -12, QUARTER),
    )
    orders = hold_course(state)
    assert {order.ship: len(order.plan) for order in orders} == {"B1": 4, "B2": 2}
    after = carried_out(state, orders)
    assert after.ships["B1"].pose == state.ships["B1"].pose.advance(4)


def test_hold_course_lets_those_ahead_go_first() -> None:
    # keys run against the file: B1 is the last ship of it
    state = at_sea(*[ship(f"B{place}", 1.1 * place, 0, QUARTER) for place in range(1, 6)])
    orders = hold_course(state)
    assert [order.ship for order in orders] == ["B5", "B4", "B3", "B2", "B1"]
    after = carried_out(state, orders)
    for key, one in after.ships.items():
        assert one.pose == state.ships[key].pose.advance(4)


def test_hold_course_slows_a_ship_that_would_run_into_another() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 3.5, 0, 0))
    (order,) = hold_course(state)
    assert [step.kind for step in order.plan] == ["advance", "advance", "slow", "slow"]


def test_hold_course_says_whom_a_ship_would_touch_and_after_how_far() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 3.5, 0, 0))
    (run,) = fleet_orders.plan_held_courses(state, "british")
    assert (run.best.points_slowed, run.best.contact) == (2, "")
    assert (run.full.contact, run.full.allowance.points) == ("F1", 4)
    assert run.full.witness is not None
    assert run.full.witness.distance == state.profile.contact_gap


def test_hold_course_runs_up_to_a_ship_that_is_too_near_to_slow_for() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 1.3, 0, 0))
    (run,) = fleet_orders.plan_held_courses(state, "british")
    assert run.best is run.full
    assert run.best.contact == "F1"


def test_amb_126_the_log_of_a_move_names_the_ship_that_she_slowed_for() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 3.5, 0, 0))
    _, events = play(state, sail("B1", "a a s s"))
    assert "gives up 2 points for F1" in find_game("ships_of_the_line").describe(state, events[0])


def test_amb_126_a_ship_with_free_water_ahead_slows_for_nobody() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 3.5, 3, 0), ship("B2", 0, -5, QUARTER, stopped=True))
    for order in (sail("B1", "a a s s"), sail("B2", "")):
        after, events = play(state, order)
        assert " for " not in find_game("ships_of_the_line").describe(state, events[0])
        state = after


def test_hold_course_leaves_ships_that_have_moved_alone() -> None:
    state, _ = play(file_of(2), sail("B1", "a"))
    assert [order.ship for order in hold_course(state)] == ["B2"]


def test_the_ships_of_a_line_follow_in_the_order_in_which_they_lie_astern_of_the_first() -> None:
    assert fleet_orders.sort_into_line(file_of(4), ["B1", "B4", "B2", "B3"]) == ["B1", "B2", "B3", "B4"]


def test_a_straight_line_keeps_its_intervals() -> None:
    state = file_of(5)
    after = carried_out(state, follow_in_line_ahead(state, state.ships))
    assert all(after.ships[key].pose == one.pose.advance(4) for key, one in state.ships.items())


@pytest.mark.parametrize(("astern", "advances"), [(2.2, 1), (3.1, 2), (3.4, 2), (4.1, 2), (4.4, 3)])
def test_amb_1_a_follower_would_rather_be_too_far_than_too_near(astern: float, advances: int) -> None:
    """At 4.1 UM three advances would leave a tenth of a UM of water, two leave 1.1 where half a UM is meant.

    At 3.1 UM a single advance would leave 1.1 as well, but she would lie stopped after it.
    """
    state = at_sea(ship("B1", astern, 0, QUARTER, moved=True), ship("B2", 0, 0, QUARTER))
    (order,) = follow_in_line_ahead(state, state.ships)
    assert order == sail("B2", "a " * advances + "s " * (4 - advances))


@pytest.mark.parametrize(("leader", "heading"), [((2.5, 2, 100), 105), ((2, 2, 130), 90), ((3, 1, 80), 120)])
def test_sotl_5_1_b_a_follower_turns_before_her_last_advance_or_after_it_not_both(
    leader: tuple[float, float, int], heading: int
) -> None:
    state = at_sea(ship("B1", *leader, moved=True), ship("B2", 0, 0, heading))
    (order,) = follow_in_line_ahead(state, state.ships)
    kinds = [step.kind for step in order.plan if step.kind != "slow"]
    assert "turn" in kinds
    assert kinds[-3:] != ["turn", "advance", "turn"]


def test_the_ships_of_a_line_turn_in_succession() -> None:
    state, _ = play(file_of(5), sail("B1", "a t40 a t40 a"))
    keys = list(state.ships)
    state = carried_out(state, follow_in_line_ahead(state, keys))
    assert state.ships["B5"].pose.heading < state.ships["B2"].pose.heading <= 170
    for _ in range(4):
        state = next_turn(state)
        orders = follow_in_line_ahead(state, keys)
        assert [order.ship for order in orders] == keys
        state = carried_out(state, orders)
    for before, key in pairwise(keys):
        apart = distance(state.ships[before].pose.point, state.ships[key].pose.point)
        assert 1.05 <= apart <= 4
        assert abs(state.ships[key].pose.heading - 170) <= 25


def test_a_line_follows_the_move_that_is_planned_for_its_leader() -> None:
    state = file_of(3)
    orders = follow_in_line_ahead(state, state.ships, sail("B1", "a t40 a a a"))
    assert orders[0] == sail("B1", "a t40 a a a")
    after = carried_out(state, orders)
    assert 90 < after.ships["B2"].pose.heading <= after.ships["B1"].pose.heading == 130


def test_orders_to_a_line_are_legal_one_after_the_other() -> None:
    state = at_sea(
        ship("B1", 0, 0, QUARTER),
        ship("B2", -1.2, 0.1, 100, stopped=True),
        ship("B3", -2.6, 0, 70),
        ship("B4", -3.7, 0, QUARTER, rudder_lost=True),
        ship("B5", -5, 0, QUARTER),
    )
    orders = follow_in_line_ahead(state, state.ships)
    assert "B4" not in {order.ship for order in orders}
    for order in orders:
        assert rules.check(state, order) is None
        state, _ = play(state, order)
