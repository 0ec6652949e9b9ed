"""A player in a process of its own: it decides as in this one, and nothing that becomes of it makes anybody wait."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.core.record import ComputerPlayer
from tabletop.players.engine import LocalEngine
from tabletop.players.process import ProcessEngine
from tests.players.more_players import begun, join_in
from tests.systems import end_process, is_alive

PATIENCE = 60
"""Seconds within which everything has come on a busy machine."""
CHECKOUT = Path(__file__).parents[2]


def wait_for(happened):
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.fixture
def engine(monkeypatch):
    """Begins to play red in a game of Volley."""
    join_in(monkeypatch)
    made = []

    def begin(player, seed="nelson"):
        match = begun("volley", "standard", red=f"{player} {seed}")
        made.append(ProcessEngine(match.game, "red", match.header.seating.players["red"]))
        made[-1].begin(())
        return match, made[-1]

    yield begin
    for one in made:
        one.close()


def test_it_decides_as_it_would_in_this_process(engine):
    match, beside = engine("casual")
    here = LocalEngine(match.game, "red", ComputerPlayer("casual", "nelson"))
    here.begin(())
    for _ in range(12):
        while match.game.decision(match.state).side != "red":
            match.submit(next(iter(match.game.choices(match.state))))
            for one in (here, beside):
                one.observe(event for _, event in match.view_events(match.moves[-1], "red"))
        for one in (here, beside):
            one.ask(match.view("red"))
        wait_for(lambda: not beside.is_thinking)
        assert beside.best == here.best
        match.submit(beside.best.command)
        for one in (here, beside):
            one.observe(event for _, event in match.view_events(match.moves[-1], "red"))


def test_stopped_it_takes_the_best_so_far_and_answers_the_next_question(engine):
    match, slow = engine("slow")
    for _ in range(2):
        slow.ask(match.view("red"))
        wait_for(lambda: slow.best)
        assert slow.is_thinking
        slow.stop()
        assert (slow.is_thinking, match.check(slow.best.command)) == (False, None)


def test_stopped_before_it_has_anything_it_takes_nothing_and_whoever_begins_anew_is_another(engine):
    match, deep = engine("deep")
    deep.ask(match.view("red"))
    assert deep.is_thinking
    deep.stop()
    assert (deep.is_thinking, deep.best) == (False, None)
    before = deep.pid
    deep.begin(())
    assert not is_alive(before)
    assert is_alive(deep.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_killed_it_is_gone_leaves_no_zombie_and_begins_again(engine):
    match, beside = engine("slow")
    beside.ask(match.view("red"))
    wait_for(lambda: beside.best)
    pid = beside.pid
    end_process(pid)
    wait_for(lambda: beside.has_crashed)
    assert not is_alive(pid)
    assert not beside.is_thinking
    beside.begin(())
    assert not beside.has_crashed
    beside.ask(match.view("red"))
    wait_for(lambda: beside.best)


def test_one_that_is_not_there_is_gone(engine, capfd):
    _, beside = engine("hornblower")
    wait_for(lambda: beside.has_crashed)
    assert capfd.readouterr().err == "There is no player 'hornblower'.\n"


def test_one_that_fails_is_gone_and_says_why_where_its_author_looks(engine, capfd):
    match, beside = engine("faulty")
    beside.ask(match.view("red"))
    wait_for(lambda: beside.has_crashed)
    assert capfd.readouterr().err.endswith("ArithmeticError: two and two are five\n")


def test_closed_it_has_ended(engine):
    match, deep = engine("deep")
    deep.ask(match.view("red"))
    pid = deep.pid
    deep.close()
    assert not is_alive(pid)
    assert deep.pid == 0


WINDOW = """
import sys, time
import pytest
from tests.players.more_players import begun, join_in
from tabletop.players.process import ProcessEngine

join_in(pytest.MonkeyPatch())
match = begun("volley", "standard", red="slow 1")
engine = ProcessEngine(match.game, "red", match.header.seating.players["red"])
engine.begin(())
engine.ask(match.view("red"))
while not engine.best:
    time.sleep(0.01)
print(engine.pid, flush=True)
if sys.argv[1] == "waits":
    time.sleep(3600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("window", ["ends", "waits"])
def test_it_ends_with_the_window_however_that_ends(window):
    program = subprocess.Popen([sys.executable, "-c", WINDOW, window], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert program.stdout
    with program.stdout:
        pid = int(program.stdout.readline())
        if window == "waits":
            assert is_alive(pid)
            program.kill()
    program.wait()
    wait_for(lambda: not is_alive(pid))
