"""The public interface for programs: games, matches, records and computer players.

`import tabletop` offers every name in `__all__`; `docs/api.md` shows each with an example. The functions here only
put parts of the program together. Games are named by their ids, e.g. ``ships_of_the_line``. A name that does not
exist raises LookupError with the nearest name that does.
"""

import secrets
from collections.abc import Collection, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import NamedTuple

import msgspec

import tabletop.games  # noqa: F401 - registers the games
from tabletop import players as computer_players
from tabletop.core import case_file, case_runner, paths, resources, verify
from tabletop.core.chance import ScriptedChance, SeededChance
from tabletop.core.commands import Command
from tabletop.core.decision import Decision
from tabletop.core.errors import Problem, RecordError, Refused, ScenarioError
from tabletop.core.events import Event
from tabletop.core.game import AnyGame, Game, Outcome, Switch, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.paths import PathError
from tabletop.core.phrases import did_you_mean
from tabletop.core.record import STEADY, TEMPERS, ComputerPlayer
from tabletop.core.replay import Replay, list_viewers
from tabletop.core.scenario import load_text, parse_file_path
from tabletop.core.verify import RecordDifference
from tabletop.players.player import AnyPlayer, Player, Proposal

__all__ = [
    "Command",
    "Decision",
    "DescribedEvent",
    "Event",
    "Game",
    "Match",
    "Outcome",
    "Player",
    "Proposal",
    "RecordError",
    "Refused",
    "Replay",
    "ScenarioError",
    "ScriptedChance",
    "SeededChance",
    "describe_events",
    "list_games",
    "list_players",
    "list_scenarios",
    "list_switches",
    "load_match",
    "load_survey",
    "make_command",
    "make_player",
    "open_match",
    "open_replay",
    "play_match",
    "propose_command",
    "run_case_file",
    "save_match",
    "verify_record",
]

MAX_COMMANDS = 50_000
"""Commands after which `play_match` stops, many times those of the longest battle."""


def list_games() -> dict[str, AnyGame]:
    """Return the rules of every game by the id of the game, in the order of the title screen."""
    return games_by_id()


def list_scenarios(game: str) -> list[str]:
    """Return the names of the scenarios that come with a game, sorted."""
    return [path.stem for path in resources.list_scenarios(_find_game(game).meta.id)]


def list_switches(game: str, scenario: str | Path) -> tuple[Switch, ...]:
    """Return the rules of a scenario that players may set, with their ids and values for `open_match`.

    Args:
        game: the id of the game.
        scenario: the name of a scenario of the game, or the path of a file that ends in ``.yaml`` or ``.yml``.

    Raises:
        ScenarioError: with every problem of the file.
    """
    rules, path = _find_game(game), _find_scenario(game, scenario)
    return rules.switches(rules.read(load_text(path), path.name))


def open_match(
    game: str,
    scenario: str | Path,
    *,
    options: Mapping[str, object] | None = None,
    seed: str = "",
    record: str | Path | None = None,
) -> Match:
    """Begin a match.

    Args:
        game: the id of the game.
        scenario: the name of a scenario of the game, or the path of a file that ends in ``.yaml`` or ``.yml``.
        options: values that differ from the scenario, by the ids of `list_switches`.
        seed: the seed of all dice and shuffles; the same seed and commands give the same match. "" for a new one.
        record: the path of a new file in which every command is saved; None for no file.

    Raises:
        ScenarioError: with every problem of the scenario or the options.
        RecordError: if `record` exists or cannot be written.
    """
    rules, path = _find_game(game), _find_scenario(game, scenario)
    setup = MatchSetup(rules, load_text(path), path.name, seed or secrets.token_hex(8), options or {})
    return Match.new(setup, _parse_record_path(record) if record else None)


def make_command(match: Match, name: str, **fields: object) -> Command:
    """Return a command by its name and fields, e.g. ``make_command(match, "grapple_ship", ship="B1", target="F1")``.

    The names are those of case files and of `docs/reference`. The command is not checked by the rules. If `fields` has
    no ``side``, the side that must act now gives the command.

    Raises:
        ValueError: if the fields do not fit the command.
    """
    rules, decision = match.game, match.decision
    _check_known(name, case_file.list_kinds(rules.command_type, case_file.COMMAND), "command")
    try:
        return case_file.build_command(rules, {name: fields}, decision.side if decision else rules.meta.sides[0].id)
    except msgspec.ValidationError as error:
        raise ValueError(f"The fields do not fit the command '{name}': {error}") from error


class DescribedEvent(NamedTuple):
    """An event of a match with its description.

    Attributes:
        move: number of the move from 1; 0 for an event from before the match.
        event: the event, without anything that the viewer may not know.
        text: a sentence, or "" for bookkeeping.
    """

    move: int
    event: Event
    text: str


def describe_events(match: Match, side: str = "") -> list[DescribedEvent]:
    """Return every event that was not undone, as `side` may know it; for side "" only public information."""
    viewed = [(0, view, event) for view, event in match.view_opening_events(side)]
    for number, move in enumerate(match.moves, 1):
        viewed += [(number, view, event) for view, event in match.view_events(move, side)]
    return [DescribedEvent(number, event, match.game.describe(view, event)) for number, view, event in viewed]


def load_survey(game: str) -> ModuleType:
    """Return the module with the measures and odds of a game, its parts loaded.

    The functions take a state or a view, e.g. ``load_survey("ships_of_the_line").gunnery.find_outlooks(match.state)``.

    Raises:
        LookupError: if there is no such game, or if it has no survey.
    """
    name = f"tabletop.games.{_find_game(game).meta.id}"
    try:
        survey = import_module(f"{name}.survey")
    except ModuleNotFoundError as error:
        raise LookupError(f"{game} has no survey, which is optional for a game.") from error
    for part in iter_modules(getattr(survey, "__path__", ())):
        import_module(f"{survey.__name__}.{part.name}")
    return survey


def save_match(match: Match, path: str | Path) -> None:
    """Write a match with all its moves to a new file, in which further commands are saved too.

    Raises:
        RecordError: if the file exists or cannot be written.
    """
    match.start_recording(_parse_record_path(path))


def load_match(path: str | Path) -> Match:
    """Open the record of a match to continue it. The next command is saved in the same file.

    Raises:
        RecordError: if the file is not a sound record.
    """
    return Match.load(_parse_record_path(path))


def open_replay(match: Match, viewer: str = "") -> Replay:
    """Return a replay of a match at its opening; `step_forward` and `go_to` change the place.

    Args:
        match: the match; its further moves do not appear in the replay.
        viewer: ``all`` or the id of a side. "" for ``all`` if nothing is hidden or the match is over, else for the
            viewer who may watch now.

    Raises:
        LookupError: if the match may not be watched as this viewer.
    """
    viewers = list_viewers(match)
    if viewer:
        _check_known(viewer, viewers, "viewer of this match")
    return Replay(match, viewer or viewers[0])


def verify_record(path: str | Path) -> RecordDifference | None:
    """Play a record again by the present rules; return the first difference, or None. `str()` of it is one line.

    Raises:
        RecordError: if the file is not a sound record.
    """
    return verify.verify(_parse_record_path(path))


def run_case_file(path: str | Path) -> list[Problem]:
    """Play every case of a case file; return each difference from what the file expects, [] if all cases hold.

    Raises:
        ScenarioError: with every problem of the file itself.
    """
    file = case_file.read(load_text(parse_file_path(str(path))), str(path), resources.find_scenario)
    return [problem for number in range(len(file.data.cases)) for problem in case_runner.run_case(file, number)]


def list_players(game: str) -> dict[str, type[AnyPlayer]]:
    """Return the computer players of a game by level, e.g. ``captain``; the levels from weakest to strongest first."""
    return dict(computer_players.list_players(_find_game(game).meta.id))


def make_player(game: str, side: str, level: str = "", seed: str = "", temper: str = STEADY) -> AnyPlayer:
    """Return a new computer player for one side of one match.

    Args:
        game: the id of the game.
        side: the id of the side that the player commands.
        level: one of `list_players`; "" for the usual one.
        seed: the seed of the player's random choices.
        temper: ``steady``, ``bold`` or ``cautious``; it matters only to a player with `has_temper`.
    """
    rules = _find_game(game)
    _check_known(side, [one.id for one in rules.meta.sides], f"side in {rules.meta.title}")
    level = level or computer_players.default_player(game)
    _check_known(level, list_players(game), f"player of {rules.meta.title}")
    _check_known(temper, TEMPERS, "temper")
    return computer_players.create_player(rules, side, ComputerPlayer(level, seed, temper))


def propose_command(player: AnyPlayer, match: Match) -> Proposal:
    """Let a player observe the events that are new to it, and return the command that it would give now.

    The player sees only what its side may know.

    Raises:
        ValueError: if the player proposes nothing, if it has observed events that were undone since (make a new
            player after an undo), or if its `observe` does not call that of `Player`.
    """
    events = [*match.game.opening_events(match.opening), *(event for move in match.moves for event in move.events)]
    for event in events[player.events_seen :]:
        player.observe(match.game.redact(event, player.side))
    if player.events_seen != len(events):
        raise ValueError(f"{type(player).__name__} has counted {player.events_seen} of {len(events)} events.")
    proposals = list(player.consider(match.view(player.side)))
    if not proposals:
        raise ValueError(f"{type(player).__name__} proposes no command.")
    return proposals[-1]


def play_match(match: Match, players: Mapping[str, AnyPlayer], max_commands: int = MAX_COMMANDS) -> Outcome | None:
    """Let players, by the id of their side, play a match on to its end or for `max_commands` commands.

    Returns:
        The outcome, or None if the match has not ended.

    Raises:
        Refused: if a player proposes a command that the rules do not allow.
        KeyError: if the side that must act has no player.
    """
    for _ in range(max_commands):
        decision = match.decision
        if decision is None:
            break
        proposal = propose_command(players[decision.side], match)
        match.submit(proposal.command, proposal.why)
    return match.outcome


def _find_game(game: str) -> AnyGame:
    known = games_by_id()
    _check_known(game, known, "game")
    return known[game]


def _find_scenario(game: str, scenario: str | Path) -> Path:
    """Return the file of a scenario that is given by its name or its path."""
    if str(scenario).endswith((".yaml", ".yml")):
        return parse_file_path(str(scenario))
    _check_known(str(scenario), list_scenarios(game), f"scenario of {game}")
    return resources.find_scenario(game, str(scenario))


def _parse_record_path(path: str | Path) -> Path:
    """Return the path of a record; raises RecordError if no file can have that name."""
    try:
        return paths.parse_path(str(path))
    except PathError as error:
        raise RecordError(str(error)) from error


def _check_known(name: str, known: Collection[str], kind: str) -> None:
    """Raise LookupError if `name` is not one of the known names."""
    if name not in known:
        nearest = did_you_mean(name, known) or f"; there are: {', '.join(known)}"
        raise LookupError(f"There is no {kind} '{name}'{nearest}")
