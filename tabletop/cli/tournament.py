"""The command `tabletop tournament`: hundreds of matches between computer players, and their report."""

import sys
from collections.abc import Iterable, Sequence
from os import cpu_count
from pathlib import Path
from typing import Annotated, NamedTuple, NoReturn

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli.files import find_game_of_file
from tabletop.cli.terminal import number_option, path_option, print_error, print_line, usage_error
from tabletop.core import resources
from tabletop.core.game import AnyGame, Switch, find_game, games_by_id
from tabletop.core.phrases import did_you_mean, format_count, join_words
from tabletop.core.scenario import load_text, parse_file_path
from tabletop.tournaments.cluster import NoClusterError, play_on_cluster
from tabletop.tournaments.fixture import Entrant, Fixture, UnknownPlayerError, Value, find_scenario_file, parse_entrant
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.match_process import LIMIT, LostProcessError, MatchProcessPool, play_in_process, play_on_cores
from tabletop.tournaments.report import ReportUnavailableError, find_figure_class, write_report
from tabletop.tournaments.results_file import DamagedResultsError, ResultsFile, UnwritableResultsError
from tabletop.tournaments.standings import build_standings, count_forfeits
from tabletop.tournaments.tournament import MOST_MATCHES, OtherTournamentError, Tournament, find_remaining

DEFAULT_PLAYER = "casual"
"""The player of a side for which none is named."""


LONGEST_SEED = 1_000
"""The most characters of a seed."""


def check_size(asked: Tournament) -> Tournament:
    """Return the tournament unchanged.

    Raises:
        typer.BadParameter: if there are too many matches, or the seed or a scenario cannot be written to a file.
    """
    if asked.match_count > MOST_MATCHES:
        raise usage_error(f"That would be {asked.match_count:,} matches; a tournament has {MOST_MATCHES:,} at most.")
    if len(asked.seed) > LONGEST_SEED:
        raise usage_error(f"The seed has {len(asked.seed):,} characters; it has {LONGEST_SEED:,} at most.")
    for text in (asked.seed, *asked.scenarios):
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise usage_error(f"'{text}' cannot be written down: it holds bytes that are no text.")
    return asked


def split_arguments(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the names of scenarios, and the values of options named after sides: ``--red admiral``.

    Raises:
        typer.BadParameter: if an option has no value.
    """
    names, told, waiting = [], {}, ""
    for word in words:
        option, equals, value = word.partition("=")
        if waiting:
            told[waiting], waiting = word, ""
        elif not word.startswith("--"):
            names.append(word)
        elif equals:
            told[option[2:]] = value
        else:
            waiting = option[2:]
    if waiting:
        raise usage_error(f"--{waiting} needs a player.")
    return names, told


def find_scenarios(names: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
    """Return the game of the scenarios, and each scenario by its name or path.

    Raises:
        typer.BadParameter: if a scenario is unknown or ambiguous, or they belong to several games.
        ScenarioError: if a file does not name its game.
    """
    found = [_find_scenario(name) for name in names]
    games = {game for game, _ in found}
    if len(games) != 1:
        raise usage_error(
            f"These are scenarios of several games: {join_words(sorted(games))}." if games else "Which scenario?"
        )
    return find_game(games.pop()), tuple(scenario for _, scenario in found)


def _find_scenario(name: str) -> tuple[str, str]:
    """Return the id of the game and the name or path of the scenario."""
    if name.endswith((".yaml", ".yml")):
        path = parse_file_path(name)
        return find_game_of_file(path, load_text(path)).meta.id, name
    every = [f"{game}/{path.stem}" for game in games_by_id() for path in resources.list_scenarios(game)]
    found = [one for one in every if name in (one, one.rpartition("/")[2])]
    if not found:
        near = did_you_mean(name, [*every, *(one.rpartition("/")[2] for one in every)])
        raise usage_error(f"There is no scenario '{name}'{near or '.'}")
    if len(found) > 1:
        raise usage_error(f"'{name}' is a scenario of several games: {join_words(found)}.")
    game, _, scenario = found[0].partition("/")
    return game, scenario


def read_entrants(game: AnyGame, told: dict[str, str], limit: float) -> dict[str, tuple[Entrant, ...]]:
    """Return the entrants of each side.

    Each user's player is created once, within `limit` seconds, as a check.

    Raises:
        typer.BadParameter: if the game has no such side or player.
    """
    known = [side.id for side in game.meta.sides]
    for option in told:
        if option not in known:
            raise usage_error(f"No such option: --{option}; {game.meta.title} has the sides {join_words(known)}.")
    with MatchProcessPool(1, limit) as crew:
        return {
            side: tuple(_read_entrant(crew, game, side, one) for one in told.get(side, DEFAULT_PLAYER).split(","))
            for side in known
        }


def _read_entrant(crew: MatchProcessPool, game: AnyGame, side: str, told: str) -> Entrant:
    try:
        found = parse_entrant(told)
        if found.is_user_class:
            crew.check_player(game, side, found)
        else:
            found.create_player(game, side, "")
    except UnknownPlayerError as error:
        raise usage_error(str(error)) from error
    return found


def read_switches(game: AnyGame, names: Sequence[str], told: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """Return the values of each switch in `told`, e.g. ``["wind=true,false"]``, by its id.

    Raises:
        typer.BadParameter: if a scenario has no such switch, or the switch has no such value.
        ScenarioError: if a scenario is wrong.
    """
    wished = dict(_split_switch(one) for one in told)
    return {
        one: tuple(_parse_value(_find_switch(game, names, one), word) for word in words)
        for one, words in wished.items()
    }


def _split_switch(told: str) -> tuple[str, list[str]]:
    switch, _, values = told.partition("=")
    return switch, values.split(",")


def _find_switch(game: AnyGame, names: Sequence[str], wished: str) -> Switch:
    found = []
    for name in names:
        path = find_scenario_file(game.meta.id, name)
        every = {one.id: one for one in game.switches(game.read(load_text(path), path.name))}
        if wished not in every:
            raise usage_error(f"{name} has no rule '{wished}'{did_you_mean(wished, every) or '.'}")
        found.append(every[wished])
    return found[0]


def _parse_value(switch: Switch, word: str) -> Value:
    """Return the value of a switch for its name or its words; upper and lower case are the same."""
    for value, words in switch.values:
        if word.lower() in (str(value).lower(), words.lower()):
            return value
    known = join_words(str(value).lower() for value, _ in switch.values)
    raise usage_error(f"The rule '{switch.id}' has no value '{word}'; its values are {known}.")


CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Settings of the argument parser that accept options named after the sides of a game."""
MOST_PROCESSES = 500
EXIT_INTERRUPTED = 130
"""The exit code of an interrupted program."""


def run_tournament(
    context: typer.Context,
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios of one game: GAME/NAME, NAME, or a file.")],
    games: Annotated[int, number_option("Matches for each combination of scenario, players and rules.", 1)] = 100,
    switch: Annotated[
        list[str] | None, typer.Option(help="Set a rule: ID=VALUE. Separate several values by commas.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Seed of all chance.")] = "1805",
    results: Annotated[Path, path_option("Results file. An existing file is continued.")] = Path("results.jsonl"),
    report: Annotated[Path | None, path_option("Write a report: an HTML page, with a picture beside it.")] = None,
    processes: Annotated[int, number_option("Matches played at the same time.", 1, MOST_PROCESSES)] = cpu_count() or 1,
    limit: Annotated[
        int,
        number_option("Seconds that a player may take for one decision; a slower player loses the match.", 1, 86_400),
    ] = LIMIT,
    dask: Annotated[str | None, typer.Option(help="Address of a Dask scheduler whose workers play.")] = None,
    record: Annotated[int | None, number_option("Only play this match again, and save its record.", 0)] = None,
) -> None:
    """Play matches of computer players: --british admiral --allied captain:bold, or --SIDE MODULE:CLASS.

    Name the players of each side, separated by commas. Every combination of scenario, players and rules plays the same
    seeds. The same command continues an interrupted tournament.
    """
    sys.path.insert(0, str(Path.cwd()))  # where somebody's own players lie
    names, words = split_arguments(scenarios + context.args)
    game, found = find_scenarios(names)
    entrants = read_entrants(game, words, limit)
    switches = read_switches(game, found, switch or [])
    asked = check_size(Tournament(game.meta.id, found, entrants, switches, games, seed))
    try:
        if record is None:
            if report:
                find_figure_class()
            _play_remaining(asked, ResultsFile(results), _MatchRunner(processes, dask, limit))
            _print_standings(ResultsFile(results).results, report, ", ".join(names))
        else:
            _record_match(asked, record, results, limit)
    except OtherTournamentError as error:
        _exit_with(f"{results} holds another tournament: {error}.", error)
    except UnwritableResultsError as error:
        _exit_with(f"{error}.", error)
    except (UnknownPlayerError, DamagedResultsError, LostProcessError, NoClusterError, ReportUnavailableError) as error:
        _exit_with(str(error), error)


def _exit_with(sentences: str, error: Exception) -> NoReturn:
    for sentence in sentences.splitlines():
        print_error(sentence)
    raise typer.Exit(2) from error


class _MatchRunner(NamedTuple):
    """The way to play matches: on how many cores, or on which cluster, and how long a player may think."""

    processes: int
    dask: str | None
    limit: int

    def play(self, fixtures: Iterable[Fixture]) -> Iterable[Result]:
        """Play matches. Raises as `play_on_cluster` and `play_on_cores`."""
        if self.dask:
            return play_on_cluster(fixtures, self.dask, self.limit, print_error)
        return play_on_cores(fixtures, self.processes, self.limit)


def _play_remaining(asked: Tournament, file: ResultsFile, means: _MatchRunner) -> None:
    """Play the matches without a result; each result is on the disk before the next one is taken."""
    fixtures, before = find_remaining(asked, file.results), len(file.results)
    file.prepare()
    try:
        with typer.progressbar(length=before + len(fixtures), label="Matches", show_pos=True) as bar:
            bar.update(before)
            for result in means.play(fixtures):
                file.add(result)
                bar.update(1)
    except KeyboardInterrupt as error:
        _exit_early("Stopped", file, before + len(fixtures), EXIT_INTERRUPTED, error)
    except UnwritableResultsError as error:
        _exit_early(str(error), file, before + len(fixtures), 2, error)


def _exit_early(why: str, file: ResultsFile, matches: int, code: int, error: BaseException) -> NoReturn:
    print_error(f"{why}; {len(file.results)} of {matches} are kept, and the same command continues.")
    raise typer.Exit(code) from error


def _print_standings(results: list[Result], report: Path | None, title: str) -> None:
    for one in build_standings(results):
        won = ", ".join(f"{side} {number}" for side, number in one.won.items())
        low, high = one.sure
        print_line(f"{one.name}: {won}, drawn {one.drawn}; the first side {one.points:.1%} ({low:.1%} to {high:.1%})")
    for reason, matches in count_forfeits(results).items():
        print_line(f"{format_count(matches, 'match')}: {reason}.")
    if report:
        write_report(report, title, results)


def _record_match(asked: Tournament, number: int, results: Path, limit: int) -> None:
    """Play a match again, with the same result, and save its record beside the results."""
    fixture = next((one for one in asked.list_fixtures() if one.number == number), None)
    if fixture is None:
        raise typer.BadParameter(f"There is no match {number} in this tournament.")
    path = results.with_name(f"{results.stem}-{number}.jsonl")
    result = play_in_process(fixture, path, limit)
    print_line(f"{path}: {result.orders} orders; {f'{result.winner} has won' if result.winner else 'nobody has won'}.")
