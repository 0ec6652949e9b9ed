"""The doors: everything that opens files, driven as by a player, without a window.

A door yields complaints about what the program did wrong; an exception of a door comes from the program.
"""

import io
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from tabletop import cli
from tabletop.core import user_folders
from tabletop.core.game import games_by_id
from tabletop.ui import error_log, settings
from tabletop.ui.app import App
from tabletop.ui.input import Input
from tabletop.ui.screen import Push, Transition
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.theme import Theme
from tools.fuzz.files import HostileFile, write_hostile

WORDIEST = 100_000
"""The most characters that a command may print about one file."""
SIZE = (1280, 720)
KEYS = ("Space", "Tab", "F", "G", "O", "R", "Home", "1", "Space", "E", "F10", "Esc")
"""Keys tried at a table; none of them ends the match."""
TORN = "The last line of the record was not finished"

Complaints = Iterator[str]


class CommandOutput(msgspec.Struct, frozen=True):
    """The output and the exit code of a command."""

    code: int
    out: str
    err: str


# --- commands


def run_command(*words: str) -> CommandOutput:
    """Run the command `tabletop` with these arguments in this process; return its output."""
    out, err = _FakeTerminal(), _FakeTerminal()
    kept = sys.argv, sys.stdout, sys.stderr
    sys.argv, sys.stdout, sys.stderr = ["tabletop", *words], out, err
    try:
        cli.main()
        code: Any = 0
    except SystemExit as end:
        code = end.code or 0
    finally:
        sys.argv, sys.stdout, sys.stderr = kept
    return CommandOutput(code, out.text, err.text)


class _FakeTerminal(io.TextIOWrapper):
    """A stand-in for the terminal that keeps the output."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", write_through=True)

    @property
    def text(self) -> str:
        """The whole output."""
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf-8")


def _check_output(said: CommandOutput, codes: tuple[int, ...] = (0, 1)) -> Complaints:
    """Yield complaints about a command: a wrong exit code, no error message, or control characters."""
    if said.code not in codes:
        yield f"exit code {said.code}, not one of {codes}: {said.err[:200]}"
    if said.code and not said.err.strip():
        yield f"exit code {said.code} without a word"
    if not said.code and said.err and not said.err.startswith(TORN):
        yield f"exit code 0, and complaints: {said.err[:200]}"
    if len(said.err) > WORDIEST:
        yield f"{len(said.err)} characters of complaints"
    odd = sorted({letter for letter in said.out + said.err if _is_control(letter)})
    if odd:
        yield f"control characters reach the terminal: {odd[:5]}"


def _is_control(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n"


def _check_positions(said: CommandOutput, path: Path) -> Complaints:
    """Yield a complaint about the first line of errors without its position."""
    for line in said.err.splitlines():
        if not re.match(rf"{re.escape(str(path))}:[0-9]+:[0-9]+: .", line):
            yield f"a complaint without its place: {line[:200]!r}"
            return


def _try_validate(one: HostileFile, home: Path, _fancy: Random) -> Complaints:
    path = write_hostile(one, home / one.game)
    said = run_command("validate", str(path))
    yield from (*_check_output(said), *_check_positions(said, path))


def _try_cases(one: HostileFile, home: Path, _fancy: Random) -> Complaints:
    path = write_hostile(one, home)
    said = run_command("cases", str(path))
    yield from (*_check_output(said), *_check_positions(said, path))


def _try_shot(one: HostileFile, home: Path, _fancy: Random) -> Complaints:
    """Yield a complaint unless exactly those files can be drawn that `validate` accepts."""
    path = write_hostile(one, home / one.game)
    sound = run_command("validate", str(path))
    drawn = run_command(
        "shot", "--out", str(home / "shot.png"), "--scenario", str(path), "--game", one.game, "--size", "1280x720"
    )
    yield from _check_output(drawn, (0, 1, 2))
    if "game:" not in one.content.decode("latin-1") and bool(sound.code) != bool(drawn.code):
        yield f"validate ends with {sound.code}, shot with {drawn.code}: {drawn.err[:200]}"


def _try_replay(one: HostileFile, home: Path, fancy: Random) -> Complaints:
    path = write_hostile(one, home)
    sides = [side.id for side in games_by_id()[one.game].meta.sides]
    options = [
        (),
        (),
        ("--verify",),
        ("--verify",),
        ("--json",),
        ("--as", fancy.choice(sides)),
        ("--as", "nobody", "--json"),
        ("--as", "\x1b[31m"),
    ]
    yield from _check_output(run_command("replay", str(path), *fancy.choice(options)), (0, 1, 2))


def _try_shot_of_record(one: HostileFile, home: Path, fancy: Random) -> Complaints:
    path = write_hostile(one, home)
    screen = fancy.choice(("table", "table", "curtain", "reckoning", "replay", "report"))
    words = ("shot", "--out", str(home / "shot.png"), "--record", str(path), "--screen", screen, "--size", "1280x720")
    at = fancy.choice(((), (), ("--at", "0"), ("--at", "3")))
    yield from _check_output(run_command(*words, *at), (0, 1, 2))


# --- screens


def _draw_frames(app: App, steps: int = 2) -> None:
    """Let time pass in the front screen and draw it."""
    for _ in range(steps):
        app.screens[-1].update(50)
        app.screens[-1].draw(app.surface)


def _apply(app: App, transition: Transition | None) -> None:
    app.apply(transition)
    _draw_frames(app)


def _try_table_keys(app: App) -> None:
    """Press the keys at the table in front, and return to the title."""
    _draw_frames(app, 4)
    for key in KEYS:
        screen: Any = app.screens[-1]
        app.apply(screen.press(key))
        _draw_frames(app)


def _try_new_game(one: HostileFile, _home: Path, _fancy: Random) -> Complaints:
    """Open the screen of a new game with this scenario in its list, and begin the game."""
    path = write_hostile(one, user_folders.home_folder() / "scenarios" / one.game)
    app = App(SIZE)
    app.show(NewGamePage(local_backend.build_backend(), one.game))
    _draw_frames(app)
    page: Any = app.screens[-1]
    sources = [scenario.source for scenario in page.scenarios]
    page.selected = sources.index(path.name) if path.name in sources else 0
    page.rebuild()
    _draw_frames(app)
    problem = page.scenario.problem
    transition = page.click("begin")
    if problem:
        return
    if not isinstance(transition, Push):
        yield f"a scenario without a problem does not begin: {page.toast and page.toast.body}"
        return
    _apply(app, transition)
    _try_table_keys(app)


def _try_continue(one: HostileFile, _home: Path, _fancy: Random) -> Complaints:
    """Open the title, and press Continue if it is offered."""
    write_hostile(one, user_folders.home_folder() / "records")
    app = App(SIZE)
    app.show(local_backend.build_title_page())
    _draw_frames(app)
    page: Any = app.screens[-1]
    if any(widget.id == "continue" for widget in page.layers[-1].walk()):
        _apply(app, page.click("continue"))
        if not isinstance(app.screens[-1], TitlePage):
            _try_table_keys(app)
    yield from ()


def _try_load(one: HostileFile, _home: Path, _fancy: Random) -> Complaints:
    """Open the list of matches, and the match that is chosen there."""
    write_hostile(one, user_folders.home_folder() / "records")
    app = App(SIZE)
    app.show(LoadPage(local_backend.build_backend()))
    _draw_frames(app)
    page: Any = app.screens[-1]
    if page.saved:
        _apply(app, page.click("open"))
        if not isinstance(app.screens[-1], LoadPage):
            _try_table_keys(app)
    yield from ()


def _try_import(one: HostileFile, home: Path, _fancy: Random) -> Complaints:
    """Drop a file on the list of matches, and rename and delete what is imported."""
    path = write_hostile(one, home)
    app = App(SIZE)
    app.show(LoadPage(local_backend.build_backend()))
    page: Any = app.screens[-1]
    _apply(app, page.handle(Input("dropped", text=str(path))))
    if not page.saved and not page.toast:
        yield "a file neither came in nor was refused"
    for key in ("F2", "Enter", "Delete", "/"):
        _apply(app, page.press(key))


def _try_start(one: HostileFile, _home: Path, _fancy: Random) -> Complaints:
    """Read the settings, draw the title with them, and write and read them again."""
    write_hostile(one, user_folders.settings_folder())
    kept = settings.read()
    app = App(SIZE)
    page = local_backend.build_title_page()
    app.screens.append(page)
    page.resize(SIZE, Theme(kept.scale or 100))
    _draw_frames(app)
    settings.write(kept)
    if settings.read() != kept:
        yield "the settings are others after writing and reading"


Door = Callable[[HostileFile, Path, Random], Complaints]

DOORS: dict[str, dict[str, Door]] = {
    "scenario": {"validate": _try_validate, "shot": _try_shot, "new game": _try_new_game},
    "case": {"cases": _try_cases},
    "record": {
        "replay": _try_replay,
        "shot --record": _try_shot_of_record,
        "load": _try_load,
        "continue": _try_continue,
        "bring in": _try_import,
    },
    "settings": {"start": _try_start},
    "odd": {"new game": _try_new_game, "load": _try_load, "continue": _try_continue, "bring in": _try_import},
}
"""The doors by the kind of file, each by its name."""
_WEIGHTS = {"validate": 4, "replay": 4}


def choose_door(one: HostileFile, fancy: Random) -> str:
    """Return the name of a random door for a file."""
    fitting = [name for name in DOORS[one.kind] if one.kind != "odd" or bool(one.game) == (name == "new game")]
    return fancy.choices(fitting, [_WEIGHTS.get(name, 1) for name in fitting])[0]


@contextmanager
def use_home(folder: Path) -> Iterator[None]:
    """Use `folder` as the player's home while the context lasts; afterwards release the record lock."""
    kept = os.environ.get(user_folders.HOME)
    os.environ[user_folders.HOME] = str(folder)
    try:
        yield
    finally:
        local_backend.RECORD_LOCK.release()
        _close_log()
        os.environ.pop(user_folders.HOME) if kept is None else os.environ.update({user_folders.HOME: kept})


def _close_log() -> None:
    """Close the log of unreadable settings, whose folder is about to be removed."""
    for handler in tuple(error_log.log.handlers):
        error_log.log.removeHandler(handler)
        handler.close()
