"""`python -m tools.benchmarks`: measure everything, print a table, and with `--write FILE` keep it."""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import tabletop.games  # noqa: F401 - makes the games known
from tools.benchmarks import drawing, hexes, play, processes, rules, scales, search, tables, window
from tools.benchmarks.figures import NO_REACH, Figure

LIBRARIES = ("pygame-ce", "numpy", "shapely", "msgspec", "pymunk", "pydantic", "PyYAML", "cachetools")
HEADS = ("What", "Measured", "Reach", "", "Notes")
PARTS = {
    "rules": rules.measure_rules,
    "play": play.measure_random_play,
    "drawing": drawing.measure_sea_frames,
    "tables": tables.measure_card_frames,
    "hexes": hexes.measure_hex_frames,
    "scales": scales.measure_scale_steps,
    "search": search.measure_search,
    "window": window.measure_in_window,
    "processes": processes.measure_processes,
}
FRAMES = ("drawing", "tables", "hexes")
"""Parts that are measured without a screen here, and once more in a window."""
ABOUT = """# Benchmarks

The newest run of `make bench`, which writes this page. Ratios are of two things measured beside each other in one
process, so that they mean the same on another machine. Frames are those of the real table screen of *Trafalgar*:
1920×1080, sixty ships, Victory selected with the fields of both broadsides, both panels shown; their unit is one opaque
blit of the whole screen and a flip. They are measured twice: without a screen, where a flip costs nothing, and in a
window on an X server without a graphics card, as a player has it, where a flip brings the picture to that server.
The first of them are given for *Trafalgar, Everything* and for a coast, too.
A full recompose draws every pixel of the window: ground, ships, marks and
plates one by one from their pictures, every panel and every bar. Kept are these pictures, the list of those in view,
the water with fields and wakes that lie on it as one, and one of each sheet. Hovering counts the pointer's event too.
The player of random games takes any of the legal orders, each as likely; so does that of chess, their unit: the two
take turns in short slices, so that what slows the machine for a while slows both.
Trafalgar with every switch and the basic game are compared by six whole battles of each, twenty commands in turn, and
by the command; a whole battle, which has a tenth more of them with every switch, is given beside it.
A session of Trafalgar is a script of some five thousand frames, sixty a second: the sea is dragged, every step of zoom
taken in and out, ships chosen, moves drafted, four turns fought and a mass fire of both fleets with smoke, figures and
sound, then log, report and replay are read. Its frames are judged by the processor's time that they take of ours,
for the machine may be busy; so are those while admirals think, who have processes of their own.
Ten minutes of use are a script of two thousand things done, as fast as they can be, not ten minutes by the clock.
"""
MISSED = """\
The frame that a player sees is the one in a window; frames without a screen have no reach. A full
recompose spends some three fifths on the ground and the 75 pictures of ships and plates that are drawn on it, a third
on paper, bars and gauges. More could be kept as one picture, but then it would be no recompose. On the card tables it
is less of one: what lies still there is in the picture of the cloth, and only what is held, lit or moving is drawn
on it. Frames of the pointer and of one ship touch few pixels; they are calls of Python. To choose a card composes the
whole table and paints all of it. What is kept, and why, is in `docs/painting.md`. The unit differs by a third from
process to process, as memory happens to be given to it, while the frames do not: compare the milliseconds.

Of random play of Trafalgar's cards a fifth is the effect of the cards committed, some dozen facts a hand; a fifth is
the choice among what is offered, a seventh the shuffling, which hashes a number for each card, a tenth the check; the
rest is spread over dealing, laying down and keeping what was done, and no other line of it takes a thirtieth.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Measure everything and print a table; return 0 whatever the figures are, since machines differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", type=Path, help="keep the table in this file")
    parser.add_argument("--only", choices=sorted(PARTS), help="measure one part")
    wanted = parser.parse_args(words)
    rows = []
    for figure in _measure(wanted.only):
        rows.append(figure.cells)
        print(" | ".join(figure.cells), flush=True)
    if wanted.write:
        wanted.write.write_text(_format_page(rows), encoding="utf-8")
    return 0


def _measure(only: str | None) -> Iterator[Figure]:
    for name, figures in PARTS.items():
        if only in (None, name):
            yield from map(_without_reach, figures()) if name in FRAMES else figures()


def _without_reach(figure: Figure) -> Figure:
    """Return the figure without a reach: frames without a screen are printed but not judged."""
    return replace(figure, reach=NO_REACH)


def _format_page(rows: Sequence[Sequence[str]]) -> str:
    lines = [HEADS, ("---",) * len(HEADS), *rows]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"{ABOUT}\n{table}\n\n{_describe_machine()}\n\n{MISSED}"


def _describe_machine() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    day = datetime.now(UTC).strftime("%d %B %Y").lstrip("0")
    return (
        f"Measured on {day}: {os.cpu_count()} cores, {_read_processor_name()}, {platform.system()}, no graphics card;\n"
        f"Python {platform.python_version()}, {libraries}."
    )


def _read_processor_name() -> str:
    """Return the maker's name of the processor."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


if __name__ == "__main__":
    sys.exit(main())
