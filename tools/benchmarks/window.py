"""Frames once more in a window, where a flip brings the picture to a server; without a screen it costs nothing."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec

from tools.benchmarks import drawing, hexes, processes, tables
from tools.benchmarks.figures import SIZE, Figure

SERVER = "Xvfb"
"""Gives a window a screen that nobody needs to see."""
SCREEN = f"{SIZE[0]}x{SIZE[1]}x24"
FRAMES = "from tools.benchmarks import window\nwindow.tell()"


def figures() -> Iterator[Figure]:
    """All rows about drawing, measured in a process with a window of its own; none where there is no such server."""
    if shutil.which(SERVER) is None:
        return
    with _screen() as display:
        told = processes.run(FRAMES, DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_VIDEO_WINDOW_POS="0,0")
    yield from msgspec.json.decode(told, type=list[Figure])


def tell() -> None:
    """Print the rows as they come out in the window that this process opens."""
    found = [figure for part in (drawing, tables, hexes) for figure in part.figures()]
    named = [replace(figure, what=f"in a window: {figure.what}") for figure in found]
    print(msgspec.json.encode(named).decode())


@contextmanager
def _screen() -> Iterator[str]:
    """A screen of its own, on a number that is free."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [SERVER, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
