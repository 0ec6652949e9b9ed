"""Matches played over the cores of this machine."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread

from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result, play

AHEAD = 1
"""Matches that wait for a process to be free; the next are named when they are wanted."""


class LostProcessError(RuntimeError):
    """One of the processes that play has ended unforeseen; its words say so."""


def over_cores(fixtures: Iterable[Fixture], processes: int) -> Iterator[Result]:
    """Play them, so many at a time; each result as soon as there is one, in no order.

    Raises:
        UnknownPlayerError: if an entrant is nobody.
        ScenarioError: if a scenario is wrong.
        LostProcessError: if one of the processes was ended.
    """
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_with_parent)
    left, pending = iter(fixtures), set[Future[Result]]()
    try:
        while pending := pending | {pool.submit(play, one) for one in islice(left, processes + AHEAD - len(pending))}:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)
    except BrokenProcessPool as error:
        raise LostProcessError("A process that played has ended unforeseen; the same command goes on.") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """A pool that was killed can't tell its processes, and they would wait for their next match for ever."""
    Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(1)
