"""Leaving the table (AMB-12)."""

import pytest

from tabletop.geometry.edges import distance_to_edge, is_outside
from tabletop.geometry.hull import centre
from tabletop.geometry.pose import Point, Pose

SEA = (-10.0, -10.0, 10.0, 10.0)


def test_amb_12_the_edge_itself_is_inside() -> None:
    assert not is_outside(SEA, Point(10, -10))
    assert is_outside(SEA, Point(10.001, 0))
    assert is_outside(SEA, Point(0, -10.001))


@pytest.mark.parametrize("heading", [0, 45, 90, 135, 180, 225, 270, 300])
def test_amb_12_way_until_the_middle_crosses_an_edge(heading: int) -> None:
    pose = Pose(0, 0, heading)
    way = distance_to_edge(pose, 1.0, SEA, 20.0)
    assert way is not None
    assert is_outside(SEA, centre(pose.advance(way + 0.001), 1.0))
    assert not is_outside(SEA, centre(pose.advance(way - 0.002), 1.0))


def test_amb_12_no_way_out_within_reach() -> None:
    assert distance_to_edge(Pose(0, 8.5, 0), 1.0, SEA, 1.0) is None
    assert distance_to_edge(Pose(0, 8.5, 0), 1.0, SEA, 1.5) == 1.001
    assert distance_to_edge(Pose(0, 9.6, 180), 1.0, SEA, 1.0) is None
