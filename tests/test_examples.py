"""The programs in `examples/` run as they are, each in a folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
LONGEST = 60
"""Lines of an example at most."""
FILES = {
    "replay_statistics": {"match.jsonl", "statistics.png"},
    "set_up_and_draw": {"position.png", "position.yaml"},
}
"""The files that an example leaves behind; none if it is not listed."""
LAST_LINES = {
    "bot": "Match 1: ",
    "broadside_odds": "Pluton ",
    "play_random": "92 commands. ",
    "replay_statistics": "statistics.png shows ",
    "set_up_and_draw": "position.png shows Victory under the stern of Bucentaure.",
}
"""How the last line that an example prints begins."""
ARGUMENTS = {"bot": ["midshipman", "1"]}


def run_example(path: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run an example in `folder`, without a screen."""
    paths = os.pathsep.join([str(ROOT), str(folder)])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1", "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, str(path), *ARGUMENTS.get(path.stem, [])]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path, tmp_path) -> None:
    done = run_example(path, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith(LAST_LINES[path.stem])
    assert {file.name for file in tmp_path.iterdir()} == FILES.get(path.stem, set())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_imports_nothing_of_the_program_but_the_package(path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST
    imports = [line.split()[1] for line in lines if line.lstrip().startswith(("import ", "from "))]
    others = {name.partition(".")[0] for name in imports} - sys.stdlib_module_names
    assert others <= {"tabletop", "matplotlib"}
    assert [name for name in imports if name.startswith("tabletop.")] == []


def test_without_matplotlib_the_message_says_what_to_install(tmp_path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError", encoding="utf-8")
    done = run_example(ROOT / "examples" / "replay_statistics.py", tmp_path)
    assert done.returncode == 1
    assert "pip install matplotlib" in done.stderr
    assert "Traceback" not in done.stderr
