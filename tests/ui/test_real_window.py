"""A real window, and a mouse outside the program that plays: from the title to a broadside, away, and back."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import library, resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import state_hash
from tabletop.ui.input import DOUBLE_CLICK
from tests.ui import closing

NEEDED = ("Xvfb", "xdotool")
CHECKOUT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds within which the program ends."""
WHEEL_UP, CLOSER = 4, 6
"""The button that stands for a turn of the wheel, and how many turns bring a ship and her target large into view."""
TURNS = 6
"""Turns within which the fleets come within range of each other on their courses."""

pytestmark = pytest.mark.skipif(
    not all(shutil.which(one) for one in NEEDED), reason=f"needs {' and '.join(NEEDED)} for a window to be opened in"
)


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of its own, on a number that is free."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


class Program:
    """The program in its window, a hand on the mouse, and eyes to find things by."""

    def __init__(self, display: str, home: Path) -> None:
        self._world = {
            **os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEO_WINDOW_POS": "0,0", "TABLETOP_HOME": str(home),
        }  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.real_window"],
            cwd=CHECKOUT, env=self._world, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._released = 0
        self._clicked = (-1, -1)
        self.rest()

    # --- eyes

    def ask(self, question: str) -> Any:
        """What is to be seen."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line[0] in '{["tfn':
                return json.loads(line)
        pytest.fail("the program has ended")

    def rest(self) -> None:
        """Wait until what the hand did last has come, and nothing moves any more."""
        assert self.ask(f"rest {self._released}"), "the screen does not come to rest"

    def has(self, ident: str) -> bool:
        """Whether a widget is there."""
        return self.ask(f"where {ident}") is not None

    @property
    def state(self) -> dict[str, Any]:
        """Where the match stands."""
        return self.ask("state")

    # --- the hand

    def mouse(self, *words: object) -> None:
        """Move, press, let go."""
        subprocess.run(["xdotool", *map(str, words)], env=self._world, check=True)

    def point(self, at: tuple[int, int]) -> None:
        """Click on a pixel; in the same place again only after a pause, for a double click gives no second order."""
        if self._clicked == at:
            time.sleep(DOUBLE_CLICK / 1000)
        self._clicked = at
        self.mouse("mousemove", *at, "click", 1)
        self._released += 1
        self.rest()

    def click(self, ident: str) -> None:
        """Click on a widget."""
        at = self.ask(f"where {ident}")
        assert isinstance(at, list), f"there is no {ident}"
        self.point((at[0], at[1]))

    def agree(self) -> None:
        """Say yes to a question, if one was asked."""
        if self.has("ask.yes"):
            self.click("ask.yes")

    def drag(self, start: Any, end: Any) -> None:
        """Press, move in small steps, let go."""
        self.mouse("mousemove", *start, "mousedown", 1)
        for step in range(1, 11):
            between = [round(a + (b - a) * step / 10) for a, b in zip(start, end, strict=True)]
            self.mouse("mousemove", *between)
            assert self.ask("pointed {} {}".format(*between)), "the pointer does not come"
        self.mouse("mouseup", 1)
        self._released += 1
        self.rest()

    def turn(self, at: Any, button: int) -> None:
        """Turn the wheel a little over a pixel."""
        self.mouse("mousemove", *at, "click", button)
        self._released += 1
        self.rest()

    def leave(self) -> None:
        """By the menu to the title, and there the window is closed."""
        self.click("menu")
        self.click("menu.title")
        self.mouse("mousemove", *self.ask("where exit"), "click", 1)
        assert self._process.wait(timeout=PATIENCE) == 0
        self.end()

    def close(self) -> None:
        """By the window manager, whatever is on the screen."""
        window = self.ask("window")["window"]
        words = [sys.executable, "-m", "tests.ui.closing", self._world["DISPLAY"], str(window)]
        subprocess.run(words, cwd=CHECKOUT, check=True)
        assert self._process.wait(timeout=PATIENCE) == 0
        self.end()

    def end(self) -> None:
        """Stop the program, whatever it does."""
        self._process.kill()
        self._process.communicate()


def test_by_mouse_alone_from_the_title_to_a_broadside_and_back(display: str, tmp_path: Path) -> None:
    program = Program(display, tmp_path / "home")
    try:
        _begin(program)
        _overlays(program)
        _a_move(program)
        _a_broadside(program)
        before = program.state
        program.leave()
        program = Program(display, tmp_path / "home")
        program.click("continue")
        assert program.ask("screen") == "TableScreen"
        assert program.state["hash"] == before["hash"]
        assert state_hash(Match.load(Path(before["record"])).state) == before["hash"]
    finally:
        program.end()


def test_a_ship_of_a_scenario_is_dragged_and_saved_by_mouse_alone(display: str, tmp_path: Path) -> None:
    program = Program(display, tmp_path / "home")
    try:
        program.click("set_up")
        program.point(program.ask("row set_up.rows four_frigates.yaml"))
        program.click("open")
        (x, y), text = (
            program.ask("piece B1"),
            resources.find_scenario("ships_of_the_line", "four_frigates").read_text(),
        )
        program.drag((x, y), (x - 60, y + 30))
        program.click("save")
        program.click("save.do")
        (path,) = (tmp_path / "home" / "scenarios" / "ships_of_the_line").iterdir()
        changed = [
            one for one, other in zip(path.read_text().splitlines(), text.splitlines(), strict=True) if one != other
        ]
        assert ["key: B1," in line for line in changed] == [True]
    finally:
        program.end()


@pytest.mark.skipif(closing.library() is None, reason="needs the X library to send what a window manager sends")
def test_the_window_manager_closes_the_window_in_the_middle_of_a_plan_and_nothing_is_lost(
    display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(library.HOME, str(tmp_path / "home"))
    _left_in_the_movement_phase()
    program = Program(display, tmp_path / "home")
    try:
        program.click("continue")
        program.drag(program.ask("ship B1"), program.ask("water B1 2.4 -0.9"))
        before = program.state
        program.click("menu")
        program.close()
        assert state_hash(Match.load(Path(before["record"])).state) == before["hash"]
        program = Program(display, tmp_path / "home")
        program.click("continue")
        assert program.state["hash"] == before["hash"]
    finally:
        program.end()


def _left_in_the_movement_phase() -> None:
    """A record of Trafalgar in which nobody has done anything but pass, until the British are to move."""
    source = resources.find_scenario("ships_of_the_line", "trafalgar")
    path = library.find_new_path("Trafalgar", datetime.now(UTC))
    match = Match.new(
        MatchSetup(find_game("ships_of_the_line"), source.read_text(encoding="utf-8"), source.name, "1805"), path
    )
    while match.state.phase != "movement" or match.state.asked != "british":
        *_, passing = match.game.choices(match.state)
        match.submit(passing)


def _begin(program: Program) -> None:
    program.click("play.ships_of_the_line")
    program.click("begin")
    assert program.ask("screen") == "TableScreen"
    program.click("primary")
    assert program.state["phase"] == "combat"


def _overlays(program: Program) -> None:
    program.point(program.ask("ship B1"))
    assert program.ask("viewed")["selected"] == "B1"
    program.click("show.arcs")
    program.click("show.threats")
    seen = program.ask("viewed")
    assert seen["arcs"] == "selected"
    assert {"FireField", "Threats", "SelectedShip"} <= set(seen["overlays"])
    program.click("show.threats")
    program.click("show.threats")


def _pass(program: Program) -> None:
    """End this part of the turn, by the brass button where that does it."""
    program.click("end" if program.has("end") else "primary")
    program.agree()


def _to(program: Program, phase: str, side: str) -> None:
    """Pass until it is the turn of a side in a phase; in the Movement Phase everybody holds the course."""
    while (now := program.state)["phase"] != phase or now["asked"] != side:
        if now["phase"] == "initiative":
            program.click("primary")
            continue
        if now["phase"] == "movement" and program.has("hold_all"):
            program.click("hold_all")
            program.agree()
        _pass(program)


def _a_move(program: Program) -> None:
    """Victory turns away to port as she is dragged; taken back, she lies where she lay, and sails again."""
    _to(program, "movement", "british")
    before = program.state
    hashes = []
    for _ in range(2):
        program.drag(program.ask("ship B1"), program.ask("water B1 2.4 -0.9"))
        program.click("primary")
        hashes.append(program.state["hash"])
        assert program.state["moves"] == before["moves"] + 1
        if len(hashes) == 1:
            program.click("undo")
            assert program.state["hash"] == before["hash"]
    assert hashes[0] == hashes[1] != before["hash"]


def _a_broadside(program: Program) -> None:
    """The odds stand beside the target before, the dice lie in the tray after."""
    while not (program.state["phase"] == "combat" and program.ask("gunner")):
        assert program.state["turn"] <= TURNS
        phase = program.state["phase"]
        if phase == "combat":
            _pass(program)
        _to(program, "combat", program.state["asked"] if program.state["phase"] == "combat" else "british")
    while program.ask("viewed")["selected"] != (gunner := program.ask("gunner")):
        program.click("primary")
    for _ in range(CLOSER):
        program.turn(program.ask(f"ship {gunner}"), WHEEL_UP)
    assert "OddsChip" in program.ask("viewed")["overlays"]
    shots = program.state["shots"]
    program.click("primary")
    assert program.state["shots"] > shots
    assert program.ask("dice")["dice"] > 0
    assert gunner
    before = program.state
    _pass(program)
    assert (program.state["phase"], program.state["asked"]) != (before["phase"], before["asked"])
