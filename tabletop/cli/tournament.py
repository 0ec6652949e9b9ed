"""The command `tabletop tournament`: matches by the hundred between players of the computer, and their report."""

import sys
from collections.abc import Iterable
from os import cpu_count
from pathlib import Path
from typing import Annotated, NamedTuple, NoReturn

import typer

from tabletop.cli import tournament_wishes as wishes
from tabletop.cli.terminal import complain, number, path_option, tell
from tabletop.core.phrases import format_count
from tabletop.tournaments.cluster import NoClusterError, over_cluster
from tabletop.tournaments.cores import over_cores
from tabletop.tournaments.entrant import UnknownPlayerError
from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.match_process import LIMIT, LostProcessError, play_apart
from tabletop.tournaments.report import NoPainterError, painter, write
from tabletop.tournaments.result_lines import DamagedResultsError
from tabletop.tournaments.results_file import ResultsFile, UnwritableResultsError
from tabletop.tournaments.standings import forfeits, standings
from tabletop.tournaments.tournament import OtherTournamentError, Tournament, left

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What lets those options through that are named after the sides of a game."""
MOST_PROCESSES = 500
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
    processes: Annotated[int, number("Matches that are played at a time.", 1, MOST_PROCESSES)] = cpu_count() or 1,
    limit: Annotated[
        int, number("Seconds that a player may take for one decision; whose player takes longer loses.", 1, 86_400)
    ] = LIMIT,
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
    entrants = wishes.sides(game, words, limit)
    switches = wishes.switches(game, found, switch or [])
    asked = wishes.bounded(Tournament(game.meta.id, found, entrants, switches, games, seed))
    try:
        if record is None:
            if report:
                painter()
            _play(asked, ResultsFile(results), _Means(processes, dask, limit))
            _tell(ResultsFile(results).results, report, ", ".join(names))
        else:
            _record(asked, record, results, limit)
    except OtherTournamentError as error:
        _end(f"{results} holds another tournament: {error}.", error)
    except UnwritableResultsError as error:
        _end(f"{error}.", error)
    except (UnknownPlayerError, DamagedResultsError, LostProcessError, NoClusterError, NoPainterError) as error:
        _end(str(error), error)


def _end(sentences: str, error: Exception) -> NoReturn:
    for sentence in sentences.splitlines():
        complain(sentence)
    raise typer.Exit(2) from error


class _Means(NamedTuple):
    """How matches are played: at how many a time, or by which cluster; and how long a player may think."""

    processes: int
    dask: str | None
    limit: int

    def play(self, fixtures: Iterable[Fixture]) -> Iterable[Result]:
        """Play matches; raises as `over_cluster` and `over_cores`."""
        if self.dask:
            return over_cluster(fixtures, self.dask, self.limit, complain)
        return over_cores(fixtures, self.processes, self.limit)


def _play(asked: Tournament, file: ResultsFile, means: _Means) -> None:
    """Play what is left, each result on disk before the next."""
    fixtures, before = left(asked, file.results), len(file.results)
    file.prepare()
    try:
        with typer.progressbar(length=before + len(fixtures), label="Matches", show_pos=True) as bar:
            bar.update(before)
            for result in means.play(fixtures):
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
    for reason, matches in forfeits(results).items():
        tell(f"{format_count(matches, 'match')}: {reason}.")
    if report:
        write(report, title, results)


def _record(asked: Tournament, number: int, results: Path, limit: int) -> None:
    """Play a match again, which comes out the same, and keep its record beside the results."""
    fixture = next((one for one in asked.fixtures() if one.number == number), None)
    if fixture is None:
        raise typer.BadParameter(f"There is no match {number} in this tournament.")
    path = results.with_name(f"{results.stem}-{number}.jsonl")
    result = play_apart(fixture, path, limit)
    tell(f"{path}: {result.orders} orders; {f'{result.winner} has won' if result.winner else 'nobody has won'}.")
