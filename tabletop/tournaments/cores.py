"""Matches played over the cores of this machine."""

from collections.abc import Iterable, Iterator

from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.match_process import LIMIT, Crew
from tabletop.tournaments.match_worker import Play


def over_cores(fixtures: Iterable[Fixture], processes: int, limit: float = LIMIT) -> Iterator[Result]:
    """Play them, `processes` at a time; yield each result as soon as there is one, in no order.

    `limit` are the seconds that a player may take for one decision. Raises as `Crew.play`.
    """
    with Crew(processes, limit) as crew:
        yield from crew.play(Play(one) for one in fixtures)
