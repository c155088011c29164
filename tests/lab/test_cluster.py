"""On a cluster: a worker is killed in the middle, and what comes out is what comes out of one process."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import dask
import pytest
from distributed import Client, LocalCluster

from overtrick.lab import executors, run
from tests.lab import invented
from tests.lab.test_run import FORTY, done

_SMALL = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}


@pytest.mark.slow
def test_a_cluster_outlives_a_worker_that_is_killed(tmp_path: Path) -> None:
    season = invented.stored(tmp_path / "season", count=60)
    _plan, digest = done(season, FORTY, tmp_path / "here")
    quiet = {
        "distributed.worker.profile.enabled": False,  # it costs a tenth of the work
        "distributed.scheduler.allowed-failures": 5,
        "distributed.logging.distributed": "critical",
    }
    with (
        dask.config.set(quiet),
        LocalCluster(**_SMALL) as cluster,  # type: ignore[no-untyped-call]
    ):
        plan = run.plan(season, FORTY, tmp_path / "cluster")
        finished = []
        for month in executors.dask(cluster.scheduler_address)(plan, run.missing(plan, season)):
            finished.append(month)
            if len(finished) == 1:
                with Client(cluster.scheduler_address) as client:  # type: ignore[no-untyped-call]
                    os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
    assert sorted(finished) == season.months
    assert run.missing(plan, season) == []
    assert run.finish(plan, season)["digest"] == digest
