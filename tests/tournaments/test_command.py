"""The command `tabletop tournament`."""

import errno
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app
from tabletop.core.match import Match
from tabletop.core.verify import verify
from tabletop.tournaments.results_file import ResultsFile

DUELS = ("tournament", "ship_duel/standard", "--port", "casual", "--starboard=casual:bold", "--processes", "1")


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_it_plays_goes_on_where_it_stopped_reports_and_records(tmp_path):
    results, report = tmp_path / "results.jsonl", tmp_path / "report.html"
    first = run(*DUELS, "--games", 2, "--results", results)
    assert first.exit_code == 0, first.output
    before = results.read_bytes()
    again = [*DUELS, "--games", "3", "--results", str(results), "--report", str(report)]
    subprocess.run([sys.executable, "-m", "tabletop", *again], check=True)  # what draws would stay in this process
    assert results.read_bytes().startswith(before)
    assert ResultsFile(results).played_numbers == {0, 1, 2}
    assert "<h1>ship_duel/standard</h1>" in report.read_text(encoding="utf-8")
    assert report.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert run(*DUELS, "--games", 3, "--results", results, "--record", 1).exit_code == 0
    record = tmp_path / "results-1.jsonl"
    assert verify(record) is None
    told = next(one for one in ResultsFile(results).results if one.fixture.number == 1)
    assert len(Match.load(record).moves) == told.orders


def test_results_of_another_tournament_are_left_alone(tmp_path):
    results = tmp_path / "results.jsonl"
    assert run(*DUELS, "--games", 1, "--results", results).exit_code == 0
    before = results.read_bytes()
    other = run(*DUELS, "--games", 1, "--results", results, "--seed", "hood")
    assert (other.exit_code, results.read_bytes()) == (2, before)
    assert "holds another tournament: match 0 there was another one" in other.output


def test_on_a_full_disk_the_results_so_far_are_kept_and_told(tmp_path, monkeypatch):
    results, written = tmp_path / "results.jsonl", []

    def full(handle):
        if written:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(handle)

    monkeypatch.setattr(os, "fsync", full)
    answer = run(*DUELS, "--games", 2, "--results", results)
    assert answer.exit_code == 2, answer.output
    assert "no space left on device; 1 of 2 are kept, and the same command continues." in answer.output
    assert len(ResultsFile(results).results) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("volley/standard", "--red", "drake"), "Volley has no player 'drake'"),
        (("volley/standard", "--red", "casual:brave"), "There is no temper 'brave'"),
        (("volley/standard", "--green", "casual"), "No such option: --green"),
        (("volley/standard", "--red"), "--red needs a player."),
        (("standard",), "'standard' is a scenario of several games"),
        (("volley/standart",), "There is no scenario 'volley/standart', did you mean 'volley/standard'?"),
        (("volley/skirmish", "ship_duel/standard"), "These are scenarios of several games"),
        (("volley/standard", "--switch", "fog=on"), "standard has no rule 'fog'"),
        (("duel_of_two_74s", "--switch", "crews=perhaps"), "The rule 'crews' has no value 'perhaps'"),
        (("volley/skirmish", "--games", "1", "--record", "7"), "There is no match 7 in this tournament"),
        (("volley/skirmish", "--games", "x"), "Invalid value for '--games': 'x' is not a whole number of 1 or more."),
        (("volley/skirmish", "--results", "/dev/null"), "it is a device, not a file"),
        (
            ("volley/skirmish", "--games", "1000000000"),
            "That would be 1,000,000,000 matches; a tournament has 200,000 at",
        ),
        (("volley/skirmish", "--red", ",".join(["casual"] * 500), "--games", "500"), "That would be 250,000 matches"),
        (("volley/skirmish", "--seed", "x" * 5000), "The seed has 5,000 characters; it has 1,000 at most"),
        (("volley/skirmish", "--seed", "\udcff"), "cannot be written down: it holds bytes that are no text"),
        (("volley/skirmish", "--processes", "100000"), "'100000' is not a whole number from 1 to 500"),
        (("volley/skirmish", "--limit", "0"), "'0' is not a whole number from 1 to 86400"),
    ],
)
def test_what_cannot_be_met_is_told_in_a_sentence(words, told, tmp_path):
    kept = () if "--results" in words else ("--results", tmp_path / "none.jsonl")
    answer = run("tournament", *words, *kept)
    assert answer.exit_code == 2, answer.output
    assert told in " ".join(answer.output.split()), answer.output
