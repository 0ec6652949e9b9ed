"""The ruler at the screen: what is drawn is what was judged."""

import pytest

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.survey.distances import RulerEnd, build_ruler_end, measure_chain
from tabletop.geometry.pose import Point
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, RulerLine
from tabletop.ui.camera import Xy
from tabletop.ui.input import Input
from tests.ui.trafalgar import Hand

VICTORY, TEMERAIRE, CONQUEROR = "B1", "B2", "B3"


@pytest.fixture
def hand() -> Hand:
    player = Hand()
    player.look_at(VICTORY, 2)
    return player


def drawn(hand: Hand) -> list[RulerLine]:
    """The rulers on the sea."""
    return [one for one in hand.sea.overlays if isinstance(one, RulerLine)]


def said(hand: Hand) -> list[Chip]:
    """What they read."""
    return [one for one in hand.sea.overlays if isinstance(one, Chip)]


def near(hand: Hand, key: str, east: float, north: float) -> Point:
    """A place by a ship, as exactly as the pointer can show it."""
    middle = hand.middle(key)
    return snapped(hand, Point(middle.x + east, middle.y + north))


def snapped(hand: Hand, place: Point) -> Point:
    """The place of the pixel that the pointer is on."""
    x, y = hand.sea.view.camera.to_screen(place.x, place.y)
    return Point(*hand.sea.view.camera.to_table(round(x), round(y)))


def xy(point: Point) -> Xy:
    return point.x, point.y


def test_sotl_2_4_a_drag_with_the_right_button_measures_from_hull_to_hull(hand: Hand) -> None:
    hand.press(hand.middle(VICTORY), "right")
    hand.move(hand.middle(CONQUEROR))
    (reading,) = measure_chain(
        hand.state, (build_ruler_end(hand.state, VICTORY), build_ruler_end(hand.state, CONQUEROR))
    )
    assert reading.distance == positions.gap_between(hand.state, VICTORY, CONQUEROR).distance
    assert [one.points for one in drawn(hand)] == [(xy(reading.start), xy(reading.end))]
    (chip,) = said(hand)
    assert chip.title == f"{reading.distance:.2f} UM, bearing {reading.bearing:03d}°"
    assert chip.lines == ("Victory to Conqueror, hull to hull",)
    hand.release(hand.middle(CONQUEROR), "right")
    assert drawn(hand) == []


def test_sotl_2_4_a_drag_between_open_places_measures_as_the_pointer_goes(hand: Hand) -> None:
    start, end = near(hand, VICTORY, 0.5, -2), near(hand, VICTORY, 2, -3)
    hand.press(start, "right")
    hand.move(end)
    (reading,) = measure_chain(hand.state, (RulerEnd(start), RulerEnd(end)))
    assert [one.points for one in drawn(hand)] == [(xy(reading.start), xy(reading.end))]
    assert [one.bearing for one in drawn(hand)] == [reading.bearing]
    assert said(hand)[0].lines == ()


def test_the_key_measures_from_where_the_pointer_is(hand: Hand) -> None:
    end = near(hand, VICTORY, 1, 2)
    hand.move(hand.middle(VICTORY))
    hand.keys("R")
    hand.move(end)
    (reading,) = measure_chain(hand.state, (build_ruler_end(hand.state, VICTORY), RulerEnd(end)))
    assert [one.points for one in drawn(hand)] == [(xy(reading.start), xy(reading.end))]
    assert said(hand)[0].lines == ("from Victory",)
    hand.screen.handle(Input("key_up", key="R"))
    assert drawn(hand) == []


@pytest.mark.parametrize("bend", ["R", "left button"])
def test_a_chain_is_bent_while_the_right_button_is_held(hand: Hand, bend: str) -> None:
    stops = near(hand, VICTORY, 0.3, -1.2), near(hand, VICTORY, 1.6, -1.0), near(hand, VICTORY, 2.0, -2.5)
    hand.press(stops[0], "right")
    hand.move(stops[1])
    if bend == "R":
        hand.keys("R")
        hand.screen.handle(Input("key_up", key="R"))
    else:
        hand.click(stops[1])
    hand.move(stops[2])
    readings = measure_chain(hand.state, [RulerEnd(stop) for stop in stops])
    assert [one.points for one in drawn(hand)] == [(xy(stops[0]), xy(stops[1]), xy(stops[2]))]
    assert said(hand)[0].title.startswith(f"{readings[1].distance:.2f} UM")
    assert said(hand)[0].lines == (f"{readings[1].total:.2f} UM in all",)
    hand.release(stops[2], "right")
    assert drawn(hand) == []
    assert hand.table.viewer.selected is None


def test_a_click_bends_a_chain_while_the_key_is_held(hand: Hand) -> None:
    stops = near(hand, VICTORY, 0.3, -1.2), near(hand, VICTORY, 1.6, -1.0), near(hand, VICTORY, 2.0, -2.5)
    hand.move(stops[0])
    hand.keys("R")
    hand.click(stops[1])
    hand.move(stops[2])
    assert [one.points for one in drawn(hand)] == [(xy(stops[0]), xy(stops[1]), xy(stops[2]))]


def test_a_chain_over_a_ship_touches_her_hull_where_each_part_was_judged(hand: Hand) -> None:
    hand.press(hand.middle(VICTORY), "right")
    hand.click(hand.middle(TEMERAIRE))
    hand.move(hand.middle(CONQUEROR))
    marks = [build_ruler_end(hand.state, key) for key in (VICTORY, TEMERAIRE, CONQUEROR)]
    first, second = measure_chain(hand.state, marks)
    assert [one.points for one in drawn(hand)] == [
        (xy(first.start), xy(first.end)),
        (xy(second.start), xy(second.end)),
    ]
    assert [one.bearing for one in drawn(hand)] == [None, second.bearing]


def test_shift_leaves_a_ruler_on_the_table_until_esc(hand: Hand) -> None:
    start, end = near(hand, VICTORY, 0.5, -2), near(hand, VICTORY, 2, -3)
    for shift in (True, False):
        hand.press(start, "right")
        hand.release(end, "right", shift=shift)
    assert len(drawn(hand)) == 1
    hand.move(near(hand, VICTORY, -2, -2))
    assert len(drawn(hand)) == 1
    hand.keys("Esc")
    assert drawn(hand) == []


def test_the_hint_line_tells_how_a_ruler_goes_on_and_stays(hand: Hand) -> None:
    assert "leave_ruler" not in hand.table.key_hints()
    hand.press(near(hand, VICTORY, 0.5, -2), "right")
    assert list(hand.table.key_hints()) == ["corner", "leave_ruler", "drop_rulers"]
    hand.release(near(hand, VICTORY, 2, -3), "right")
    assert "leave_ruler" not in hand.table.key_hints()


def test_the_key_with_shift_leaves_a_ruler_too(hand: Hand) -> None:
    hand.move(hand.middle(VICTORY))
    hand.keys("R")
    hand.move(hand.middle(CONQUEROR))
    hand.screen.handle(Input("key_up", key="R", shift=True))
    assert len(drawn(hand)) == 1


def test_a_ruler_waits_while_the_pointer_is_over_a_bar(hand: Hand) -> None:
    end = near(hand, VICTORY, 1, 2)
    hand.move(hand.middle(VICTORY))
    hand.keys("R")
    hand.move(end)
    before = drawn(hand)
    hand.screen.handle(Input("moved", (640, 5)))
    assert drawn(hand) == before


def test_measuring_leaves_ship_plan_and_camera_alone(hand: Hand) -> None:
    hand.select(VICTORY)
    hand.keys("W")
    before = hand.sea.view.camera
    hand.drag(hand.middle(TEMERAIRE), near(hand, TEMERAIRE, 1, 1), button="right")
    assert hand.sea.view.camera == before
    assert hand.table.viewer.selected == VICTORY
    hand.keys("Enter")
    assert hand.state.ships[VICTORY].moved
