"""The commands `tabletop validate`, `schema` and `cases`, for files that a user writes."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli.terminal import path_argument, print_error, print_line
from tabletop.core import case_file, case_runner, paths, resources
from tabletop.core.document import Document
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.game import AnyGame, games_by_id
from tabletop.core.phrases import did_you_mean, format_count
from tabletop.core.scenario import load_text
from tabletop.core.unheeded import find_warnings
from tabletop.lessons import lesson_file


def validate(files: Annotated[list[Path], path_argument("Scenario files and lessons.", "FILES...")]) -> None:
    """Check scenario files and lessons, and print every error as file:line:column: message.

    A warning names something that has no effect because an option is off. It is not an error.
    """
    found = [_find_problems(path) for path in files]
    problems, warnings = ([one for part in found for one in part[number]] for number in (0, 1))
    for problem in (*problems, *warnings):
        print_error(problem)
    if problems:
        raise typer.Exit(1)
    also = f", {format_count(len(warnings), 'warning')}" if warnings else ""
    print_line(f"{format_count(len(files), 'file')}: no errors{also}")


def print_schema(game: Annotated[str, typer.Argument(help="Id of a game, e.g. ships_of_the_line.")]) -> None:
    """Print the JSON Schema of a game's scenario files, with which editors complete and check them."""
    games = games_by_id()
    if game not in games:
        print_error(f"unknown game '{game}'{did_you_mean(game, games)}; there is: {', '.join(games)}")
        raise typer.Exit(2)
    for line in msgspec.json.format(msgspec.json.encode(games[game].schema())).decode().splitlines():
        print_line(line)


def _find_problems(path: Path) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return the errors of a file, and its warnings if it has no errors."""
    try:
        text = load_text(path)
        if lesson_file.is_lesson(text, str(path)):
            lesson_file.read(text, str(path))
            return (), ()
        game = find_game_of_file(path, text)
        return (), find_warnings(game, game.read(text, str(path)), text, str(path))
    except ScenarioError as error:
        return error.problems, ()


def find_game_of_file(path: Path, text: str) -> AnyGame:
    """Return the game of a file: its key `game:`, else the folder it is in, else the only registered game.

    Raises:
        ScenarioError: if the key names no game, or nothing says which game it is.
    """
    games = games_by_id()
    document = Document(text, str(path))
    named = document.value_at(("game",))
    if named is not None and str(named) not in games:
        document.add_problem(("game",), f"unknown game '{named}'{did_you_mean(str(named), games)}")
        document.raise_problems()
    folders = [folder for folder in paths.follow(path).parts[::-1] if folder in games]
    found = [named] if named else folders or (list(games) if len(games) == 1 else [])
    if not found:
        document.raise_problems()  # where the file cannot be read, nothing is asked about it
        document.add_problem((), f"which game is this for? Write it at the top, e.g. game: {next(iter(games))}")
        document.raise_problems()
    return games[found[0]]


def run_cases(
    files: Annotated[list[Path], path_argument("Case files (how to write one: docs/case-files.md).", "FILES...")],
) -> None:
    """Play the cases in FILES by the rules, and explain every difference from what they expect."""
    failed = [path for path in files if not _run_file(path)]
    if failed:
        raise typer.Exit(1)


def _run_file(path: Path) -> bool:
    try:
        file = case_file.read(load_text(path), str(path), resources.find_scenario)
    except ScenarioError as error:
        for problem in error.problems:
            print_error(problem)
        return False
    problems = [problem for number in range(len(file.data.cases)) for problem in case_runner.run_case(file, number)]
    for problem in problems:
        print_error(problem)
    verdict = "not as expected" if problems else "as expected"
    count = len(file.data.cases)
    print_line(f"{path}: {count} {'case' if count == 1 else 'cases'}, {verdict}")
    return not problems
