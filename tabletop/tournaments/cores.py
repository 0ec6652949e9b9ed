"""Matches played over the cores of this machine."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result, play


class LostProcessError(RuntimeError):
    """One of the processes that play has ended unforeseen; its words say so."""


def over_cores(fixtures: Iterable[Fixture], processes: int) -> Iterator[Result]:
    """Play them, so many at a time; each result as soon as there is one, in no order.

    Raises:
        UnknownPlayerError: if an entrant is nobody.
        ScenarioError: if a scenario is wrong.
        LostProcessError: if one of the processes was ended.
    """
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        yield from (done.result() for done in as_completed([pool.submit(play, one) for one in fixtures]))
    except BrokenProcessPool as error:
        raise LostProcessError("A process that played has ended unforeseen; the same command goes on.") from error
    finally:
        pool.shutdown(cancel_futures=True)
