"""What the player looks for comes into view and can be read; what the player moves stays in view."""

from tabletop.ui.boards.battle.lookout import READABLE
from tabletop.ui.camera import stepped
from tests.ui.trafalgar import Hand


def seen(hand: Hand, key: str) -> bool:
    """Whether a ship lies where no panel covers the sea."""
    place = hand.state.ships[key].pose
    x, y = hand.sea.camera.to_screen(place.x, place.y)
    left, top, right, bottom = hand.sea.insets
    return left <= x <= hand.sea.rect.w - right and top <= y <= hand.sea.rect.h - bottom


def wait(hand: Hand, milliseconds: int) -> None:
    for _ in range(milliseconds // 50):
        hand.screen.update(50)


def test_the_next_ship_comes_near_enough_to_be_read_from_far_out() -> None:
    hand = Hand()
    assert hand.sea.camera.scale < stepped(READABLE)
    hand.keys("N")
    wait(hand, 500)
    assert hand.sea.camera.scale == stepped(READABLE)
    assert hand.table.viewer.selected is not None
    assert seen(hand, hand.table.viewer.selected)


def test_the_next_ship_does_not_move_a_nearer_view_farther_off() -> None:
    hand = Hand()
    hand.look_at("B1", 9)
    near = hand.sea.camera.scale
    assert near > stepped(READABLE)
    hand.keys("N")
    wait(hand, 500)
    assert hand.sea.camera.scale == near


def test_a_ship_that_sails_out_of_view_is_followed() -> None:
    hand = Hand()
    hand.select("B1")
    place = hand.middle("B1")
    hand.sea.camera = hand.sea.camera.zoomed(12, (0, 0)).centred(place.x, place.y)
    hand.keys("W W Enter")
    assert hand.state.ships["B1"].moved
    assert not seen(hand, "B1")
    wait(hand, 2500)
    assert seen(hand, "B1")


def test_a_window_that_grows_while_the_view_glides_is_filled_and_shows_where_the_view_was_bound_for() -> None:
    hand = Hand()
    hand.sea.zoom(2)
    wait(hand, 50)
    bound = stepped(READABLE)
    hand.sea.near([(hand.state.ships["B1"].pose.x, hand.state.ships["B1"].pose.y)], bound)
    hand.screen.resize((1600, 1000), hand.screen.theme)
    wait(hand, 500)
    assert hand.sea.camera.size == (1600, 1000)
    assert hand.sea.camera.scale == bound
