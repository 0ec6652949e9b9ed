"""Killed at any moment, the program has lost nothing that it had acknowledged."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tabletop.core.agreement import Concede
from tabletop.core.match import Match
from tabletop.core.verify import verify

CHECKOUT = Path(__file__).resolve().parents[2]
PLAYER = """
import sys
from pathlib import Path
from tabletop.core.game import register_game
from tabletop.core.match import MatchSetup, Match
from tests.contract.tiny_game import All, SCENARIO, TinyGame

register_game(TinyGame())
race = MatchSetup(TinyGame(), SCENARIO.replace("12", "1000000"), "race.yaml", "kill")
match = Match.new(race, Path(sys.argv[1]))
for number in range(1, 100_000):
    match.submit(All("red" if number % 2 else "blue"))
    print(number, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("seed", range(15))
def test_after_a_kill_the_record_opens_with_every_acknowledged_command(tiny, tmp_path, seed):
    fancy = Random(seed)
    path = tmp_path / "race.jsonl"
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert player.stdout
    with player.stdout:
        for _ in range(fancy.randrange(1, 60)):
            acknowledged = int(player.stdout.readline())
        try:
            player.wait(fancy.random() * 0.004)
        except subprocess.TimeoutExpired:
            player.send_signal(signal.SIGKILL)
        acknowledged = max([acknowledged, *map(int, player.stdout.read().split())])
        player.wait()
    match = Match.load(path)
    assert acknowledged <= len(match.moves) <= acknowledged + 1
    assert verify(path) is None
    match.submit(Concede("red"))
    assert Match.load(path).state == match.state
