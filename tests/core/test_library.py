"""Where records are kept, and the list of them."""

import os
from datetime import datetime

import pytest

from tabletop.core import library, resources, user_folders
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError
from tabletop.core.match import Match, MatchSetup
from tests.contract.tiny_game import SCENARIO, TinyGame
from tests.systems import POSIX_WORDS, make_pipe

NOON = datetime(1805, 10, 21, 12)


@pytest.fixture(autouse=True)
def home(tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))


def begun(minute):
    match = Match.new(
        MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), library.find_new_path("Round the Buoy!", NOON)
    )
    os.utime(match.path, (minute, minute))
    return match


def test_without_records_there_is_nothing_to_list():
    assert library.list_records() == []
    assert list(library.summarize_all()) == []


def test_records_are_named_for_title_and_moment_and_never_overwritten():
    assert [begun(1).path.name, begun(2).path.name] == [
        "round-the-buoy-18051021-120000.jsonl",
        "round-the-buoy-18051021-120000-2.jsonl",
    ]


def test_the_one_written_last_comes_first_and_those_that_are_over_say_so():
    first, second, third = begun(100), begun(300), begun(200)
    assert [told.path for _, told in library.summarize_all()] == [second.path, third.path, first.path]
    second.submit(Concede("red"))
    assert [told.over for _, told in library.summarize_all()] == [
        path == second.path for path, _ in library.summarize_all()
    ]


def test_a_record_that_cannot_be_used_is_listed_as_its_error():
    match = begun(1)
    (match.path.parent / "letter.jsonl").write_text("My dear Lord\n")
    told = [one for _, one in library.summarize_all()]
    assert sorted(type(one).__name__ for one in told) == ["RecordError", "RecordSummary"]
    assert "letter.jsonl is not a record" in str(next(one for one in told if isinstance(one, RecordError)))


def test_the_usual_folder_is_that_of_the_system(monkeypatch):
    monkeypatch.delenv("TABLETOP_HOME")
    assert library.records_folder().parts[-2:] == ("admirals-table", "records")


def test_scenarios_and_sprites_are_found():
    assert resources.list_scenarios("ships_of_the_line")
    assert resources.list_scenarios("whist") == ()
    assert list(resources.sprite_folder().glob("*.svg"))


@POSIX_WORDS
def test_what_is_no_record_hides_no_other_and_keeps_nobody_waiting():
    match = begun(100)
    folder = match.path.parent
    make_pipe(folder / "pipe.jsonl")
    (folder / "loop.jsonl").symlink_to(folder / "loop.jsonl")
    (folder / "folder.jsonl").mkdir()
    told = {path.stem: str(one) for path, one in library.summarize_all() if isinstance(one, RecordError)}
    assert told["pipe"] == "pipe.jsonl cannot be opened: it is a pipe, not a file."
    assert told["folder"] == "folder.jsonl cannot be opened: it is a folder, not a file."
    assert told["loop"].startswith("loop.jsonl cannot be opened: too many levels")
    assert [path for path, one in library.summarize_all() if not isinstance(one, RecordError)] == [match.path]


def test_the_one_played_last_comes_first_whatever_the_clock_says():
    first, second, third = begun(100), begun(300), begun(200)
    library.mark_played(first.path)
    assert library.list_records() == [first.path, second.path, third.path]
    first.path.unlink()
    assert library.list_records() == [second.path, third.path]


def test_without_a_mark_the_clock_has_to_do():
    first, second = begun(100), begun(300)
    (library.home_folder() / "last_played").mkdir()
    library.mark_played(first.path)
    assert library.list_records() == [second.path, first.path]


def test_a_record_is_named_though_its_title_has_no_end():
    assert len(library.find_new_path("The Glorious First of June " * 40, NOON).name) < 100


def test_only_names_find_a_scenario():
    assert resources.find_scenario("volley", "standard").name == "standard.yaml"
    for odd in ("../volley/standard", "/etc/passwd", "standard.yaml", "", ".", "x" * 300, "a\0b"):
        with pytest.raises(FileNotFoundError):
            resources.find_scenario("volley", odd)


@pytest.mark.parametrize("told", [None, ""])
def test_without_a_home_everything_is_kept_where_the_program_was_started(told, monkeypatch, tmp_path):
    def nobody(*of):
        raise KeyError("no such account")

    for name in ("TABLETOP_HOME", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    if told is not None:
        monkeypatch.setenv("HOME", told)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.chdir(tmp_path)
    assert user_folders.home_folder() == user_folders.settings_folder() == tmp_path / "admirals-table"
