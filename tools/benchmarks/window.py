"""Frames once more in a window, where a flip brings the picture to a server; without a screen it costs nothing."""

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
"""Gives a window a screen that nobody needs to see."""
PART = "from tools.benchmarks import window\nwindow.print_part({!r})"
PARTS: dict[str, tuple[tuple[int, int], Callable[[], Iterable[Figure]]]] = {
    "frames": (SIZE, lambda: (figure for part in (drawing, tables, hexes) for figure in part.figures())),
    "thinking": (SIZE, thinking.measure_thinking),
    **{
        f"session {size[0]}": (size, partial(session.measure_session, size, within)) for size, within in session.WINDOWS
    },
}
"""What is measured in a window, each in a process of its own, and how large that is."""


def measure_in_window() -> Iterator[Figure]:
    """All rows about drawing, and of what is seen while it is played; none where there is no such server."""
    if shutil.which(SERVER) is None:
        return
    for name, (size, _) in PARTS.items():
        with open_virtual_screen(size) as display:
            part = PART.format(name)
            told = processes.run_code(part, DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_VIDEO_WINDOW_POS="0,0")
        yield from msgspec.json.decode(told.splitlines()[-1], type=list[Figure])


def print_part(part: str) -> None:
    """Print the rows as they come out in the window that this process opens."""
    named = [replace(figure, what=f"in a window: {figure.what}") for figure in PARTS[part][1]()]
    print(msgspec.json.encode(named).decode())


@contextmanager
def open_virtual_screen(size: tuple[int, int]) -> Iterator[str]:
    """A screen of its own, on a number that is free."""
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
