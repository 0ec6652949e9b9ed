"""Where records are kept, and the list of them."""

import os
from datetime import datetime

import pytest

from tabletop.core import library, resources
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError
from tabletop.core.match import Match
from tests.contract.tiny_game import SCENARIO, TinyGame

NOON = datetime(1805, 10, 21, 12)


@pytest.fixture(autouse=True)
def home(tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))


def begun(minute):
    match = Match.new(TinyGame(), SCENARIO, "race.yaml", {}, "seed", library.new_path("Round the Buoy!", NOON))
    os.utime(match.path, (minute, minute))
    return match


def test_without_records_there_is_nothing_to_list():
    assert library.paths() == []
    assert list(library.listing()) == []


def test_records_are_named_for_title_and_moment_and_never_overwritten():
    assert [begun(1).path.name, begun(2).path.name] == [
        "round-the-buoy-18051021-120000.jsonl",
        "round-the-buoy-18051021-120000-2.jsonl",
    ]


def test_the_one_written_last_comes_first_and_those_that_are_over_say_so():
    first, second, third = begun(100), begun(300), begun(200)
    assert [told.path for told in library.listing()] == [second.path, third.path, first.path]
    second.submit(Concede("red"))
    assert [told.over for told in library.listing()] == [told.path == second.path for told in library.listing()]


def test_a_record_that_cannot_be_used_is_listed_as_its_error():
    match = begun(1)
    (match.path.parent / "letter.jsonl").write_text("My dear Lord\n")
    told = list(library.listing())
    assert sorted(type(one).__name__ for one in told) == ["RecordError", "Summary"]
    assert "letter.jsonl is not a record" in str(next(one for one in told if isinstance(one, RecordError)))


def test_the_usual_folder_is_that_of_the_system(monkeypatch):
    monkeypatch.delenv("TABLETOP_HOME")
    assert library.records().parts[-2:] == ("admirals-table", "records")


def test_scenarios_and_sprites_are_found():
    assert resources.scenarios("ships_of_the_line")
    assert resources.scenarios("whist") == ()
    assert list(resources.sprites().glob("*.svg"))
