"""Matches played on the machines of a Dask cluster. Needs the extra `cluster`.

Workers get fixtures and send results as JSON. A result of a worker is checked as a line of a results file is.
"""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from tabletop.core.resources import describe_missing_extra
from tabletop.tournaments import match_worker
from tabletop.tournaments.fixture import Fixture, describe_error
from tabletop.tournaments.match_play import Result
from tabletop.tournaments.match_process import LIMIT, MatchProcessPool, build_error
from tabletop.tournaments.results_file import find_contradiction

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 15
"""Seconds to wait for the scheduler."""
PATIENCE_WITHOUT_WORKERS = 60
"""Seconds without any worker after which the run ends with an error."""
MAX_WORKER_DEATHS = 10
"""How often the scheduler may give up a match because its workers died.

Each time, several workers have died.
"""
MAX_TRIES = 3
"""How often a match is submitted if workers send no valid result of it."""
_SAFE_SERIALIZERS = ["msgpack", "dask"]
"""The serializers that results may use; a pickle could run any code in this process."""
MATCHES_PER_THREAD = 4
"""Matches submitted in advance for each thread of a worker.

So no thread is idle, and few matches are lost on a stop.
"""


_log = logging.getLogger(__name__)
_thread = threading.local()
"""Thread-local storage on a worker: the process pools of the thread."""


_NOISY_LOGGERS = ("distributed", "distributed.client", "distributed.protocol.core", "distributed.utils")
"""Loggers that report workers that come and go, and unreadable results.

This module reports these itself.
"""


class NoClusterError(RuntimeError):
    """The cluster cannot be used; the text of the error says why."""


class _NoResultError(Exception):
    """A worker has sent something that is no result of the match; the text says what."""


def play_on_worker(asked: bytes, limit: float) -> bytes:
    """Play a match on a worker.

    The argument is a `PlayRequest`, the return value an `Answer`, both as JSON.
    """
    crew = _thread.__dict__.setdefault(f"crew {limit}", MatchProcessPool(1, limit))
    try:
        (result,) = crew.play([msgspec.json.decode(asked, type=match_worker.PlayRequest)])
    except Exception as error:  # noqa: BLE001 - told as plain data, and raised where the match was asked for
        return match_worker.encode(match_worker.build_failure(error))
    return match_worker.encode(match_worker.ResultAnswer(result))


def play_on_cluster(
    fixtures: Iterable[Fixture], address: str, limit: float = LIMIT, report: Callable[[str], object] = _log.warning
) -> Iterator[Result]:
    """Play matches; yield each result as soon as it arrives, in no fixed order.

    A match whose worker dies, or sends no valid result, is played again by another worker.

    Args:
        fixtures: the matches.
        address: the address of the scheduler.
        limit: seconds that a player may take for one decision.
        report: receives a sentence about each match that is played again.

    Raises:
        NoClusterError: if no scheduler answers, the connection breaks, all workers have gone for good, or no worker
            sends a valid result of a match.
        UnknownPlayerError: if an entrant is unknown.
        ScenarioError: if a scenario is wrong.
    """
    try:
        from distributed import Client
        from distributed.comm import CommClosedError
    except ImportError as error:
        raise NoClusterError(describe_missing_extra("A cluster", "cluster")) from error
    try:
        client = Client(
            address, timeout=PATIENCE, serializers=["msgpack", "dask", "pickle"], deserializers=_SAFE_SERIALIZERS
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise NoClusterError(f"Nobody answers at {address}.") from error
    except (TypeError, RuntimeError) as error:  # e.g. no certificate, where one is asked for
        raise NoClusterError(f"The cluster at {address} cannot be used: {describe_error(error)}.") from error
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with client:
            yield from _ClusterRun(client, fixtures, limit, report)
    except (CommClosedError, CancelledError) as error:
        raise NoClusterError(f"The cluster at {address} has gone; the same command continues.") from error


class _ClusterRun:
    """The matches that are submitted to the cluster, a few for each worker thread.

    Iterating yields their results.
    """

    def __init__(
        self, client: "Client", fixtures: Iterable[Fixture], limit: float, report: Callable[[str], object]
    ) -> None:
        self._client = client
        self._left = iter(fixtures)
        self._limit = limit
        self._report = report
        self._pending: dict[Future, Fixture] = {}
        self._lives: Counter[int] = Counter()
        self._tries: Counter[int] = Counter()
        self._deserted = 0.0

    def __iter__(self) -> Iterator[Result]:
        self._submit_more()
        while self._pending:
            for future in self._wait_for_some():
                result = self._collect(future)
                if result:
                    yield result
            self._submit_more()

    def _submit_more(self) -> None:
        threads = sum(worker["nthreads"] for worker in self._list_workers().values()) or 1
        for fixture in islice(self._left, max(0, MATCHES_PER_THREAD * threads - len(self._pending))):
            self._submit(fixture)

    def _list_workers(self) -> dict[str, Any]:
        """Return the workers that are connected now, by address."""
        return dict(self._client.scheduler_info(n_workers=-1)["workers"])

    def _submit(self, fixture: Fixture) -> None:
        asked = match_worker.encode(match_worker.PlayRequest(fixture))
        self._pending[self._client.submit(play_on_worker, asked, self._limit, pure=False)] = fixture

    def _wait_for_some(self) -> "list[Future]":
        """Wait up to a second; return the futures that are done, or [] if there are none.

        Raises:
            NoClusterError: if no worker has been connected for `PATIENCE_WITHOUT_WORKERS` seconds.
        """
        from distributed import wait

        try:
            return list(wait(list(self._pending), timeout=1, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            self._deserted = 0 if self._list_workers() else self._deserted + 1
            if self._deserted >= PATIENCE_WITHOUT_WORKERS:
                raise NoClusterError("All workers of the cluster have gone; the same command continues.") from None
            return []

    def _collect(self, future: "Future") -> Result | None:
        """Return the result of a match, or None if the match had to be submitted again."""
        from distributed import KilledWorker

        fixture = self._pending.pop(future)
        if future.cancelled():
            raise NoClusterError("The cluster has broken off; the same command continues.")
        try:
            return _decode_result(future, fixture)
        except KilledWorker as error:
            self._lives[fixture.number] += 1
            if self._lives[fixture.number] >= MAX_WORKER_DEATHS:
                raise NoClusterError(f"Match {fixture.number} has ended every worker that began it.") from error
        except _NoResultError as error:
            self._note_failed_try(fixture, error)
        self._submit(fixture)
        return None

    def _note_failed_try(self, fixture: Fixture, error: _NoResultError) -> None:
        """Report that a worker sent no valid result. Raises NoClusterError after `MAX_TRIES` tries."""
        self._tries[fixture.number] += 1
        told = f"A worker sent no result of match {fixture.number}: {error}"
        if self._tries[fixture.number] >= MAX_TRIES:
            raise NoClusterError(f"{told}; tried {MAX_TRIES} times. The same command continues.") from error
        self._report(f"{told}; it is played again.")


def _decode_result(future: "Future", fixture: Fixture) -> Result:
    """Return the result of the match `fixture` that a worker sent.

    Raises:
        _NoResultError: if the worker sent anything else.
        UnknownPlayerError, ScenarioError: as `play_on_cluster`.
        KilledWorker: if the workers died.
    """
    match _decode_answer(future):
        case match_worker.FailureAnswer(kind="fault", words=words):
            raise _NoResultError(words)
        case match_worker.FailureAnswer() as failed:
            raise build_error(failed, match_worker.PlayRequest(fixture))
        case match_worker.ResultAnswer(result) if result.fixture != fixture:
            raise _NoResultError("it is of another match")
        case match_worker.ResultAnswer(result):
            if wrong := find_contradiction(result):
                raise _NoResultError(f"{wrong[1]}")
            return result
    raise _NoResultError("it is something else")


def _decode_answer(future: "Future") -> match_worker.Answer:
    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    try:
        told = future.result()
    except (KilledWorker, CommClosedError, CancelledError):
        raise
    except Exception as error:  # whatever the code of a worker raises
        raise _NoResultError(describe_error(error)) from error
    try:
        answer: match_worker.Answer = match_worker.ANSWER_DECODER.decode(told)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError, RecursionError) as error:
        raise _NoResultError(describe_error(error)) from error
    return answer
