"""Opening one hostile file, and what came of it: errors that nobody foresaw, complaints, time and memory."""

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
"""Seconds after which a file is said to hang."""
MOST = 100.0
"""MB that a file may take above what was there before it."""
_STATUS, _REFS = Path("/proc/self/status"), Path("/proc/self/clear_refs")


class OpenResult(msgspec.Struct, frozen=True):
    """What came of a hostile file.

    Attributes:
        number: of the file.
        kind: what it pretends to be.
        door: what opened it.
        wrong: what should not have happened, empty if all was well.
        where: the place in the program, where there is one.
        seconds: of the processor that it took.
        memory: MB that it took at most.
    """

    number: int
    kind: str
    door: str
    wrong: str = ""
    where: str = ""
    seconds: float = 0.0
    memory: float = 0.0


class HungError(BaseException):
    """A file has taken longer than anybody waits."""


def warm_up() -> None:
    """Open sound files first: whatever is loaded and kept once is not laid to the charge of a hostile one.

    Raises:
        AssertionError: if not even those are opened as they should be.
    """
    for one in list_sound_files():
        for door in doors.DOORS[one.kind]:
            outcome = _open_file(one, door, Random(0))
            assert not outcome.wrong or outcome.memory > MOST, outcome


def open_number(number: int) -> OpenResult:
    """Open the file of that number at one of its doors."""
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
    """What is wrong first, and where in the program it came up."""
    try:
        with _limit_time():
            return next(complaints, ""), ""
    except (Exception, HungError) as error:  # noqa: BLE001 - whatever it is, the file that led to it is told
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "tabletop" in Path(frame.filename).parts] or list(frames)
        where = f"{Path(own[-1].filename).name}:{own[-1].lineno} in {own[-1].name}"
        return f"{type(error).__name__}: {error}"[:300], where


@contextmanager
def _limit_time() -> Iterator[None]:
    """Raise Hung where it takes too long; Windows has no such alarm, so there nobody looks at the clock."""
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
    """MB that this process takes now; its peak is counted from here on."""
    if _REFS.exists():
        reset_system_peak(lambda: _REFS.write_text("5"))
    return _read_peak()


def _read_peak() -> float:
    """MB that this process took at most since its peak was forgotten; 0 where the system does not tell."""
    if not _STATUS.exists():
        return 0.0
    told = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    return int(told.split()[1]) / 1024
