"""Whatever is typed where a file is opened or saved, the answer is a sentence and never the dialog of trouble."""

from pathlib import Path

import pygame
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import library, record_files, user_folders
from tabletop.core.match import Match
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.file_dialog import LONGEST_PATH, OpenFile, SaveFile
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.report import web
from tabletop.ui.theme import Theme
from tests.forbidden import forbid
from tests.records.test_archive import RECORDS
from tests.systems import make_pipe

RECORD = next(path for path in RECORDS if path.stem.startswith("volley"))
ODD_NAMES = (
    "a\0b", "\0", "x" * 256, "é" * 128, "x" * 995, "loop", "loop/x", "locked/x", "locked/x/y", "file/x", "file/",
    "pipe", "dangling/x", "/", "//", "..", ".", "./.", "a/../b/x", "~", "~/x", "~nobody-here", "~nobody-here/x",
    "\ud800", "a\udcff", "\n", "a\nb", "\t", " ", "", "CON", "NUL.jsonl", "a:b", "C:\\x", "\\\\host\\share", "file://x",
    "$HOME", "*", "?", "|", "null", "/dev/zero/x", "/proc/self/mem", "/root/../", "x/" * 498,
)  # fmt: skip


@pytest.fixture(autouse=True)
def world(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "kept"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(user_folders, "documents_folder", lambda: tmp_path)
    here = tmp_path / "here"
    here.mkdir()
    (here / "loop").symlink_to(here / "loop")
    (here / "dangling").symlink_to(here / "none")
    (here / "file").write_text("My dear Lord")
    (here / "locked").mkdir()
    (here / "null").symlink_to("/dev/null")
    make_pipe(here / "pipe")
    forbid(here / "locked", monkeypatch)
    return here


def shown(page):
    page.resize((1280, 720), Theme())
    page.draw(pygame.Surface((1280, 720)))
    return page


def answered(dialog):
    """Press Enter; return True if the answer was a sentence, a folder to look into, or the file that was taken."""
    before = dialog.folder
    outcome = dialog.press("Enter")
    dialog.draw(pygame.Surface((1280, 720)))
    said = dialog.toast is not None and dialog.toast.body.rstrip()[-1] in ".!…"
    return isinstance(outcome, Pop) or said or dialog.folder != before


def pop(written):
    return Pop() if written else None


@pytest.mark.parametrize("odd", ODD_NAMES, ids=ascii)
def test_any_path_that_is_typed_to_open_is_answered(odd, world):
    dialog = shown(OpenFile(world, (".jsonl",), lambda path: pop(record_files.import_record(path))))
    dialog.typed_path = odd
    assert answered(dialog) or odd.strip() in ("", ".", "./.")


@pytest.mark.parametrize("odd", ODD_NAMES, ids=ascii)
@pytest.mark.parametrize("line", ["typed", "name"])
def test_any_path_or_name_that_is_typed_to_save_is_answered(odd, line, world):
    letter = (world / "file").read_text()
    dialog = shown(SaveFile(world, "x", (".jsonl",), lambda path: pop(record_files.export_record(RECORD, path))))
    setattr(dialog, line, odd)
    assert answered(dialog) or (line == "typed" and odd.strip() in (".", "./."))
    assert (world / "file").read_text() == letter


@pytest.mark.parametrize("odd", ["a\0b", "x" * 252, "/", "..", "\ud800"], ids=ascii)
def test_any_name_of_a_report_is_answered(odd, world):
    dialog = shown(
        SaveFile(
            world, odd, (".csv",), lambda path: pop(web._write_files(web._find_free_path(path, ".csv"), b"", None))
        )
    )
    assert answered(dialog)


def test_a_line_takes_no_more_than_the_longest_path():
    assert max(map(len, ODD_NAMES)) <= LONGEST_PATH


def test_a_path_begins_in_the_folder_that_is_shown_and_is_taken_as_it_was_listed(world):
    (world / "deep ").mkdir()
    dialog = shown(OpenFile(world, (".jsonl",), lambda path: Push(path)))
    dialog.selected = "deep "
    dialog.press("Enter")
    assert dialog.folder == world / "deep "
    assert dialog.press("Enter") is None  # nothing is chosen: it looks into the same folder again, not into "deep"
    assert dialog.folder == world / "deep "
    dialog.typed_path = "../file"
    assert dialog.press("Enter").screen == world / "deep " / ".." / "file"


def test_a_folder_that_nobody_may_look_into_is_told_and_not_entered(world):
    dialog = shown(OpenFile(world, (".jsonl",), lambda path: Push(path)))
    dialog.selected = "locked"
    assert dialog.press("Enter") is None
    assert dialog.toast.body == "Cannot open the folder 'locked': permission denied."
    assert dialog.folder == world


def test_a_file_without_a_usable_name_that_is_dropped_is_told():
    load = shown(LoadPage(local_backend.build_backend()))
    assert load.handle(Input("dropped", text="a\0b")) is None
    assert "is not a file name" in load.toast.body
    before = library.list_records()
    load.handle(Input("dropped", text=str(RECORD)))
    assert len(library.list_records()) == len(before) + 1
    assert Match.load(library.list_records()[0])


def test_a_lesson_of_which_the_settings_name_a_file_elsewhere_begins_anew(tmp_path):
    from msgspec.structs import replace

    from tabletop.ui import settings
    from tabletop.ui.screens.lessons import catalogue, next_lesson
    from tabletop.ui.settings import Learnt

    ident = next(iter(next_lesson.list_lesson_paths()))
    for odd in ("../x", str(RECORD), "a\0b", "x" * 300, "", ".."):
        settings.write(replace(settings.read(), lessons={ident: Learnt(odd, (0,))}))
        assert catalogue.find_record(ident) is None
    assert Path(RECORD).exists()
