"""Mutants of the rules: find changes of games/, cards/ or geometry/ that no test notices.

Cosmic Ray makes the mutants and runs the tests on each, in a copy of the project. pytest-testmon knows from one whole
run which tests depend on a changed line, unless the line runs while its module is imported. So each survivor is tried
once more with all tests of its game. The sample has one mutant of each place. Changes that no test could notice are
left out: `|`, nearly always in an annotation, `is` for `==`, and the guards of structs and loops. Survivors are printed
as diffs, and judged in docs/mutants.md. `make mutants` runs all of it; `--seed` takes another sample, and an
interrupted run in the folder is continued.
"""

import argparse
import linecache
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
MUTATED = ("tabletop/geometry", "tabletop/cards", "tabletop/games")
RULES = ("volley", "ship_duel", "trafalgar_cards", "decks_of_glory", "ships_of_the_line")
TESTS = ("geometry", "cards", *RULES, "cases", "scenarios", "contract")
PYTEST = (sys.executable, "-m", "pytest", "-q", *(f"tests/{name}" for name in TESTS))
SESSION = "mutants.sqlite"
CONFIG = f"""[cosmic-ray]
module-path = [{", ".join(f'"{folder}"' for folder in MUTATED)}]
timeout = 600.0
excluded-modules = []
test-command = "{" ".join(PYTEST)} -x --testmon --testmon-nocollect"
[cosmic-ray.distributor]
name = "local"
"""
_PLACES = """SELECT job_id, module_path, start_pos_row, start_pos_col FROM mutation_specs
WHERE operator_name NOT LIKE '%BinaryOperator_BitOr%' AND operator_name NOT LIKE '%Eq_Is%'
ORDER BY 2, 3, 4, operator_name, occurrence"""
_GUARDS = ("kw_only=", "gc=False", "strict=True", "TYPE_CHECKING")
_LEFT_OUT = "DELETE FROM {} WHERE job_id NOT IN (SELECT job_id FROM chosen)"
_SURVIVED = """SELECT job_id, module_path, diff FROM work_results JOIN mutation_specs USING (job_id)
WHERE test_outcome = 'SURVIVED' ORDER BY diff"""
_KILLED = "UPDATE work_results SET test_outcome = 'KILLED' WHERE job_id = ?"
_OUTCOMES = "SELECT test_outcome, count(*) FROM work_results GROUP BY 1 ORDER BY 1"


def prepare(folder: Path, number: int, seed: str) -> None:
    """Copy the project into `folder`, run its tests once, and choose the mutants."""
    folder.mkdir(parents=True)
    archive = subprocess.run(("git", "archive", "HEAD"), cwd=ROOT, capture_output=True, check=True)
    subprocess.run(("tar", "-x"), cwd=folder, input=archive.stdout, check=True)
    (folder / "mutants.toml").write_text(CONFIG, encoding="utf-8")
    subprocess.run((*PYTEST, "--testmon"), cwd=folder, check=True)
    subprocess.run((*_find_cosmic_ray(), "init", "mutants.toml", SESSION), cwd=folder, check=True)
    with sqlite3.connect(folder / SESSION) as session:
        choose_mutants(session, number, seed)


def choose_mutants(session: sqlite3.Connection, number: int, seed: str) -> None:
    """Reduce a session to `number` places with one mutant each."""
    places: dict[tuple[str, int, int], list[str]] = {}
    for job, path, row, column in session.execute(_PLACES):
        if not any(guard in linecache.getline(str(ROOT / path), row) for guard in _GUARDS):
            places.setdefault((path, row, column), []).append(job)
    chance = Random(seed)
    chosen = [(chance.choice(jobs),) for jobs in chance.sample(list(places.values()), min(number, len(places)))]
    session.execute("CREATE TEMPORARY TABLE chosen (job_id)")
    session.executemany("INSERT INTO chosen VALUES (?)", chosen)
    for table in ("mutation_specs", "work_items"):
        session.execute(_LEFT_OUT.format(table))
    print(f"{len(chosen)} of {len(places)} places")


def retry_survivors(session: sqlite3.Connection, folder: Path) -> None:
    """Run all tests of its game, or of its package, against each mutant that has survived."""
    for job, path, diff in session.execute(_SURVIVED).fetchall():
        tests = [f"tests/{name}" for name in TESTS if name in (*Path(path).parts, "contract")]
        patch = ("patch", "--strip=1", "--silent", "--no-backup-if-mismatch")
        subprocess.run(patch, cwd=folder, input=f"{diff}\n", text=True, check=True)
        done = subprocess.run((*PYTEST[:4], *tests, "-x", "-p", "no:testmon"), cwd=folder, capture_output=True)
        subprocess.run((*patch, "--reverse"), cwd=folder, input=f"{diff}\n", text=True, check=True)
        if done.returncode:
            session.execute(_KILLED, (job,))
            session.commit()


def main() -> None:
    """Prepare the folder if it is missing, run the remaining mutants, and print the survivors."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--number", type=int, default=200, help="of mutants")
    parser.add_argument("--seed", default="1805", help="of the sample, and of what the tests sample")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="where the copy is made")
    asked = parser.parse_args()
    os.environ |= {"TABLETOP_SAMPLE": asked.seed, "SDL_VIDEODRIVER": "dummy"}
    if not asked.folder.exists():
        prepare(asked.folder, asked.number, asked.seed)
    subprocess.run((*_find_cosmic_ray(), "exec", "mutants.toml", SESSION), cwd=asked.folder, check=True)
    with sqlite3.connect(asked.folder / SESSION) as session:
        retry_survivors(session, asked.folder)
        for _, _, diff in session.execute(_SURVIVED):
            print(diff)
        for outcome, count in session.execute(_OUTCOMES):
            print(f"{outcome.lower()}: {count}")


def _find_cosmic_ray() -> tuple[str, ...]:
    return (str(Path(sys.executable).with_name("cosmic-ray")),)


if __name__ == "__main__":
    main()
