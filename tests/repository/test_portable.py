"""A clone is the same on every system: names that each can hold, and lines that end alike."""

import subprocess
from collections import Counter
from pathlib import PurePosixPath

import pytest

from tabletop.core import paths
from tests.repository.test_repository import ROOT, tracked_files


def names():
    """Return the paths of all tracked files, below the root of the repository."""
    return [path.relative_to(ROOT).as_posix() for path in tracked_files()]


def test_every_name_is_one_that_windows_can_hold(monkeypatch):
    monkeypatch.setattr(paths, "ON_WINDOWS", True)
    for name in names():
        for part in PurePosixPath(name).parts:
            assert paths.parse_name(part) == part


def test_no_two_names_differ_by_case_alone():
    folders = {str(folder) for name in names() for folder in PurePosixPath(name).parents}
    doubled = [name for name, times in Counter(map(str.casefold, {*names(), *folders})).items() if times > 1]
    assert doubled == []


def test_a_clone_on_windows_gets_no_other_ends_of_lines():
    asked = ["git", "check-attr", "eol", "text", "--", "scenarios/volley/standard.yaml", "tests/records/x.jsonl"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("no clone")
    told = {(path, name): value for path, name, value in (line.split(": ") for line in done.stdout.splitlines())}
    assert told["scenarios/volley/standard.yaml", "eol"] == "lf"
    assert told["tests/records/x.jsonl", "text"] == "unset"
