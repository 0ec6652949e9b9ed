"""A match: the one door, the way back, and what it writes down."""

import errno
import os
import stat
from pathlib import Path

import pytest

from tabletop.core import paths, reading, record
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError, Refused
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import state_hash
from tabletop.core.verify import verify
from tests.contract.tiny_game import SCENARIO, All, Chosen, Plain, TinyGame

RED, BLUE = Plain("red"), Plain("blue")
RISK = All("red"), All("blue")


def test_submit_changes_the_state_writes_and_tells(match):
    heard = []
    match.add_listener(lambda entry, move: heard.append((entry.command, move.after)))
    events = match.submit(RED)
    assert events == (Chosen(side="red", sail="plain"),)
    assert match.state.chosen == {"red": "plain"}
    assert heard == [(RED, match.state)]
    assert state_hash(Match.load(match.path).state) == state_hash(match.state)


def test_a_refused_command_changes_and_writes_nothing(match):
    match.submit(RED)
    before, written = match.state, match.path.read_bytes()
    match.add_listener(lambda entry, move: pytest.fail("told of a refusal"))
    with pytest.raises(Refused, match="TINY-1"):
        match.submit(RED)
    assert match.state is before
    assert match.path.read_bytes() == written


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_a_full_disk_leaves_the_old_state_and_the_old_file(match, monkeypatch, failing):
    match.submit(RED)
    before, written = match.state, match.path.read_bytes()
    real = os.write

    def half(descriptor, text):
        if len(text) > 40:
            return real(descriptor, text[:40])
        raise OSError(errno.ENOSPC, "No space left on device")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(record.os, failing, half if failing == "write" else full)
        with pytest.raises(RecordError, match="cannot be written: no space left on device"):
            match.submit(BLUE)
    assert match.state is before
    assert match.path.read_bytes() == written
    match.submit(BLUE)
    assert Match.load(match.path).state == match.state


def test_a_match_cannot_begin_where_nothing_can_be_written(tiny, tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(record.os, "fsync", full)
    with pytest.raises(RecordError, match="cannot be written"):
        Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), tmp_path / "race.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_where_a_match_cannot_begin_nothing_is_left_on_windows_either(tiny, tmp_path, monkeypatch):
    """Windows removes no file that is still open."""
    unlink, opened = Path.unlink, []
    real = Path.open

    def tracked(path, *args, **kwargs):
        opened.append(real(path, *args, **kwargs))
        return opened[-1]

    def only_closed(path, missing_ok=False):
        if not all(file.closed for file in opened):
            raise PermissionError(13, "The process cannot access the file", str(path))
        unlink(path, missing_ok)

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "open", tracked)
    monkeypatch.setattr(Path, "unlink", only_closed)
    monkeypatch.setattr(record.os, "fsync", full)
    with pytest.raises(RecordError, match="no space left"):
        Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), tmp_path / "race.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_file_system_that_cannot_sync_a_folder_holds_matches_all_the_same(number, tiny, tmp_path, monkeypatch):
    sync = os.fsync

    def no_folders(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(number, "Operation not supported")
        sync(descriptor)

    monkeypatch.setattr(record.os, "fsync", no_folders)
    path = tmp_path / "race.jsonl"
    Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), path)
    assert Match.load(path)


def test_on_windows_no_folder_is_opened(tiny, tmp_path, monkeypatch):
    real = os.open

    def no_folders(path, *args, **kwargs):
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *args, **kwargs)

    monkeypatch.setattr(paths, "ON_WINDOWS", True)
    monkeypatch.setattr(os, "open", no_folders)
    path = tmp_path / "race.jsonl"
    Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"), path)
    assert Match.load(path)


def test_undo_and_redo_restore_and_leave_a_trace(match):
    opening = match.state
    match.submit(RED)
    chosen = match.state
    match.undo()
    assert match.state == opening
    match.redo()
    assert match.state == chosen
    assert [type(entry).__name__ for entry, _ in match.trace] == ["CommandEntry", "UndoEntry", "RedoEntry"]
    again = Match.load(match.path)
    assert again.state == chosen
    assert len(again.moves) == 1
    assert len(again.trace) == 3


def test_what_was_taken_back_can_be_done_again_after_loading(match):
    match.submit(RED)
    chosen = match.state
    match.undo()
    again = Match.load(match.path)
    assert again.check_redo() is None
    again.redo()
    assert again.state == chosen


def test_a_new_command_ends_doing_again(match):
    match.submit(RED)
    match.undo()
    match.submit(All("red"))
    with pytest.raises(Refused, match="nothing to redo"):
        match.redo()


@pytest.mark.parametrize(("commands", "reason"), [(RISK, "Dice were rolled"), ((RED, BLUE), "Both sails are set")])
def test_what_was_seen_is_taken_back_by_both_sides_only(match, commands, reason):
    for command in commands:
        match.submit(command)
    before = match.moves[-1].before
    with pytest.raises(Refused, match=reason):
        match.undo()
    match.undo_by_agreement()
    assert match.state == before
    assert verify(match.path) is None


def test_chance_never_runs_backwards(match):
    match.submit(RISK[0])
    first = match.submit(RISK[1])
    drawn = match.draw_count
    match.undo_by_agreement()
    assert match.draw_count == drawn
    match.redo()
    assert match.moves[-1].events == first
    assert match.draw_count == drawn
    match.undo_by_agreement()
    match.submit(RISK[1])
    assert match.draw_count == 2 * drawn
    assert verify(match.path) is None


def test_nothing_to_take_back_is_refused(match):
    for back in (match.undo, match.undo_by_agreement):
        with pytest.raises(Refused, match="nothing to undo"):
            back()


def test_two_windows_cannot_write_one_record(match):
    other = Match.load(match.path)
    match.submit(RED)
    written = match.path.read_bytes()
    with pytest.raises(RecordError, match="changed by another program"):
        other.submit(RED)
    assert match.path.read_bytes() == written


def test_a_match_without_a_path_is_not_recorded(tiny):
    match = Match.new(MatchSetup(TinyGame(), SCENARIO, "race.yaml", "seed"))
    match.submit(RED)
    assert match.path is None
    assert match.state.chosen


def test_a_summary_tells_how_far_a_record_has_come(match):
    assert reading.read_summary(match.path).over is False
    match.submit(Concede("red"))
    told = reading.read_summary(match.path)
    assert (told.game, told.title, told.over) == ("tiny", "Round the buoy", True)
