"""How is a measurement made on a noisy machine, and told? Floor and subject in turn, shuffled; ratios, not times."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from overtrick.register import sql


class Taken(NamedTuple):
    """What a case took in each repeat, in seconds."""

    wall: list[float]
    cpu: list[float]  #: see ``cpu_time``


Times = dict[str, Taken]


def cpu_time() -> float:
    """Give the seconds for which this process, and the one that serves it on PostgreSQL, have been at work.

    On SQLite that is all there is but the waiting for the disk. On PostgreSQL others work too: those who write to the
    disk, and who help with a very long query.
    """
    if sql.on_sqlite() or connection.connection is None:
        return time.process_time()
    scheduled = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text(encoding="ascii")
    return time.process_time() + int(scheduled.split()[0]) / 1e9


class Clock:
    """Times what is done inside it, again and again, in turn with its floor."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.taken = Taken([], [])

    def __enter__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), cpu_time()

    def __exit__(self, *_: object) -> None:
        self.taken.wall.append(time.perf_counter() - self._wall)
        self.taken.cpu.append(cpu_time() - self._cpu)


def in_turn(cases: dict[str, Callable[[], object]], repeats: int) -> Times:
    """Time every case once in each repeat, in shuffled order: what slows the machine for a while slows all of them."""
    dice = random.Random(1)
    taken: Times = {name: Taken([], []) for name in cases}
    for _ in range(repeats):
        for name in dice.sample(list(cases), len(cases)):
            gc.collect()
            gc.disable()
            wall, cpu = _timed(cases[name])
            gc.enable()
            taken[name].wall.append(wall)
            taken[name].cpu.append(cpu)
    return taken


def one_by_one(cases: dict[str, Callable[[], object]], repeats: int, times: int) -> Times:
    """Time short cases many times in each repeat, shuffled among each other; each repeat counts with its median."""
    dice = random.Random(1)
    taken: Times = {name: Taken([], []) for name in cases}
    for _ in range(repeats):
        each: dict[str, list[tuple[float, float]]] = {name: [] for name in cases}
        for name in dice.sample(list(cases), times * len(cases), counts=[times] * len(cases)):
            each[name].append(_timed(cases[name]))
        for name, found in each.items():
            taken[name].wall.append(statistics.median(wall for wall, _ in found))
            taken[name].cpu.append(statistics.median(cpu for _, cpu in found))
    return taken


def _timed(case: Callable[[], object]) -> tuple[float, float]:
    with (clock := Clock()):
        case()
    return clock.taken.wall[0], clock.taken.cpu[0]


def ratio(subject: Sequence[float], *floors: Sequence[float]) -> float:
    """Compare repeat by repeat, and give the median."""
    bare = [sum(each) for each in zip(*floors, strict=True)]
    found: float = statistics.median(mine / floor for mine, floor in zip(subject, bare, strict=True))
    return found


def say(what: str, value: str, goal: str = "", *, met: bool = True) -> None:
    """Print a line: what, how much, and whether the goal is met."""
    aimed_at = f"goal {goal}: {'met' if met else 'MISSED'}" if goal else ""
    print(f"    {what:<52}{value:>38}   {aimed_at}".rstrip(), flush=True)


def against(what: str, subject: Taken, floors: Sequence[Taken], most: float = 0) -> None:
    """Print a ratio to a floor and its goal, by the clock on the wall and in CPU time; ``judged`` says which counts."""
    found = ratio(subject.wall, *(floor.wall for floor in floors))
    cpu = ratio(subject.cpu, *(floor.cpu for floor in floors))
    value = f"{statistics.median(subject.wall) * 1000:,.2f} ms  {found:5.2f} ×  (CPU {cpu:4.2f} ×)"
    say(what, value, f"{most} ×" if most else "", met=judged(subject, *floors) <= most)


def judged(subject: Taken, *floors: Taken) -> float:
    """Give the ratio that counts: in CPU time where that is all there is but the disk, otherwise by the clock."""
    if sql.on_sqlite():
        return ratio(subject.cpu, *(floor.cpu for floor in floors))
    return ratio(subject.wall, *(floor.wall for floor in floors))


def absolute(subject: Taken) -> float:
    """Give the seconds that a case is at work by itself: what others do on the machine at the time counts least."""
    return statistics.median(subject.cpu)
