"""Every record in this folder opens, and the rules of today still lead to it. To add one, drop it in."""

import shutil
from pathlib import Path

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import game as games
from tabletop.core import reading
from tabletop.core.match import Match
from tabletop.core.verify import verify
from tests.contract.tiny_game import TinyGame

RECORDS = sorted(Path(__file__).parent.glob("*.jsonl"))


def test_there_are_records():
    assert RECORDS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_archived_record_opens_and_verifies(path, tmp_path, monkeypatch):
    monkeypatch.setitem(games._games, "tiny", TinyGame())
    copy = Path(shutil.copy(path, tmp_path))
    match = Match.load(copy)
    assert match.moves
    assert match.torn == 0
    told = reading.summary(copy)
    assert told.over == (match.game.outcome(match.state) is not None)
    assert told.now
    assert verify(copy) is None


def test_the_archive_holds_a_battle_for_each_way_to_end(tmp_path):
    battles = [Match.load(Path(shutil.copy(path, tmp_path))) for path in RECORDS if not path.stem.startswith("tiny")]
    rules = {match.game.outcome(match.state).rule for match in battles if match.game.outcome(match.state)}
    winners = {match.game.outcome(match.state).winner for match in battles if match.game.outcome(match.state)}
    assert rules == {"SOTL-3-h", "AMB-140", "C-9"}  # the last turn, no fighting ships, given up or drawn
    assert None in winners
