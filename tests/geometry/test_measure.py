"""Distances, bearings and overlaps, and where exactly their limits lie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.hull import outline, stern_pose
from tabletop.geometry.measure import bearing, distance, gap, heading_difference, overlap_along, relative_bearing
from tabletop.geometry.pose import Point, Pose


def ship(x: float, y: float, heading: int) -> Pose:
    return stern_pose(x, y, heading, 1.0)


def test_amb_131_gap_is_rounded_to_a_thousandth() -> None:
    here = outline(ship(0, 0, 0), 1.0, 0.3)
    for shift, expected in ((0.8004, 0.5), (0.8006, 0.501)):
        there = outline(Pose(shift, -0.5, 0), 1.0, 0.3)
        assert gap(here, there).distance == expected


def test_gap_names_the_nearest_points() -> None:
    found = gap(outline(ship(0, 0, 0), 1.0, 0.3), outline(ship(1, 2, 0), 1.0, 0.3))
    assert (found.start.x, found.start.y) == pytest.approx((0.15, 0.5))
    assert (found.end.x, found.end.y) == pytest.approx((0.85, 1.5))
    assert found.distance == 1.221


def test_gap_is_nothing_where_hulls_overlap() -> None:
    assert gap(outline(ship(0, 0, 0), 1.0, 0.3), outline(ship(0.1, 0.2, 60), 1.0, 0.3)).distance == 0


@pytest.mark.parametrize(
    ("x", "y", "expected"), [(0, 1, 0), (1, 1, 45), (1, 0, 90), (0, -1, 180), (-1, 0, 270), (-0.001, 1, 0)]
)
def test_bearing_runs_clockwise_from_north(x: float, y: float, expected: int) -> None:
    assert bearing(Point(0, 0), Point(x, y)) == expected


def test_distance_between_points_is_rounded() -> None:
    assert distance(Point(0, 0), Point(1, 1)) == 1.414


@given(st.integers(0, 359), st.integers(-180, 180))
def test_heading_difference_is_unsigned(heading: int, turn: int) -> None:
    assert heading_difference(heading, (heading + turn) % 360) == abs(turn)


@given(st.integers(0, 359), st.floats(0, 180))
def test_relative_bearing_is_the_same_on_either_side(heading: int, off: float) -> None:
    import math

    def seen(angle: float) -> int:
        rad = math.radians(heading + angle)
        return relative_bearing(Pose(3, 4, heading), Point(3, 4), Point(3 + math.sin(rad), 4 + math.cos(rad)))

    assert seen(off) == seen(-off)
    assert abs(seen(off) - off) < 0.5 + 1e-5


def test_amb_131_half_a_degree_rounds_away_from_ahead() -> None:
    target = Point(1.0, 1 / 0.4142135623730950)  # 22.5° off the bow
    assert relative_bearing(Pose(0, 0, 0), Point(0, 0), target) == 23
    assert relative_bearing(Pose(0, 0, 0), Point(0, 0), Point(-target.x, target.y)) == 23


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (ship(0.6, 0, 0), 1.0),
        (ship(0.6, 0.75, 0), 0.25),
        (ship(0.6, 0.76, 0), 0.24),
        (ship(0.6, -0.75, 180), 0.25),
        (ship(0, 1.3, 0), 0.0),
        (ship(0.8, 0, 90), 0.0),
    ],
)
def test_tv_42_overlap_on_the_fore_and_aft_axis(other: Pose, expected: float) -> None:
    assert overlap_along(other, 1.0, ship(0, 0, 0), 1.0) == expected


def test_amb_134_beam_counts_in_the_overlap() -> None:
    assert overlap_along(ship(0.8, 0, 90), 1.0, ship(0, 0, 0), 1.0, beam_a=0.3) == 0.3
