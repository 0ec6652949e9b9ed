"""A rule module is one file (AMB-123): laid among the others it has its place everywhere, and nothing else changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import tabletop

HERE = Path(__file__).parent / "modules"


def test_amb_123_a_module_laid_among_the_others_is_played_without_a_line_elsewhere(tmp_path: Path) -> None:
    house = shutil.copytree(
        Path(tabletop.__file__).parent, tmp_path / "tabletop", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(HERE / "grog.py", house / "games/ships_of_the_line/chapters/optional")
    for data in ("scenarios", "sprites"):
        (tmp_path / data).symlink_to(Path(data).resolve())
    paths = os.pathsep.join((str(tmp_path), str(Path.cwd())))
    done = subprocess.run(
        [sys.executable, "-P", str(HERE / "grog_battles.py")],
        env={**os.environ, "PYTHONPATH": paths, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
