"""A tournament: each combination of scenario, players and rules plays the same seeds."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeVar

import msgspec

from tabletop.tournaments.fixture import Entrant, Fixture, Value
from tabletop.tournaments.match_play import Result

V = TypeVar("V")
MOST_MATCHES = 200_000
"""The most matches of one tournament; a file of results holds no more."""


class Tournament(msgspec.Struct, frozen=True):
    """The plan of a tournament.

    Attributes:
        scenarios: names or paths of scenarios of one game.
        entrants: the entrants of each side; each meets each.
        switches: the values of switches, by id; each with each.
        games: the number of matches of each set; the nth match of every set has the same seed.
        seed: the seed from which the seeds of all matches are made.
    """

    game: str
    scenarios: tuple[str, ...]
    entrants: dict[str, tuple[Entrant, ...]]
    switches: dict[str, tuple[Value, ...]]
    games: int
    seed: str

    @property
    def match_count(self) -> int:
        """The number of matches."""
        return self.games * len(self.scenarios) * prod(map(len, (*self.entrants.values(), *self.switches.values())))

    def list_fixtures(self) -> Iterator[Fixture]:
        """Yield all matches, one of each set before the second of any: a stopped tournament is balanced."""
        sets = list(product(self.scenarios, _list_combinations(self.entrants), _list_combinations(self.switches)))
        for game in range(self.games):
            for place, (scenario, entrants, options) in enumerate(sets):
                number = game * len(sets) + place
                yield Fixture(number, self.game, scenario, f"{self.seed}/{game}", entrants, options)


def _list_combinations(among: Mapping[str, Sequence[V]]) -> list[dict[str, V]]:
    return [dict(zip(among, values, strict=True)) for values in product(*among.values())]


class OtherTournamentError(ValueError):
    """The results so far belong to another tournament; the text of the error says where they differ."""


def find_remaining(tournament: Tournament, results: Sequence[Result]) -> list[Fixture]:
    """Return the matches that have not been played.

    Raises:
        OtherTournamentError: if a result belongs to no match of the tournament.
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
