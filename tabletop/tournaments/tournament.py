"""A tournament as it was asked for: every set of players and rules meets with the same chances."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeVar

import msgspec

from tabletop.tournaments.fixture import Entrant, Fixture, Value
from tabletop.tournaments.match_play import Result

V = TypeVar("V")
MOST_MATCHES = 200_000
"""Of one tournament; a file of results holds no more."""


class Tournament(msgspec.Struct, frozen=True):
    """What is played.

    Attributes:
        scenarios: names or paths of scenarios of one game.
        entrants: who may play a side, by side; each meets each.
        switches: the values that rules shall have, by their ids; each with each.
        games: how many matches of each set; the n-th of every set has the same seed.
        seed: of all chance.
    """

    game: str
    scenarios: tuple[str, ...]
    entrants: dict[str, tuple[Entrant, ...]]
    switches: dict[str, tuple[Value, ...]]
    games: int
    seed: str

    @property
    def match_count(self) -> int:
        """How many there are."""
        return self.games * len(self.scenarios) * prod(map(len, (*self.entrants.values(), *self.switches.values())))

    def list_fixtures(self) -> Iterator[Fixture]:
        """All matches; one of each set before the next of any, so that what was stopped is even."""
        sets = list(product(self.scenarios, _list_combinations(self.entrants), _list_combinations(self.switches)))
        for game in range(self.games):
            for place, (scenario, entrants, options) in enumerate(sets):
                number = game * len(sets) + place
                yield Fixture(number, self.game, scenario, f"{self.seed}/{game}", entrants, options)


def _list_combinations(among: Mapping[str, Sequence[V]]) -> list[dict[str, V]]:
    return [dict(zip(among, values, strict=True)) for values in product(*among.values())]


class OtherTournamentError(ValueError):
    """The results so far are of another tournament; its words say where they differ."""


def find_remaining(tournament: Tournament, results: Sequence[Result]) -> list[Fixture]:
    """The matches that have not been played.

    Raises:
        OtherTournamentError: if one of the results is of a match that is not among them.
    """
    fixtures = {one.number: one for one in tournament.list_fixtures()}
    for result in results:
        number = result.fixture.number
        if fixtures.get(number, result.fixture) != result.fixture:
            raise OtherTournamentError(f"match {number} there was another one: {_describe_fixture(result.fixture)}")
        fixtures.pop(number, None)
    return list(fixtures.values())


def _describe_fixture(fixture: Fixture) -> str:
    who = ", ".join(f"{side} {one}" for side, one in fixture.entrants.items())
    rules = "".join(f", {switch}={value}" for switch, value in fixture.options.items())
    return f"{fixture.scenario}, {who}{rules}, seed {fixture.seed}"
