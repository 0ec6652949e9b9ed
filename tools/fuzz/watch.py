"""The opening of one hostile file, and its result: unforeseen errors, complaints, time and memory."""

import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import msgspec

from tools.benchmarks.processes import reset_system_peak
from tools.fuzz import doors
from tools.fuzz.files import HostileFile, build_hostile, list_sound_files

PATIENCE = 20
"""Seconds after which a file counts as hanging."""
MOST = 100.0
"""The most MB that a file may take above the memory before it."""
_STATUS, _REFS = Path("/proc/self/status"), Path("/proc/self/clear_refs")


class OpenResult(msgspec.Struct, frozen=True):
    """The result of opening a hostile file.

    Attributes:
        number: the number of the file.
        kind: the kind of file it imitates.
        door: the door that opened it.
        wrong: the fault, "" if there was none.
        where: the place in the program, "" if there is none.
        seconds: the processor seconds it took.
        memory: the most MB it took.
    """

    number: int
    kind: str
    door: str
    wrong: str = ""
    where: str = ""
    seconds: float = 0.0
    memory: float = 0.0


class HungError(BaseException):
    """A file has taken longer than `PATIENCE`."""


def warm_up() -> None:
    """Open valid files first, so that loading and caches are not charged to a hostile file.

    Raises:
        AssertionError: if a valid file has a fault.
    """
    for one in list_sound_files():
        for door in doors.DOORS[one.kind]:
            outcome = _open_file(one, door, Random(0))
            assert not outcome.wrong or outcome.memory > MOST, outcome


def open_number(number: int) -> OpenResult:
    """Open the file with that number at a random door."""
    one, fancy = build_hostile(number), Random(f"door {number}")
    return _open_file(one, doors.choose_door(one, fancy), fancy)


def _open_file(one: HostileFile, door: str, fancy: Random) -> OpenResult:
    with _make_folder() as folder, doors.use_home(folder / "home"):
        before, began = _reset_peak(), time.process_time()
        wrong, where = _find_fault(doors.DOORS[one.kind][door](one, folder, fancy))
        seconds, memory = time.process_time() - began, _read_peak() - before
    if not wrong and memory > MOST:
        wrong = "too much memory"
    return OpenResult(one.number, one.kind, door, wrong, where, seconds, memory)


def _find_fault(complaints: Iterator[str]) -> tuple[str, str]:
    """Return the first fault and its place in the program; ("", "") if there is none."""
    try:
        with _limit_time():
            return next(complaints, ""), ""
    except (Exception, HungError) as error:  # noqa: BLE001 - any error is reported with its file
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "tabletop" in Path(frame.filename).parts] or list(frames)
        where = f"{Path(own[-1].filename).name}:{own[-1].lineno} in {own[-1].name}"
        return f"{type(error).__name__}: {error}"[:300], where


@contextmanager
def _limit_time() -> Iterator[None]:
    """Raise HungError after `PATIENCE` seconds. Does nothing on Windows, which has no such alarm."""
    if sys.platform == "win32":
        yield
        return
    kept = signal.signal(signal.SIGALRM, _raise_hung)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, kept)


def _raise_hung(_signal: int, _frame: FrameType | None) -> None:
    raise HungError(f"more than {PATIENCE} s")


@contextmanager
def _make_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _reset_peak() -> float:
    """Reset the system's peak of this process; return the present memory, MB."""
    if _REFS.exists():
        reset_system_peak(lambda: _REFS.write_text("5"))
    return _read_peak()


def _read_peak() -> float:
    """Return the peak memory of this process since the reset, MB; 0 if the system does not report it."""
    if not _STATUS.exists():
        return 0.0
    told = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    return int(told.split()[1]) / 1024
