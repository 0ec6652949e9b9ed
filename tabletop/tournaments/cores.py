"""Matches played over the cores of this machine."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import tabletop.games  # noqa: F401 - makes the games known, in each process
from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result, play


def over_cores(fixtures: Iterable[Fixture], processes: int) -> Iterator[Result]:
    """Play them, so many at a time; each result as soon as there is one, in no order.

    Raises:
        UnknownPlayerError: if an entrant is nobody.
        ScenarioError: if a scenario is wrong.
        BrokenProcessPool: if one of the processes was ended.
    """
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from (done.result() for done in as_completed([pool.submit(play, one) for one in fixtures]))
