"""The command `tabletop cases`: run case files and explain every difference."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.terminal import complain, tell
from tabletop.core import case_file, cases, resources
from tabletop.core.errors import ScenarioError
from tabletop.core.scenario import text_of


def run(
    files: Annotated[list[Path], typer.Argument(help="Case files; docs/case-files.md tells how to write one.")],
) -> None:
    """Play the cases in FILES by the rules and explain everything that comes otherwise than they say."""
    failed = [path for path in files if not _holds(path)]
    if failed:
        raise typer.Exit(1)


def _holds(path: Path) -> bool:
    try:
        file = case_file.read(text_of(path), str(path), resources.find_scenario)
    except ScenarioError as error:
        for problem in error.problems:
            complain(problem)
        return False
    problems = [problem for number in range(len(file.data.cases)) for problem in cases.run(file, number)]
    for problem in problems:
        complain(problem)
    verdict = "not as expected" if problems else "as expected"
    count = len(file.data.cases)
    tell(f"{path}: {count} {'case' if count == 1 else 'cases'}, {verdict}")
    return not problems
