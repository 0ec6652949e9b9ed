"""Moves cut by contact (AMB-126): examples, and a naive search in fine steps as oracle."""

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.affinity import translate

from tabletop.geometry.hull import offset, outline, pivot_pose, stern_pose
from tabletop.geometry.measure import gap, round_length
from tabletop.geometry.pose import Point, Pose, cosine, quantise, sine
from tabletop.geometry.sweep import select_in_lane, shift_limit, spin_limit
from tests.geometry.hulls import advanced, hull, swung

GAP = 0.05
CLOSE = st.builds(
    Pose,
    st.integers(-2000, 2000).map(lambda n: n / 1000),
    st.integers(-2000, 2000).map(lambda n: n / 1000),
    st.integers(0, 359),
)


def spacing(a: Pose, b: Pose) -> float:
    return gap(hull(a), hull(b)).distance


@pytest.mark.parametrize("heading", range(0, 360, 45))
def test_tv_43_ship_in_file_is_cut_at_a_quarter(heading: int) -> None:
    rear = stern_pose(1, 2, heading, 1.0)
    front = Pose(1 + 0.8 * sine(heading), 2 + 0.8 * cosine(heading), heading)
    cut = advanced(rear, 1.0, {"B2": hull(front)}, GAP)
    assert cut.distance == pytest.approx(0.25, abs=0.0011)
    assert cut.blocker == "B2"
    assert cut.witness is not None
    assert cut.witness.distance == GAP


def test_tv_43_exactly() -> None:
    cut = advanced(Pose(0, 0, 0), 1.0, {"B2": hull(Pose(0, 1.3, 0))}, GAP)
    assert (cut.distance, cut.blocker) == (0.25, "B2")


def test_amb_126_open_water_cuts_nothing() -> None:
    cut = advanced(Pose(0, 0, 0), 1.0, {"B2": hull(Pose(0, 2.05, 0)), "B3": hull(Pose(0.35, 0, 0))}, GAP)
    assert (cut.distance, cut.blocker, cut.witness) == (1.0, None, None)


@pytest.mark.parametrize("heading", [10, 80, 100, 170, 190, 260, 280, 350])
@pytest.mark.parametrize("abeam", [-0.3, 0.3])
def test_amb_126_a_hull_that_only_the_corner_of_the_bow_would_graze_cuts_an_advance(heading: int, abeam: float) -> None:
    pose = Pose(0, 0, heading)
    grazed = offset(pose, 1.5, abeam)
    cut = advanced(pose, 3.0, {"F1": hull(Pose(grazed.x, grazed.y, heading))}, GAP)
    assert (cut.distance, cut.blocker) == (pytest.approx(0.45, abs=0.0021), "F1")


def test_amb_126_nothing_is_jumped_over() -> None:
    thin = shapely.box(-1, 3.0, 1, 3.0001)
    assert advanced(Pose(0, 0, 0), 9.0, {"spar": thin}, GAP).distance == 1.95


def test_amb_126_ships_already_nearer_may_slide_but_not_close() -> None:
    alongside = hull(Pose(0.32, 0, 0))
    assert advanced(Pose(0, 0, 0), 1.0, {"F1": alongside}, GAP).blocker is None
    assert advanced(Pose(0, 0, 10), 1.0, {"F1": hull(Pose(0.45, 0.2, 0))}, 0.2).distance < 0.02
    assert advanced(Pose(0, 0, 350), 1.0, {"F1": hull(Pose(0.41, 0, 350))}, GAP).blocker is None


@pytest.mark.parametrize("heading", range(1, 360, 12))
def test_amb_126_ships_slide_past_each_other_at_the_gap(heading: int) -> None:
    own = Pose(0, 0, heading)
    place = offset(own, 0.7, 0.35)
    abeam = {"F1": hull(Pose(quantise(place.x), quantise(place.y), heading))}
    start = gap(hull(own), abeam["F1"]).distance
    for _ in range(3):
        cut = advanced(own, 1.0, abeam, GAP)
        assert cut.blocker is None
        assert math.dist(cut.shift, (sine(heading), cosine(heading))) < 0.0015
        own = own.shift(*cut.shift)
        assert gap(hull(own), abeam["F1"]).distance >= min(GAP, start)


def test_amb_126_a_long_advance_at_the_gap_ends_on_a_thousandth_beside_its_true_end_too() -> None:
    own, abeam = Pose(2.72, -0.535, 115), {"F1": hull(Pose(3.82, -0.662, 115))}
    cut = advanced(own, 2.0, abeam, GAP)
    assert cut.blocker is None
    assert math.dist(cut.shift, (2 * sine(115), 2 * cosine(115))) < 0.0015


def test_amb_126_between_two_ships_without_room_for_rounding_an_advance_is_cut() -> None:
    """No thousandth at its end keeps off both, so it ends at the last one on its way that does."""
    own = Pose(0, 0, 37)
    sides = {name: strip_abeam(own, abeam) for name, abeam in (("F1", 0.19951), ("F2", -0.19951))}
    cut = advanced(own, 1.0, sides, GAP)
    assert cut.blocker in sides
    assert 0 <= cut.distance < 1
    assert all(gap(hull(own.shift(*cut.shift)), side).distance == GAP for side in sides.values())


def strip_abeam(pose: Pose, abeam: float) -> shapely.Polygon:
    """A long thin hull on the same course; its near side is so far abeam of the course."""
    middle = offset(pose, -2, abeam + math.copysign(0.05, abeam))
    return outline(Pose(middle.x, middle.y, pose.heading), 6.0, 0.1)


def test_amb_126_touching_ships_may_part_but_not_press() -> None:
    ahead = {"F1": hull(Pose(0, 1.0, 0))}
    assert advanced(Pose(0, 0, 0), 1.0, ahead, GAP).distance == 0
    assert advanced(Pose(0, 2.0, 0), 1.0, ahead, GAP).distance == 1.0
    abeam = {"F1": hull(Pose(0.3, 0, 0))}
    assert advanced(Pose(0, 0, 0), 1.0, abeam, GAP).blocker is None
    assert swung(Pose(0, 0, 0), 45, "stern", abeam, GAP).degrees == 0


@pytest.mark.parametrize(("degrees", "free"), [(45, 0), (5, 0), (-5, -5), (-45, -45)])
def test_amb_126_a_hull_that_overlaps_another_turns_away_from_it_but_not_into_it(degrees: int, free: int) -> None:
    across_the_bow = {"F1": hull(Pose(0.1, 0.9, 90))}
    assert swung(Pose(0, 0, 0), degrees, "stern", across_the_bow, GAP).degrees == free


def test_amb_126_turn_is_cut_at_the_last_whole_degree() -> None:
    post = {"F1": shapely.box(0.7, 0.4, 0.9, 0.6)}
    cut = swung(Pose(0, 0, 0), 90, "stern", post, GAP)
    assert cut.blocker == "F1"
    free, blocked = (gap(hull(Pose(0, 0, cut.degrees + more)), post["F1"]).distance for more in (0, 1))
    assert free >= GAP > blocked
    assert swung(Pose(0, 0, 0), -90, "stern", post, GAP).degrees == -90


def test_amb_126_turn_sees_what_lies_between_free_ends() -> None:
    post = {"F1": shapely.box(0.6, 0.6, 0.7, 0.7)}
    assert gap(hull(Pose(0, 0, 90)), post["F1"]).distance > GAP
    assert swung(Pose(0, 0, 0), 90, "stern", post, GAP).degrees < 45


def test_amb_126_of_two_obstacles_the_first_met_is_named() -> None:
    pair = {"F1": hull(Pose(0.3, 0, 0)), "F2": hull(Pose(0.31, 0, 0))}
    assert swung(Pose(0, 0, 0), 45, "stern", pair, GAP).blocker == "F1"
    ahead = {"F1": hull(Pose(0, 1.5, 0)), "F2": hull(Pose(0.1, 1.4, 0))}
    assert advanced(Pose(0, 0, 0), 1.0, ahead, GAP).blocker == "F2"


def test_turn_about_the_centre_swings_the_stern_too() -> None:
    astern = {"F1": hull(Pose(-0.6, -0.5, 0))}
    assert swung(Pose(0, 0, 0), 45, "stern", astern, GAP).blocker is None
    assert swung(Pose(0, 0, 0), 45, "centre", astern, GAP).blocker == "F1"


def test_amb_142_tow_stops_the_pair() -> None:
    tow = hull(Pose(0, -1.1, 0))
    wall = {"F1": shapely.box(0.12, -0.05, 0.14, 0.0)}
    clear = {"F1": shapely.box(0.25, 0.25, 0.3, 0.3)}
    assert shift_limit([tow], 0, 1.0, wall, GAP).distance == 0.0
    assert advanced(Pose(0, 0, 0), 1.0, clear, GAP, [tow]).blocker is None
    assert swung(Pose(0, 0, 0), 45, "stern", {"F1": hull(Pose(-0.6, -1, 0))}, GAP, [tow]).blocker == "F1"


def test_amb_141_group_is_carried_together() -> None:
    group = [hull(Pose(0, 0, 0)), hull(Pose(0.35, 0, 0))]
    cut = shift_limit(group, 90, 1.0, {"F1": hull(Pose(1.0, 0.5, 0))}, GAP)
    assert (cut.distance, cut.blocker) == (0.3, "F1")


@settings(max_examples=150, deadline=None)
@given(CLOSE, CLOSE, CLOSE)
def test_amb_126_advance_agrees_with_small_steps(pose: Pose, first: Pose, second: Pose) -> None:
    obstacles = {name: hull(other) for name, other in (("F1", first), ("F2", second)) if spacing(pose, other) > 0}
    cut = advanced(pose, 1.0, obstacles, GAP)
    least = {name: min(GAP, gap(hull(pose), other).distance) for name, other in obstacles.items()}
    s, c = sine(pose.heading), cosine(pose.heading)

    def free(way: float, slack: float) -> bool:
        moved = translate(hull(pose), way * s, way * c)
        return all(round_length(moved.distance(other)) >= least[name] - slack for name, other in obstacles.items())

    assert all(free(step * 0.01, 1e-9) for step in range(int(cut.distance * 100)))
    if cut.blocker:
        assert not all(free(cut.distance + extra * 0.001, 0) for extra in range(1, 6))
    end = pose.shift(*cut.shift)
    assert all(gap(hull(end), other).distance >= least[name] for name, other in obstacles.items())


@settings(max_examples=100, deadline=None)
@given(CLOSE, CLOSE, st.integers(-90, 90), st.sampled_from(["stern", "centre"]))
def test_amb_126_turn_agrees_with_small_steps(pose: Pose, other: Pose, degrees: int, pivot: str) -> None:
    start = spacing(pose, other)
    if start == 0:
        return
    cut = swung(pose, degrees, pivot, {"F1": hull(other)}, GAP)  # type: ignore[arg-type]
    sign = int(math.copysign(1, degrees))
    least = min(GAP, start)
    ways = [spacing(pivot_pose(pose, turn * sign, 1.0, pivot), other) for turn in range(abs(degrees) + 1)]  # type: ignore[arg-type]
    assert all(way >= least - 0.0011 for way in ways[: abs(cut.degrees) + 1])
    assert (cut.blocker is None) == (cut.degrees == degrees)
    if min(ways) < least - 0.0011:
        assert cut.blocker == "F1"


def test_spin_of_nothing_near_is_whole() -> None:
    assert spin_limit([hull(Pose(0, 0, 0))], Point(0, 0), 30, {"F1": hull(Pose(5, 5, 0))}, GAP).degrees == 30


@settings(max_examples=60)
@given(CLOSE, st.lists(CLOSE, min_size=1, max_size=4))
def test_amb_126_who_stands_clear_of_a_lane_cuts_nothing(pose: Pose, others: list[Pose]) -> None:
    obstacles = {str(number): hull(other) for number, other in enumerate(others)}
    lane = select_in_lane(pose, 0.0, 1.0 + 1.0, 0.3, obstacles, GAP)
    assert advanced(pose, 1.0, lane, GAP) == advanced(pose, 1.0, obstacles, GAP)
