"""Matches played over the machines of a Dask cluster, the extra `cluster`."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING, Any

from tabletop.core.resources import without_extra
from tabletop.tournaments.fixture import Fixture
from tabletop.tournaments.match_play import Result, play

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 15
"""Seconds for which the scheduler is waited for."""
DESERTED = 60
"""Seconds without any worker after which nobody is waited for any more."""
LIVES = 10
"""How often a match may be given up by the scheduler because its workers died; each time several have died of it."""
AHEAD = 4
"""Matches asked for at a time for each thread of a worker: none is idle, and few are lost if the tournament stops."""


class NoClusterError(RuntimeError):
    """The cluster cannot be used; its words say why."""


def over_cluster(fixtures: Iterable[Fixture], address: str) -> Iterator[Result]:
    """Play them; each result as soon as there is one, in no order; what a dying worker leaves is played by another.

    Raises:
        NoClusterError: if nobody answers at the address, it breaks off, or all workers have gone for good.
        UnknownPlayerError: if an entrant is nobody.
        ScenarioError: if a scenario is wrong.
    """
    try:
        from distributed import Client
        from distributed.comm import CommClosedError
    except ImportError as error:
        raise NoClusterError(without_extra("A cluster", "cluster")) from error
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoClusterError(f"Nobody answers at {address}.") from error
    for name in ("distributed", "distributed.client", "distributed.utils"):  # of who comes and goes nobody need read
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with client:
            yield from _Asked(client, fixtures)
    except (CommClosedError, CancelledError) as error:
        raise NoClusterError(f"The cluster at {address} has gone; the same command goes on.") from error


class _Asked:
    """The matches that the cluster was asked for, a few for each worker."""

    def __init__(self, client: "Client", fixtures: Iterable[Fixture]) -> None:
        self._client, self._left = client, iter(fixtures)
        self._pending: dict[Future, Fixture] = {}
        self._lives: Counter[int] = Counter()
        self._deserted = 0.0

    def __iter__(self) -> Iterator[Result]:
        self._ask()
        while self._pending:
            for future in self._done():
                result = self._result(future)
                if result:
                    yield result
            self._ask()

    def _ask(self) -> None:
        threads = sum(worker["nthreads"] for worker in self._workers().values()) or 1
        for fixture in islice(self._left, max(0, AHEAD * threads - len(self._pending))):
            self._submit(fixture)

    def _workers(self) -> dict[str, Any]:
        """Who works for the cluster now."""
        return dict(self._client.scheduler_info(n_workers=-1)["workers"])

    def _submit(self, fixture: Fixture) -> None:
        self._pending[self._client.submit(play, fixture, pure=False)] = fixture

    def _done(self) -> "list[Future]":
        """Those that have ended; none if it takes long."""
        from distributed import wait

        try:
            return list(wait(list(self._pending), timeout=1, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            self._deserted = 0 if self._workers() else self._deserted + 1
            if self._deserted >= DESERTED:
                raise NoClusterError("All workers of the cluster have gone; the same command goes on.") from None
            return []

    def _result(self, future: "Future") -> Result | None:
        """What came of a match; None if its workers died, and others are asked."""
        from distributed import KilledWorker

        fixture = self._pending.pop(future)
        if future.cancelled():
            raise NoClusterError("The cluster has broken off; the same command goes on.")
        try:
            return _of(future)
        except KilledWorker as error:
            self._lives[fixture.number] += 1
            if self._lives[fixture.number] >= LIVES:
                raise NoClusterError(f"Match {fixture.number} has ended every worker that began it.") from error
            self._submit(fixture)
            return None


def _of(future: "Future") -> Result:
    result: Result = future.result()
    return result
