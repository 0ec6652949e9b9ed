"""Results are on disk one by one, and a tournament goes on where it was stopped."""

import errno
import os

import msgspec
import pytest

from tabletop.tournaments.match_play import play_fixture
from tabletop.tournaments.results_file import DamagedResultsError, ResultsFile, UnwritableResultsError
from tests.tournaments.test_match_play import duel


@pytest.fixture(scope="module")
def result():
    return play_fixture(duel(), longest=5)


def test_results_are_read_as_they_were_written(tmp_path, result):
    file = ResultsFile(tmp_path / "results.jsonl")
    file.add(result)
    again = ResultsFile(tmp_path / "results.jsonl")
    assert (again.results, again.played_numbers) == ([result], {0})


def test_a_line_that_was_not_finished_is_cut_off_and_the_next_stands_alone(tmp_path, result):
    path, others = tmp_path / "results.jsonl", [numbered(result, number) for number in (1, 2)]
    file = ResultsFile(path)
    file.add(result)
    file.add(others[0])
    path.write_bytes(path.read_bytes() + path.read_bytes()[:40])
    before = path.read_bytes()
    file = ResultsFile(path)
    assert path.read_bytes() == before  # who only reads changes nothing
    file.add(others[1])
    assert ResultsFile(path).results == [result, *others]


def numbered(result, number):
    return msgspec.structs.replace(result, fixture=msgspec.structs.replace(result.fixture, number=number))


@pytest.mark.parametrize("content", [b"Dear diary", b"one line\nand more", b'{"entry": 1'])
def test_a_file_of_something_else_loses_nothing(content, tmp_path):
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(DamagedResultsError, match=r"diary\.txt:1:1: this is no result of a match"):
        ResultsFile(path).prepare()
    assert path.read_bytes() == content


def test_what_is_no_result_is_told_with_its_line_and_column(tmp_path, result):
    path = tmp_path / "results.jsonl"
    ResultsFile(path).add(result)
    path.write_bytes(path.read_bytes() + b'{"fixture": 1}\n')
    with pytest.raises(DamagedResultsError, match=r"results\.jsonl:2:13: this is no result of a match: expected"):
        ResultsFile(path)


def test_what_the_disk_does_not_take_is_told_and_nothing_of_it_is_left(tmp_path, result, monkeypatch):
    file = ResultsFile(tmp_path / "results.jsonl")
    file.add(result)
    before = file.path.read_bytes()

    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnwritableResultsError, match=r"results\.jsonl cannot be written: no space left on device$"):
        file.add(result)
    assert (file.path.read_bytes(), len(file.results)) == (before, 1)


def test_where_nothing_can_be_written_is_told_before_any_match(tmp_path):
    ResultsFile(tmp_path / "new" / "folder" / "results.jsonl").prepare()
    (tmp_path / "file").touch()
    with pytest.raises(UnwritableResultsError, match="cannot be written"):
        ResultsFile(tmp_path / "file" / "results.jsonl").prepare()
