"""The whole log lies at the left of the table, and what it speaks of is seen beside it."""

from typing import Any

import pygame
import pytest

from tabletop.ui.input import Input
from tabletop.ui.theme import SCALES, Theme
from tabletop.ui.widgets.overlay import Scrim
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun


def opened() -> Watch:
    """A shot at the left edge of a long line, and the log open at it."""
    far = [ship(f"B{n}", 4 * n, 9, 90, card_captain=f"A{n}") for n in (2, 3, 4, 5)]
    watch = Watch(begun(battle(ship("B1", 0, 0, 90, card_captain="A"), ship("F1", 0, 2.5, 90, card_captain="B"), *far)))
    watch.click_ship("B1")
    watch.press("F")
    watch.wait(3000)
    watch.press("G")
    watch.wait(1000)
    return watch


def test_the_ships_of_an_entry_are_seen_beside_the_log() -> None:
    watch = opened()
    sheet = watch.screen.find("log-book").rect
    for key in ("B1", "F1"):
        at = watch.where(key)
        assert at[0] > sheet.right, key
        assert pygame.Rect((0, 0), watch.screen.size).collidepoint(at)
    assert not any(isinstance(one, Scrim) for one in watch.screen.layers[-1].walk())


def test_hovering_an_entry_rings_its_ships_in_sight() -> None:
    watch = opened()
    rows: Any = watch.screen.find("log.row")
    watch.point(rows.row_rect(0).center)
    assert set(watch.table.viewer.noted) == {"B1", "F1"}


def test_a_press_beside_the_log_closes_it_and_orders_nothing() -> None:
    watch = opened()
    moves = len(watch.match.moves)
    watch.screen.handle(Input("pressed", watch.where("F1"), "left", frozenset({"left"})))
    watch.screen.handle(Input("released", watch.where("F1"), "left"))
    assert not watch.screen.has("log-book")
    assert len(watch.match.moves) == moves


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_the_log_finds_room_in_every_window(size: tuple[int, int]) -> None:
    watch = opened()
    for scale in SCALES:
        watch.screen.resize(size, Theme(scale))
        assert [one for one in layout_problems(watch.screen) if "log" in one.lower()] == [], scale
        rows, sheet = watch.screen.find("log.row").rect, watch.screen.find("log-book").rect
        assert rows.h >= Theme(scale).px(28)
        assert sheet.w <= size[0] * 0.56
