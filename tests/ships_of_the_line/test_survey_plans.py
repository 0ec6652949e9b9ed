"""A plan that is made by pointing or by keys is one that the movement rules let a ship sail."""

import math

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters.sailing import ADVANCE, SLOW, evaluate_plan
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import plans
from tabletop.geometry import hull
from tabletop.geometry.pose import Point
from tests.ships_of_the_line.kit import battle, ship

PLACES = [(2.5, 1.5), (3.0, 0.0), (2.0, -2.0), (1.5, 2.5), (3.2, -1.2)]
"""East and north of the middle of a ship that sails east."""


def sailing_from(x: float, y: float) -> State:
    return battle(ship("B1", x, y, 90), wind=315, phase="movement")


def middle(state: State, draft: plans.PlanDraft) -> Point:
    return hull.centre(draft.evaluation.pose, positions.hull_size(state, "B1")[0])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("start", [(0.0, 0.0), (13.0, -8.0), (-11.0, 9.0)])
def test_a_place_within_reach_is_sailed_to_wherever_she_lies(
    place: tuple[float, float], start: tuple[float, float]
) -> None:
    state = sailing_from(*start)
    wanted = Point(start[0] + place[0], start[1] + place[1])
    found = plans.plan_towards(state, plans.begin_draft(state, "B1"), wanted)
    there = middle(state, found)
    assert ((there.x - wanted.x) ** 2 + (there.y - wanted.y) ** 2) ** 0.5 < 0.55


def test_sotl_5_1_b_a_turn_on_the_spot_becomes_a_free_one_as_soon_as_an_advance_carries_it() -> None:
    state = sailing_from(0, 0)
    turned = plans.PlanDraft(evaluate_plan(state, "B1", (ADVANCE, Step("pivot", 20))))
    assert plans.add_advance(state, turned).evaluation.plan == (ADVANCE, Step("turn", 20), ADVANCE)
    assert plans.add_advance(state, plans.begin_draft(state, "B1")).evaluation.plan == (ADVANCE,)


def test_a_turn_too_wide_to_be_free_stays_one_on_the_spot() -> None:
    state = sailing_from(0, 0)
    begun = plans.add_advance(state, plans.begin_draft(state, "B1"))
    wide = plans.turn_exactly(state, begun, state.profile.pivot)
    assert wide.evaluation.plan == (ADVANCE, Step("pivot", 45))
    assert plans.add_advance(state, wide).evaluation.plan == (ADVANCE, Step("pivot", 45), ADVANCE)


@pytest.mark.parametrize("bearing", [50, 70, 110, 130])
def test_amb_9_where_she_turns_about_her_middle_it_is_from_there_that_she_steers_for_a_place(bearing: int) -> None:
    sailing = sailing_from(0, 0)
    state = replace(sailing, profile=replace(sailing.profile, pivot_point="centre"))
    wanted = Point(math.sin(math.radians(bearing)), math.cos(math.radians(bearing)))
    found = plans.plan_towards(state, plans.begin_draft(state, "B1"), wanted)
    assert found.evaluation.plan == (Step("turn", bearing - 90), ADVANCE)
    there = middle(state, found)
    assert math.dist((there.x, there.y), (wanted.x, wanted.y)) < 0.002


def test_sotl_5_1_b_a_free_turn_that_is_left_without_its_advance_is_one_on_the_spot() -> None:
    state = sailing_from(0, 0)
    for before in ((), (ADVANCE, ADVANCE, SLOW)):
        whole = plans.PlanDraft(evaluate_plan(state, "B1", (*before, Step("turn", 20), ADVANCE)))
        shorter = plans.remove_last_step(state, whole)
        assert whole.verdict is None
        assert shorter
        assert shorter.evaluation.plan == (*before, Step("pivot", 20))
        assert shorter.verdict is None
