"""A player of somebody's own may do anything: its side loses the match with the reason, and the tournament goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app
from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.verify import verify
from tabletop.tournaments import match_process
from tabletop.tournaments.fixture import Fixture, UnknownPlayerError
from tabletop.tournaments.match_play import play_fixture
from tabletop.tournaments.match_process import LostProcessError, MatchProcessPool, play_in_process
from tabletop.tournaments.match_worker import PlayRequest
from tabletop.tournaments.results_file import ResultsFile, find_contradiction
from tests.tournaments.test_match_play import duel

UNRULY = "tests.players.unruly"
NO_ORDER = {
    "Number": "int is no Proposal",
    "Words": "",
    "OfAnotherGame": "",
    "OddFields": "",
    "OfItsOwn": "",
    "OddReason": "",
}
"""Players that propose what is no order, and words of the reason."""
ENDING = {
    "Exits": "it ended the program (SystemExit: I have seen enough)",
    "ExitsAsItHears": "it ended the program (SystemExit: 0)",
    "Interrupts": "its process has ended with the code 1",
    "Ends": "its process has ended with the code 3",
    "Crashes": "its process has ended with the code -6",
}
ENDLESS = ("Sleeps", "GoesOnProposing", "HoldsEverybodyUp", "CatchesAll", "SleepsAsItHears", "SleepsAsItBegins")


def against(name):
    return duel("casual", f"{UNRULY}:{name}")


def lost(result, name, why):
    """Assert that a match was lost by a player that failed, and can be written and read."""
    assert (result.winner, result.forfeit) == ("port", "starboard")
    assert result.reason.startswith(f"The player of starboard, {UNRULY}:{name}, loses: ")
    assert why in result.reason
    assert result.thought["starboard"].faults[-1] in result.reason
    assert find_contradiction(result) is None


@pytest.mark.parametrize("name", NO_ORDER)
def test_who_proposes_what_is_no_order_loses(name):
    lost(play_fixture(against(name)), name, "what it proposed is no order (")
    assert NO_ORDER[name] in play_fixture(against(name)).reason


@pytest.mark.parametrize("name", ["Exits", "ExitsAsItHears"])
def test_who_ends_the_program_loses_in_whatever_process_it_plays(name):
    lost(play_fixture(against(name)), name, ENDING[name])


@pytest.fixture(scope="module")
def crew():
    with MatchProcessPool(1, limit=1) as crew:
        yield crew


@pytest.mark.parametrize("name", ENDING)
def test_who_ends_its_process_loses_and_the_next_match_is_played(name, crew):
    failed, sound = crew.play([PlayRequest(against(name)), PlayRequest(duel())])
    lost(failed, name, ENDING[name])
    assert sound.reason and not sound.forfeit


@pytest.mark.parametrize("name", ENDLESS)
def test_who_never_comes_to_an_end_loses_and_the_next_match_is_played(name, crew):
    failed, sound = crew.play([PlayRequest(against(name)), PlayRequest(duel())])
    lost(failed, name, "it took more than 1 s for one decision")
    assert sound.reason and not sound.forfeit


@pytest.mark.parametrize("name", ["Prints", "Reads"])
def test_what_a_player_prints_or_reads_is_nobody_elses(name, crew):
    (result,) = crew.play([PlayRequest(against(name))])
    assert result.reason and not result.forfeit


def test_a_long_reason_is_cut_off_and_written(tmp_path):
    result = play_in_process(against("LongReason"), tmp_path / "match.jsonl")
    assert result.reason and not result.forfeit
    assert verify(tmp_path / "match.jsonl") is None
    assert (tmp_path / "match.jsonl").stat().st_size < 2_500 * result.orders


@pytest.mark.parametrize("name", ["RaisesMuch", "RaisesUntellably", "Nothing"])
def test_whatever_is_raised_can_be_written_and_read(name, tmp_path):
    file = ResultsFile(tmp_path / "results.jsonl")
    result = play_fixture(against(name))
    faults = result.thought["starboard"].faults
    assert 1 <= len(faults) <= 20 and max(map(len, faults)) < 320
    assert result.thought["starboard"].refused > 0 and not result.forfeit
    file.add(result)
    assert ResultsFile(file.path).results == [result]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ExitsAsItBegins", "cannot begin: SystemExit: not today."),
        ("SleepsAsItBegins", "cannot begin: it took more than 1 s"),
    ],
)
def test_who_cannot_begin_is_told_before_any_match(name, why, tmp_path):
    words = ["tournament", "ship_duel/standard", "--port", f"{UNRULY}:{name}", "--limit", "1"]
    answer = CliRunner().invoke(app, [*words, "--results", str(tmp_path / "results.jsonl")])
    assert answer.exit_code == 2
    assert why in " ".join(answer.output.split())
    assert not (tmp_path / "results.jsonl").exists()


def test_the_command_goes_on_and_tells_who_lost_and_why(tmp_path):
    words = f"ship_duel/standard --port casual --starboard {UNRULY}:Exits,{UNRULY}:Ends,casual --games 2 --processes 2"
    command = [sys.executable, "-m", "tabletop", "tournament", *words.split(), "--results", "results.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, env=with_tests(), capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert len(ResultsFile(tmp_path / "results.jsonl").results) == 6
    told = [line for line in done.stdout.splitlines() if line.startswith("2 matches: The player of starboard")]
    assert len(told) == 2
    assert any("Exits, loses: it ended the program (SystemExit: I have seen enough)." in line for line in told)
    assert any("Ends, loses: its process has ended with the code 3." in line for line in told)


def with_tests():
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def test_what_is_no_fault_of_a_player_is_raised_as_what_it_is(crew, tmp_path):
    with pytest.raises(UnknownPlayerError, match="has no player 'drake'"):
        list(crew.play([PlayRequest(duel("drake"))]))
    (tmp_path / "wrong.yaml").write_text("game: ship_duel\nnonsense: 1\n", encoding="utf-8")
    sides = duel().entrants
    with pytest.raises(ScenarioError, match=r"wrong.yaml:2:1: .*nonsense"):
        list(crew.play([PlayRequest(Fixture(0, "ship_duel", str(tmp_path / "wrong.yaml"), "1", sides))]))
    with pytest.raises(RecordError, match=r"match\.jsonl"):
        play_in_process(duel(), tmp_path / "wrong.yaml" / "match.jsonl")
    with pytest.raises(
        LostProcessError, match=r"Match 0 cannot be played \(KeyError.*\); the same command continues\."
    ):
        list(crew.play([PlayRequest(Fixture(0, "ship_duel", "standard", "1", {}))]))


def test_a_match_that_cannot_be_told_to_a_process_is_no_wait_for_ever(crew):
    with pytest.raises(LostProcessError, match=r"Match 0 cannot be played \(ValidationError: .*length <= 5000"):
        list(crew.play([PlayRequest(Fixture(0, "ship_duel", "standard", "x" * 6000, duel().entrants))]))


def test_a_match_whose_process_is_killed_from_outside_is_begun_again_but_not_for_ever():
    with MatchProcessPool(1) as crew:
        asked = crew.play([PlayRequest(duel(), longest=5)])
        assert next(asked).orders == 5
        crew._idle[0]._popen.send_signal(signal.SIGKILL)
        crew._idle[0]._popen.wait()
        assert next(crew.play([PlayRequest(duel(), longest=5)])).orders == 5
    with MatchProcessPool(1) as crew, pytest.raises(LostProcessError, match="plays match 0 was ended 3 times"):
        killing = crew.play([PlayRequest(against("Sleeps"))])
        started = crew._start

        def begin(asked):
            started(asked)
            crew._busy[0]._popen.kill()

        crew._start = begin
        next(killing)


def test_no_file_of_a_clock_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(match_process.tempfile, "tempdir", str(tmp_path))
    with MatchProcessPool(1) as crew:
        list(crew.play([PlayRequest(duel())]))
    assert list(tmp_path.iterdir()) == []
