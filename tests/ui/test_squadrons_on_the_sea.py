"""Squadrons at the table: chosen by their heading, ordered by a sheet, their ways drawn, and what stands (C-6)."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.core.match import Match
from tabletop.core.record import Seating
from tabletop.games.ships_of_the_line.commands import Done, RecallOrders, Sail, StandingOrder, Step
from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.ships_of_the_line import flags
from tabletop.ui.boards.ships_of_the_line.modes import squadron
from tabletop.ui.boards.ships_of_the_line.modes.squadron import SquadronMoves
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, PlannedMove
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.report import Chosen
from tests.ships_of_the_line.kit import battle, play, ship
from tests.ui.fitting import layout_problems
from tests.ui.panel_kit import at_row, row, rows_of
from tests.ui.tables import Watch, begun
from tests.ui.test_no_leaks import everything

VAN = ("B1", "B2", "B3")
WINDOWS = (((1280, 720), 75), ((1280, 720), 100), ((1920, 1080), 150), ((1920, 1080), 200))


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def fleets(**fields: Any) -> State:
    """A van of three ships heading east, one ship of the rear, and two Frenchmen far off."""
    van = [ship(key, -1.5 * place, 0.4 * place, 90, card_division="van") for place, key in enumerate(VAN)]
    rear = ship("B4", -9, 6, 90, card_division="rear")
    foes = [ship(key, 30, 3 * place, 180) for place, key in enumerate(("F1", "F2"))]
    divisions = {"van": "Van", "rear": "Rear", "allied": "French"}
    return battle(*van, rear, *foes, **{"phase": "movement", "divisions": divisions, "initiative": "allied"} | fields)


def at_table(match: Match | None = None) -> Watch:
    return Watch(match or begun(fleets()))


def chosen(watch: Watch) -> Watch:
    watch.click_at(at_row(watch, "van"))
    watch.wait(100)
    return watch


def drawn(watch: Watch, kind: type = PlannedMove) -> list[Any]:
    return [one for one in watch.table.surface.overlays if type(one) is kind]  # type: ignore[attr-defined]


def button(watch: Watch) -> str:
    return str(watch.screen.find("primary").text)  # type: ignore[attr-defined]


def order(watch: Watch, number: int, term: str = "turn") -> None:
    chosen(watch)
    watch.press(str(number))
    watch.screen.hear(Chosen(squadron.TERM, term))
    watch.wait(300)


# --- chosen


def test_a_click_on_the_words_of_a_heading_or_k_chooses_the_division_and_its_arrow_folds_it() -> None:
    watch = chosen(at_table())
    assert watch.table.viewer.selected_ships == VAN
    assert [entry.id for entry in rows_of(watch).entries if entry.too] == ["B2", "B3"]
    heading = rows_of(watch).row_rect(0)
    watch.click_at((heading.x + 12, heading.centery))
    assert rows_of(watch).entries[0].folded
    watch.click_at((heading.x + 12, heading.centery))
    watch.press("Esc")
    watch.click_at(at_row(watch, "B2"))
    watch.press("K")
    assert watch.table.viewer.selected_ships == ("B2", "B1", "B3")
    watch.click_at(at_row(watch, "B4"))
    watch.press("K")
    assert (watch.table.viewer.selected_ships, watch.table.viewer.squadron) == (("B4",), ())


def test_a_click_on_the_name_of_a_division_on_the_sea_chooses_it_and_its_tooltip_says_so() -> None:
    watch = at_table()
    watch.press("F")
    watch.wait(900)
    for _ in range(6):
        watch.press("-")
        watch.wait(900)
    sea = watch.table.surface
    high, wide = (range(0, size, 8) for size in watch.surface.get_size()[::-1])
    named = next(at for y in high for x in wide if sea.division_at(at := (x, y)) == "van" and sea.rect.collidepoint(at))  # type: ignore[attr-defined]
    watch.point(named)
    watch.wait(500)
    assert watch.screen.tooltip and "select them all" in watch.screen.tooltip.says.body
    watch.click_at(named)
    assert watch.table.viewer.selected_ships == VAN
    watch.point((named[0], named[1] - 200))
    assert not watch.table.surface.tip  # type: ignore[attr-defined]


def test_ships_that_are_chosen_together_are_seen_together() -> None:
    watch = at_table()
    watch.press("N")
    watch.wait(600)
    for _ in range(4):
        watch.press("+")
    watch.table.surface.view.pan(900, 0)  # type: ignore[attr-defined]
    watch.press("K")
    watch.wait(900)
    sheet = watch.screen.find("squadron").rect
    assert all(watch.screen.area.collidepoint(at := watch.where(key)) and not sheet.collidepoint(at) for key in VAN)


def test_in_a_narrow_window_the_orders_to_a_squadron_stand_under_the_compass_in_place_of_the_card() -> None:
    watch = at_table()
    watch.screen.resize((1280, 720), Theme())
    watch.press("N", "K")
    watch.wait(100)
    sheet, compass = watch.screen.find("squadron").rect, watch.screen.find("compass").rect
    assert compass.bottom < sheet.y and sheet.x > 900
    assert not watch.screen.has("card.hull") and layout_problems(watch.screen) == []


def test_a_division_of_the_other_side_is_chosen_and_not_ordered() -> None:
    watch = at_table()
    watch.screen.hear(Chosen("order.side", "allied"))
    watch.click_at(at_row(watch, "allied"))
    assert set(watch.table.viewer.selected_ships) == {"F1", "F2"}
    assert not watch.screen.has("squadron")


# --- ordered


def test_the_ways_of_all_are_drawn_before_the_order_is_given_and_dropped_by_esc() -> None:
    watch = at_table()
    order(watch, 2)
    assert sorted(one.ship for one in drawn(watch)) == list(VAN)
    assert button(watch) == "Line ahead: 3 ships"
    assert "Line ahead: 3 of 3 ships" in [one.title for one in drawn(watch, Chip)]
    assert not watch.match.moves
    watch.press("Esc")
    watch.wait(100)
    assert (drawn(watch), watch.table.viewer.squadron) == ([], VAN)


@pytest.mark.parametrize("number", range(1, 7))
def test_an_order_for_this_turn_moves_them_as_drawn_and_leaves_nothing_standing(number: int) -> None:
    watch = at_table()
    order(watch, number)
    ghosts = {one.ship: one.ghost for one in drawn(watch)}
    watch.press("Enter")
    assert {key: one.pose for key, one in watch.state.ships.items() if one.moved} == ghosts
    assert sorted(ghosts) == list(VAN)
    assert not watch.state.standing
    watch.press("Ctrl+Z")
    assert not any(one.moved for one in watch.state.ships.values())


def test_keys_at_the_wrong_moment_order_nothing() -> None:
    watch = at_table()
    watch.press("C", "2", "7", "0", "Enter")
    chosen(watch)
    watch.press("7", "0", "C", "Enter", "Backspace", "C")
    watch.wait(100)
    assert not watch.match.moves
    watch.press("1", "W", "Esc", "Esc", "Esc")
    assert not watch.match.moves


def test_a_leader_who_is_ordered_by_hand_is_followed_where_she_is_drawn() -> None:
    watch = at_table()
    order(watch, 1)
    straight = {one.ship: one.ghost for one in drawn(watch)}
    watch.press("W", "D", "D", "D", "D", "W")
    watch.wait(300)
    bent = {one.ship: one.ghost for one in drawn(watch)}
    assert bent["B1"].heading == 110
    assert bent["B2"] != straight["B2"]
    watch.press("Space")
    assert {key: one.pose for key, one in watch.state.ships.items() if one.moved} == bent


def test_what_is_refused_stops_the_rest_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = at_table()
    order(watch, 2)
    sail = Sail("british", "B1", (Step("advance"),) * 4)
    monkeypatch.setattr(
        SquadronMoves, "find_all_commands", lambda self: [sail, sail, Sail("british", "B4", (Step("advance"),) * 4)]
    )
    watch.press("Space")
    assert [key for key, one in watch.state.ships.items() if one.moved] == ["B1"]
    assert "She has already moved this turn" in watch.toast


def test_the_preview_names_who_will_lose_way_before_the_order_is_given() -> None:
    """B1 has an enemy across her bows and friends on either hand who have moved already."""
    state = fleets()
    beside = [ship(key, 0, off, 90, moved=True) for key, off in (("B5", 0.45), ("B6", -0.45))]
    across = ship("F3", 0.95, 0, 45, moved=True)
    van = [ship(key, 0, 6 * place, 90, card_division="van") for place, key in enumerate(VAN)]
    watch = at_table(begun(battle(*van, *beside, across, phase="movement", divisions=state.divisions)))
    order(watch, 5)
    (chip,) = drawn(watch, Chip)
    assert chip.title == "Hold course: 3 of 3 ships"
    assert chip.lines == ("B1 will lose way: F3 is in her way.",)


def test_another_choice_of_ships_drops_the_order_that_was_looked_at() -> None:
    watch = at_table()
    order(watch, 2)
    watch.click_at(at_row(watch, "B4"))
    assert (watch.table.viewer.manner, button(watch)) == (None, "Hold course")
    order(watch, 3)
    watch.screen.handle(Input("pressed", at_row(watch, "B4"), "left", frozenset({"left"}), shift=True))
    assert (watch.table.viewer.manner, watch.table.viewer.squadron) == (None, (*VAN, "B4"))


def test_a_picture_may_show_a_division_as_it_comes_into_line() -> None:
    watch = at_table()
    watch.table.arrange_picture("B2", "squadron", None)
    watch.screen.rebuild()
    watch.wait(300)
    assert (watch.table.viewer.squadron, button(watch)) == (("B2", "B1", "B3"), "Line ahead: 3 ships")


# --- standing


def stood(term: str = "standing") -> Watch:
    watch = at_table()
    order(watch, 2, term)
    watch.press("Space")
    watch.wait(300)
    return watch


def next_movement(watch: Watch) -> None:
    """On to the next Movement Phase of the British."""
    while (watch.state.phase, watch.state.asked, watch.state.turn) != ("movement", "british", 2):
        if watch.screen.seats.waiting:
            watch.click("ready")
        watch.press("Space" if watch.state.phase == "initiative" else "E")
        if watch.screen.has("ask.yes"):
            watch.click("ask.yes")
        watch.wait(200)
    if watch.screen.seats.waiting:
        watch.click("ready")
    watch.wait(300)


def test_a_standing_order_moves_them_now_flies_as_flags_and_is_carried_out_in_later_turns() -> None:
    watch = stood()
    assert [(one.ships, one.manner) for one in watch.state.standing] == [(VAN, "line_ahead")]
    assert all(watch.state.ships[key].moved for key in VAN)
    state = watch.table.viewer.state
    assert (flags.find_common_manner(state, VAN), flags.find_common_manner(state, (*VAN, "B4"))) == ("line_ahead", None)
    assert [row(watch, key).flag for key in ("van", "B1", "rear")] == [flags.build_hoist("line_ahead")] * 2 + [None]
    assert "standing order: line ahead, until recalled" in str(row(watch, "B1").tip)
    watch.screen.table.viewer.choose(None)  # type: ignore[attr-defined]
    next_movement(watch)
    watch.table.viewer.choose(None)
    watch.press("Esc")
    watch.wait(300)
    assert button(watch) == "As ordered: 3 ships"
    ghosts = {one.ship: one.ghost for one in drawn(watch)}
    watch.press("C")
    assert {key: one.pose for key, one in watch.state.ships.items() if one.moved} == ghosts
    assert sorted(ghosts) == list(VAN)


def test_a_ship_may_be_ordered_otherwise_for_a_turn_and_orders_are_recalled() -> None:
    watch = stood("turns")
    assert watch.state.standing[0].last_turn == 3
    next_movement(watch)
    watch.click_at(at_row(watch, "B2"))
    watch.press("W", "W", "W", "W", "Enter")
    assert watch.state.ships["B2"].moved
    chosen(watch)
    watch.click("squadron.recall")
    assert isinstance(watch.match.moves[-1].command, RecallOrders)
    assert watch.state.standing == ()
    assert not watch.screen.has("squadron.recall")


# --- secret


def test_c_6_the_curtain_hangs_for_the_other_side_and_not_for_who_gave_the_order() -> None:
    watch = stood()
    assert (watch.screen.seats.waiting, watch.screen.seats.looking) == ("", "british")
    again = Watch(Match(watch.match._history, watch.match.header))
    assert (again.screen.seats.waiting, again.screen.seats.looking) == ("british", "")
    watch.press("E")
    if watch.screen.has("ask.yes"):
        watch.click("ask.yes")
    assert watch.screen.seats.waiting == "allied"


def test_c_6_without_the_curtain_each_side_is_still_shown_its_own_alone() -> None:
    match = begun(play(fleets(), StandingOrder("british", VAN, "line_ahead"))[0])
    match.header = replace(match.header, seating=Seating(curtain=False))
    watch = at_table(match)
    shown = []
    for _ in range(2):
        shown.append((watch.screen.seats.waiting, watch.screen.seats.looking, bool(watch.table.viewer.state.standing)))
        match.submit(Done(watch.state.asked))
        watch.screen.rebuild()
    assert shown == [("", "british", True), ("", "allied", False)]


def told(orders: tuple[StandingOrder, ...]) -> Iterator[Any]:
    """What the allied are shown after such orders of the British: curtain, table, log, what happened, undo."""
    match = begun(fleets())
    for one in orders:
        match.submit(one)
    match.submit(Done("british"))
    watch = at_table(match)
    yield everything(watch.screen)
    if watch.screen.seats.waiting:
        watch.click("ready")
        yield everything(watch.screen)
    for key in ("G", "Esc", "Q", "Esc", "O", "O", "N", "K", "Ctrl+Z", "Esc"):
        watch.press(key)
        yield everything(watch.screen)


def test_c_6_nothing_the_other_side_is_shown_depends_on_standing_orders() -> None:
    one = (StandingOrder("british", VAN, "line_ahead"), StandingOrder("british", ("B4",), "engage"))
    other = (StandingOrder("british", ("B4", "B2"), "formation", last_turn=4), StandingOrder("british", VAN, "hold"))
    first, second = (list(told(orders)) for orders in (one, other))
    assert first == second
    assert not any(word in str(first).lower() for word in ("line ahead, until", "standing", "engage the nearest"))


def test_c_6_at_an_open_table_nobody_is_shown_what_stands() -> None:
    state, _ = play(fleets(), StandingOrder("british", VAN, "line_ahead"))
    seen = []
    for one in (state, play(fleets(), StandingOrder("british", ("B4",), "engage"))[0]):
        match = begun(one)
        match.submit(Done("british"))
        match.submit(Done("allied"))
        watch = at_table(match)
        assert watch.screen.seats.looking == ""
        watch.screen.hear(Chosen("order.side", "british"))
        seen.append(everything(watch.screen))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_sheet_of_a_squadron_fits_into_every_window(size: tuple[int, int], scale: int) -> None:
    watch = stood()
    watch.screen.resize(size, Theme(scale))
    watch.wait(300)
    assert layout_problems(watch.screen) == []
