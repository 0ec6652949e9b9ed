"""The camera: table to screen and back, zoom about the pointer, fitting and gliding."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.camera import FARTHEST, GLIDE, NEAREST, Camera, Glide, fitted, stepped

SIZE = (1280, 720)
CAMERA = Camera((3.0, -2.0), stepped(3), SIZE)
coordinates = st.floats(-60, 60)


@given(coordinates, coordinates, st.integers(FARTHEST, NEAREST))
def test_a_place_comes_back_from_the_screen(x: float, y: float, step: int) -> None:
    camera = Camera((1.0, 2.0), stepped(step), SIZE)
    assert camera.to_table(*camera.to_screen(x, y)) == pytest.approx((x, y), abs=1e-9)


def test_north_is_up_and_the_centre_is_in_the_middle() -> None:
    assert CAMERA.to_screen(3, -2) == (640, 360)
    assert CAMERA.to_screen(3, -1)[1] < 360 < CAMERA.to_screen(3, -3)[1]
    assert CAMERA.to_screen(4, -2)[0] > 640


@given(st.integers(-4, 4), st.integers(0, 1280), st.integers(0, 720))
def test_zooming_keeps_the_place_under_the_pointer(steps: int, x: int, y: int) -> None:
    zoomed = CAMERA.zoomed(steps, (x, y))
    assert zoomed.to_table(x, y) == pytest.approx(CAMERA.to_table(x, y))
    assert zoomed.scale == pytest.approx(CAMERA.scale * 1.25**steps)


def test_zoom_stops_at_its_limits() -> None:
    assert CAMERA.zoomed(99, (0, 0)).step == NEAREST
    assert CAMERA.zoomed(-99, (0, 0)).step == FARTHEST


def test_dragging_moves_the_table_with_the_pointer() -> None:
    before = CAMERA.to_screen(5, 5)
    after = CAMERA.panned(30, -12).to_screen(5, 5)
    assert after == pytest.approx((before[0] + 30, before[1] - 12))


@given(st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=20))
def test_a_fitted_view_shows_everything_clear_of_the_panels(points: list[tuple[float, float]]) -> None:
    left, top, right, bottom = insets = (320, 60, 360, 150)
    camera = fitted(points, (1920, 1080), insets)
    if camera.step == FARTHEST:
        return
    for point in points:
        x, y = camera.to_screen(*point)
        assert left - 1 <= x <= 1920 - right + 1
        assert top - 1 <= y <= 1080 - bottom + 1


def test_one_ship_alone_is_not_blown_up() -> None:
    assert fitted([(0, 0)], SIZE).step == 5
    assert fitted([(0, 0)], SIZE, nearest=2).step == 2


@pytest.mark.parametrize("moment", range(0, GLIDE + 1, 20))
def test_a_glide_keeps_the_point_about_which_it_zooms(moment: int) -> None:
    pointer = (200, 600)
    glide = Glide(CAMERA, CAMERA.zoomed(3, pointer), began=1000)
    assert glide.at(1000 + moment).to_table(*pointer) == pytest.approx(CAMERA.to_table(*pointer))


def test_a_glide_begins_and_ends_where_it_should() -> None:
    end = CAMERA.centred(9, 9)
    glide = Glide(CAMERA, end, began=50)
    assert glide.at(50) == CAMERA
    assert glide.at(50 + GLIDE) == end and glide.done(50 + GLIDE)
    halfway = glide.at(50 + GLIDE // 2).centre
    assert math.dist(halfway, CAMERA.centre) == pytest.approx(math.dist(halfway, end.centre), rel=0.05)


def test_bounds_are_the_corners_of_the_view() -> None:
    west, south, east, north = CAMERA.bounds
    assert CAMERA.to_screen(west, north) == pytest.approx((0, 0))
    assert CAMERA.to_screen(east, south) == pytest.approx(SIZE)
