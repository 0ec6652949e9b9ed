"""The hex grid: directions, distances, lines, fields, turning, and the way to the screen and back."""

import math

from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.geometry import hexgrid as grid
from tests.geometry.turning import neighbours, rotated

WHOLE = st.integers(-40, 40)
HEX = st.tuples(WHOLE, WHOLE)
NEAR = st.tuples(st.integers(-7, 7), st.integers(-7, 7))
DIRECTION = st.integers(0, 5)
SIZE = st.floats(4, 200)


def test_dog_24_one_hex_in_each_direction():
    around = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    assert neighbours((0, 0)) == around


def test_dog_24_direction_0_is_up_the_screen_and_the_others_follow_clockwise():
    for direction in range(6):
        x, y = grid.centre(grid.hex_ahead((0, 0), direction), 10)
        assert round(math.degrees(math.atan2(x, -y))) % 360 == 60 * direction
    assert grid.centre((0, -1), 10)[0] == 0
    assert grid.centre((0, -1), 10)[1] < 0
    assert grid.centre((1, -1), 10)[0] > 0


@given(HEX, HEX, HEX)
def test_distance_is_a_metric(a, b, c):
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(HEX, DIRECTION, st.integers(1, 9))
def test_straight_ahead_is_as_far_as_it_says_and_back_again(a, direction, count):
    there = grid.hex_ahead(a, direction, count)
    assert grid.distance(a, there) == count
    assert grid.find_nearer_directions(a, there) == (direction,)
    assert grid.find_nearer_directions(there, a) == (grid.opposite_direction(direction),)
    assert grid.hex_ahead(there, grid.opposite_direction(direction), count) == a


@given(HEX, NEAR)
def test_one_direction_leads_nearer_to_what_lies_straight_in_it_and_two_neighbours_to_anything_else(a, by):
    there = (a[0] + by[0], a[1] + by[1])
    found = grid.find_nearer_directions(a, there)
    far = grid.distance(a, there)
    straight = tuple(direction for direction in range(6) if grid.hex_ahead(a, direction, far) == there)
    if straight:
        assert found == (straight if far else ())
    else:
        assert len(found) == 2 and grid.angle_between(*found) == 1


@given(DIRECTION, DIRECTION)
def test_the_angle_between_directions_is_the_shorter_way_round(a, b):
    assert (
        grid.angle_between(a, b)
        == grid.angle_between(b, a)
        == min(n for n in range(4) if b in (grid.turn_direction(a, n), grid.turn_direction(a, -n)))
    )


@given(HEX, st.integers(-12, 12), DIRECTION)
def test_turning_about_the_middle_keeps_distances_and_turns_directions(a, sides, direction):
    assert grid.distance((0, 0), rotated(a, sides)) == grid.distance((0, 0), a)
    assert rotated(rotated(a, sides), -sides) == a
    assert rotated(grid.hex_ahead((0, 0), direction), sides) == grid.hex_ahead(
        (0, 0), grid.turn_direction(direction, sides)
    )


@given(HEX, DIRECTION)
def test_how_far_along_grows_by_two_with_each_hex_ahead(a, direction):
    assert grid.distance_along(grid.hex_ahead(a, direction), direction) == grid.distance_along(a, direction) + 2
    assert grid.distance_along(a, grid.opposite_direction(direction)) == -grid.distance_along(a, direction)
    assert (
        grid.distance_along(grid.hex_ahead(a, grid.turn_direction(direction, 1)), direction)
        == grid.distance_along(a, direction) + 1
    )


@given(DIRECTION, st.integers(1, 6))
def test_a_wedge_grows_by_a_hex_a_range_and_lies_between_its_edges(first, reach):
    field = grid.wedge(first, reach)
    for near, hexes in enumerate(field, 1):
        assert len(set(hexes)) == near + 1
        assert all(grid.distance((0, 0), place) == near for place in hexes)
        assert hexes[0] == grid.hex_ahead((0, 0), first, near)
        assert hexes[-1] == grid.hex_ahead((0, 0), grid.turn_direction(first, 1), near)


def test_six_wedges_cover_every_hex_around_once_but_for_their_edges():
    every = [place for first in range(6) for near in grid.wedge(first, 3) for place in near[:-1]]
    assert sorted(every) == sorted(place for place in grid.hexagon(3) if place != (0, 0))


def test_a_line_crosses_hexes_or_runs_between_two():
    assert grid.hexes_between((0, 0), (2, 0)) == (((1, 0),),)
    assert grid.hexes_between((0, 0), (2, -1)) == (((1, -1), (1, 0)),)
    assert grid.hexes_between((0, 0), (3, -2)) == (((1, -1),), ((2, -1),))
    assert grid.hexes_between((0, 0), (4, -2)) == (((1, -1), (1, 0)), ((2, -1),), ((3, -2), (3, -1)))
    assert grid.hexes_between((5, 5), (5, 5)) == ()


@given(NEAR, NEAR, HEX)
def test_a_line_is_the_same_wherever_it_lies_and_from_whichever_end(a, b, by):
    def moved(place):
        return place[0] + by[0], place[1] + by[1]

    there = grid.hexes_between(a, b)
    assert grid.hexes_between(moved(a), moved(b)) == tuple(tuple(map(moved, step)) for step in there)
    assert grid.hexes_between(b, a) == there[::-1]


@given(NEAR, st.integers(0, 5))
def test_a_line_turns_with_the_grid(a, sides):
    turned = grid.hexes_between((0, 0), rotated(a, sides))
    here = (tuple(sorted(rotated(place, sides) for place in step)) for step in grid.hexes_between((0, 0), a))
    assert turned == tuple(here)


@given(NEAR)
def test_a_line_passes_what_finely_spaced_points_on_it_lie_in(a):
    assume(a != (0, 0))
    x, y = grid.centre(a, 1000)
    passed = {place for step in grid.hexes_between((0, 0), a) for place in step} | {(0, 0), a}
    points = 3001
    seen = {grid.hex_at(x * n / points, y * n / points, 1000) for n in range(points + 1)}
    assert seen <= passed
    assert {step[0] for step in grid.hexes_between((0, 0), a) if len(step) == 1} <= seen


@given(HEX, SIZE)
def test_the_middle_of_a_hex_lies_in_it_and_its_corners_at_its_rim(a, size):
    x, y = grid.centre(a, size)
    assert grid.hex_at(x, y, size) == a
    for corner_x, corner_y in grid.corners(a, size):
        assert grid.hex_at(x + 0.99 * (corner_x - x), y + 0.99 * (corner_y - y), size) == a
        assert grid.hex_at(x + 1.01 * (corner_x - x), y + 1.01 * (corner_y - y), size) != a


@given(st.integers(1, 12), st.integers(1, 12), HEX)
def test_a_rectangle_has_as_many_hexes_as_columns_and_rows_say(columns, rows, a):
    hexes = list(grid.rectangle(columns, rows))
    assert len(set(hexes)) == columns * rows
    assert grid.is_in_rectangle(a, columns, rows) == (a in hexes)


@given(st.integers(0, 8), HEX)
def test_a_hexagon_holds_what_lies_within_its_radius(radius, a):
    hexes = list(grid.hexagon(radius))
    assert len(set(hexes)) == 3 * radius * (radius + 1) + 1
    assert grid.is_in_hexagon(a, radius) == (a in hexes)
