"""Chapter 5: what holds for any plan whatever, in any company."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.core.chance import ScriptedChance
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.model import State, with_ship
from tabletop.games.ships_of_the_line.positions import gap_between
from tabletop.geometry.measure import distance
from tests.ships_of_the_line.helm import at_sea
from tests.ships_of_the_line.kit import ship

_TURNS = st.integers(-46, 46)
_STEPS = st.one_of(
    st.just(Step("advance")),
    st.just(Step("advance")),
    st.just(Step("slow")),
    st.just(Step("stop")),
    _TURNS.map(lambda degrees: Step("turn", degrees)),
    _TURNS.map(lambda degrees: Step("pivot", degrees)),
)
PLANS = st.lists(_STEPS, max_size=7).map(tuple)


@st.composite
def seas(draw: Any) -> State:
    """B1 among up to four others within a few UM, none of them in her place."""
    spots = draw(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), max_size=4, unique=True))
    headings = draw(st.lists(st.integers(0, 359), min_size=5, max_size=5))
    others = [
        ship(f"F{number + 1}", x * 0.9, y * 0.9, headings[number])
        for number, (x, y) in enumerate(spots)
        if (x, y) != (0, 0)
    ]
    strength = draw(st.sampled_from(("light", "breeze", "heavy")))
    return at_sea(ship("B1", 0, 0, headings[4], stopped=draw(st.booleans())), *others, strength=strength)


@given(seas(), PLANS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_sotl_5_d_points_are_never_overspent(state: State, plan: tuple[Step, ...]) -> None:
    tried = evaluate_plan(state, "B1", plan)
    assert 0 <= tried.points_spent + tried.points_slowed <= tried.allowance.points
    assert sum(leg.points for leg in tried.legs) == tried.points_spent + tried.points_slowed


@given(seas(), PLANS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_amb_126_no_plan_brings_hulls_nearer_than_the_gap(state: State, plan: tuple[Step, ...]) -> None:
    before = {key: gap_between(state, "B1", key).distance for key in state.ships if key != "B1"}
    moved = with_ship(state, "B1", pose=evaluate_plan(state, "B1", plan).pose)
    for key, apart in before.items():
        assert gap_between(moved, "B1", key).distance >= min(0.05, apart)


@given(seas(), PLANS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_sotl_5_1_a_each_leg_begins_where_the_last_one_ended(state: State, plan: tuple[Step, ...]) -> None:
    tried = evaluate_plan(state, "B1", plan)
    at = state.ships["B1"].pose
    for leg in tried.legs:
        assert leg.start == at
        at = leg.end
        made = distance(leg.start.point, leg.end.point)
        if leg.kind != "advance":
            assert made == 0  # she turns about her stern, by which moves are measured (AMB-9)
        elif leg.cut:
            assert made <= 1.0015
        else:
            assert made == pytest.approx(1, abs=0.0015)
            assert leg.end.heading == leg.start.heading
    assert tried.pose == at
    if tried.refusal is None and not tried.end:
        assert [leg.kind for leg in tried.legs] == [step.kind for step in plan]


@given(seas(), PLANS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_sotl_5_c_what_is_tried_is_what_is_done(state: State, plan: tuple[Step, ...]) -> None:
    order = Sail(side="british", ship="B1", plan=plan)
    tried = evaluate_plan(state, "B1", plan)
    assert (rules.check(state, order) is None) == (tried.verdict is None)
    if tried.verdict is None:
        state = rules.decide(state, order, ScriptedChance(())).state
        assert state.ships["B1"].pose == tried.pose
        assert state.ships["B1"].stopped == tried.is_stopped
