"""A program: a tournament on a local cluster, whose workers are killed while it runs."""

import sys
from pathlib import Path

import dask
import distributed

from tabletop.tournaments.cluster import play_on_cluster
from tabletop.tournaments.results_file import ResultsFile
from tests.systems import end_process
from tests.tournaments.test_match_play import duels


def main(path, games, deaths):
    file = ResultsFile(path)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        for number, result in enumerate(play_on_cluster(duels(games), cluster.scheduler_address)):
            file.add(result)
            if number % 8 == 4 and number // 8 < deaths:
                end_process(next(iter(cluster.workers.values())).pid)


if __name__ == "__main__":
    dask.config.set({"logging.distributed": "critical"})
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
