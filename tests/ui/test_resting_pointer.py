"""What is pointed out is what lies under the pointer, also when the sea has moved and the pointer has not."""

import pygame
import pytest

from tabletop.ui import keys
from tabletop.ui.boards.decks_of_glory.renderer import HexRenderer
from tabletop.ui.input import Input
from tests.ui.hexes import HexPlayer, from_scenario
from tests.ui.test_frames import pixels
from tests.ui.trafalgar import Hand

SIZE = (1600, 900)


@pytest.fixture
def player() -> HexPlayer:
    player = HexPlayer(from_scenario("squadron_action", "1"), SIZE)
    while player.state.phase != "movement":
        player.click("primary")
        player.settle()
    player.press("N")
    player.settle()
    return player


def point_at(player: HexPlayer, key: str) -> tuple[int, int]:
    at = player.ship(key)
    player.screen.handle(Input("moved", at))
    player.screen.draw(player.surface)
    assert player.table.map.pointed.ship == player.table.viewer.hovered == key
    return at


def wait(player: HexPlayer, milliseconds: int) -> None:
    """As the window does: let time pass and draw, again and again."""
    for _ in range(milliseconds // 50):
        player.screen.update(50)
        player.screen.draw(player.surface)


def ringed_anew(player: HexPlayer) -> bytes:
    """The window as it would be if the pointer came to where it is, and every pixel were painted again."""
    surface = pygame.Surface(SIZE)
    board: HexRenderer = player.table.map.surface.renderer
    board._ring = None
    board.forget()
    player.table.map.surface.ringed = player.table.map.pointed_at(player.table.map.view.pointer)
    player.screen.repaint()
    player.screen.draw(surface)
    return pixels(surface)


@pytest.mark.parametrize("key", [keys.key("fit"), keys.key("next_ship"), "Right", "Down"])
def test_after_the_map_has_moved_what_lies_under_the_pointer_now_is_pointed_out(player: HexPlayer, key: str) -> None:
    if key == keys.key("next_ship"):
        player.press("Esc", keys.key("fit"))
        player.settle()
    pointed = next(reversed(player.state.ships)) if key == keys.key("next_ship") else player.table.viewer.selected
    at, before = point_at(player, pointed), player.table.map.view.camera
    player.press(key, key)
    wait(player, 600)
    now = player.table.map.pointed_at(at)
    assert player.table.map.view.camera != before
    assert player.table.map.pointed == now
    assert player.table.viewer.hovered == now.ship != pointed
    assert pixels(player.surface) == ringed_anew(player)


def test_while_the_map_glides_nothing_is_pointed_out(player: HexPlayer) -> None:
    point_at(player, player.table.viewer.selected)
    assert player.table.map.surface.renderer._ring is not None
    away = player.table.map.view.camera.centre
    player.table.map.view.go(player.table.map.view.camera.centred(away[0] + 1, away[1]))
    wait(player, 100)
    assert player.table.map.view.glide is not None
    assert player.table.map.surface.renderer._ring is None


def test_an_arrow_that_is_gone_is_pointed_out_no_longer(player: HexPlayer) -> None:
    player.screen.handle(Input("moved", player._handle(*reached(player))))
    assert player.table.map.pointed.handle is not None
    player.press("Esc")
    wait(player, 100)
    assert player.table.map.pointed.handle is None


def reached(player: HexPlayer) -> tuple[tuple[int, int], int]:
    """A hex and a facing that the chosen ship can come to."""
    handle = player.table.map.overlay.facings[0]
    return handle.hex, handle.facing


def test_a_pointer_on_a_panel_points_at_nothing_that_comes_under_it(player: HexPlayer) -> None:
    player.screen.handle(Input("moved", player.screen.find("bottom").rect.center))
    player.press("Right")
    wait(player, 100)
    assert player.table.map.pointed.hex is None
    assert not player.table.viewer.hovered


def test_after_the_sea_has_glided_the_ship_that_was_under_the_pointer_is_so_no_longer() -> None:
    hand = Hand()
    hand.select("B1")
    hand.move(hand.middle("B1"))
    assert hand.table.viewer.hovered == "B1"
    hand.keys(keys.key("fit"))
    for _ in range(20):
        hand.screen.update(50)
    assert hand.table.viewer.hovered == hand.sea.ground.ship(hand.sea.view.pointer) != "B1"
