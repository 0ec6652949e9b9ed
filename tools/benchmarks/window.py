"""Frames in a window, where a flip sends the picture to a display server.

Without a screen a flip costs nothing.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import msgspec

from tools.benchmarks import drawing, hexes, processes, session, tables, thinking
from tools.benchmarks.figures import SIZE, Figure

SERVER = "Xvfb"
"""A display server without a screen."""
PART = "from tools.benchmarks import window\nwindow.print_part({!r})"
PARTS: dict[str, tuple[tuple[int, int], Callable[[], Iterable[Figure]]]] = {
    "frames": (SIZE, lambda: (figure for part in (drawing, tables, hexes) for figure in part.figures())),
    "thinking": (SIZE, thinking.measure_thinking),
    **{
        f"session {size[0]}": (size, partial(session.measure_session, size, within)) for size, within in session.WINDOWS
    },
}
"""The parts measured in a window, each in a process of its own, with the size of the window."""


def measure_in_window() -> Iterator[Figure]:
    """Yield all rows measured in a window; none if the display server is not installed."""
    if shutil.which(SERVER) is None:
        return
    for name, (size, _) in PARTS.items():
        with open_virtual_screen(size) as display:
            part = PART.format(name)
            told = processes.run_code(part, DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_VIDEO_WINDOW_POS="0,0")
        yield from msgspec.json.decode(told.splitlines()[-1], type=list[Figure])


def print_part(part: str) -> None:
    """Print the rows of a part as JSON, measured in the window that this process opens."""
    named = [replace(figure, what=f"in a window: {figure.what}") for figure in PARTS[part][1]()]
    print(msgspec.json.encode(named).decode())


@contextmanager
def open_virtual_screen(size: tuple[int, int]) -> Iterator[str]:
    """Run a display server with a screen of `size`; yield its display, e.g. ``:99``."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [SERVER, "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
