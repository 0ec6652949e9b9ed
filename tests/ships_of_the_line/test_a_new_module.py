"""A rule module is one file (AMB-123): laid among the others it has its place everywhere, and nothing else changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tabletop

HERE = Path(__file__).parent / "modules"
LISTING = (
    "tests/scenarios/test_scenarios.py", "tests/ships_of_the_line/test_rule_modules.py",
    "tests/ui/test_local_backend.py::test_amb_123_presets_switch_all_modules_and_the_scenarios_own_is_marked_at_first",
    "tests/ui/test_local_backend.py::test_every_rule_that_is_built_and_the_strength_of_the_wind_can_be_switched",
)  # fmt: skip
"""Tests that look at the list of all rule modules."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the program, among whose rule modules two lie that nobody has told it of."""
    folder = tmp_path_factory.mktemp("house")
    house = shutil.copytree(
        Path(tabletop.__file__).parent, folder / "tabletop", ignore=shutil.ignore_patterns("__pycache__")
    )
    for module in ("grog.py", "fog_bank.py"):
        shutil.copy(HERE / module, house / "games/ships_of_the_line/chapters/optional")
    for data in ("scenarios", "sprites"):
        (folder / data).symlink_to(Path(data).resolve())
    return folder


def run(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the program of a house."""
    paths = os.pathsep.join((str(house), str(Path.cwd())))
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        env={**os.environ, "PYTHONPATH": paths, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("program", ["grog_battles.py", "fog_battles.py"])
def test_amb_123_a_module_laid_among_the_others_is_played_without_a_line_elsewhere(house: Path, program: str) -> None:
    done = run(house, str(HERE / program))
    assert done.returncode == 0, done.stderr


IMPORT = "from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules as load;"
LIST = IMPORT + " assert {'grog', 'fog_bank'} <= set(load());"
TESTS = "import pytest, sys; sys.exit(pytest.main(['-q', '-n0', '-p', 'no:cacheprovider', *sys.argv[1:]]))"


def test_amb_123_no_test_that_lists_rule_modules_fails_for_another_one(house: Path) -> None:
    # imported first, the program of the house is the one that the tests find
    done = run(house, "-c", LIST + TESTS, *LISTING)
    assert done.returncode == 0, done.stdout + done.stderr
