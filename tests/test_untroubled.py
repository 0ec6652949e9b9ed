"""A dialog that tells of trouble fails the test in which it is shown."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = """
import os
os.environ["SDL_VIDEODRIVER"] = "dummy"
import pytest
from tabletop.ui.app import App

def test_unforeseen():
    App((1280, 720))._safely(None, lambda: 1 // 0)

@pytest.mark.trouble
def test_on_purpose():
    App((1280, 720))._safely(None, lambda: 1 // 0)

def test_untroubled():
    App((1280, 720))._safely(None, lambda: 1)

def test_in_another_program(tmp_path):
    (tmp_path / "tabletop.log").write_text("ERROR a screen failed")
"""


@pytest.mark.trouble
def test_a_screen_that_fails_unforeseen_fails_its_test(tmp_path):
    (tmp_path / "test_it.py").write_text(TESTS)
    words = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-c", ROOT / "pyproject.toml")
    told = subprocess.run(
        [sys.executable, "-m", "pytest", *words, tmp_path / "test_it.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TABLETOP_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.findall(r"^ERROR .*::(\w+)", told.stdout, re.MULTILINE) == ["test_unforeseen", "test_in_another_program"]
    assert "4 passed, 2 errors" in told.stdout
