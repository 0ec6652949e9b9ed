"""`make test` runs both halves of the tests, adds them up and fails if either failed."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from tools import run_tests

SUITES = {
    "good": "def test_one(): pass\ndef test_two(): pass\n",
    "bad": "import pytest\n"
    "def test_fails(): assert False\n"
    "def test_is_skipped(): pytest.skip('no screen')\n"
    "@pytest.fixture\ndef broken(): raise ValueError\n"
    "def test_has_an_error(broken): pass\n"
    "def test_passes(): pass\n",
    "broken": "import nothing_of_this_name\n",
    "empty": "",
    "dead": "import os\ndef test_ends_the_process(): os._exit(3)\n",
}


@pytest.mark.parametrize(
    ("first", "second", "code", "line"),
    [
        ("good", "good", 0, "tests: 4 passed, 0 failed, 0 skipped"),
        ("bad", "good", 1, "tests: 3 passed, 2 failed, 1 skipped"),
        ("good", "bad", 1, "tests: 3 passed, 2 failed, 1 skipped"),
        ("broken", "good", 1, "tests: 2 passed, 1 failed, 0 skipped"),
        ("dead", "good", 1, "tests: 2 passed, 1 failed, 0 skipped"),
        ("empty", "good", 0, "tests: 2 passed, 0 failed, 0 skipped"),
        ("empty", "empty", 1, "tests: 0 passed, 0 failed, 0 skipped"),
    ],
)
def test_both_halves_run_whatever_the_first_says(monkeypatch, tmp_path, capfd, first, second, code, line):
    halves = []
    for number, suite in enumerate((first, second)):
        path = tmp_path / f"test_half_{number}.py"
        path.write_text(SUITES[suite])
        halves.append((str(path),))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run_tests, "HALVES", halves)
    monkeypatch.setattr(run_tests, "PYTEST", (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"))
    assert run_tests.main([]) == code
    assert capfd.readouterr().out.splitlines()[-1] == line


def test_the_halves_are_the_whole():
    (ignored, left_out), (second,) = run_tests.HALVES
    assert (ignored, left_out) == ("--ignore", second)
    assert Path(__file__).parents[1].joinpath(second).is_dir()


def test_a_half_without_a_report_counts_as_a_failure(tmp_path):
    assert run_tests.count_results(tmp_path / "none.xml") == Counter(failed=1)
