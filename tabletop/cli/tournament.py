"""The command `tabletop tournament`: matches by the hundred between players of the computer, and their report."""

import sys
from collections.abc import Iterable
from os import cpu_count
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tabletop.cli import tournament_wishes as wishes
from tabletop.cli.terminal import complain, number, path_option, tell
from tabletop.tournaments.cluster import NoClusterError, over_cluster
from tabletop.tournaments.cores import LostProcessError, over_cores
from tabletop.tournaments.entrant import UnknownPlayerError
from tabletop.tournaments.match_play import Result, play
from tabletop.tournaments.report import NoPainterError, painter, write
from tabletop.tournaments.results_file import DamagedResultsError, ResultsFile, UnwritableResultsError
from tabletop.tournaments.standings import standings
from tabletop.tournaments.tournament import OtherTournamentError, Tournament, left

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What lets those options through that are named after the sides of a game."""
STOPPED = 130
"""How a program ends that was interrupted."""


def run(
    context: typer.Context,
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios of one game: GAME/NAME, NAME, or a file.")],
    games: Annotated[int, number("Matches of each set of scenario, players and rules.", 1)] = 100,
    switch: Annotated[list[str] | None, typer.Option(help="A rule set otherwise, ID=VALUE; several by commas.")] = None,
    seed: Annotated[str, typer.Option(help="Of all chance.")] = "1805",
    results: Annotated[Path, path_option("Where results are kept; there one goes on.")] = Path("results.jsonl"),
    report: Annotated[Path | None, path_option("Write the report: a page, and a picture beside it.")] = None,
    processes: Annotated[int, number("Matches that are played at a time.", 1)] = cpu_count() or 1,
    dask: Annotated[str | None, typer.Option(help="Address of a Dask scheduler whose workers play.")] = None,
    record: Annotated[int | None, number("Only play this match again, and keep its record.", 0)] = None,
) -> None:
    """Play matches between players: --british admiral --allied captain:bold, or --SIDE MODULE:CLASS.

    Players are named for each side, several by commas; all sets of scenarios, players and rules meet with the same
    chances. What was stopped goes on by the same command.
    """
    sys.path.insert(0, str(Path.cwd()))  # where somebody's own players lie
    names, words = wishes.apart(scenarios + context.args)
    game, found = wishes.scenarios(names)
    asked = Tournament(
        game.meta.id, found, wishes.sides(game, words), wishes.switches(game, found, switch or []), games, seed
    )
    try:
        if record is None:
            if report:
                painter()
            _play(asked, ResultsFile(results), processes, dask)
            _tell(ResultsFile(results).results, report, ", ".join(names))
        else:
            _record(asked, record, results)
    except OtherTournamentError as error:
        _end(f"{results} holds another tournament: {error}.", error)
    except UnwritableResultsError as error:
        _end(f"{error}.", error)
    except (UnknownPlayerError, DamagedResultsError, LostProcessError, NoClusterError, NoPainterError) as error:
        _end(str(error), error)


def _end(sentence: str, error: Exception) -> NoReturn:
    complain(sentence)
    raise typer.Exit(2) from error


def _play(asked: Tournament, file: ResultsFile, processes: int, dask: str | None) -> None:
    """Play what is left, each result on disk before the next."""
    fixtures, before = left(asked, file.results), len(file.results)
    file.prepare()
    coming: Iterable[Result] = over_cluster(fixtures, dask) if dask else over_cores(fixtures, processes)
    try:
        with typer.progressbar(length=before + len(fixtures), label="Matches", show_pos=True) as bar:
            bar.update(before)
            for result in coming:
                file.add(result)
                bar.update(1)
    except KeyboardInterrupt as error:
        _stop("Stopped", file, before + len(fixtures), STOPPED, error)
    except UnwritableResultsError as error:
        _stop(str(error), file, before + len(fixtures), 2, error)


def _stop(why: str, file: ResultsFile, matches: int, code: int, error: BaseException) -> NoReturn:
    complain(f"{why}; {len(file.results)} of {matches} are kept, and the same command goes on.")
    raise typer.Exit(code) from error


def _tell(results: list[Result], report: Path | None, title: str) -> None:
    for one in standings(results):
        won = ", ".join(f"{side} {number}" for side, number in one.won.items())
        low, high = one.sure
        tell(f"{one.name}: {won}, drawn {one.drawn}; the first side {one.points:.1%} ({low:.1%} to {high:.1%})")
    if report:
        write(report, title, results)


def _record(asked: Tournament, number: int, results: Path) -> None:
    """Play a match again, which comes out the same, and keep its record beside the results."""
    fixture = next((one for one in asked.fixtures() if one.number == number), None)
    if fixture is None:
        raise typer.BadParameter(f"There is no match {number} in this tournament.")
    path = results.with_name(f"{results.stem}-{number}.jsonl")
    result = play(fixture, path)
    tell(f"{path}: {result.orders} orders; {f'{result.winner} has won' if result.winner else 'nobody has won'}.")
