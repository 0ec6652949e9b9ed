"""How far along a ray something begins, by hand."""

import math

import pytest
import shapely

from tabletop.geometry.contact import build_swollen_edges, distance_to_entry

DOT = shapely.box(-0.5, -0.5, 0.5, 0.5)
FAR = shapely.box(4.5, -0.5, 5.5, 0.5)
"""Grown by the dot it reaches from 4 to 6, and from -1 to 1."""


@pytest.mark.parametrize(("keep", "way"), [(0.0, 4.0), (-0.25, 4.25), (-0.9, 4.9), (0.5, 3.5)])
def test_a_ray_enters_at_the_near_side_of_what_is_grown_or_shrunk(keep: float, way: float) -> None:
    assert distance_to_entry(build_swollen_edges(DOT, FAR), 1.0, 0.0, keep) == pytest.approx(way)


@pytest.mark.parametrize("keep", [0.0, -0.25])
@pytest.mark.parametrize("ahead", [(-1.0, 0.0), (0.0, 1.0), (math.sqrt(0.5), math.sqrt(0.5))])
def test_a_ray_that_leads_away_or_past_never_enters(keep: float, ahead: tuple[float, float]) -> None:
    assert distance_to_entry(build_swollen_edges(DOT, FAR), *ahead, keep) == math.inf


def test_what_is_shrunk_by_more_than_it_has_is_not_there() -> None:
    assert distance_to_entry(build_swollen_edges(DOT, FAR), 1.0, 0.0, -1.1) == math.inf
