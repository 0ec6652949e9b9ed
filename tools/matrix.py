"""Run the tests on every Python from 3.11 to 3.14 of this machine: `python -m tools.matrix`.

Each Python gets an environment of its own from the lock, `.venv-3.13` for example. Each then plays a random game of
every kind and records it, and verifies the records of all others. A Python that is not here is skipped, and the tool
says so.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.players import casual

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
MOST_COMMANDS = 300
"""The number of commands after which a game is stopped."""
_SAY_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; return 1 if anything failed on any Python, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records-only", action="store_true", help="do not run the tests, only exchange records")
    parser.add_argument("--play", type=Path, metavar="FOLDER", help="record a game of every kind in this folder")
    parser.add_argument("--verify", type=Path, metavar="FOLDER", help="verify all records in this folder")
    wanted = parser.parse_args(words)
    if wanted.play:
        play_games(wanted.play)
        return 0
    if wanted.verify:
        return verify_records(wanted.verify)
    return run_matrix(VERSIONS, target="develop" if wanted.records_only else "test")


def run_matrix(versions: Sequence[str], target: str) -> int:
    """Run a make target and exchange records on each of `versions`; print a line for each, and return the exit code."""
    results: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        ready: dict[str, Path] = {}
        for version in versions:
            python = find_python(version)
            if python is None:
                results[version] = "skipped: this machine has no such Python"
                continue
            environment = Path(f".venv-{version}")
            made = subprocess.run(("make", target, f"PYTHON={python}", f"VENV={environment}"), check=False)
            results[version] = "FAILED" if made.returncode else "passed"
            ready[version] = environment / "bin" / "python"
        for version, python in ready.items():
            if not _run_here(python, "--play", Path(folder) / version):
                results[version] = "FAILED: no game could be played"
        for version, python in ready.items():
            if not _run_here(python, "--verify", Path(folder)):
                results[version] = "FAILED: a record does not verify"
    for version, result in results.items():
        print(f"Python {version}: {result}")
    failed = sum(result.startswith("FAILED") for result in results.values())
    skipped = len(results) - len(ready)
    print(f"pythons: {len(ready) - failed} passed, {failed} failed, {skipped} skipped")
    return int(failed > 0 or not ready)


def _run_here(python: Path, *words: object) -> bool:
    """Run this tool with another Python; return True if it succeeds."""
    return subprocess.run((python, "-m", "tools.matrix", *map(str, words)), check=False).returncode == 0


def find_python(version: str) -> Path | None:
    """Return a Python of a version such as "3.13" that starts, from the path or from pyenv; None if there is none."""
    return next((path for path in _list_candidates(version) if _read_version(path) == version), None)


def _list_candidates(version: str) -> Iterator[Path]:
    """Yield the possible paths of a Python of `version`, in the order in which to try them."""
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted((root / "versions").glob(f"{version}.*/bin/python"))


def _read_version(python: Path) -> str:
    """Return the version that a program reports, e.g. "3.13"; empty if it does not start."""
    try:
        return subprocess.run(
            (python, "-c", _SAY_VERSION), capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""  # e.g. a shim of pyenv without an active version


def play_games(folder: Path) -> None:
    """Play a random game of every kind and record it in `folder`, a file for each."""
    folder.mkdir(parents=True)
    for name, game in games_by_id().items():
        scenario = resources.list_scenarios(name)[0]
        text = scenario.read_text(encoding="utf-8")
        match = Match.new(MatchSetup(game, text, scenario.name, "1"), folder / f"{name}.jsonl")
        for _ in casual.play(match, Random(1), MOST_COMMANDS):
            pass


def verify_records(folder: Path) -> int:
    """Verify every record below `folder`; print each difference and return 1 if there is any or no record, else 0."""
    records = sorted(folder.rglob("*.jsonl"))
    found = [(path, difference) for path in records if (difference := verify(path)) is not None]
    for path, difference in found:
        print(f"{path.relative_to(folder)}: {difference}")
    version = "{}.{}.{}".format(*sys.version_info)
    print(f"Python {version} verified {len(records) - len(found)} of {len(records)} records", flush=True)
    return int(bool(found) or not records)


if __name__ == "__main__":
    sys.exit(main())
