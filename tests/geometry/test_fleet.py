"""All fields of a fleet at once agree with one field and one hull at a time."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.geometry.field import find_sight
from tabletop.geometry.fleet import measure_distances
from tabletop.geometry.hull import FLANKS, outline, stern_pose
from tabletop.geometry.pose import Pose

SIZES = [(1.0, 0.3), (0.8, 0.25), (0.6, 0.2)]
PLACED = st.tuples(
    st.builds(
        Pose,
        st.integers(-3000, 3000).map(lambda n: n / 1000),
        st.integers(-3000, 3000).map(lambda n: n / 1000),
        st.integers(0, 359),
    ),
    st.sampled_from(SIZES),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PLACED, min_size=2, max_size=8))
def test_amb_3_fleet_agrees_with_single_sights(ships: list[tuple[Pose, tuple[float, float]]]) -> None:
    poses, sizes = [pose for pose, _ in ships], [size for _, size in ships]
    found = measure_distances(poses, sizes, 22.5, 5.0)
    for one, (pose, size) in enumerate(ships):
        for number, flank in enumerate(FLANKS):
            for other, (place, shape) in enumerate(ships):
                seen = find_sight(pose, *size, flank, 22.5, outline(place, *shape)) if one != other else None
                expected = seen.distance if seen and seen.distance <= 5.0 else math.inf
                assert found[one, number, other] == expected


def test_no_ships_no_distances() -> None:
    assert measure_distances([], [], 22.5, 5.0).shape == (0, 2, 0)


def test_amb_13_ahead_is_in_no_field() -> None:
    found = measure_distances([Pose(0, 0, 0), Pose(0, 2, 0), Pose(2, 0, 0)], [SIZES[0]] * 3, 22.5, 5.0)
    assert found[0, 1, 2] == 1.7
    assert found[0, 0, 2] == math.inf
    assert all(found[0, flank, 1] == math.inf for flank in (0, 1))


@pytest.mark.parametrize("heading", [0, 45, 270])
def test_amb_3_a_hull_that_covers_a_broadside_is_at_no_distance_from_it(heading: int) -> None:
    around, within = (stern_pose(1, 2, heading, size[0]) for size in (SIZES[0], SIZES[2]))
    found = measure_distances([around, within], [SIZES[0], SIZES[2]], 22.5, 5.0)
    assert [found[1, flank, 0] for flank in (0, 1)] == [0.0, 0.0]
