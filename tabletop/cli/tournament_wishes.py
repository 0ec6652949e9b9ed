"""What the command `tabletop tournament` is told: scenarios, who plays which side, and rules that are switched."""

from collections.abc import Sequence

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli.files import game_of
from tabletop.cli.terminal import misused
from tabletop.core import resources
from tabletop.core.game import AnyGame, Switch, find_game, games_by_id
from tabletop.core.phrases import did_you_mean, join_words
from tabletop.core.scenario import load_text, parse_file_path
from tabletop.tournaments.entrant import Entrant, UnknownPlayerError, entrant
from tabletop.tournaments.fixture import Value, scenario_file
from tabletop.tournaments.match_process import Crew
from tabletop.tournaments.tournament import MOST_MATCHES, Tournament

ANYBODY = "casual"
"""Who plays a side for which nobody is named."""


LONGEST_SEED = 1_000
"""Characters."""


def bounded(asked: Tournament) -> Tournament:
    """Return a tournament as it was asked for.

    Raises:
        typer.BadParameter: if there are too many matches, or their seed or scenarios cannot be written down.
    """
    if asked.matches > MOST_MATCHES:
        raise misused(f"That are {asked.matches:,} matches; a tournament has {MOST_MATCHES:,} at most.")
    if len(asked.seed) > LONGEST_SEED:
        raise misused(f"The seed has {len(asked.seed):,} characters; it has {LONGEST_SEED:,} at most.")
    for text in (asked.seed, *asked.scenarios):
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise misused(f"'{text}' cannot be written down: it holds bytes that are no text.")
    return asked


def apart(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The names of scenarios, and what follows each option that is named after a side: ``--red admiral``.

    Raises:
        typer.BadParameter: if nothing follows.
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
        raise misused(f"--{waiting}: who plays it?")
    return names, told


def scenarios(names: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
    """The game of these scenarios, and each by its name or its path.

    Raises:
        typer.BadParameter: if one is unknown, is one of several games, or they are of several.
        ScenarioError: if a file does not say its game.
    """
    found = [_scenario(name) for name in names]
    games = {game for game, _ in found}
    if len(games) != 1:
        raise misused(
            f"These are scenarios of several games: {join_words(sorted(games))}." if games else "Which scenario?"
        )
    return find_game(games.pop()), tuple(scenario for _, scenario in found)


def _scenario(name: str) -> tuple[str, str]:
    """The game's id, and the scenario."""
    if name.endswith((".yaml", ".yml")):
        path = parse_file_path(name)
        return game_of(path, load_text(path)).meta.id, name
    every = [f"{game}/{path.stem}" for game in games_by_id() for path in resources.list_scenarios(game)]
    found = [one for one in every if name in (one, one.rpartition("/")[2])]
    if not found:
        near = did_you_mean(name, [*every, *(one.rpartition("/")[2] for one in every)])
        raise misused(f"There is no scenario '{name}'{near or '.'}")
    if len(found) > 1:
        raise misused(f"'{name}' is a scenario of several games: {join_words(found)}.")
    game, _, scenario = found[0].partition("/")
    return game, scenario


def sides(game: AnyGame, told: dict[str, str], limit: float) -> dict[str, tuple[Entrant, ...]]:
    """Return who plays each side; each player of somebody's own begins once, in `limit` seconds, to see that it can.

    Raises:
        typer.BadParameter: if the game has no such side, or no such player.
    """
    known = [side.id for side in game.meta.sides]
    for option in told:
        if option not in known:
            raise misused(f"No such option: --{option}; {game.meta.title} has the sides {join_words(known)}.")
    with Crew(1, limit) as crew:
        return {
            side: tuple(_entrant(crew, game, side, one) for one in told.get(side, ANYBODY).split(",")) for side in known
        }


def _entrant(crew: Crew, game: AnyGame, side: str, told: str) -> Entrant:
    try:
        found = entrant(told)
        if found.of_own:
            crew.hire(game, side, found)
        else:
            found.hired(game, side, "")
    except UnknownPlayerError as error:
        raise misused(str(error)) from error
    return found


def switches(game: AnyGame, names: Sequence[str], told: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    """The values that rules shall have.

    Raises:
        typer.BadParameter: if one of the scenarios has no such rule, or it cannot be switched so.
        ScenarioError: if a scenario is wrong.
    """
    wished = dict(_wish(one) for one in told)
    return {one: tuple(_value(_switch(game, names, one), word) for word in words) for one, words in wished.items()}


def _wish(told: str) -> tuple[str, list[str]]:
    switch, _, values = told.partition("=")
    return switch, values.split(",")


def _switch(game: AnyGame, names: Sequence[str], wished: str) -> Switch:
    found = []
    for name in names:
        path = scenario_file(game.meta.id, name)
        every = {one.id: one for one in game.switches(game.read(load_text(path), path.name))}
        if wished not in every:
            raise misused(f"{name} has no rule '{wished}'{did_you_mean(wished, every) or '.'}")
        found.append(every[wished])
    return found[0]


def _value(switch: Switch, word: str) -> Value:
    """By its name, or by its words."""
    for value, words in switch.values:
        if word.lower() in (str(value).lower(), words.lower()):
            return value
    known = join_words(str(value).lower() for value, _ in switch.values)
    raise misused(f"The rule '{switch.id}' is never '{word}'; it is {known}.")
