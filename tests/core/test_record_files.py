"""Records renamed, laid aside and fetched back, brought in and taken out."""

import os
from datetime import datetime

import pytest

from tabletop.core import library, reading, record_files
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError
from tabletop.core.library import RecordLock
from tabletop.core.match import Match, MatchSetup
from tests.contract.tiny_game import SCENARIO, TinyGame
from tests.forbidden import forbid

NOON = datetime(1805, 10, 21, 12)


@pytest.fixture(autouse=True)
def home(tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))


@pytest.fixture
def match():
    match = Match.new(
        MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), library.find_new_path("Round the buoy", NOON)
    )
    match.submit(Concede("red"))
    os.utime(match.path, (1000, 1000))
    return match


def test_a_record_under_another_title_is_the_same_match(match):
    before = reading.read_record(match.path)
    record_files.rename(match.path, "  The \n last\u202e race ")
    after = reading.read_record(match.path)
    assert (after.header.title, after.entries) == ("The last race", before.entries)
    assert Match.load(match.path).state == match.state
    assert match.path.stat().st_mtime == 1000
    record_files.rename(match.path, before.header.title)
    assert reading.read_record(match.path) == before


def test_a_title_of_nothing_is_refused_and_a_long_one_is_shortened(match):
    with pytest.raises(RecordError, match="needs a title"):
        record_files.rename(match.path, " \t")
    record_files.rename(match.path, "x" * 500)
    assert reading.read_summary(match.path).title == "x" * record_files.LONGEST_TITLE


def test_a_deleted_record_lies_aside_until_it_is_fetched_back(match):
    gone = record_files.delete(match.path)
    assert list(library.summarize_all()) == []
    assert [path for path, _ in record_files.list_deleted()] == [gone]
    assert record_files.restore(gone) == match.path
    assert [path for path, _ in library.summarize_all()] == [match.path]
    assert record_files.list_deleted() == []


def test_nothing_is_written_over_by_deleting_fetching_back_or_bringing_in(match):
    content = match.path.read_bytes()
    record_files.delete(match.path)
    match.path.write_bytes(content)
    second = record_files.delete(match.path)
    assert second.name == f"{match.path.stem}-2.jsonl"
    match.path.write_bytes(content)
    assert record_files.restore(second).name == second.name
    assert record_files.import_record(match.path).name == f"{match.path.stem}-3.jsonl"
    assert len(library.list_records()) == 3


def test_a_record_goes_out_and_comes_in_as_it_is(match, tmp_path):
    out = record_files.export_record(match.path, tmp_path / "for-a-friend")
    assert out.name == "for-a-friend.jsonl"
    with pytest.raises(RecordError, match="already"):
        record_files.export_record(match.path, tmp_path / "for-a-friend")
    record_files.delete(match.path)
    assert record_files.import_record(out).read_bytes() == out.read_bytes()
    assert [told.title for _, told in library.summarize_all()] == ["Round the buoy"]


@pytest.mark.parametrize("content", [b"", b"My dear Lord\n", b'{"check":"0000000000000000","record":"x"}\n'])
def test_what_is_no_record_does_not_come_in(content, tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_bytes(content)
    with pytest.raises(RecordError, match=r"letter\.txt"):
        record_files.import_record(letter)
    with pytest.raises(RecordError, match="folder"):
        record_files.import_record(tmp_path)
    assert library.list_records() == []


def test_a_damaged_record_is_not_renamed(match):
    content = match.path.read_bytes()
    match.path.write_bytes(content.replace(b"red", b"fed"))
    with pytest.raises(RecordError, match="damaged"):
        record_files.rename(match.path, "Sound")
    assert match.path.read_bytes() == content.replace(b"red", b"fed")


@pytest.mark.parametrize("doing", [record_files.delete, lambda path: record_files.rename(path, "Mine")])
def test_a_record_that_lies_on_another_table_is_left_alone(match, doing):
    content, lock = match.path.read_bytes(), RecordLock()
    lock.acquire(match.path)
    with pytest.raises(RecordError, match="open in another window"):
        doing(match.path)
    lock.release()
    assert match.path.read_bytes() == content


def test_where_nothing_can_be_written_that_is_a_sentence(match, tmp_path):
    (tmp_path / "home" / "records" / "deleted").write_text("in the way")
    with pytest.raises(RecordError, match="cannot be written"):
        record_files.delete(match.path)
    with pytest.raises(RecordError, match="cannot be written"):
        record_files.export_record(match.path, tmp_path / "home" / "records" / "deleted" / "x")
    with pytest.raises(RecordError, match="too long"):
        record_files.export_record(match.path, tmp_path / "no" / ("x" * 300))
    assert match.path.exists()


@pytest.mark.parametrize("target", ["/", "..", "a\0b", "x" * 254, "loop/x", "file/x", "locked/x"])
def test_a_path_that_cannot_be_written_is_a_sentence(target, match, tmp_path, monkeypatch):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "file").write_text("")
    (tmp_path / "locked").mkdir()
    forbid(tmp_path / "locked", monkeypatch)
    with pytest.raises(RecordError, match=r"\.$"):
        record_files.export_record(match.path, tmp_path / target)


@pytest.mark.parametrize(
    ("name", "listed"),
    [(".jsonl", "match.jsonl"), ("..jsonl", "match.jsonl"), ("A.JSONL", "A.jsonl"), (f"{'é' * 124}.jsonl", None)],
)
def test_a_record_is_listed_once_it_came_in_whatever_its_file_is_called(name, listed, match, tmp_path):
    (tmp_path / name).write_bytes(match.path.read_bytes())
    came = record_files.import_record(tmp_path / name)
    assert came in library.list_records()
    assert listed in (None, came.name)
    record_files.rename(came, "With a lock beside it")
    assert len(os.fsencode(f"{came.name}-100.lock")) < 255
