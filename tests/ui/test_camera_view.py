"""What the player looks for comes into view and can be read; what the player moves stays in view."""

import pytest

from tabletop.ui.boards.battle.camera_view import READABLE
from tabletop.ui.boards.battle.desk import ROWS
from tabletop.ui.boards.ships_of_the_line.scene import place_ship
from tabletop.ui.camera import stepped
from tabletop.ui.widgets.report import Chosen, RowOpened
from tests.ui.trafalgar import Hand


def seen(hand: Hand, key: str) -> bool:
    """Whether a ship lies where no panel covers the sea."""
    place = hand.state.ships[key].pose
    x, y = hand.sea.view.camera.to_screen(place.x, place.y)
    left, top, right, bottom = hand.sea.view.insets
    return left <= x <= hand.sea.rect.w - right and top <= y <= hand.sea.rect.h - bottom


def wait(hand: Hand, milliseconds: int) -> None:
    for _ in range(milliseconds // 50):
        hand.screen.update(50)


def test_the_next_ship_comes_near_enough_to_be_read_from_far_out() -> None:
    hand = Hand()
    assert hand.sea.view.camera.scale < stepped(READABLE)
    hand.keys("N")
    wait(hand, 500)
    assert hand.sea.view.camera.scale == stepped(READABLE)
    assert hand.table.viewer.selected is not None
    assert seen(hand, hand.table.viewer.selected)


def test_the_next_ship_does_not_move_a_nearer_view_farther_off() -> None:
    hand = Hand()
    hand.look_at("B1", 9)
    near = hand.sea.view.camera.scale
    assert near > stepped(READABLE)
    hand.keys("N")
    wait(hand, 500)
    assert hand.sea.view.camera.scale == near


def test_a_click_on_a_ship_that_is_in_sight_moves_nothing() -> None:
    hand = Hand()
    wait(hand, 500)
    before = hand.sea.view.camera
    hand.click(hand.middle("B1"))
    wait(hand, 500)
    assert hand.table.viewer.selected == "B1"
    assert hand.sea.view.camera == before
    hand.table.handle_action(Chosen(ROWS, "B5"))
    wait(hand, 500)
    assert hand.table.viewer.selected == "B5"
    assert hand.sea.view.camera == before


def test_a_clicked_ship_that_is_half_under_a_panel_comes_to_lie_in_the_free_sea_at_the_same_scale() -> None:
    hand = Hand()
    hand.select("B1")
    hand.table.viewer.choose(None)
    bow = place_ship(hand.state, "B1").along(0.5, 0)
    x, _ = hand.sea.view.camera.to_screen(*bow)
    _, _, right, _ = hand.sea.view.insets
    hand.sea.view.pan(hand.sea.rect.w - right - x + 2, 0)
    before = hand.sea.view.camera
    hand.click(hand.middle("B1"))
    wait(hand, 500)
    assert hand.sea.view.camera.scale == before.scale
    middle = hand.sea.view.camera.to_screen(*place_ship(hand.state, "B1").at)
    assert middle == pytest.approx(hand.sea.view.middle(), abs=1)


def test_a_ship_of_the_list_that_is_opened_comes_near_enough_to_be_read() -> None:
    hand = Hand()
    hand.table.handle_action(RowOpened(ROWS, "B5"))
    wait(hand, 500)
    assert hand.sea.view.camera.scale == stepped(READABLE)
    assert seen(hand, "B5")


def test_a_ship_that_sails_out_of_view_is_followed() -> None:
    hand = Hand()
    hand.select("B1")
    place = hand.middle("B1")
    hand.sea.view.camera = hand.sea.view.camera.zoomed(12, (0, 0)).centred(place.x, place.y)
    hand.keys("W W Enter")
    assert hand.state.ships["B1"].moved
    assert not seen(hand, "B1")
    wait(hand, 2500)
    assert seen(hand, "B1")


def test_a_window_that_grows_while_the_view_glides_is_filled_and_shows_where_the_view_was_bound_for() -> None:
    hand = Hand()
    hand.sea.view.zoom(2)
    wait(hand, 50)
    bound = stepped(READABLE)
    hand.sea.view.near([(hand.state.ships["B1"].pose.x, hand.state.ships["B1"].pose.y)], bound)
    hand.screen.resize((1600, 1000), hand.screen.theme)
    wait(hand, 500)
    assert hand.sea.view.camera.size == (1600, 1000)
    assert hand.sea.view.camera.scale == bound
