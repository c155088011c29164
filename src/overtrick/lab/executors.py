"""Who works the months of a run out: this process, several of this machine, or the workers of a Dask cluster.

Each does the same and leaves the same files. A worker that dies loses no month but the one it was at: what has no file
is done again.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any

from overtrick.lab.run import Executor, Plan, Worker
from overtrick.lab.season import Season
from overtrick.register import child_processes

#: A month that kills its worker so often is given up.
_MOST_DEATHS = 3


class Died(Exception):
    """The workers died again and again."""


def here(plan: Plan, months: list[str], season: Season | None = None) -> Iterator[str]:
    """Work every month out in this process; ``season``: it is open already."""
    worker = Worker(plan, season)
    for month in months:
        worker.work_out(month)
        yield month


def processes(count: int) -> Executor:
    """Share the months out among processes of this machine; one that is killed is replaced."""

    def run(plan: Plan, months: list[str]) -> Iterator[str]:
        left, deaths = list(months), 0
        while left:
            pool = child_processes.pool(count)
            try:
                for month in _finished({pool.submit(work_out, plan, month): month for month in left}):
                    left.remove(month)
                    yield month
            except BrokenProcessPool:
                deaths += 1
                left = [month for month in left if not plan.file(month).exists()]
                if deaths >= _MOST_DEATHS:
                    message = (
                        f"A worker was killed {deaths} times. Look at the memory of the machine, and run it again."
                    )
                    raise Died(message) from None
            finally:
                pool.shutdown(cancel_futures=True)

    return run


def _finished(futures: dict[Future[None], str]) -> Iterator[str]:
    waiting = set(futures)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for each in done:
            each.result()
            yield futures[each]


def dask(address: str) -> Executor:
    """Share the months out among the workers of a cluster, who see the same folders."""

    def run(plan: Plan, months: list[str]) -> Iterator[str]:
        from distributed import Client, as_completed  # noqa: PLC0415 - few offices have a cluster

        with Client(address, timeout="30s") as client:  # type: ignore[no-untyped-call]
            futures: dict[Any, str] = {
                client.submit(work_out, plan, month, key=f"{plan.key}-{month}", pure=False): month for month in months
            }
            for each in as_completed(futures):  # type: ignore[no-untyped-call]
                each.result()
                yield futures[each]

    return run


def work_out(plan: Plan, month: str) -> None:
    """Work a month out; a process keeps what it has learned for the next one."""
    _worker(plan).work_out(month)


@lru_cache(maxsize=1)
def _worker(plan: Plan) -> Worker:
    return Worker(plan)
