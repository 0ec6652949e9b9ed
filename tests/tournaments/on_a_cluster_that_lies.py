"""A program: a tournament on a local cluster, whose worker at first sends no result of some matches."""

import json
import sys
from pathlib import Path

import dask
import distributed

from tabletop.tournaments import cluster, match_worker
from tabletop.tournaments.results_file import ResultsFile
from tests.tournaments.test_match_play import duels


class Spring:
    """A pickle that runs code of its own where it is read."""

    def __reduce__(self):
        return print, ("A TRAP HAS SPRUNG",)


def lie(always):
    """Let this worker send a wrong answer for each match, once or `always`, each time in another way."""
    honest, told = cluster.play_on_worker, set()

    def other(asked, limit):
        number = json.loads(asked)["fixture"]["number"]
        if number in told and not always:
            return honest(asked, limit)
        told.add(number)
        if number == 5:
            raise ArithmeticError("two and two are five")
        return LIES[number]() if number < len(LIES) else honest(asked, limit)

    other.__module__, other.__qualname__ = cluster.__name__, "play_on_worker"
    cluster.play_on_worker = other


def of_another_match():
    return match_worker.encode(match_worker.ResultAnswer(cluster.Result(duels(9)[8], None, "", {}, (), "", 0, {})))


def of_no_side():
    return match_worker.encode(match_worker.ResultAnswer(cluster.Result(duels(9)[4], "dutch", "", {}, (), "", 0, {})))


LIES = (lambda: None, lambda: b"garbage", Spring, of_another_match, of_no_side)


def main(path, always):
    file = ResultsFile(path)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as local:
        with distributed.Client(local.scheduler_address) as client:
            client.run(lie, always)
        try:
            for result in cluster.play_on_cluster(duels(7), local.scheduler_address, report=sys.stderr.write):
                file.add(result)
        except cluster.NoClusterError as error:
            sys.exit(f"Ended: {error}")


if __name__ == "__main__":
    dask.config.set({"logging.distributed": "critical"})
    main(Path(sys.argv[1]), sys.argv[2:] == ["always"])
