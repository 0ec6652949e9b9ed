"""Over a cluster every match is played, and told once, whatever becomes of its workers."""

import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tabletop.tournaments.cluster import NoClusterError, play_on_cluster
from tabletop.tournaments.results_file import ResultsFile
from tests.tournaments.test_match_play import duels

GAMES = 12


def test_of_a_worker_that_is_killed_in_the_middle_nothing_is_lost_and_nothing_told_twice(tmp_path):
    path = tmp_path / "results.jsonl"
    subprocess.run(
        [sys.executable, "-m", "tests.tournaments.on_a_cluster", str(path), str(GAMES), "1"], check=True, timeout=120
    )
    results = ResultsFile(path).results
    assert sorted(result.fixture.number for result in results) == list(range(GAMES))
    assert all(result.reason for result in results)


def test_an_address_that_does_not_answer_is_told(tmp_path):
    asked = "tournament ship_duel/standard --games 1 --dask tcp://127.0.0.1:1"
    done = subprocess.run(  # what speaks to clusters would stay in this process
        [sys.executable, "-m", "tabletop", *asked.split()], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr.strip()) == (2, "Nobody answers at tcp://127.0.0.1:1.")


def test_a_certificate_that_is_missing_is_told(tmp_path):
    asked = "tournament ship_duel/standard --games 1 --dask tls://127.0.0.1:1"
    done = subprocess.run(
        [sys.executable, "-m", "tabletop", *asked.split()], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The cluster at tls://127.0.0.1:1 cannot be used: TypeError: TLS expects")
    assert "Traceback" not in done.stderr


class _GoneError(OSError):
    """What Dask raises where its scheduler has ended."""


class _LeftAlone:
    """A client of a scheduler that ends as soon as it is asked anything."""

    def __init__(self, *_, **__):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def scheduler_info(self, **_):
        raise _GoneError


def test_a_cluster_that_ends_in_the_middle_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=_LeftAlone))
    monkeypatch.setitem(sys.modules, "distributed.comm", SimpleNamespace(CommClosedError=_GoneError))
    with pytest.raises(NoClusterError, match="The cluster at somewhere has gone; the same command continues"):
        next(play_on_cluster(duels(1), "somewhere"))


def test_who_lacks_the_extra_is_told_which(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoClusterError, match=r"A cluster needs an extra: .*\[cluster\]"):
        next(play_on_cluster(duels(1), "tcp://127.0.0.1:1"))


def on_a_cluster_that_lies(path, *words):
    command = [sys.executable, "-m", "tests.tournaments.on_a_cluster_that_lies", str(path), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_what_is_no_result_is_reported_and_the_match_played_again(tmp_path):
    done = on_a_cluster_that_lies(tmp_path / "results.jsonl")
    assert done.returncode == 0, done.stderr
    assert sorted(result.fixture.number for result in ResultsFile(tmp_path / "results.jsonl").results) == list(range(7))
    for number, why in enumerate(
        ("TypeError", "malformed", "TypeError", "it is of another match", "no side 'dutch'", "two and two are five")
    ):
        (told,) = re.findall(rf"A worker sent no result of match {number}: (.*?); it is played again\.", done.stderr)
        assert why in told
    assert "A TRAP HAS SPRUNG" not in done.stdout + done.stderr


def test_a_match_of_which_workers_never_tell_a_result_is_told_and_the_others_are_kept(tmp_path):
    done = on_a_cluster_that_lies(tmp_path / "results.jsonl", "always")
    assert done.returncode == 1
    (told,) = [line for line in done.stderr.splitlines() if "tried 3 times" in line]
    assert re.search(r"Ended: A worker sent no result of match \d: .*; tried 3 times\. The same command", told)
