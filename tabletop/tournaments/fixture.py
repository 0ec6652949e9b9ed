"""A match that is to be played: where, by whom, with which chance; and a tournament as the list of its fixtures."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from tabletop.core import resources, scenario
from tabletop.core.game import AnyGame, find_game
from tabletop.core.match import MatchSetup
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.core.scenario import parse_file_path
from tabletop.tournaments.entrant import Entrant

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

    def beginning(self) -> MatchSetup:
        """What the match begins with; raises ScenarioError if the scenario is wrong."""
        path, game = scenario_file(self.game, self.scenario), find_game(self.game)
        text = scenario.load_text(path)
        return MatchSetup(game, text, path.name, self.seed, self.options, self._seating(game, text, path.name))

    def _seating(self, game: AnyGame, text: str, source: str) -> Seating:
        seats = game.seats(game.open(game.read(text, source), self.options))
        chosen = {seat.id: self._chosen(seat.id, seat.side) for seat in seats}
        return Seating(tuple(chosen), curtain=False, players=chosen)

    def _chosen(self, seat: str, side: str) -> ComputerPlayer:
        return ComputerPlayer(self.entrants[side].player, f"{self.seed}/{seat}", self.entrants[side].temper)


def scenario_file(game: str, scenario: str) -> Path:
    """Return the file of a scenario that is given by its name or its path; raises ScenarioError if it can be none."""
    return (
        parse_file_path(scenario) if scenario.endswith((".yaml", ".yml")) else resources.find_scenario(game, scenario)
    )


def pairs(
    game: AnyGame, scenario: str, both: tuple[Entrant, Entrant], number: int, seed: str, options: Mapping[str, Value]
) -> Iterator[Fixture]:
    """So many pairs of matches between two; in the first of each, the first of them has the first side."""
    one, other = (side.id for side in game.meta.sides)
    for pair in range(number):
        for swapped, (first, second) in enumerate((both, both[::-1])):
            entrants = {one: first, other: second}
            yield Fixture(2 * pair + swapped, game.meta.id, scenario, f"{seed}/{pair}", entrants, dict(options))
