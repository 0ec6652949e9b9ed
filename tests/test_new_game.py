"""A contributor adds a sixth game by the files that docs/adding-a-game.md names: everything runs, nothing else is owed.

The example game is laid into a copy of the tree under another name, without anything optional, and tested there.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import ALL, SEED

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "tests" / "contract" / "tricks"
GAME = "prize_court"
FILES = {
    "rules.py": f"tabletop/games/{GAME}.py",
    "table.py": f"tabletop/ui/boards/{GAME}.py",
    "standard.yaml": f"scenarios/{GAME}/standard.yaml",
    "rules.yaml": f"docs/rules/{GAME}.yaml",
    "scenarios.md": f"docs/scenarios/{GAME}.md",
    "test_rules.py": f"tests/{GAME}/test_rules.py",
}
"""The files of the example, and where the documents say that those of a game lie."""
MOST_LINES = 300
"""Lines that the example takes in all these files; with more it would no longer be small."""
NAMES = {
    "from tests.contract.tricks import rules": f"from tabletop.games import {GAME} as rules",
    "from tests.contract.tricks.rules import": f"from tabletop.games.{GAME} import",
    "prize_money": GAME,
    "Prize Money": "Prize Court",
    "PM-": "PC-",
    "test_pm_": "test_pc_",
}
"""What is written otherwise in the copy, so that it stands beside the example of the tests."""
LONG = (
    "tests/contract/test_any_orders.py",
    "tests/ui/test_no_leaks.py",
    "tests/ui/test_no_leaks_of_aides.py",
    "tests/ui/test_card_games_event_loop.py",
    "tests/ui/test_card_games_bear_any_input.py",
)
"""They take two minutes; every run tries them with the example itself, `make soak` with the copy too."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a copy of this tree with the example laid into it as a game, and its reference written."""
    copy = tmp_path_factory.mktemp("tree")
    leave_out = shutil.ignore_patterns("__pycache__", "pictures")
    for name in ("tabletop", "tests", "tools", "scenarios", "sprites", "docs"):
        shutil.copytree(ROOT / name, copy / name, ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, path in FILES.items():
        (copy / path).parent.mkdir(exist_ok=True)
        (copy / path).write_text(renamed((EXAMPLE / name).read_text(encoding="utf-8")), encoding="utf-8")
    (copy / "tests" / GAME / "__init__.py").touch()
    run(copy, "tools/game_reference.py")
    return copy


def renamed(text):
    for old, new in NAMES.items():
        text = text.replace(old, new)
    return text


def run(copy, *words):
    """Run Python in the copy, as `make game` does; return what it prints. Its failure fails the test."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


def test_the_example_is_small():
    lines = sum(len((EXAMPLE / name).read_text(encoding="utf-8").splitlines()) for name in FILES)
    assert lines <= MOST_LINES


def test_the_document_names_every_file_of_the_example():
    told = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert [path for path in FILES.values() if f"`{path.replace(GAME, '<game>')}`" not in told] == []


def test_a_sixth_game_passes_all_that_is_tried_with_it(tree):
    left_out = () if SEED == ALL else LONG
    words = ("-q", "-n0", "-p", "no:cacheprovider", "--game", GAME, *(f"--ignore={path}" for path in left_out))
    told = run(tree, "-m", "pytest", *words)
    assert int(re.search(r"(\d+) passed", told)[1]) > 60
    assert f"random games of {GAME}: 400 of 400" in told


def test_of_a_sixth_game_every_rule_is_tested_and_every_field_explained(tree):
    assert run(tree, "tools/rule_coverage.py", "--check")
    run(tree, "tools/game_reference.py", "--check")
    assert "bid" in (tree / "docs" / "reference" / f"{GAME}.md").read_text(encoding="utf-8")


def test_the_scenario_of_a_sixth_game_is_valid(tree):
    assert "no errors" in run(tree, "-m", "tabletop", "validate", f"scenarios/{GAME}/standard.yaml")
