"""The table screen around a battle: orders, ends of phases, taking back, draws, the log, and trouble with the disk."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import msgspec
import pytest

from tabletop.core.errors import RecordError
from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.model import State
from tabletop.ui import settings
from tabletop.ui.boards.ships_of_the_line.table_view import ARCS
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Push, Quit
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.screens.table.match_log import MatchLog
from tabletop.ui.widgets.overlay import Toast
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun, from_scenario


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(MOTION, "pace", "full")
    yield


def duel(**fields: Any) -> State:
    return battle(
        ship("B1", 0, 0, 90, card_name="Victory", card_captain="A"),
        ship("F1", 0, 2.5, 90, card_name="Héros", card_captain="B"),
        ship("F2", 0, -2.5, 90, card_name="Neptune", card_captain="C"), **fields,
    )  # fmt: skip


@pytest.fixture
def watch() -> Watch:
    return Watch(begun(duel()))


def commands(watch: Watch) -> list[str]:
    return [type(move.command).__name__ for move in watch.match.moves]


def test_the_initiative_is_rolled_with_space() -> None:
    watch = Watch(from_scenario("duel_of_two_74s", "1"))
    watch.press("Space")
    assert commands(watch) == ["RollInitiative"]
    assert watch.screen._feed.tray.is_rolling
    watch.press("Space")
    assert not watch.screen._feed.tray.is_rolling
    assert commands(watch) == ["RollInitiative"]


def test_two_clicks_aim_and_fire(watch: Watch) -> None:
    watch.click_ship("B1")
    watch.wait(400)
    watch.click_ship("F1")
    assert commands(watch) == []
    assert watch.table.primary_action().label == "Fire at Héros"  # type: ignore[union-attr]
    watch.click_ship("F1")
    assert commands(watch) == ["FireBroadside"]


def test_one_key_goes_through_the_fields_that_can_be_shown_and_through_no_others(watch: Watch) -> None:
    viewer = watch.table.viewer
    first, second = list(watch.state.ships)[:2]
    cases = {(None, None): ["side", "none"], (first, first): ["selected", "side", "none"],
             (first, second): ["selected", "hovered", "side", "none"]}  # fmt: skip
    for (viewer.selected, viewer.hovered), modes in cases.items():
        told = []
        for _ in modes:
            watch.press("B")
            told.append(viewer.arcs)
        assert told == modes


def test_the_button_for_fields_tells_whose_they_are_in_the_order_in_which_they_come(watch: Watch) -> None:
    tip = watch.screen.find("show.arcs").tip
    assert tip is not None
    told = {"selected": "the selected ship", "hovered": "under the pointer", "side": "whole side", "none": ", none"}
    places = [tip.body.index(told[mode]) for mode in (*ARCS[1:], ARCS[0])]
    assert places == sorted(places)


def test_amb_140_where_no_ship_fights_the_key_for_fields_says_so() -> None:
    watch = Watch(begun(duel()))
    viewer = watch.table.viewer
    viewer.choose(None)
    ships = {key: msgspec.structs.replace(one, status="struck") for key, one in viewer.state.ships.items()}
    viewer.state = msgspec.structs.replace(viewer.state, ships=ships)
    watch.click("show.arcs")
    assert "AMB-140" in watch.toast
    assert viewer.arcs == "none"


def test_the_keyboard_alone_fires_and_ends_the_phase(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.wait(3000)
    assert commands(watch) == ["FireBroadside", "FireBroadside"]
    watch.press("Space")
    assert commands(watch)[-1] == "Done"


def test_all_that_bear_asks_once_and_names_the_ships(watch: Watch) -> None:
    watch.press("Shift+F")
    assert watch.screen.has("ask.yes")
    watch.press("Esc")
    assert commands(watch) == []
    watch.press("Shift+F", "Enter")
    assert commands(watch) == ["FireBroadside", "FireBroadside"]


def test_ending_a_phase_with_things_undone_lists_them_once(watch: Watch) -> None:
    watch.press("E")
    assert watch.screen.has("ask.yes")
    watch.press("Esc")
    assert commands(watch) == []
    watch.press("E", "E")
    assert commands(watch) == ["Done"]


def test_a_refusal_says_why_and_points_at_the_ships(watch: Watch) -> None:
    state = battle(
        ship("B1", 0, 0, 90, card_captain="A"), ship("B2", 0, 1.2, 90, card_captain="D"),
        ship("F1", 0, 2.5, 90, card_captain="B"),
    )  # fmt: skip
    watch = Watch(begun(state))
    watch.click_ship("B1")
    watch.wait(400)
    watch.click_ship("F1")
    assert "SOTL-4.1" in watch.toast
    assert "rulebook" not in watch.toast.lower()
    at = watch.screen.toast.rect.center  # type: ignore[union-attr]
    watch.screen.handle(Input("pressed", at, "left", frozenset({"left"})))
    assert watch.toast == ""


# --- taking back


def test_a_move_is_taken_back_and_done_again() -> None:
    watch = Watch(begun(duel(phase="movement")))
    watch.press("N", "W", "W", "Enter")
    moved = watch.state
    assert commands(watch) == ["Sail"]
    watch.press("Ctrl+Z")
    assert commands(watch) == []
    assert watch.table.viewer.state is watch.match.opening
    watch.press("Ctrl+Y")
    assert watch.state == moved
    assert watch.screen._log.current.lines[0].undone is False


def test_orders_given_at_one_stroke_are_taken_back_and_done_again_at_one() -> None:
    watch = Watch(begun(battle(
        *(ship(f"B{n}", 4 * n, 0, 90, card_captain=f"A{n}") for n in range(1, 5)), ship("F1", 40, 40, 90),
        phase="movement",
    )))  # fmt: skip
    watch.click_ship("B4")
    watch.press("W", "W", "Enter")
    watch.click("hold_all")
    watch.click("ask.yes")
    moved = watch.state
    assert commands(watch) == ["Sail"] * 4
    watch.press("Ctrl+Z")
    assert commands(watch) == ["Sail"]
    watch.press("Ctrl+Y")
    assert (watch.state, commands(watch)) == (moved, ["Sail"] * 4)
    watch.press("Ctrl+Z", "Ctrl+Z")
    assert commands(watch) == []
    watch.press("Ctrl+Y")
    assert commands(watch) == ["Sail"]
    watch.press("Ctrl+Y")
    assert watch.state == moved


def test_c_3_one_stroke_takes_orders_back_only_as_far_as_they_have_shown_nothing() -> None:
    watch = Watch(begun(duel()))
    watch.click_ship("B1")
    watch.click("all")
    watch.click("ask.yes")
    watch.wait(3000)
    fired = len(watch.match.moves)
    assert fired > 1
    watch.press("Ctrl+Z")
    assert watch.screen.has("agreement")
    watch.click("agree.british")
    watch.click("agree.allied")
    assert len(watch.match.moves) == fired - 1


def test_dice_are_taken_back_only_when_both_agree_and_new_ones_are_rolled(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.wait(3000)
    first = watch.match.moves[-1].events
    watch.press("Ctrl+Z")
    assert watch.screen.has("agreement")
    watch.click("agree.british")
    assert len(watch.match.moves) == 2
    watch.click("agree.allied")
    assert len(watch.match.moves) == 1
    watch.press("Space")
    assert len(watch.match.moves) == 2
    assert watch.match.moves[-1].events != first


def test_one_side_may_change_its_mind_about_taking_back(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.wait(3000)
    watch.press("Ctrl+Z")
    watch.click("agree.british")
    watch.click("agree.british")
    watch.click("agree.allied")
    assert len(watch.match.moves) == 2
    watch.press("Esc")
    assert not watch.screen.has("agreement")


def test_what_was_taken_back_is_struck_in_the_log() -> None:
    watch = Watch(begun(duel(phase="movement")))
    watch.press("N", "W", "W", "Enter", "Ctrl+Z")
    lines = watch.screen._log.current.lines
    assert lines[0].undone
    assert lines[-1].text.startswith("Undone")


# --- giving up, drawing, the end


def test_giving_up_ends_in_the_reckoning_and_leads_to_the_title(watch: Watch) -> None:
    watch.press("F10")
    watch.click("menu.concede.british")
    watch.press("Enter")
    assert watch.state.outcome is None
    watch.press("F10")
    watch.click("menu.concede.british")
    watch.click("ask.yes")
    assert watch.state.outcome.winner == "allied"
    watch.wait(3000)
    assert watch.table.phase_end_command() is None
    assert watch.table.phase_progress() is None
    assert watch.table.build_extra_buttons() == ()
    watch.press("Space")
    assert isinstance(watch.left, Push)
    reckoning = watch.left.screen
    assert isinstance(reckoning, ResultPage)
    assert reckoning.home is not None
    watch.press("F10")
    assert isinstance(watch.click("menu.title"), Quit)


def test_a_draw_is_offered_and_accepted(watch: Watch) -> None:
    watch.press("F10")
    watch.click("menu.draw.allied")
    assert "British can accept it" in watch.screen.find("log").now  # type: ignore[attr-defined]
    watch.press("F10")
    watch.click("menu.accept")
    assert watch.state.outcome is not None
    assert watch.state.outcome.winner is None


def test_an_offer_of_a_draw_lapses_when_the_other_side_goes_on(watch: Watch) -> None:
    watch.press("F10")
    watch.click("menu.draw.allied")
    watch.press("N", "Space")
    assert watch.state.draw_offered is None
    watch.press("F10")
    assert not watch.screen.has("menu.accept")


# --- the record


def test_the_window_may_close_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    watch = Watch(from_scenario("duel_of_two_74s", "1", path))
    watch.press("Space")
    watch.press("E")
    assert Match.load(path).state == watch.state


class Full:
    """A journal on a disk without room."""

    path = Path("full.jsonl")

    def append(self, entry: Any) -> None:
        raise RecordError("There is no room left on the disk.")


def test_a_full_disk_is_told_and_changes_nothing() -> None:
    watch = Watch(begun(duel(), journal=Full()))  # type: ignore[arg-type]
    before = watch.state
    watch.press("N", "Space")
    assert "no room" in watch.toast
    assert watch.state is before
    assert watch.table.viewer.state is before
    assert watch.screen._log.current.lines == []


def test_a_full_disk_stops_a_taking_back_as_well() -> None:
    watch = Watch(begun(duel(phase="movement")))
    watch.press("N", "W", "W", "Enter")
    watch.match._journal = Full()  # type: ignore[assignment]
    after = watch.state
    watch.press("Ctrl+Z")
    assert "no room" in watch.toast
    assert watch.state is after


def test_what_another_puts_to_the_match_is_played_too(watch: Watch) -> None:
    watch.match.submit(watch.table.phase_end_command())
    watch.wait(100)
    assert watch.table.viewer.state is watch.state


def test_the_dice_are_taken_up_when_a_phase_without_any_begins(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.wait(3000)
    assert watch.screen._feed.tray.thrown is not None
    watch.press("Space", "E")
    assert watch.table.viewer.side == "allied"
    assert watch.screen._feed.tray.thrown is not None
    watch.press("E")
    watch.press("E") if watch.screen.has("ask.yes") else None
    watch.wait(3000)
    assert watch.state.phase == "movement"
    thrown = [type(event).__name__ for event in watch.match.moves[-1].events]
    assert (watch.screen._feed.tray.thrown is None) == ("SurrenderRolled" not in thrown)
    assert watch.table.phase_progress() is not None


# --- motion


def test_motion_is_turned_down_with_a_key_and_stays_so(watch: Watch) -> None:
    watch.press("M")
    assert MOTION.pace == "fast"
    assert "Three times" in watch.toast
    watch.press("M")
    assert MOTION.pace == settings.read().pace == "off"
    again = Watch(begun(duel()))
    again.press("N", "Space")
    assert not again.screen._feed.tray.is_rolling
    assert again.table.surface.state is again.state  # type: ignore[attr-defined]


def test_motion_is_chosen_in_the_menu(watch: Watch) -> None:
    watch.press("F10")
    segments = watch.screen.find("menu.motion")
    rect = segments.rect
    watch.click_at((rect.right - 10, rect.centery))
    assert MOTION.pace == settings.read().pace == "off"
    assert watch.screen.has("menu.motion")


# --- the log


def test_the_log_opens_at_the_last_fact_and_goes_by_arrows(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.wait(3000)
    watch.press("G")
    rows: Any = watch.screen.find("log.row")
    assert rows.chosen == str(len(watch.screen._log.current.lines) - 1)
    watch.press("Up")
    rows = watch.screen.find("log.row")
    assert rows.chosen == str(len(watch.screen._log.current.lines) - 2)
    watch.press("Up")
    assert not watch.screen.has("ask.yes")
    watch.press("Esc")
    assert not watch.screen.has("log.row")


def test_pointing_at_an_entry_rings_its_ships_and_closing_lets_them_go(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.wait(3000)
    watch.press("G")
    rows: Any = watch.screen.find("log.row")
    watch.point(rows.row_rect(0).center)
    assert set(watch.table.viewer.noted) == {"B1", "F1"}
    watch.press("Esc")
    assert watch.table.viewer.noted == ()


def test_a_long_log_opens_quickly_and_marks_only_what_was_taken_back() -> None:
    watch = Watch(begun(duel(phase="movement")))
    watch.press("N", "W", "W", "Enter")
    lines = watch.screen._log.current.lines
    lines += [lines[0]] * 3000
    first = lines[5]
    watch.press("G")
    rows: Any = watch.screen.find("log.row")
    assert len(rows.sentences) == len(lines)
    watch.press("Esc", "Ctrl+Z")
    assert lines[5] is first
    assert watch.screen._log.current.lines[0].undone


def test_the_log_of_a_loaded_match_is_the_log_that_was_left(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.press("Ctrl+Z")
    watch.click("agree.british")
    watch.click("agree.allied")
    again = MatchLog(watch.match)
    assert [(line.text, line.undone) for line in again.lines] == [
        (line.text, line.undone) for line in watch.screen._log.current.lines
    ]


def test_no_key_reaches_the_table_beneath_a_dialog() -> None:
    watch = Watch(begun(battle(ship("B1", 0, 0, 90, card_captain="A"), ship("F1", 0, 2.5, 90, card_captain="B"))))
    watch.click_ship("B1")
    watch.press("E")
    assert watch.screen.has("ask.yes")
    watch.press("F", "Shift+F", "N", "B")
    assert watch.match.moves == []
    assert watch.table.viewer.selected == "B1"
    watch.press("Esc", "F")
    assert len(watch.match.moves) == 1


def test_the_log_opens_by_its_key_and_from_the_menu(watch: Watch) -> None:
    watch.press("N", "Space")
    watch.press("G")
    assert watch.screen.has("log.row")
    watch.press("Esc", "F10")
    watch.click("menu.log")
    assert watch.screen.has("log.row")


def test_both_sides_agree_to_a_taking_back_by_keys_alone(watch: Watch) -> None:
    watch.press("N", "Space")
    before = len(watch.match.moves)
    watch.press("Ctrl+Z", "Tab", "Enter", "Tab", "Enter")
    assert len(watch.match.moves) == before - 1


def test_go_back_closes_a_dialog_even_with_a_message_over_it(watch: Watch) -> None:
    watch.press("E")
    watch.screen.say(Toast("The disk is full."))
    watch.click("dialog.back")
    assert not watch.screen.has("ask.yes")


def test_a_match_that_goes_on_keeps_no_screen_that_was_left() -> None:
    match = from_scenario("duel_of_two_74s", "1")
    left = ref(Watch(match).screen)
    gc.collect()
    assert left() is None


def test_a_screen_that_was_left_before_it_was_drawn_again_is_not_kept() -> None:
    stays, left = (Watch(from_scenario("duel_of_two_74s", "1")) for _ in range(2))
    left.table.surface.touch()
    gone = ref(left.table.surface)
    del left
    stays.screen.rebuild()
    gc.collect()
    assert gone() is None
