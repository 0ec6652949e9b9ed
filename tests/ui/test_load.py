"""Matches found, renamed, deleted and fetched back, brought in and taken out, as a player would."""

from pathlib import Path

import pygame
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import library, places, record_files
from tabletop.core.errors import RecordError
from tabletop.ui.input import Input, InputState
from tabletop.ui.screen import Pop, Push
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.file_dialog import OpenFile, SaveFile
from tabletop.ui.screens.load import Load
from tabletop.ui.screens.replay.screen import ReplayScreen
from tabletop.ui.screens.title import Title
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.report import RowOpened
from tests.records.test_archive import RECORDS

DUEL, VOLLEY = (next(path for path in RECORDS if path.stem.startswith(name)) for name in ("duel_drawn", "volley"))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(places, "documents", lambda: tmp_path)
    for record in (DUEL, VOLLEY):
        record_files.bring_in(record)


def shown(page, size=(1280, 720)):
    page.resize(size, Theme())
    page.draw(pygame.Surface(size))
    return page


@pytest.fixture
def load():
    return shown(Load(local_backend.backend()))


def titles(load):
    return [one.title for one in load.listed]


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
    assert load.sought == "volley PERSON"
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
    assert [one.game for one in load.listed] == sorted(one.game for one in load.saved)
    load.give_focus(load.find("kind"))
    load.press("Right")
    assert not any(one.over for one in load.listed)
    load.press("Right")
    assert all(one.over for one in load.listed)


def test_a_match_tells_who_plays_and_how_it_ended(load):
    load.chosen = [one.game for one in load.listed].index("ships_of_the_line")
    load.rebuild()
    assert "British: a person" in told(load)
    assert "Nobody won" in told(load)


def test_a_match_is_renamed(load):
    path = load.listed[0].path
    load.press("F2")
    for letter in "An evening's work":
        load.type(letter)
    load.press("Enter")
    assert load.listed[load.chosen].path == path
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
    assert (tmp_path / "mine.jsonl").read_bytes() == load.listed[0].path.read_bytes()
    assert load.toast.title == "Taken out"
    assert dialog.press("Enter") is None
    assert "already" in dialog.toast.body

    opened = load.click("in")
    assert isinstance(opened.screen, OpenFile)
    dialog = shown(opened.screen)
    dialog.give_focus(dialog.find("files"))
    dialog.press("End")
    assert dialog.chosen == "mine.jsonl"
    assert isinstance(dialog.press("Enter"), Pop)
    assert load.listed[load.chosen].path.name == "mine.jsonl"


def test_one_goes_through_folders_by_list_and_by_typing(load, tmp_path):
    (tmp_path / "home" / "deep").mkdir()
    dialog = shown(OpenFile(tmp_path / "home", (".jsonl",), lambda _: None))
    dialog.give_focus(dialog.find("files"))
    dialog.press("Down")
    dialog.press("Down")
    assert dialog.chosen == "deep"
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
    dialog = shown(OpenFile(tmp_path / "nowhere", (".jsonl",), record_files.bring_in))
    dialog.press("Enter")
    assert dialog.toast.title.startswith("Bring in")
    dialog = shown(OpenFile(tmp_path, (".jsonl",), record_files.bring_in))
    dialog.chosen = "letter.jsonl"
    dialog.press("Enter")
    assert "letter.jsonl is not a record" in dialog.toast.body


def dropped(path):
    given = InputState().translate(pygame.Event(pygame.DROPFILE, file=str(path)))
    assert given == Input("dropped", text=str(path))
    return given


def test_a_record_that_is_dropped_on_the_window_comes_in(load, tmp_path):
    before = len(library.paths())
    load.handle(dropped(VOLLEY))
    assert len(library.paths()) == len(load.saved) == before + 1
    title = shown(Title(local_backend.backend()))
    opened = title.handle(dropped(DUEL))
    assert isinstance(opened, Push)
    assert isinstance(opened.screen, Load)
    assert opened.screen.listed[opened.screen.chosen].path.stem.startswith("duel_drawn-")
    for page in (load, title):
        assert page.handle(dropped(tmp_path)) is None
        assert "folder" in page.toast.body


def test_nothing_comes_in_while_a_question_is_open(load):
    before = len(library.paths())
    load.press("F2")
    load.handle(dropped(VOLLEY))
    assert len(library.paths()) == before


def test_a_match_that_lies_on_another_table_is_neither_renamed_nor_deleted(load):
    lock = library.RecordLock()
    lock.take(load.listed[0].path)
    load.press("Delete")
    assert "open in another window" in load.toast.body
    lock.release()
    assert Path(load.listed[0].path).exists()


def test_ctrl_a_marks_a_whole_line_and_what_is_typed_takes_its_place(load):
    load.press("/")
    for letter in "old":
        load.type(letter)
    load.press("Ctrl+A")
    load.type("n")
    assert load.sought == "n"
    load.press("Ctrl+A")
    load.press("Backspace")
    assert load.sought == ""
    load.type("x")
    load.press("Ctrl+A")
    load.press("End")
    load.type("y")
    assert load.sought == "xy"


def test_what_a_side_may_know_goes_out_comes_in_and_is_watched_alone(load, tmp_path):
    load.press("/")
    for letter in "volley":
        load.type(letter)
    assert load.click("out") is None and load.has("out.dialog")
    dialog = shown(load.click("out.blue").screen)
    assert dialog.name.endswith("-blue.jsonl")
    dialog.press("Enter")
    load.dropped(next(tmp_path.glob("*-blue.jsonl")))
    one = load.listed[load.chosen]
    assert "watched" in one.bars and not load.find("open").enabled
    watched = load.hear(RowOpened("matches", str(load.chosen)))
    assert isinstance(watched.screen, ReplayScreen) and watched.screen.replay.viewer == "blue"
    watched.screen.resize((1280, 720), Theme())
    assert set(watched.screen.table.view.cards.hands["red"]) <= {"?"}
    with pytest.raises(RecordError, match="can be watched"):
        local_backend.resume(one.path)
