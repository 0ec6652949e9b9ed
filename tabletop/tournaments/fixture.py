"""A match to be played: its scenario, its seed, and which computer player plays which side."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from tabletop import players
from tabletop.core import resources, scenario
from tabletop.core.game import AnyGame, find_game
from tabletop.core.match import MatchSetup
from tabletop.core.phrases import join_words
from tabletop.core.record import STEADY, TEMPERS, ComputerPlayer, Seating
from tabletop.core.scenario import parse_file_path
from tabletop.players.player import AnyPlayer, Player

_USER_CLASS = re.compile(r"(?P<module>[\w.]+):(?P<name>[A-Z]\w*)")


class UnknownPlayerError(ValueError):
    """There is no such player or temper; the text of the error lists those that exist."""


class Entrant(msgspec.Struct, frozen=True):
    """A computer player and its temper.

    The player is a name, ``captain``, or a class, ``my_players.bold:Nelson``.
    """

    player: Annotated[str, Meta(max_length=500)]
    temper: Annotated[str, Meta(max_length=20)] = STEADY

    def __str__(self) -> str:
        return self.player if self.temper == STEADY else f"{self.player}:{self.temper}"

    @property
    def is_user_class(self) -> bool:
        """True if the player is a user's own class, whose code may do anything."""
        return _USER_CLASS.fullmatch(self.player) is not None

    def create_player(self, game: AnyGame, side: str, seed: str) -> AnyPlayer:
        """Return a new player for a side of `game`, from the opening on.

        Raises:
            UnknownPlayerError: if the game has no such player, or its constructor fails.
        """
        kind = _find_player_class(self.player, game)
        try:
            return kind(game, side, seed, self.temper)
        except (Exception, SystemExit) as error:  # it may be anybody's
            raise UnknownPlayerError(f"The player '{self.player}' cannot begin: {describe_error(error)}.") from error


def parse_entrant(told: str) -> Entrant:
    """Return the entrant for ``PLAYER``, ``PLAYER:TEMPER``, ``MODULE:CLASS`` or ``MODULE:CLASS:TEMPER``.

    Raises:
        UnknownPlayerError: if there is no such temper.
    """
    player, _, temper = told.rpartition(":")
    if not player or _USER_CLASS.fullmatch(told):
        return Entrant(told)
    if temper not in TEMPERS:
        raise UnknownPlayerError(f"There is no temper '{temper}'; there are {join_words(TEMPERS)}.")
    return Entrant(player, temper)


def _find_player_class(name: str, game: AnyGame) -> type[AnyPlayer]:
    if own := _USER_CLASS.fullmatch(name):
        return _import_player_class(own["module"], own["name"])
    known = players.list_players(game.meta.id)
    if name not in known:
        raise UnknownPlayerError(f"{game.meta.title} has no player '{name}'; it has {join_words(known)}.")
    return known[name]


def _import_player_class(module: str, name: str) -> type[AnyPlayer]:
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownPlayerError(f"There is no player '{module}:{name}': {error}.") from error
    except (Exception, SystemExit) as error:  # it may be anybody's
        raise UnknownPlayerError(f"The module '{module}' cannot be read: {describe_error(error)}.") from error
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise UnknownPlayerError(f"'{module}:{name}' is no tabletop.players.player.Player.")
    return found


LONGEST_FAULT = 300
"""The most characters of an error of a user's player that are reported."""


def describe_error(error: BaseException) -> str:
    """Return the type and text of an error of a user's code in one line: ``ValueError: no ships``."""
    try:
        words = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - its words are its own code, too
        words = type(error).__name__
    return plain_line(words)


def plain_line(words: str, longest: int = LONGEST_FAULT) -> str:
    """Return `words` of a user's code as one line of at most `longest` characters.

    Lone surrogates are escaped.
    """
    line = " ".join(words[: 2 * longest].split()).encode(errors="backslashreplace").decode()
    return line if len(line) <= longest else f"{line[:longest]} …"


Value = str | bool
"""The value of a switch."""
Text = Annotated[str, Meta(max_length=5_000)]
"""A text in a fixture or a result. A longer one is refused where a file is read."""
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of matches, orders, turns or pieces."""


class Fixture(msgspec.Struct, frozen=True):
    """A match to be played.

    Attributes:
        number: its number in the tournament. In `build_pairs`, an even number and the next one are a pair with the same
            seed and swapped sides.
        game: the id of the game.
        scenario: the name of a bundled scenario, or the path of a file.
        seed: the seed of deal, dice and players.
        entrants: the entrant of each side.
        options: values of switches that differ from the scenario's, by id.
    """

    number: Count
    game: Text
    scenario: Text
    seed: Text
    entrants: dict[str, Entrant]
    options: Mapping[str, Value] = {}

    def build_setup(self) -> MatchSetup:
        """Return the setup of the match. Raises ScenarioError if the scenario is wrong."""
        path, game = find_scenario_file(self.game, self.scenario), find_game(self.game)
        text = scenario.load_text(path)
        return MatchSetup(game, text, path.name, self.seed, self.options, self._build_seating(game, text, path.name))

    def _build_seating(self, game: AnyGame, text: str, source: str) -> Seating:
        seats = game.seats(game.open(game.read(text, source), self.options))
        chosen = {seat.id: self._seat_player(seat.id, seat.side) for seat in seats}
        return Seating(tuple(chosen), curtain=False, players=chosen)

    def _seat_player(self, seat: str, side: str) -> ComputerPlayer:
        return ComputerPlayer(self.entrants[side].player, f"{self.seed}/{seat}", self.entrants[side].temper)


def find_scenario_file(game: str, scenario: str) -> Path:
    """Return the file of a scenario given by its name or its path.

    Raises ScenarioError for an impossible path.
    """
    return (
        parse_file_path(scenario) if scenario.endswith((".yaml", ".yml")) else resources.find_scenario(game, scenario)
    )


def build_pairs(
    game: AnyGame, scenario: str, both: tuple[Entrant, Entrant], number: int, seed: str, options: Mapping[str, Value]
) -> Iterator[Fixture]:
    """Yield `number` pairs of matches between two entrants.

    The first entrant has the first side in the first match.
    """
    one, other = (side.id for side in game.meta.sides)
    for pair in range(number):
        for swapped, (first, second) in enumerate((both, both[::-1])):
            entrants = {one: first, other: second}
            yield Fixture(2 * pair + swapped, game.meta.id, scenario, f"{seed}/{pair}", entrants, dict(options))
