"""The program as the machine sees it: how soon it shows a picture, what it costs while idle, what it holds."""

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
"""The real loop, with nothing to do, after it has come to rest."""
RUNS = 8
"""Of each program that is started; the first run compiles its modules and does not count."""
MINUTES = 10
A_MINUTE = 200
"""Things done in a minute of hard use, each with the frames that it takes."""


def measure_processes() -> Iterator[Figure]:
    """All rows about the process; each is measured in processes of its own."""
    yield _measure_start()
    yield Figure("idle", 100 * float(run_code(IDLE).split()[-1]), 1, "% of a core")
    yield from _measure_memory()


def run_code(code: str, compiled: str = "", **world: str) -> str:
    """What a process prints.

    Args:
        code: what it runs.
        compiled: a folder for compiled modules, as an installed program has them.
        world: what its environment says besides.
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
    """Hard use in a process of its own, which tells its size after each minute's worth."""
    sizes = [float(one) for one in run_code("from tools.benchmarks import processes\nprocesses.use_hard()").split()]
    each = ", ".join(f"{size:.0f}" for size in sizes)
    told = f"MB after each {A_MINUTE} of {MINUTES * A_MINUTE} things done: {each}"
    yield Figure(f"memory after {MINUTES} minutes of panning, zooming and playing", sizes[-1], 300, "MB", told)
    growth = sizes[-1] - sizes[len(sizes) // 2]
    yield Figure("growth in the second half of it", growth, 15, "MB", "the reach is ours, for flat")


def use_hard() -> None:
    """Pan, zoom, select, point, and play on; print megabytes held after each minute's worth."""
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
    """Resident memory at most since this process began, MB."""
    return max(_peak_before_reset[0], _system_peak())


def _system_peak() -> float:
    """Return the resident memory at most, MB, as the system tells it; 0 on Windows, which tells it otherwise."""
    if sys.platform == "win32":
        return 0.0
    import resource

    unit = 1e6 if sys.platform == "darwin" else 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def reset_system_peak(forget: Callable[[], object]) -> None:
    """Let the system forget how much it was at most; `peak_memory` does not."""
    _peak_before_reset[0] = peak_memory()
    forget()


def resident_memory() -> float:
    """Resident memory now, MB; the most so far where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:  # noqa: PTH123 - a file of the kernel
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return _system_peak()
