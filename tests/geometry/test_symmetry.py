"""Verdicts do not depend on where north is, or on which hand: the scene turned by quarters, or seen in a mirror."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.geometry.field import find_sight
from tabletop.geometry.hull import Flank
from tabletop.geometry.measure import bearing, gap, heading_difference, overlap_along, relative_bearing
from tabletop.geometry.pose import Point, Pose
from tests.geometry.hulls import advanced, hull, swung

POSES = st.builds(
    Pose,
    st.integers(-3000, 3000).map(lambda n: n / 1000),
    st.integers(-3000, 3000).map(lambda n: n / 1000),
    st.integers(0, 359),
)
FLANKS = st.sampled_from(("port", "starboard"))
QUARTERS = st.integers(1, 3)
exact = settings(max_examples=120, deadline=None, derandomize=True)


def turned(pose: Pose, quarters: int) -> Pose:
    """The scene turned to starboard about the origin by right angles: exact in decimals."""
    x, y = pose.x, pose.y
    for _ in range(quarters):
        x, y = y, -x
    return Pose(x, y, (pose.heading + 90 * quarters) % 360)


def mirrored(pose: Pose) -> Pose:
    return Pose(-pose.x, pose.y, -pose.heading % 360)


def other(flank: Flank) -> Flank:
    return "starboard" if flank == "port" else "port"


def seen(a: Pose, b: Pose, flank: Flank) -> float | None:
    found = find_sight(a, 1.0, 0.3, flank, 22.5, hull(b))
    return found.distance if found else None


def near(one: float, two: float) -> bool:
    """Equal, or a quantum apart where the last digit of a cosine decides."""
    return abs(one - two) <= 0.0011


@exact
@given(POSES, POSES)
def test_a_gap_is_the_same_from_both_ends_and_its_ends_lie_on_the_hulls(a: Pose, b: Pose) -> None:
    there, back = gap(hull(a), hull(b)), gap(hull(b), hull(a))
    assert there.distance == back.distance
    if there.distance:
        assert hull(a).distance(shapely.Point(there.start.x, there.start.y)) < 1e-6
        assert hull(b).distance(shapely.Point(there.end.x, there.end.y)) < 1e-6


@exact
@given(POSES, POSES, QUARTERS, FLANKS)
def test_turning_the_scene_leaves_distances_and_sights_alone(a: Pose, b: Pose, quarters: int, flank: Flank) -> None:
    c, d = turned(a, quarters), turned(b, quarters)
    assert near(gap(hull(a), hull(b)).distance, gap(hull(c), hull(d)).distance)
    before, after = seen(a, b, flank), seen(c, d, flank)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert near(before, after)


@exact
@given(POSES, POSES, FLANKS)
def test_a_mirror_swaps_the_flanks_and_nothing_else(a: Pose, b: Pose, flank: Flank) -> None:
    c, d = mirrored(a), mirrored(b)
    assert near(gap(hull(a), hull(b)).distance, gap(hull(c), hull(d)).distance)
    before, after = seen(a, b, flank), seen(c, d, other(flank))
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert near(before, after)


@exact
@given(POSES, POSES, QUARTERS)
def test_bearings_relative_to_a_ship_know_no_north(a: Pose, b: Pose, quarters: int) -> None:
    c, d = turned(a, quarters), turned(b, quarters)
    if (a.x, a.y) != (b.x, b.y):
        assert relative_bearing(a, a.point, b.point) == relative_bearing(c, c.point, d.point)
        assert (bearing(a.point, b.point) + 90 * quarters - bearing(c.point, d.point)) % 360 == 0
    assert heading_difference(a.heading, b.heading) == heading_difference(c.heading, d.heading)
    assert near(overlap_along(a, 1.0, b, 1.0, 0.3), overlap_along(c, 1.0, d, 1.0, 0.3))


@exact
@given(POSES, POSES)
def test_a_bearing_seen_in_a_mirror_is_the_same_off_the_bow(a: Pose, b: Pose) -> None:
    if (a.x, a.y) != (b.x, b.y):
        c, d = mirrored(a), mirrored(b)
        assert relative_bearing(a, a.point, b.point) == relative_bearing(c, c.point, d.point)


@exact
@given(POSES, POSES, QUARTERS)
def test_amb_126_an_advance_is_cut_alike_however_the_scene_lies(a: Pose, b: Pose, quarters: int) -> None:
    first = advanced(a, 1.0, {"other": hull(b)}, 0.05)
    again = advanced(turned(a, quarters), 1.0, {"other": hull(turned(b, quarters))}, 0.05)
    glass = advanced(mirrored(a), 1.0, {"other": hull(mirrored(b))}, 0.05)
    if gap(hull(a), hull(b)).distance > 0.06:
        assert first.distance == pytest.approx(again.distance, abs=0.003)
        assert first.distance == pytest.approx(glass.distance, abs=0.003)


@exact
@given(POSES, POSES, st.integers(1, 45), QUARTERS)
def test_amb_126_a_turn_is_cut_alike_on_either_hand(a: Pose, b: Pose, degrees: int, quarters: int) -> None:
    def cut(pose: Pose, way: int, obstacle: Pose) -> int:
        return swung(pose, way, "stern", {"other": hull(obstacle)}, 0.05).degrees

    if gap(hull(a), hull(b)).distance > 0.06:
        whole = cut(a, degrees, b)
        assert abs(whole - cut(turned(a, quarters), degrees, turned(b, quarters))) <= 1
        assert abs(whole + cut(mirrored(a), -degrees, mirrored(b))) <= 1


@pytest.mark.parametrize("heading", range(0, 360, 15))
def test_a_ship_ahead_bears_nothing_off_the_bow(heading: int) -> None:
    pose = Pose(0.5, -1.25, heading)
    ahead = pose.advance(2.0)
    assert relative_bearing(pose, pose.point, Point(ahead.x, ahead.y)) == 0
