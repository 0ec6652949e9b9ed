"""Differences of operating systems: pipes, ending of processes, and messages about paths."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

POSIX_WORDS = pytest.mark.skipif(os.name == "nt", reason="in the words and with the files of POSIX systems")
"""Of tests that pin what Linux and macOS say, or make files that Windows does not have."""


def make_pipe(path: Path) -> None:
    """Make a named pipe without a writer. Skips the test where the system has none."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes in folders")
    os.mkfifo(path)


def end_process(pid: int) -> None:
    """End a process at once, without a chance to react."""
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))  # on Windows any signal ends it so


def is_alive(pid: int) -> bool:
    """Return True if a process exists; a zombie counts."""
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)  # there signal 0 is Ctrl+C, for this process as well
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def _is_alive_on_windows(pid: int) -> bool:
    import ctypes

    still_active, query = 259, 0x1000
    handle = ctypes.windll.kernel32.OpenProcess(query, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    ctypes.windll.kernel32.GetExitCodeProcess(handle, ctypes.byref(code))
    ctypes.windll.kernel32.CloseHandle(handle)
    return code.value == still_active
