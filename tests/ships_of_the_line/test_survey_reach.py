"""The shade of reachable water lies where the movement rules let a ship go."""

from collections.abc import Iterator

import pytest
import shapely

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.sailing import ADVANCE, begin_plan, evaluate_plan
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import Sea, State, Tow
from tabletop.games.ships_of_the_line.ship import Card, Ship
from tabletop.games.ships_of_the_line.survey.reach import TOLERANCE, compute_reach
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tests.ships_of_the_line.kit import battle, ship


def alone(heading: int = 90, strength: str = "breeze", **marks: object) -> State:
    return battle(ship("B1", 0, 0, heading, **marks), wind=315, strength=strength)


def beyond(state: State, plan: tuple[Step, ...]) -> float:
    """How far the hull at the end of a plan sticks out of the shade, UM; head to wind is left out of it."""
    tried = evaluate_plan(state, "B1", plan)
    if tried.end == "wind":
        return 0.0
    hull = positions.hull_shape(tried.pose, positions.hull_size(state, "B1"))
    area = compute_reach(state, "B1")
    return max(area.distance(shapely.Point(corner)) for corner in hull.exterior.coords)


@pytest.mark.parametrize("advances", [1, 2, 3, 4])
@pytest.mark.parametrize("degrees", [-44, -30, -15, -5, 0, 5, 22, 36, 44])
def test_sotl_5_1_b_reach_holds_every_steady_turn(degrees: int, advances: int) -> None:
    turn = (Step("turn", degrees),) if degrees else ()
    assert beyond(alone(), (*turn, ADVANCE) * advances) < (0.05 if advances < 3 or abs(degrees) in (0, 44) else 0.25)


@pytest.mark.parametrize("first", [-40, -20, 0, 20, 40])
@pytest.mark.parametrize("second", [-40, -20, 10, 30])
def test_sotl_5_1_b_reach_holds_mixed_courses(first: int, second: int) -> None:
    turns = [(Step("turn", degrees), ADVANCE) if degrees else (ADVANCE,) for degrees in (first, second)]
    assert beyond(alone(), (*turns[0], *turns[1])) < 0.1


def test_sotl_5_b_no_point_of_the_sea_is_farther_than_the_points() -> None:
    area = compute_reach(alone(), "B1")
    own = positions.hull_outline(alone(), "B1")
    assert area.bounds[2] == pytest.approx(own.bounds[2] + 4)
    assert own.buffer(5.2).covers(area)


def test_reach_shrinks_with_the_plan_made() -> None:
    state = alone()
    after = compute_reach(state, "B1", (ADVANCE, ADVANCE))
    assert after.bounds[2] == pytest.approx(compute_reach(state, "B1").bounds[2])
    assert after.area < compute_reach(state, "B1").area / 2


def test_amb_126_reach_ends_at_a_ship_in_the_way() -> None:
    blocked = battle(ship("F1", 2.5, 0, 0), ship("B1", 0, 0, 90), wind=315)
    behind = shapely.Point(2.5, 0)
    assert compute_reach(alone(), "B1").covers(behind)
    assert not compute_reach(blocked, "B1").covers(behind)


@pytest.mark.parametrize("marks", [{"anchored": True}, {"masts": ()}, {"moved": True}, {"rudder_lost": True}])
def test_sotl_5_2_5_d_who_cannot_move_reaches_her_own_place(marks: dict[str, object]) -> None:
    state = alone(**marks)
    assert compute_reach(state, "B1").equals(positions.hull_outline(state, "B1"))


def test_sotl_5_3_b_a_stopped_ship_whose_only_point_got_her_under_way_comes_no_farther() -> None:
    state = alone(90, stopped=True, strength="light")
    started = evaluate_plan(state, "B1", (ADVANCE,))
    assert (started.points_spent, started.points_left, started.verdict) == (1, 0, None)
    assert compute_reach(state, "B1", started.plan).equals(
        positions.hull_shape(started.pose, positions.hull_size(state, "B1"))
    )


def test_sotl_5_2_5_d_reach_stops_short_of_the_winds_eye() -> None:
    close_hauled = battle(ship("B1", 0, 0, 340), wind=270)
    fallen_off = (Step("turn", -44), ADVANCE)
    into_it, along_it = (
        evaluate_plan(close_hauled, "B1", (*fallen_off, *more)) for more in ((Step("turn", -26),), (ADVANCE,))
    )
    assert (into_it.end, along_it.end) == ("wind", "")
    assert beyond(close_hauled, along_it.plan) < 0.05
    head_to_wind = positions.hull_shape(into_it.pose.advance(1), into_it.room.size)
    assert not compute_reach(close_hauled, "B1").intersects(head_to_wind.centroid)


def test_reach_among_a_fleet_is_remembered() -> None:
    crowd = [ship(f"F{n}", 1.5 * (n % 6) - 4, 1.1 * (n // 6) + 0.6, 90) for n in range(30)]
    state = battle(*crowd, ship("B1", 0, 0, 90), wind=315)
    first = compute_reach(state, "B1")
    assert first.area > 0
    assert compute_reach(state, "B1") is first


@pytest.mark.parametrize("kind", ["I", "III", "VI"])
@pytest.mark.parametrize("heading", [0, 45, 90, 135])
def test_the_shade_has_neither_holes_nor_notches_nor_cracks(heading: int, kind: str) -> None:
    area = compute_reach(battle(ship("B1", 0, 0, heading, kind)), "B1")
    assert isinstance(area, shapely.Polygon)
    assert not area.interiors
    closed = area.buffer(0.25).buffer(-0.25)
    assert closed.area - area.area < 0.015 * area.area


HELM = (-44, -30, -15, 0, 15, 30, 44)
FEW = (-44, -22, 0, 22, 44)
"""Degrees by which she is turned before each advance; fewer where there are many of those."""


def courses(begun: PlanEvaluation, helm: tuple[int, ...]) -> Iterator[PlanEvaluation]:
    """Every move that is allowed with these positions of the helm, weaving ones too."""
    for degrees in helm:
        turned = sailing.take_step(begun, Step("turn", degrees)) if degrees else begun
        tried = turned if turned.end or turned.refusal else sailing.take_step(turned, ADVANCE)
        if tried.verdict is None:
            yield tried
        if tried.points_left > 0 and not tried.end and not tried.refusal:
            yield from courses(tried, helm)


def shade(state: State) -> shapely.MultiPolygon:
    """The water within reach of B1 as the table draws it."""
    drawn = survey_overlays.build_reach_area(compute_reach(state, "B1")).polygons
    return shapely.union_all([shapely.Polygon(outer, inner) for outer, *inner in drawn])


CROWD = [
    ship("F1", 1.9, 0.7, 0), ship("F2", 2.4, -1.2, 70, "V"), ship("F3", 3.4, 0.1, 90, "VI"), ship("B2", 0.2, 0.6, 100),
]  # fmt: skip
SITUATIONS = {
    "on the quarter": alone(90),
    "before the wind": alone(135),
    "on the beam": alone(45),
    "close-hauled": alone(0),
    "small": battle(ship("B1", 0, 0, 200, "VI"), wind=60),
    "under the wind's eye": battle(ship("B1", 0, 0, 340), wind=270, strength="heavy"),
    "stopped": battle(ship("B1", 0, 0, 90, stopped=True), wind=315),
    "in a crowd": battle(ship("B1", 0, 0, 90), *CROWD, wind=270),
    "small in a crowd": battle(ship("B1", 0, 0, 80, "VI"), *CROWD, wind=255),
    "with a tow": battle(ship("B1", 0, 0, 90), ship("B2", -1.1, 0, 90), wind=315, tows=(Tow("B1", "B2"),)),
    "at the edge of the map": battle(ship("B1", 0, 0, 90), wind=315, sea=Sea(-9, -9, 2, 1)),
}


@pytest.mark.parametrize("state", SITUATIONS.values(), ids=SITUATIONS)
def test_sotl_5_b_every_point_of_the_shade_is_reached_by_a_move_that_is_allowed(state: State) -> None:
    begun = begin_plan(state, "B1")
    ends = [*courses(begun, HELM if begun.points_left < 4 else FEW), *([begun] if begun.verdict is None else [])]
    hulls = [positions.hull_shape(end.pose, positions.hull_size(state, "B1")) for end in ends]
    beyond = shade(state).difference(shapely.union_all(hulls).buffer(TOLERANCE))
    assert beyond.area < 1e-6, beyond.wkt


def test_sotl_5_2_3_c_a_place_that_she_has_to_sail_on_from_is_not_shaded() -> None:
    own = positions.hull_outline(alone(), "B1")
    assert evaluate_plan(alone(), "B1", ()).verdict is not None
    assert not compute_reach(alone(), "B1").contains(own.centroid)
    assert compute_reach(alone(stopped=True), "B1").covers(own.buffer(-0.01))


@pytest.mark.parametrize(("others", "most"), [([], 800), (CROWD[1:3], 4000)])
def test_what_lies_open_under_full_sail_takes_no_tens_of_thousands_of_trials(
    others: list[tuple[Card, Ship]], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Step] = []
    take = sailing.take_step
    monkeypatch.setattr(sailing, "take_step", lambda begun, step: (tried.append(step), take(begun, step))[1])
    state = battle(ship("B1", 0, 0, 225, sail="full"), *others, wind=0, options={"sail_states": True})
    assert begin_plan(state, "B1").points_left == 8
    assert compute_reach(state, "B1").area > 100
    assert len(tried) < most
