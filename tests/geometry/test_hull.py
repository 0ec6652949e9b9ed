"""Hull rectangles and turns on the spot."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry import hull
from tabletop.geometry.pose import Point, Pose

POSES = st.builds(
    Pose,
    st.integers(-9000, 9000).map(lambda n: n / 1000),
    st.integers(-9000, 9000).map(lambda n: n / 1000),
    st.integers(0, 359),
)


def test_amb_9_pose_is_the_middle_of_the_stern() -> None:
    corners = hull.corners(Pose(2, 3, 90), 1.0, 0.3)
    expected = [(2, 3.15), (3, 3.15), (3, 2.85), (2, 2.85)]
    assert [(c.x, c.y) for c in corners] == [pytest.approx(pair) for pair in expected]
    assert hull.centre(Pose(2, 3, 90), 1.0) == Point(2.5, 3)
    assert hull.bow(Pose(2, 3, 90), 1.0) == Point(3, 3)


@given(POSES)
def test_outline_has_length_times_beam(pose: Pose) -> None:
    assert hull.outline(pose, 0.8, 0.25).area == pytest.approx(0.2, abs=1e-6)


@given(POSES)
def test_sides_run_aft_to_forward_half_a_beam_out(pose: Pose) -> None:
    for flank, sign in (("port", -1), ("starboard", 1)):
        after, forward = hull.side_edge(pose, 1.0, 0.3, flank)  # type: ignore[arg-type]
        assert math.dist((after.x, after.y), (pose.x, pose.y)) == pytest.approx(0.15)
        middle = hull.side_middle(pose, 1.0, 0.3, flank)  # type: ignore[arg-type]
        assert (middle.x, middle.y) == pytest.approx(((after.x + forward.x) / 2, (after.y + forward.y) / 2))
        out = math.radians(pose.heading + 90 * sign)
        centre = hull.centre(pose, 1.0)
        step = (centre.x + 0.15 * math.sin(out), centre.y + 0.15 * math.cos(out))
        assert (middle.x, middle.y) == pytest.approx(step, abs=1e-7)


def test_starboard_of_a_ship_heading_north_is_east() -> None:
    assert hull.side_middle(Pose(0, 0, 0), 1.0, 0.3, "starboard") == Point(0.15, 0.5)
    assert hull.side_middle(Pose(0, 0, 0), 1.0, 0.3, "port") == Point(-0.15, 0.5)


def test_amb_9_turn_about_the_stern_keeps_the_stern() -> None:
    assert hull.pivot_pose(Pose(1, 2, 350), 45, 1.0, "stern") == Pose(1, 2, 35)


@given(POSES, st.integers(-90, 90))
def test_turn_about_the_centre_keeps_the_centre(pose: Pose, degrees: int) -> None:
    before, after = hull.centre(pose, 1.0), hull.centre(hull.pivot_pose(pose, degrees, 1.0, "centre"), 1.0)
    assert math.dist((before.x, before.y), (after.x, after.y)) < 0.001


@given(POSES)
def test_stern_pose_undoes_centre(pose: Pose) -> None:
    middle = hull.centre(pose, 1.0)
    assert hull.stern_pose(middle.x, middle.y, pose.heading, 1.0) == pose
