"""Matches over the cores of this machine."""

import subprocess
import sys
from types import SimpleNamespace

from tabletop.tournaments import match_process
from tabletop.tournaments.match_worker import SharedClock

_PLAYS_ON = """
import tabletop.games
from itertools import count
from tabletop.tournaments.match_process import play_on_cores
from tabletop.tournaments.fixture import Entrant
from tabletop.tournaments.fixture import Fixture

if __name__ == "__main__":
    sides = {side: Entrant("casual") for side in ("port", "starboard")}
    endless = (Fixture(number, "ship_duel", "standard", str(number), sides, {}) for number in count())
    for result in play_on_cores(endless, 1):
        print(result.fixture.number, flush=True)
"""


def test_what_plays_ends_with_the_command_that_was_killed(tmp_path):
    (tmp_path / "plays_on.py").write_text(_PLAYS_ON)
    command = subprocess.Popen([sys.executable, tmp_path / "plays_on.py"], stdout=subprocess.PIPE)
    assert command.stdout.readline() == b"0\n"
    command.kill()
    command.communicate(timeout=60)  # which ends once nobody holds its other end any more


def test_the_file_of_a_clock_is_let_go_before_it_is_removed_as_windows_demands(tmp_path, monkeypatch):
    path = tmp_path / "clock"
    path.write_bytes(bytes(SharedClock.size()))
    clock, unlink = SharedClock(str(path)), type(path).unlink

    def only_closed(one):
        if not clock._memory.closed:
            raise PermissionError(13, "The process cannot access the file")
        unlink(one)

    monkeypatch.setattr(type(path), "unlink", only_closed)
    match_process._end_process(SimpleNamespace(kill=int, wait=int, stdin=None), clock, str(path))
    assert not path.exists()
