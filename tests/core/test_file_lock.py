"""Two tables never go on with the same record."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from tabletop.core.errors import RecordError
from tabletop.core.library import RecordLock

CHECKOUT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys
from pathlib import Path
from tabletop.core.library import RecordLock

lock = RecordLock()
lock.acquire(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
lock.release()
print("free", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "race.jsonl"
    path.write_text("", encoding="utf-8")
    return path


@pytest.fixture
def other(record: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process, which holds the record."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(record)],
        cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_the_second_process_is_told_in_one_sentence(record: Path, other: "subprocess.Popen[str]") -> None:
    for _ in range(2):
        with pytest.raises(RecordError) as caught:
            RecordLock().acquire(record)
        assert str(caught.value) == "race.jsonl is open in another window; close it there first."


def test_what_is_let_go_can_be_taken(record: Path, other: "subprocess.Popen[str]") -> None:
    assert other.stdin and other.stdout
    other.stdin.write("\n")
    other.stdin.flush()
    assert other.stdout.readline() == "free\n"
    RecordLock().acquire(record)


def test_a_process_that_was_killed_holds_nothing(record: Path, other: "subprocess.Popen[str]") -> None:
    other.kill()
    other.wait()
    lock = RecordLock()
    lock.acquire(record)
    with pytest.raises(RecordError):
        RecordLock().acquire(record)
    lock.release()


def test_one_table_holds_one_record_and_leaves_nothing_behind(record: Path, tmp_path: Path) -> None:
    lock, second = RecordLock(), tmp_path / "second.jsonl"
    lock.acquire(record)
    lock.acquire(second)
    RecordLock().acquire(record)
    lock.release()
    lock.release()
    assert not (tmp_path / "second.jsonl.lock").exists() or os.name == "nt"


def test_where_nobody_can_write_nobody_is_barred(tmp_path: Path) -> None:
    for _ in range(2):
        RecordLock().acquire(tmp_path / "missing" / "race.jsonl")


def test_a_link_to_a_record_is_that_record(record: Path, other: "subprocess.Popen[str]") -> None:
    link = record.with_name("link.jsonl")
    link.symlink_to(record)
    with pytest.raises(RecordError, match="is open in another window"):
        RecordLock().acquire(link)


def test_a_file_system_without_locks_keeps_nobody_from_playing(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(lock: FileLock, *args: object, **kwargs: object) -> None:
        raise NotImplementedError("FileSystem does not appear to support flock; use SoftFileLock instead")

    monkeypatch.setattr(FileLock, "acquire", unable)
    lock = RecordLock()
    lock.acquire(record)
    lock.release()


def test_a_lock_that_cannot_be_taken_away_is_let_go_all_the_same(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = RecordLock()
    lock.acquire(record)
    with monkeypatch.context() as windows:
        windows.setattr(Path, "unlink", _held)
        lock.release()
    second = RecordLock()
    second.acquire(record)
    second.release()


def _held(path: Path, missing_ok: bool = False) -> None:
    raise PermissionError(13, "The process cannot access the file because it is being used by another process")
