"""`make matrix` finds the Pythons that start, skips the others, and has each verify the records of all others."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import matrix

HERE = "{}.{}".format(*sys.version_info)


@pytest.fixture
def no_pythons(monkeypatch, tmp_path):
    """A machine whose path and whose pyenv are empty folders."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    return tmp_path


def put(path: Path, words: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{words}\n")
    path.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="the programs of this test are shell scripts")
def test_a_python_that_does_not_start_is_passed_over(no_pythons):
    assert matrix.find_python("3.13") is None
    put(no_pythons / "python3.13", "echo no version is active >&2; exit 127")
    assert matrix.find_python("3.13") is None
    inside = no_pythons / "versions" / "3.13.0" / "bin" / "python"
    put(inside, "echo 3.13")
    assert matrix.find_python("3.13") == inside
    assert matrix.find_python("3.1") is None


def test_each_python_records_a_game_of_every_kind_and_verifies_those_of_the_others(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(matrix, "MOST_COMMANDS", 5)
    for version in ("3.11", "3.13"):
        assert matrix.main(["--play", str(tmp_path / version)]) == 0
    records = sorted(tmp_path.rglob("*.jsonl"))
    assert len(records) == 2 * len(matrix.games_by_id())
    assert matrix.main(["--verify", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(f" verified {len(records)} of {len(records)} records\n")
    monkeypatch.setattr(matrix, "verify", lambda path: "line 2: another state" if path == records[0] else None)
    assert matrix.main(["--verify", str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith(f"{records[0].relative_to(tmp_path)}: line 2: another state\n")
    assert matrix.main(["--verify", str(tmp_path / "nothing")]) == 1


@pytest.mark.parametrize(
    ("fails", "code", "last"),
    [
        ("", 0, "pythons: 1 passed, 0 failed, 1 skipped"),
        ("make", 1, "pythons: 0 passed, 1 failed, 1 skipped"),
        ("--play", 1, "pythons: 0 passed, 1 failed, 1 skipped"),
        ("--verify", 1, "pythons: 0 passed, 1 failed, 1 skipped"),
    ],
)
def test_a_missing_python_is_skipped_and_whatever_fails_fails_the_whole(monkeypatch, capsys, fails, code, last):
    ran = []

    def run(words, **_how):
        ran.append(words)
        return SimpleNamespace(returncode=int(fails != "" and fails in map(str, words)))

    monkeypatch.setattr(matrix, "find_python", lambda version: Path(sys.executable) if version == HERE else None)
    monkeypatch.setattr(matrix.subprocess, "run", run)
    assert matrix.run_matrix(("3.99", HERE), "test") == code
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Python 3.99: skipped: this machine has no such Python"
    assert told[-1] == last
    assert ran[0][:2] == ("make", "test")


def test_without_any_python_the_matrix_fails(monkeypatch):
    monkeypatch.setattr(matrix, "find_python", lambda _version: None)
    assert matrix.run_matrix(("3.11",), "test") == 1
