"""A match to be played: its scenario, its seed and its entrants, i.e. which computer player plays which side."""

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
    """There is no such player or temper; its words say what there is."""


class Entrant(msgspec.Struct, frozen=True):
    """A player by its name, ``captain``, or by its class, ``my_players.bold:Nelson``; and its temper."""

    player: Annotated[str, Meta(max_length=500)]
    temper: Annotated[str, Meta(max_length=20)] = STEADY

    def __str__(self) -> str:
        return self.player if self.temper == STEADY else f"{self.player}:{self.temper}"

    @property
    def is_user_class(self) -> bool:
        """Whether it is somebody's own player, whose code may do anything."""
        return _USER_CLASS.fullmatch(self.player) is not None

    def create_player(self, game: AnyGame, side: str, seed: str) -> AnyPlayer:
        """Somebody who plays a side from the beginning.

        Raises:
            UnknownPlayerError: if this game has no such player, or it fails as it begins.
        """
        kind = _find_player_class(self.player, game)
        try:
            return kind(game, side, seed, self.temper)
        except (Exception, SystemExit) as error:  # it may be anybody's
            raise UnknownPlayerError(f"The player '{self.player}' cannot begin: {describe_error(error)}.") from error


def parse_entrant(told: str) -> Entrant:
    """From ``PLAYER``, ``PLAYER:TEMPER``, ``MODULE:CLASS`` or ``MODULE:CLASS:TEMPER``.

    Raises:
        UnknownPlayerError: if the temper is none.
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
"""Characters of an error of somebody's own player that are told at most."""


def describe_error(error: BaseException) -> str:
    """Return the kind and the words of an error of somebody's own code, in one line that can be written anywhere."""
    try:
        words = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - its words are its own code, too
        words = type(error).__name__
    return plain_line(words)


def plain_line(words: str, longest: int = LONGEST_FAULT) -> str:
    """Return words of somebody's own code in one line, cut off where it gets long, and without half characters."""
    line = " ".join(words[: 2 * longest].split()).encode(errors="backslashreplace").decode()
    return line if len(line) <= longest else f"{line[:longest]} …"


Value = str | bool
"""Of a switch."""
Text = Annotated[str, Meta(max_length=5_000)]
"""As long as any text of a fixture or a result may be; what is longer is refused where a file is read."""
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""As large as any number of matches, orders, turns or pieces may be."""


class Fixture(msgspec.Struct, frozen=True):
    """A match to be played.

    Attributes:
        number: its place in the tournament; those of a pair, two following ones from an even number on, are played
            with the same chance and the sides swapped.
        game: the id of the game.
        scenario: the name of one of its scenarios, or the path of a file.
        seed: of all chance.
        entrants: who plays, by side.
        options: what is set otherwise than the scenario does, by the ids of switches.
    """

    number: Count
    game: Text
    scenario: Text
    seed: Text
    entrants: dict[str, Entrant]
    options: Mapping[str, Value] = {}

    def build_setup(self) -> MatchSetup:
        """What the match begins with; raises ScenarioError if the scenario is wrong."""
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
    """Return the file of a scenario that is given by its name or its path; raises ScenarioError if it can be none."""
    return (
        parse_file_path(scenario) if scenario.endswith((".yaml", ".yml")) else resources.find_scenario(game, scenario)
    )


def build_pairs(
    game: AnyGame, scenario: str, both: tuple[Entrant, Entrant], number: int, seed: str, options: Mapping[str, Value]
) -> Iterator[Fixture]:
    """So many pairs of matches between two; in the first of each, the first of them has the first side."""
    one, other = (side.id for side in game.meta.sides)
    for pair in range(number):
        for swapped, (first, second) in enumerate((both, both[::-1])):
            entrants = {one: first, other: second}
            yield Fixture(2 * pair + swapped, game.meta.id, scenario, f"{seed}/{pair}", entrants, dict(options))
