"""Matches found, renamed, deleted and fetched back, brought in and taken out, as a player would."""

import os
from datetime import datetime
from pathlib import Path

import pygame
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import library, reading, record_files, resources, user_folders
from tabletop.core.errors import RecordError
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.core.scenario import load_text as text_of_file
from tabletop.ui.input import Input, InputState
from tabletop.ui.screen import Pop, Push
from tabletop.ui.screens import local_backend, match_list
from tabletop.ui.screens.file_dialog import OpenFile, SaveFile
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.replay.screen import ReplayScreen
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.report import RowOpened
from tests.records.test_archive import RECORDS

DUEL, VOLLEY = (next(path for path in RECORDS if path.stem.startswith(name)) for name in ("duel_drawn", "volley"))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(user_folders, "documents_folder", lambda: tmp_path)
    for record in (DUEL, VOLLEY):
        record_files.import_record(record)


def shown(page, size=(1280, 720)):
    page.resize(size, Theme())
    page.draw(pygame.Surface(size))
    return page


@pytest.fixture
def load():
    return shown(LoadPage(local_backend.build_backend()))


def titles(load):
    return [one.title for one in load.listed_matches]


def text_of(page):
    return " ".join(str(getattr(one, "text", "")) for one in page.layers[0].walk())


def told(page):
    return " ".join(run.text for one in page.layers[0].walk() for run in getattr(one, "runs", ()))


def test_every_word_that_is_sought_stands_in_title_game_moment_or_seats(load):
    everything = titles(load)
    load.press("/")
    for letter in "/volley PERSON":
        load.type(letter)
    assert titles(load) == [one.title for one in load.saved if one.game == "volley"]
    assert load.search_text == "volley PERSON"
    load.type("zz")
    assert titles(load) == []
    assert load.press("Enter") is None
    assert load.press("Delete") is None
    for _ in range(load.find("find").caret):
        load.press("Backspace")
    assert titles(load) == everything


def test_the_list_is_sorted_and_only_one_kind_shown(load):
    load.give_focus(load.find("order"))
    load.press("Right")
    assert titles(load) == sorted(titles(load), key=str.casefold)
    load.press("Right")
    assert [one.game for one in load.listed_matches] == sorted(one.game for one in load.saved)
    load.give_focus(load.find("kind"))
    load.press("Right")
    assert not any(one.over for one in load.listed_matches)
    load.press("Right")
    assert all(one.over for one in load.listed_matches)


def test_the_latest_is_the_one_with_the_latest_date_whatever_was_played_last(load):
    for number, path in enumerate(sorted(one.path for one in load.saved)):
        os.utime(path, (1_700_000_000 + 86_400 * number, 1_700_000_000 + 86_400 * number))
    library.mark_played(min(one.path for one in load.saved))
    again = shown(LoadPage(local_backend.build_backend()))
    dates = [one.modified for one in again.listed_matches]
    assert dates == sorted(dates, reverse=True)
    assert len(set(dates)) == len(dates) == 2
    asides = [entry.aside for entry in again.find("matches").entries]
    assert asides == [match_list.format_date(date) for date in dates]


def test_a_row_tells_who_won_by_how_many_points_and_who_played(load):
    notes = {entry.text: entry.note for entry in load.find("matches").entries}
    assert notes["Mars and Hercule (Trafalgar 1805)"] == "Drawn, 0 to 0 · 2 people"
    record_files.import_record(next(path for path in RECORDS if path.stem == "four_frigates_last_turn"))
    again = shown(LoadPage(local_backend.build_backend()))
    notes = {entry.text: entry.note for entry in again.find("matches").entries}
    assert notes["Four Frigates off Cadiz (Trafalgar 1805)"] == "French won, 30 to 0 · 2 people"
    again.press("/")
    for letter in "french won":
        again.type(letter)
    assert [one.title for one in again.listed_matches] == ["Four Frigates off Cadiz"]


def test_a_row_tells_at_which_level_the_computer_plays(load):
    path = resources.find_scenario("ships_of_the_line", "four_frigates")
    seating = Seating(computer=("allied",), players={"allied": ComputerPlayer("captain", temper="bold")})
    told = MatchSetup(find_game("ships_of_the_line"), text_of_file(path), path.name, "1", seating=seating)
    Match.new(told, library.find_new_path("frigates", datetime(2026, 1, 2, 3, 4)))
    again = shown(LoadPage(local_backend.build_backend()))
    notes = [entry.note for entry in again.find("matches").entries if entry.text.startswith("Four Frigates")]
    assert notes == ["Turn 1 of 16, initiative · Combined Fleet: the computer, Captain, bold"]


def test_the_end_is_found_wherever_it_stands_in_the_record(load):
    """Taken back and done again, the end of a match is no longer told in its last line."""
    file = next(path for path in RECORDS if path.stem == "four_frigates_last_turn")
    lines = file.read_bytes().splitlines()
    ended = reading.read_summary(file).outcome
    assert ended
    assert ended.winner == "allied"
    assert reading._outcome([*lines, b'{"entry":"redo"}']) == ended
    assert reading._outcome(lines[:2]) is None
    assert reading._outcome([b'{"events":[{"outcome":7}]}', b'{"outcome":']) is None


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 200), ((640, 480), 100)]
)
def test_what_can_be_done_with_a_match_stays_in_sight(load, size, scale):
    load.resize(size, Theme(scale))
    load.draw(pygame.Surface(size))
    window = pygame.Rect((0, 0), size)
    for name in ("watch", "rename", "delete", "out", "open", "back"):
        button = load.find(name)
        assert window.contains(button.rect), name
        assert button in load.layers[0].path_to(button.rect.center), name


def test_a_match_tells_who_plays_and_how_it_ended(load):
    load.chosen = [one.game for one in load.listed_matches].index("ships_of_the_line")
    load.rebuild()
    assert "British: a person" in told(load)
    assert "Drawn" in told(load)


def test_a_match_is_renamed(load):
    path = load.listed_matches[0].path
    load.press("F2")
    for letter in "An evening's work":
        load.type(letter)
    load.press("Enter")
    assert load.listed_matches[load.chosen].path == path
    assert titles(load)[load.chosen] == "An evening's work"
    load.click("rename")
    load.press("Esc")
    assert titles(load)[load.chosen] == "An evening's work"


def test_a_deleted_match_is_fetched_back_from_its_folder(load):
    before = titles(load)
    load.press("Delete")
    assert titles(load) == before[1:]
    assert load.toast.title == "Deleted"
    load.click("deleted")
    load.press("Enter")
    assert sorted(titles(load)) == sorted(before)
    assert not load.has("deleted")


def test_all_matches_can_be_deleted_and_nothing_is_left_to_open(load):
    load.press("Delete")
    load.press("Delete")
    assert load.saved == ()
    for chord in ("Enter", "Delete", "F2", "/", "Tab", "Down"):
        load.press(chord)
    assert "deleted" in told(load)
    load.click("deleted")
    load.press("Down")
    load.press("Enter")
    assert len(load.saved) == 1


def test_a_match_goes_out_by_mouse_and_another_comes_in(load, tmp_path):
    assert load.click("out") is None
    out = load.click("out.whole")
    assert isinstance(out, Push)
    assert isinstance(out.screen, SaveFile)
    dialog = shown(out.screen)
    dialog.give_focus(dialog.find("name"))
    for _ in range(80):
        dialog.press("Backspace")
    for letter in "mine":
        dialog.type(letter)
    assert isinstance(dialog.press("Enter"), Pop)
    assert (tmp_path / "mine.jsonl").read_bytes() == load.listed_matches[0].path.read_bytes()
    assert load.toast.title == "Exported"
    assert dialog.press("Enter") is None
    assert "already" in dialog.toast.body

    opened = load.click("in")
    assert isinstance(opened.screen, OpenFile)
    dialog = shown(opened.screen)
    dialog.give_focus(dialog.find("files"))
    dialog.press("End")
    assert dialog.selected == "mine.jsonl"
    assert isinstance(dialog.press("Enter"), Pop)
    assert load.listed_matches[load.chosen].path.name == "mine.jsonl"


def test_one_goes_through_folders_by_list_and_by_typing(load, tmp_path):
    (tmp_path / "home" / "deep").mkdir()
    dialog = shown(OpenFile(tmp_path / "home", (".jsonl",), lambda _: None))
    dialog.give_focus(dialog.find("files"))
    dialog.press("Down")
    dialog.press("Down")
    assert dialog.selected == "deep"
    dialog.press("Enter")
    assert dialog.folder == tmp_path / "home" / "deep"
    dialog.give_focus(dialog.find("files"))
    dialog.press("Home")
    dialog.press("Enter")
    assert dialog.folder == tmp_path / "home"
    dialog.give_focus(dialog.find("folder"))
    for letter in "/deep":
        dialog.type(letter)
    dialog.press("Enter")
    assert dialog.folder == tmp_path / "home" / "deep"


def test_a_folder_that_is_not_there_and_a_letter_are_told_in_a_sentence(tmp_path):
    (tmp_path / "letter.jsonl").write_text("My dear Lord")
    dialog = shown(OpenFile(tmp_path / "nowhere", (".jsonl",), record_files.import_record))
    dialog.press("Enter")
    assert dialog.toast.title.startswith("Import")
    dialog = shown(OpenFile(tmp_path, (".jsonl",), record_files.import_record))
    dialog.selected = "letter.jsonl"
    dialog.press("Enter")
    assert "letter.jsonl is not a record" in dialog.toast.body


def dropped(path):
    given = InputState().translate(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert given == Input("dropped", text=str(path))
    return given


def test_a_record_that_is_dropped_on_the_window_comes_in(load, tmp_path):
    before = len(library.list_records())
    load.handle(dropped(VOLLEY))
    assert len(library.list_records()) == len(load.saved) == before + 1
    title = shown(TitlePage(local_backend.build_backend()))
    opened = title.handle(dropped(DUEL))
    assert isinstance(opened, Push)
    assert isinstance(opened.screen, LoadPage)
    assert opened.screen.listed_matches[opened.screen.chosen].path.stem.startswith("duel_drawn-")
    for page in (load, title):
        assert page.handle(dropped(tmp_path)) is None
        assert "folder" in page.toast.body


def test_nothing_comes_in_while_a_question_is_open(load):
    before = len(library.list_records())
    load.press("F2")
    load.handle(dropped(VOLLEY))
    assert len(library.list_records()) == before


def test_a_match_that_lies_on_another_table_is_neither_renamed_nor_deleted(load):
    lock = library.RecordLock()
    lock.acquire(load.listed_matches[0].path)
    load.press("Delete")
    assert "open in another window" in load.toast.body
    lock.release()
    assert Path(load.listed_matches[0].path).exists()


def test_ctrl_a_marks_a_whole_line_and_what_is_typed_takes_its_place(load):
    load.press("/")
    for letter in "old":
        load.type(letter)
    load.press("Ctrl+A")
    load.type("n")
    assert load.search_text == "n"
    load.press("Ctrl+A")
    load.press("Backspace")
    assert load.search_text == ""
    load.type("x")
    load.press("Ctrl+A")
    load.press("End")
    load.type("y")
    assert load.search_text == "xy"


def test_what_a_side_may_know_goes_out_comes_in_and_is_watched_alone(load, tmp_path):
    load.press("/")
    for letter in "volley":
        load.type(letter)
    assert load.click("out") is None and load.has("out.dialog")
    dialog = shown(load.click("out.blue").screen)
    assert dialog.name.endswith("-blue.jsonl")
    dialog.press("Enter")
    load.dropped(next(tmp_path.glob("*-blue.jsonl")))
    one = load.listed_matches[load.chosen]
    assert "watch it" in one.resume_blocker and not load.find("open").enabled
    watched = load.hear(RowOpened("matches", str(load.chosen)))
    assert isinstance(watched.screen, ReplayScreen) and watched.screen.replay.viewer == "blue"
    watched.screen.resize((1280, 720), Theme())
    assert set(watched.screen.table.view.cards.hands["red"]) <= {"?"}
    with pytest.raises(RecordError, match="you can watch it"):
        local_backend.resume_match(one.path)
