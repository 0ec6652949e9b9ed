"""The program as the machine sees it: its time to the first picture, its idle load and its memory."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from tools.benchmarks.figures import Figure

IMPORTS = "import pygame, numpy, shapely"
FIRST_FRAME = """
import os, sys
import pygame
pygame.display.flip = lambda: os._exit(0)
from tabletop.cli import main
sys.argv = ["tabletop"]
main()
"""
"""The installed command up to the first picture in its window."""
TITLE = """
import os, sys
import tabletop.ui.app as app
app.App.run = lambda self, first: (self.show(first), self.draw(), os._exit(0))
from tabletop.cli import main
sys.argv = ["tabletop"]
main()
"""
"""The installed command up to the title with all its buttons."""
IDLE = """
import resource, time
import tabletop.ui.app as app
from tools.benchmarks.drawing import SeaStage
stage = SeaStage()
end, began = time.monotonic() + 6, None
while time.monotonic() < end:
    stage.app.step()
    if began is None and end - time.monotonic() < 5:
        used = resource.getrusage(resource.RUSAGE_SELF)
        began = time.monotonic(), used.ru_utime + used.ru_stime
used = resource.getrusage(resource.RUSAGE_SELF)
print((used.ru_utime + used.ru_stime - began[1]) / (time.monotonic() - began[0]))
"""
"""The real loop, idle, after all motion has ended."""
RUNS = 8
"""Runs of each program; the first run compiles the modules and does not count."""
MINUTES = 10
A_MINUTE = 200
"""Actions in a minute of hard use."""


def measure_processes() -> Iterator[Figure]:
    """Yield all rows about the process, each measured in processes of their own."""
    yield _measure_start()
    yield Figure("idle", 100 * float(run_code(IDLE).split()[-1]), 1, "% of a core")
    yield from _measure_memory()


def run_code(code: str, compiled: str = "", **world: str) -> str:
    """Return the output of a new process.

    Args:
        code: the Python code to run.
        compiled: the folder of the compiled modules, as an installed program has one; "" for none.
        world: more environment variables.
    """
    with tempfile.TemporaryDirectory() as home:
        whole = {
            **os.environ,
            "TABLETOP_HOME": home,
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": compiled,
            **world,
        }
        done = subprocess.run([sys.executable, "-c", code], env=whole, check=True, capture_output=True, text=True)
    return done.stdout


def _measure_start() -> Figure:
    taken: dict[str, list[float]] = {IMPORTS: [], FIRST_FRAME: [], TITLE: []}
    with tempfile.TemporaryDirectory() as compiled:
        for _ in range(RUNS):
            for code, times in taken.items():
                began = time.perf_counter()
                run_code(code, compiled)
                times.append(time.perf_counter() - began)
    bare, first, title = (median(times[1:]) for times in taken.values())
    note = f"{1e3 * first:.0f} ms, a splash; the title with all its buttons after {1e3 * title:.0f} ms"
    return Figure("start to first frame ÷ importing pygame, numpy, shapely", first / bare, 1.8, note=note)


# --- memory


def _measure_memory() -> Iterator[Figure]:
    """Yield rows about memory, from a process under hard use that prints its size every minute's worth."""
    sizes = [float(one) for one in run_code("from tools.benchmarks import processes\nprocesses.use_hard()").split()]
    each = ", ".join(f"{size:.0f}" for size in sizes)
    told = f"MB after each {A_MINUTE} of {MINUTES * A_MINUTE} things done: {each}"
    yield Figure(f"memory after {MINUTES} minutes of panning, zooming and playing", sizes[-1], 300, "MB", told)
    growth = sizes[-1] - sizes[len(sizes) // 2]
    yield Figure("growth in the second half of it", growth, 15, "MB", "the reach is ours, for flat")


def use_hard() -> None:
    """Pan, zoom, select, point and play; print the resident megabytes after each minute's worth."""
    from tabletop.ui import app
    from tools.benchmarks.drawing import SeaStage

    app.NAP, app.FRAMES = 1, 0  # as fast as it can
    stage, hand = SeaStage(), Random(1)
    for number in range(MINUTES * A_MINUTE):
        stage.disturb(hand)
        stage.app.step()
        if number % A_MINUTE == A_MINUTE - 1:
            print(f"{resident_memory():.1f}", flush=True)


_peak_before_reset = [0.0]
"""MB at most before the system was last made to forget it."""


def peak_memory() -> float:
    """Return the peak of resident memory since this process began, MB."""
    return max(_peak_before_reset[0], _system_peak())


def _system_peak() -> float:
    """Return the peak of resident memory that the system reports, MB; 0 on Windows."""
    if sys.platform == "win32":
        return 0.0
    import resource

    unit = 1e6 if sys.platform == "darwin" else 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def reset_system_peak(forget: Callable[[], object]) -> None:
    """Call `forget`, which resets the system's peak; `peak_memory` still includes the earlier peak."""
    _peak_before_reset[0] = peak_memory()
    forget()


def resident_memory() -> float:
    """Return the resident memory, MB, or the system's peak where /proc is missing."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:  # noqa: PTH123 - a file of the kernel
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return _system_peak()
