"""The panels of the sea table: order of battle, ship card, compass, fleets, small map."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from tabletop.core.game import Score
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.state import FallenMast, Shot, State
from tabletop.ui.boards.contract import Submit
from tabletop.ui.boards.ships_of_the_line.panels import card_words, rolls
from tabletop.ui.boards.ships_of_the_line.panels.broadsides import condition
from tabletop.ui.boards.ships_of_the_line.panels.desk import REST, Desk
from tabletop.ui.boards.ships_of_the_line.panels.weather import point_of
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.rows import Entry, Rows
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun

WIDE, NARROW = (1920, 1080), (1280, 720)
DIVISIONS = {"weather": "Weather Column (Nelson)", "allied": "Centre"}


def fleet(**fields: Any) -> State:
    """Four British ships of one division in line, and two of the enemy."""
    british = [ship(f"B{n}", -2.0 * n, 0, 90, card_division="weather", card_name=f"British {n}") for n in range(1, 5)]
    return battle(
        *british, ship("F1", 1, 2, 0, card_name="Bucentaure"), ship("F2", 1, 0, 0), divisions=DIVISIONS, **fields
    )


def watched(state: State, size: tuple[int, int] = WIDE) -> Watch:
    return Watch(begun(state), size)


def rows_of(watch: Watch) -> Rows:
    rows = watch.screen.find("order.rows")
    assert isinstance(rows, Rows)
    return rows


def row(watch: Watch, key: str) -> Entry:
    return next(entry for entry in rows_of(watch).entries if entry.id == key)


def at_row(watch: Watch, key: str) -> tuple[int, int]:
    rows = rows_of(watch)
    return rows.row_rect([entry.id for entry in rows.entries].index(key)).center


def told(watch: Watch, ident: str) -> str:
    """All words under a widget."""
    found = watch.screen.find(ident).walk()
    texts = (getattr(one, "text", "") or getattr(one, "ways", [("", None)])[0][0] for one in found)
    return " | ".join(text for text in texts if text)


# --- order of battle


def test_the_list_tells_divisions_guns_and_hulls() -> None:
    state = fleet(shots=(Shot(attacker="F1", battery="port", target="B2", facing="bow", hits=4, hull=4),))
    watch = watched(state)
    heading = rows_of(watch).entries[0]
    assert (heading.text, heading.aside, heading.heading) == ("Weather Column", "Nelson, 4", True)
    assert (row(watch, "B2").text, row(watch, "B2").aside) == ("British 2", "74")
    assert row(watch, "B2").bar == (1.0, 6 / 16, 6 / 16)
    assert (row(watch, "B2").pencilled, row(watch, "B1").pencilled) == (4 / 16, 0)


def test_a_click_on_a_row_selects_the_ship_and_brings_her_into_view() -> None:
    watch = watched(fleet())
    watch.table.surface.pan(4000, 0)  # type: ignore[attr-defined]
    watch.click_at(at_row(watch, "B3"))
    watch.wait(600)
    assert watch.table.viewer.selected == "B3"
    assert watch.screen.has("card")
    assert watch.screen.area.collidepoint(watch.where("B3"))


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


def test_hovering_draws_no_more_than_two_rows_anew() -> None:
    watch = watched(fleet())
    watch.press("N")
    watch.wait(600)
    watch.point(at_row(watch, "B3"))
    watch.screen.draw(watch.surface)
    watch.point(at_row(watch, "B4"))
    list_ = rows_of(watch).rect
    watch.screen.repaint()
    watch.screen.draw(watch.surface)
    watch.point(at_row(watch, "B2"))
    drawn = [rect for rect in watch.screen.draw(watch.surface) if rect.colliderect(list_)]
    assert drawn
    assert sum(rect.h for rect in drawn) <= 2 * 28


def test_a_division_folds_by_click_and_by_key() -> None:
    watch = watched(fleet())
    watch.click_at(at_row(watch, "division.weather"))
    assert [entry.id for entry in rows_of(watch).entries] == ["division.weather"]
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
    assert getattr(tabs, "options", ())[1][1] == "Combined 2"


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
    watch.screen.submit(Submit.one(Sail(side="british", ship="B1", plan=(Step("advance"), Step("advance")))))
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
    watch.table.viewer.listed = "allied"
    watch.screen.rebuild()
    assert row(watch, "F2").struck
    assert row(watch, "F3").aside == "struck"


def test_the_list_opens_with_the_side_that_is_asked() -> None:
    watch = watched(fleet(asked="allied", initiative="allied"))
    assert row(watch, "F1").text == "Bucentaure"


# --- ship card


def test_the_card_tells_what_the_paper_card_tells() -> None:
    watch = watched(fleet())
    watch.table.viewer.selected = "B1"
    watch.screen.rebuild()
    words = told(watch, "card")
    for part in (
        "British 1",
        "74 guns",
        "Third rate, two decks",
        "16 of 16, sinking zone at 6",
        "boarding 3",
        "0 of 3",
    ):
        assert part in words


def test_every_mark_of_the_card_explains_itself_by_rule() -> None:
    marks = {"fires": 1, "rudder_lost": True, "fatigue": 3, "masts": ("fore",), "stopped": True}
    watch = watched(battle(ship("B1", 0, 0, 90, **marks), ship("F1", 2, 1, 0)))
    watch.table.viewer.selected = "B1"
    watch.screen.rebuild()
    tips = [widget.tip for widget in watch.screen.find("card").walk() if widget.tip]
    rules = " ".join(tip.body for tip in tips)
    for rule in ("2.2-h", "4.1.3", "4.1.4-b", "4.2.1-f", "4.2.1-h", "4.2.1-i", "4.2.1-j", "4.4.2", "2.2-n", "5.2.5-a"):
        assert f"SOTL-{rule}" in rules or f", {rule}" in rules, rule


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({}, "loaded"),
        ({"loaded": ("starboard",)}, "empty"),
        ({"loaded": ("starboard",), "fired": ("port",)}, "fired"),
        ({"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "port"),)}, "loaded, masked by wreckage"),
        ({"status": "struck"}, "silent"),
    ],
)
def test_a_broadside_in_words(marks: dict[str, Any], words: str) -> None:
    state = battle(ship("B1", 0, 0, 90, **marks), ship("F1", 9, 9, 0))
    assert condition(state, "B1", "port") == words


def test_dice_are_halved_in_the_sinking_zone() -> None:
    for hull, dice in ((16, ["4", "3", "2"]), (5, ["2", "1", "–"])):
        watch = watched(battle(ship("B1", 0, 0, 90, hull=hull), ship("F1", 9, 9, 0)))
        watch.table.viewer.selected = "B1"
        watch.screen.rebuild()
        labels = [one.text for one in watch.screen.find("card").walk() if isinstance(one, Label)]
        assert labels[labels.index("Dice") + 1 : labels.index("Dice") + 6 : 2] == dice


def test_pencilled_damage_is_told_but_not_taken_off() -> None:
    state = fleet(shots=(Shot(attacker="F1", battery="port", target="B2", facing="bow", hits=99, hull=99),))
    assert rolls.pencilled(state, "B2") == 16
    _, words, tip = card_words.hull(state, "B2")
    assert words.startswith("16 of 16")
    assert "16 points are lost" in tip.body


def test_a_captains_name_is_shortened_from_its_middle() -> None:
    assert card_words.captain("Thomas Masterman Hardy") == (
        "Capt. Thomas Masterman Hardy", "Capt. Thomas Hardy", "Capt. T. M. Hardy", "Capt. Hardy",
    )  # fmt: skip
    assert card_words.captain("Jean-Gilles Filhol-Camas")[1] == "Capt. J.-G. Filhol-Camas"
    assert card_words.captain("") == ("Captain unknown",)


def test_the_card_of_the_ship_under_the_pointer_comes_after_a_rest_and_yields_to_a_selection() -> None:
    watch = watched(fleet())
    watch.point(watch.where("F1"))
    watch.wait(50)
    assert not watch.screen.has("card")
    watch.wait(REST + 100)
    assert "Bucentaure" in told(watch, "card")
    watch.point((960, 1000))
    watch.wait(REST + 100)
    assert not watch.screen.has("card")
    watch.press("N")
    watch.point(watch.where("F1"))
    watch.wait(REST + 100)
    assert "British" in told(watch, "card")


def test_each_half_of_the_broadsides_tells_of_its_side() -> None:
    fallen = {"masts": ("fore", "mizzen"), "fallen": (FallenMast("main", "starboard"),)}
    watch = watched(battle(ship("B1", 0, 0, 90, **fallen), ship("F1", 9, 9, 0)))
    watch.table.viewer.selected = "B1"
    watch.screen.rebuild()
    rect = watch.screen.find("card.broadsides").rect
    for y, words in ((rect.y + 9, "Port broadside: loaded"), (rect.bottom - 9, "Starboard broadside: loaded, masked")):
        watch.point((rect.centerx, y))
        watch.wait(500)
        assert watch.screen.tooltip is not None
        assert watch.screen.tooltip.says.title.startswith(words)
    assert "SOTL-4.2.1-f" in watch.screen.tooltip.says.body


# --- compass


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
    sum_ = allowance(watch.state, watch.table.viewer.selected or "")
    assert f"{sum_.points}, {sum_.forced} forced" in told(watch, "sum")
    assert all(step.source in told(watch, "sum") for step in sum_.working)
    watch.click("compass")
    assert not watch.screen.has("sum")


def test_the_wind_is_named_by_the_nearest_point() -> None:
    assert [point_of(bearing) for bearing in (0, 11, 12, 315, 349)] == ["N", "N", "NNE", "NW", "N"]


# --- fleets and points


def test_the_state_of_the_fleets_counts_what_still_fights() -> None:
    parts = (ship("B1", 0, 0, 90, hull=8), ship("B2", 0, 3, 90, status="struck"), ship("F1", 3, 0, 0))
    scores = (Score("allied", 15, "B2 surrendered", "SOTL-8-b", 3, "B2"),)
    watch = watched(battle(*parts, scores=scores, divisions={"british": "Lee Column"}))
    watch.click("order.fleets")
    words = told(watch, "fleets")
    assert "British | 1 ship |" in words
    assert "Lee Column | 1 | 25%" in words
    tips = [widget.tip for widget in watch.screen.find("fleets").walk() if widget.tip]
    assert any("+15 B2 surrendered, turn 3 (SOTL-8-b)" in tip.body for tip in tips)
    watch.click("order.ships")
    assert watch.screen.has("order")


def test_the_top_bar_tells_points_and_turns() -> None:
    scores = (Score("british", 15, "F1 surrendered", "SOTL-8-b", 2, "F1"),)
    watch = watched(fleet(scores=scores, turn=5))
    assert "15 | 0 | Turn 5 of 24" in told(watch, "top")
    ticks = watch.screen.find("ticks")
    assert (getattr(ticks, "now", 0), getattr(ticks, "total", 0)) == (5, 24)


# --- the sea seen nearer


def test_zoom_buttons_bring_the_sea_nearer_and_back() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    before = sea.camera.scale
    watch.click("zoom.in")
    watch.wait(400)
    assert sea.camera.scale > before
    watch.click("zoom.fit")
    watch.wait(400)
    assert sea.camera.scale == before


def test_the_small_map_is_there_only_while_ships_are_out_of_view_and_looks_where_it_is_clicked() -> None:
    watch = watched(fleet())
    desk, sea = watch.screen.find("desk"), watch.table.surface
    assert isinstance(desk, Desk)
    assert not desk.map.of_use
    sea.zoom(9)  # type: ignore[attr-defined]
    watch.wait(400)
    assert desk.map.of_use
    rect = desk.map.rect
    watch.click_at((rect.x + rect.w * 3 // 4, rect.y + rect.h // 4))
    left, top, right, bottom = sea.insets  # type: ignore[attr-defined]
    middle = ((left + sea.rect.w - right) / 2, (top + sea.rect.h - bottom) / 2)
    x, y = sea.camera.to_table(*middle)  # type: ignore[attr-defined]
    assert (round(x / 22.5, 1), round(y / 22.5, 1)) == (1, 1)
    assert watch.table.viewer.selected is None


def test_a_drag_on_the_small_map_pans_until_it_is_let_go() -> None:
    watch = watched(fleet())
    desk, sea = watch.screen.find("desk"), watch.table.surface
    assert isinstance(desk, Desk)
    sea.zoom(9)  # type: ignore[attr-defined]
    watch.wait(400)
    places = []
    for kind, share, buttons in (("pressed", 0.2, {"left"}), ("moved", 0.8, {"left"}), ("released", 0.8, set())):
        at = (desk.map.rect.x + round(desk.map.rect.w * share), desk.map.rect.centery)
        watch.screen.handle(Input("moved", at, buttons=frozenset(buttons if kind == "moved" else ())))
        if kind != "moved":
            watch.screen.handle(Input(kind, at, "left", frozenset(buttons)))  # type: ignore[arg-type]
        places.append(sea.camera.centre[0])  # type: ignore[attr-defined]
    assert places[0] < places[1] == places[2]


def test_the_sea_knows_what_covers_it() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    assert sea.insets[0] == rows_of(watch).rect.x - 10 + 296
    watch.press("O")
    assert sea.insets[0] == 28
    assert (sea.insets[1], sea.insets[3]) == (56, 144)
    watch.wait(50)
    assert sea.presented.insets == sea.insets


def test_a_new_size_shows_the_whole_battle_again_unless_the_player_looked_elsewhere() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    watch.screen.resize((3840, 2160), Theme(200))
    wide = sea.camera.scale
    watch.screen.resize(NARROW, Theme())
    assert sea.camera.scale < wide
    sea.zoom(2)
    watch.wait(400)
    near = sea.camera.scale
    watch.screen.resize(WIDE, Theme())
    assert sea.camera.scale == near


def test_the_first_view_shows_every_ship_clear_of_the_panels() -> None:
    for size in (WIDE, NARROW):
        watch = watched(fleet(), size)
        left, top, right, bottom = watch.table.surface.insets  # type: ignore[attr-defined]
        clear = pygame.Rect(left, top, size[0] - left - right, size[1] - top - bottom)
        assert all(clear.collidepoint(watch.where(key)) for key in watch.state.ships)


def test_what_is_drawn_bit_by_bit_is_what_would_be_drawn_at_once() -> None:
    watch = watched(fleet())
    sea: Any = watch.table.surface
    deeds: tuple[Callable[[], Any], ...] = (
        lambda: watch.press("N"), lambda: sea.zoom(6), lambda: watch.press("Left"), lambda: watch.press("Esc"),
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
