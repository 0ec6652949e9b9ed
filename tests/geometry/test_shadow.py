"""What land hides from a flank is what lines from the nearest point of the flank would cross."""

from random import Random

import pytest
import shapely

from tabletop.geometry.coast import is_line_across
from tabletop.geometry.field import build_field
from tabletop.geometry.hull import side_edge
from tabletop.geometry.pose import Point, Pose
from tabletop.geometry.shadow import build_shadow

SIZE = (1.0, 0.3)
LANDS = (
    [(1, -1), (2, -0.5), (1.5, 0.4), (2.4, 1.2), (0.9, 1.6)],
    [(0.4, 2), (3, 1.4), (3, 3)],
    [(-2, -2), (-1, 3), (-3, 1)],
)
NEAR = 0.02
"""So near to an edge of the shade nothing is asked."""


@pytest.mark.parametrize("heading", range(0, 360, 40))
@pytest.mark.parametrize("flank", ["port", "starboard"])
def test_amb_197_a_place_is_hidden_where_the_line_to_it_crosses_land(heading: int, flank: str) -> None:
    land = shapely.union_all([shapely.Polygon(one) for one in LANDS])
    pose = Pose(0.1, 0.2, heading)
    ground = build_field(pose, *SIZE, flank, 3.0, 22.5)  # type: ignore[arg-type]
    hidden = build_shadow(pose, SIZE, flank, ground, land)  # type: ignore[arg-type]
    after, fore = side_edge(pose, *SIZE, flank)  # type: ignore[arg-type]
    edge = shapely.LineString([(after.x, after.y), (fore.x, fore.y)])
    hand, (west, south, east, north) = Random(f"{heading}{flank}"), ground.bounds
    for _ in range(150):
        spot = shapely.Point(hand.uniform(west, east), hand.uniform(south, north))
        if not ground.covers(spot) or hidden.boundary.distance(spot) < NEAR:
            continue
        start = edge.interpolate(edge.project(spot))
        blocked = land.covers(spot) or is_line_across(Point(start.x, start.y), Point(spot.x, spot.y), land)
        assert hidden.covers(spot) is bool(blocked)


def test_amb_197_without_land_in_its_field_a_flank_sees_all_of_it() -> None:
    ground = build_field(Pose(0, 0, 0), *SIZE, "port", 3.0, 22.5)
    assert build_shadow(Pose(0, 0, 0), SIZE, "port", ground, shapely.Polygon(LANDS[1])).is_empty
