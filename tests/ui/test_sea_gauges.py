"""The compass, the zoom buttons, the small map, and what the panels leave of the sea."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.model import Fouling, Tow
from tabletop.ui.boards.battle.small_map import Chart
from tabletop.ui.boards.ships_of_the_line.panels.instruments import find_compass_point
from tabletop.ui.boards.ships_of_the_line.panels.panel_dock import SeaPanelDock
from tabletop.ui.boards.ships_of_the_line.surface import build_small_map_fleets
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tests.ui.fitting import problems
from tests.ui.panel_kit import NARROW, WIDE, at_row, fleet, rows_of, told, watched


def test_the_sea_in_the_corners_of_the_compass_can_be_clicked() -> None:
    watch = watched(fleet())
    watch.press("N")
    rect = watch.screen.find("compass").rect
    watch.click_at((rect.right - 4, rect.bottom - 4))
    assert watch.table.viewer.selected is None
    assert not watch.screen.has("sum")


def test_the_compass_opens_the_sum_of_the_points() -> None:
    watch = watched(fleet())
    watch.press("N")
    assert not watch.screen.has("sum")
    watch.click("compass")
    sum_ = compute_allowance(watch.state, watch.table.viewer.selected or "")
    assert f"{sum_.points}, at least {sum_.forced} to be used" in told(watch, "sum")
    assert all(step.source in told(watch, "sum") for step in sum_.working)
    watch.click("compass")
    assert not watch.screen.has("sum")


def test_a_long_reason_for_lying_still_wraps_in_the_sum() -> None:
    tow, foul = (Tow("B1", "B2"),), (Fouling("B2", "F1"),)
    watch = watched(fleet(options={"collision": True}, tows=tow, foulings=foul, phase="movement"))
    watch.click_ship("B1")
    watch.click("compass")
    assert "she stays, or casts off" in told(watch, "sum")
    assert all(watch.screen.find("sum").rect.contains(one.rect) for one in watch.screen.find("sum").walk())
    assert problems(watch.screen) == []


def test_the_wind_is_named_by_the_nearest_point() -> None:
    assert [find_compass_point(bearing) for bearing in (0, 11, 12, 315, 349)] == ["N", "N", "NNE", "NW", "N"]


def test_zoom_buttons_bring_the_sea_nearer_and_back() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    before = sea.view.camera.scale
    watch.click("zoom.in")
    watch.wait(400)
    assert sea.view.camera.scale > before
    watch.click("zoom.fit")
    watch.wait(400)
    assert sea.view.camera.scale == before


def test_the_small_map_is_there_only_while_ships_are_out_of_view_and_looks_where_it_is_clicked() -> None:
    watch = watched(fleet())
    desk, sea = watch.screen.find("desk"), watch.table.surface
    assert isinstance(desk, SeaPanelDock)
    assert not desk.map.of_use
    sea.view.zoom(9)  # type: ignore[attr-defined]
    watch.wait(400)
    assert desk.map.of_use
    rect = desk.map.rect
    watch.click_at((rect.x + rect.w * 3 // 4, rect.y + rect.h // 4))
    left, top, right, bottom = sea.view.insets  # type: ignore[attr-defined]
    middle = ((left + sea.rect.w - right) / 2, (top + sea.rect.h - bottom) / 2)
    x, y = sea.view.camera.to_table(*middle)  # type: ignore[attr-defined]
    assert (x, y) == pytest.approx(
        Chart(build_small_map_fleets(watch.state), rect.w).to_table(rect.w * 3 // 4, rect.h // 4), abs=0.1
    )
    assert watch.table.viewer.selected is None


def test_a_drag_on_the_small_map_pans_until_it_is_let_go() -> None:
    watch = watched(fleet())
    desk, sea = watch.screen.find("desk"), watch.table.surface
    assert isinstance(desk, SeaPanelDock)
    sea.view.zoom(9)  # type: ignore[attr-defined]
    watch.wait(400)
    places = []
    for kind, share, buttons in (("pressed", 0.2, {"left"}), ("moved", 0.8, {"left"}), ("released", 0.8, set())):
        at = (desk.map.rect.x + round(desk.map.rect.w * share), desk.map.rect.centery)
        watch.screen.handle(Input("moved", at, buttons=frozenset(buttons if kind == "moved" else ())))
        if kind != "moved":
            watch.screen.handle(Input(kind, at, "left", frozenset(buttons)))  # type: ignore[arg-type]
        places.append(sea.view.camera.centre[0])  # type: ignore[attr-defined]
    assert places[0] < places[1] == places[2]


def test_the_sea_knows_what_covers_it() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    assert sea.view.insets[0] == sea.view.sheets[0][0] + sea.view.sheets[0][2] == rows_of(watch).rect.right + 10
    watch.press("O")
    assert sea.view.insets[0] == 28
    assert (sea.view.insets[1], sea.view.insets[3]) == (56, 144)
    watch.wait(50)
    assert sea.presented.insets == sea.view.insets


def test_a_new_size_shows_the_whole_battle_again_unless_the_player_looked_elsewhere() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    watch.screen.resize((3840, 2160), Theme(200))
    wide = sea.view.camera.scale
    watch.screen.resize(NARROW, Theme())
    assert sea.view.camera.scale < wide
    sea.view.zoom(2)
    watch.wait(400)
    near = sea.view.camera.scale
    watch.screen.resize(WIDE, Theme())
    assert sea.view.camera.scale == near


def test_the_first_view_shows_every_ship_clear_of_the_panels() -> None:
    for size in (WIDE, NARROW):
        watch = watched(fleet(), size)
        left, top, right, bottom = watch.table.surface.view.insets  # type: ignore[attr-defined]
        clear = pygame.Rect(left, top, size[0] - left - right, size[1] - top - bottom)
        assert all(clear.collidepoint(watch.where(key)) for key in watch.state.ships)


def test_what_is_drawn_bit_by_bit_is_what_would_be_drawn_at_once() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    deeds: tuple[Callable[[], Any], ...] = (
        lambda: watch.press("N"), lambda: sea.view.zoom(6), lambda: watch.press("Left"), lambda: watch.press("Esc"),
        lambda: watch.point(watch.where("F1")), lambda: watch.point((640, 1000)),
        lambda: watch.click_at(watch.screen.find("desk").map.rect.center),  # type: ignore[attr-defined]
        lambda: watch.point(at_row(watch, "B2")), lambda: watch.point(at_row(watch, "B3")),
        lambda: watch.point((900, 500)),
    )  # fmt: skip
    for number, deed in enumerate(deeds):
        deed()
        watch.wait(700)
        bit_by_bit = pygame.image.tobytes(watch.surface, "RGB")
        watch.screen.repaint()
        watch.screen.draw(watch.surface)
        assert pygame.image.tobytes(watch.surface, "RGB") == bit_by_bit, number


@pytest.mark.parametrize("chosen", ["", "B1"])
def test_amb_176_the_next_turn_in_which_the_wind_may_change_stands_beside_the_compass(chosen: str) -> None:
    for options, there in (({"wind_change": True}, True), ({}, False)):
        watch = watched(fleet(options=options))
        watch.table.viewer.selected = chosen or None
        watch.screen.rebuild()
        compass: Any = watch.screen.find("compass")
        assert [words for words, _ in compass._low_lines] == (["Wind check turn 5"] if there else [])
        assert problems(watch.screen) == []
