"""The field of a flank: the polygon that is drawn and the sight that is judged agree."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.field import build_field, find_sight, is_out_of_field
from tabletop.geometry.hull import FLANKS, Flank, centre, outline, radius, side_edge, stern_pose
from tabletop.geometry.measure import gap
from tabletop.geometry.pose import Point, Pose
from tests.geometry.test_hull import POSES

NORTH = Pose(0, -0.5, 0)


def seen(hull: Pose, flank: Flank = "starboard") -> float | None:
    found = find_sight(NORTH, 1.0, 0.3, flank, 22.5, outline(hull, 1.0, 0.3))
    return found.distance if found else None


def test_sotl_4_1_1_a_each_side_has_its_own_field() -> None:
    east = stern_pose(2, 0, 0, 1.0)
    assert seen(east, "starboard") == 1.7
    assert seen(east, "port") is None


def test_sotl_4_1_c_nothing_ahead_or_astern_is_in_a_field() -> None:
    for y in (1.2, -1.2, 3.0):
        assert seen(stern_pose(0, y, 0, 1.0), "starboard") is None
        assert seen(stern_pose(0, y, 0, 1.0), "port") is None


def test_amb_3_only_the_part_inside_the_field_is_measured() -> None:
    """A long hull that lies across the flare is nearer outside the field than inside."""
    crossing = outline(Pose(0.4, 0.55, 0), 1.0, 0.3)
    found = find_sight(NORTH, 1.0, 0.3, "starboard", 22.5, crossing)
    assert found is not None
    assert gap(outline(NORTH, 1.0, 0.3), crossing).distance == 0.112
    assert found.distance == 0.131
    assert (found.end.x, found.end.y) == pytest.approx((0.15 + 0.05 / 0.414213562, 0.55))


def test_amb_3_touching_the_beam_line_counts() -> None:
    touching = outline(Pose(-0.85, 0, 90), 1.0, 0.3)  # her bow edge on the line of the starboard side
    found = find_sight(NORTH, 1.0, 0.3, "starboard", 22.5, touching)
    assert found is not None
    assert found.distance == 0


def test_amb_3_a_corner_on_the_flare_is_in_the_field() -> None:
    corner = 0.5 + 2 * 0.414213562
    beyond = outline(Pose(2.0, corner + 0.00001, 0), 1.0, 0.3)
    assert find_sight(NORTH, 1.0, 0.3, "starboard", 22.5, beyond) is None
    on_it = outline(Pose(2.0, corner, 0), 1.0, 0.3)
    found = find_sight(NORTH, 1.0, 0.3, "starboard", 22.5, on_it)
    assert found is not None
    assert (found.end.x, found.end.y) == pytest.approx((2.15, corner))


@given(POSES, POSES, st.sampled_from(FLANKS))
def test_what_is_drawn_is_what_is_judged(pose: Pose, other: Pose, flank: Flank) -> None:
    """For every reach: in the drawn field exactly when the sight is no longer than the reach."""
    hull = outline(other, 1.0, 0.3)
    found = find_sight(pose, 1.0, 0.3, flank, 22.5, hull)
    for reach in (1.0, 3.0, 5.0):
        drawn = build_field(pose, 1.0, 0.3, flank, reach, 22.5)
        if drawn.intersection(hull).area > 0.003:
            assert found is not None
            assert found.distance <= reach
        if found is not None and found.distance <= reach - 0.002:
            assert drawn.distance(hull) < 1e-5
        if not drawn.buffer(0.003).intersects(hull):
            assert found is None or found.distance > reach


@given(POSES, POSES, st.sampled_from(FLANKS))
def test_sight_ends_on_the_flank_and_on_the_hull(pose: Pose, other: Pose, flank: Flank) -> None:
    hull = outline(other, 1.0, 0.3)
    found = find_sight(pose, 1.0, 0.3, flank, 22.5, hull)
    if found is None:
        return
    edge = shapely.LineString([(p.x, p.y) for p in side_edge(pose, 1.0, 0.3, flank)])
    start, end = (shapely.Point(p.x, p.y) for p in (found.start, found.end))
    assert edge.distance(start) < 1e-6
    assert hull.distance(end) < 1e-5
    assert start.distance(end) == pytest.approx(found.distance, abs=0.0006)
    assert edge.distance(end) == pytest.approx(found.distance, abs=0.0006)


@given(POSES, POSES, st.sampled_from(FLANKS))
def test_a_hull_whose_circle_is_out_of_the_field_is_not_seen(pose: Pose, other: Pose, flank: Flank) -> None:
    if is_out_of_field(pose, 1.0, 0.3, flank, 22.5, centre(other, 1.0), radius(1.0, 0.3)):
        assert find_sight(pose, 1.0, 0.3, flank, 22.5, outline(other, 1.0, 0.3)) is None


def test_field_is_flat_abeam_and_round_at_the_flares() -> None:
    drawn = build_field(NORTH, 1.0, 0.3, "starboard", 5.0, 22.5)
    assert drawn.bounds[2] == pytest.approx(5.15)
    corner = Point(0.15 + 5 * 0.92387953, 0.5 + 5 * 0.38268343)
    assert drawn.buffer(1e-6).covers(_point(corner))
    assert not drawn.buffer(-1e-3).covers(_point(corner))


def _point(point: Point) -> shapely.Point:
    return shapely.Point(point.x, point.y)
