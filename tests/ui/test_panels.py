"""The order of battle, the state of the fleets, and the points in the top bar."""

from dataclasses import replace

import pygame
import pytest

from tabletop.core.game import Score
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.ship import Shot
from tabletop.ui import text as setting
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.replies import Submit
from tabletop.ui.boards.ships_of_the_line.panels import fleet_list
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import shortened
from tabletop.ui.widgets.overlay import tip_of
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.panel_kit import NARROW, WIDE, at_row, fleet, row, rows_of, told, watched
from tests.ui.tables import Watch, from_scenario


def test_the_list_tells_divisions_guns_and_hulls() -> None:
    state = fleet(shots=(Shot(attacker="F1", broadside="port", target="B2", facing="bow", hits=4, hull=4),))
    watch = watched(state)
    heading = rows_of(watch).entries[0]
    assert (heading.text, heading.aside, heading.heading) == ("Weather Column", "Nelson, 4", True)
    assert (row(watch, "B2").text, row(watch, "B2").aside) == ("British 2", "74")
    assert row(watch, "B2").bar == (1.0, 6 / 16)
    assert (row(watch, "B2").pencilled, row(watch, "B1").pencilled) == (4 / 16, 0)


@pytest.mark.parametrize(("keys", "nations"), [(("F1",), ("france",)), (("F1", "S1"), ("france", "spain"))])
def test_sotl_2_a_a_side_bears_the_badges_of_the_nations_of_its_ships(
    keys: tuple[str, ...], nations: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    allied = [ship(key, 5 * number, 9, 0) for number, key in enumerate(keys)]
    watch = watched(battle(ship("B1", 0, 0, 0), *allied, asked="allied"))
    caption = watch.table.build_caption()
    assert caption.sign is nation_badge(*nations)
    assert [one.sign for one in caption.tallies] == [nation_badge("britain"), nation_badge(*nations)]
    drawn: list[tuple[str, ...]] = []
    monkeypatch.setattr(fleet_list, "nation_badge", lambda *of: drawn.append(of) or nation_badge(*of))
    watch.click("order.fleets")
    assert set(drawn) == {("britain",), nations}


def test_a_click_on_a_row_selects_the_ship_and_brings_her_into_view() -> None:
    watch = watched(fleet())
    watch.table.surface.view.pan(4000, 0)  # type: ignore[attr-defined]
    watch.click_at(at_row(watch, "B3"))
    watch.wait(600)
    assert watch.table.viewer.selected == "B3"
    assert watch.screen.has("card")
    assert watch.screen.area.collidepoint(watch.where("B3"))


def test_shift_and_a_click_on_a_row_choose_more_ships() -> None:
    watch = watched(fleet(phase="movement"))
    watch.click_at(at_row(watch, "B1"))
    for key in ("B3", "B2", "B4", "B4"):
        watch.screen.handle(Input("pressed", at_row(watch, key), "left", frozenset({"left"}), shift=True))
        watch.screen.handle(Input("released", at_row(watch, key), "left", shift=True))
    assert watch.table.viewer.selected_ships == ("B1", "B2", "B3")
    assert [entry.id for entry in rows_of(watch).entries if entry.too] == ["B2", "B3"]
    assert rows_of(watch).chosen == "B1"


def test_arrows_go_through_the_list_when_it_has_the_focus() -> None:
    watch = watched(fleet())
    watch.screen.give_focus(rows_of(watch))
    watch.press("Down", "Down", "Down", "Up")
    assert watch.table.viewer.selected == "B2"
    assert watch.screen.focus is rows_of(watch)


def test_the_ship_of_the_row_under_the_pointer_is_ringed_until_it_leaves() -> None:
    watch = watched(fleet())
    watch.point(at_row(watch, "B4"))
    assert watch.table.surface.ringed == "B4"  # type: ignore[attr-defined]
    watch.point((960, 1000))
    assert watch.table.surface.ringed is None  # type: ignore[attr-defined]


def test_a_division_folds_by_click_and_by_key() -> None:
    watch = watched(fleet())
    arrow = rows_of(watch).row_rect(0)
    watch.click_at((arrow.x + 12, arrow.centery))
    assert [entry.id for entry in rows_of(watch).entries] == ["weather"]
    assert rows_of(watch).entries[0].folded
    watch.screen.give_focus(rows_of(watch))
    watch.press("Right")
    assert "B1" in [entry.id for entry in rows_of(watch).entries]
    watch.press("Left")
    assert "B1" not in [entry.id for entry in rows_of(watch).entries]


def test_the_other_side_is_a_tab_away() -> None:
    watch = watched(fleet())
    tabs = watch.screen.find("order.side")
    watch.click_at((tabs.rect.right - 20, tabs.rect.centery))
    assert row(watch, "F1").text == "Bucentaure"
    assert getattr(tabs, "options", ())[1][1] == "French 2"


def test_the_list_starts_folded_in_a_narrow_window_and_opens_by_key_or_click() -> None:
    watch = watched(fleet(), NARROW)
    assert not watch.screen.has("order")
    watch.press("O")
    assert watch.screen.has("order")
    watch.press("O")
    watch.click("order.open")
    assert watch.screen.has("order")
    watch.click("order.close")
    assert not watch.screen.has("order")


def test_a_window_that_becomes_wide_unfolds_the_list_once() -> None:
    watch = watched(fleet(), NARROW)
    watch.screen.resize(WIDE, Theme())
    assert watch.screen.has("order")
    watch.press("O")
    watch.screen.resize((1900, 1000), Theme())
    assert not watch.screen.has("order")


def test_a_ship_that_has_acted_is_ticked() -> None:
    watch = watched(fleet(phase="movement", asked="british", initiative="allied"))
    assert not row(watch, "B1").acted
    watch.screen.submit(Submit.single(Sail(side="british", ship="B1", plan=(Step("advance"), Step("advance")))))
    assert row(watch, "B1").acted
    assert not row(watch, "B3").acted


def test_lost_ships_are_struck_out_and_prizes_listed_with_their_captor() -> None:
    parts = (
        ship("B1", 0, 0, 90), ship("B2", 0, 3, 90, status="sunk", hull=0), ship("F1", 3, 0, 0),
        ship("F2", 3, 3, 0, status="captured", captor="british"), ship("F3", 3, 6, 0, status="struck"),
    )  # fmt: skip
    watch = watched(battle(*parts))
    assert (row(watch, "B2").struck, row(watch, "B2").aside, row(watch, "B2").bar) == (True, "sunk", None)
    assert (row(watch, "F2").aside, row(watch, "F2").struck) == ("taken", False)
    assert [entry.text for entry in rows_of(watch).entries if entry.heading] == ["Ships", "Prizes"]
    watch.table.viewer.listed_side = "allied"
    watch.screen.rebuild()
    assert row(watch, "F2").struck
    assert row(watch, "F3").aside == "struck"


def test_the_list_opens_with_the_side_that_is_asked() -> None:
    watch = watched(fleet(asked="allied", initiative="allied"))
    assert row(watch, "F1").text == "Bucentaure"


def test_the_state_of_the_fleets_counts_what_still_fights() -> None:
    parts = (ship("B1", 0, 0, 90, hull=8), ship("B2", 0, 3, 90, status="struck"), ship("F1", 3, 0, 0))
    scores = (Score("allied", 15, "B2 surrendered", "SOTL-8-b", 3, "B2"),)
    watch = watched(battle(*parts, scores=scores, divisions={"british": "Lee Column"}))
    watch.click("order.fleets")
    words = told(watch, "fleets")
    assert "British | 1 ship |" in words
    assert "Lee Column | 1 | 25 %" in words
    tips = [widget.tip for widget in watch.screen.find("fleets").walk() if widget.tip]
    assert any("+15 B2 surrendered, turn 3 (SOTL-8-b)" in tip.body for tip in tips)
    watch.click("order.ships")
    assert watch.screen.has("order")


@pytest.mark.parametrize("scale", [100, 125])
def test_divisions_and_ships_of_trafalgar_are_written_in_full(scale: int) -> None:
    watch = Watch(from_scenario("trafalgar", "7"), WIDE)
    watch.table.viewer.listed_side = "allied"
    watch.screen.resize(WIDE, Theme(scale))
    rows = rows_of(watch)
    assert _cut(watch, rows) == []
    tired = [replace(entry, acted=not entry.heading) for entry in rows.entries]
    rows.fill(tired, "")
    assert _cut(watch, rows) == []
    watch.click("order.fleets")
    setting.forget()
    watch.screen.draw(pygame.Surface(WIDE))
    assert [text for text, _, _ in setting._lines_kept if "…" in text] == []


def _cut(watch: Watch, rows: ListBox) -> list[str]:
    wide = rows.row_rect(0).w
    return [one.text for one in rows.entries if shortened(watch.screen.theme, one, rows.style, wide)[0] != one.text]


def test_the_top_bar_tells_points_and_turns() -> None:
    scores = (Score("british", 15, "F1 surrendered", "SOTL-8-b", 2, "F1"),)
    watch = watched(fleet(scores=scores, turn=5))
    assert "15 | 0 | Turn 5 of 24" in told(watch, "top")
    ticks = watch.screen.find("ticks")
    assert (getattr(ticks, "now", 0), getattr(ticks, "total", 0)) == (5, 24)


def test_the_scale_of_the_sea_the_turn_and_the_clock_say_what_they_are() -> None:
    watch = Watch(from_scenario("trafalgar", "1"))
    tips = {ident: tip_of(watch.screen.find(ident)) for ident in ("scale", "turn", "clock", "show.threats")}
    assert {ident: bool(tip and tip.body) for ident, tip in tips.items()} == dict.fromkeys(tips, True)
    assert tips["clock"].body == "A turn is 15 minutes. The last one ends at 17:45."
