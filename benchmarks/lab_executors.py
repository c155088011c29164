"""What do two cores gain? One process, a pool of two, and two Dask workers that are there already, in shuffled turns.

python -m benchmarks.lab_executors [--events 60000] [--years 4] [--rounds 5] [--keep FOLDER]

The season is mixed: a quarter of its events are worked out whole, which is what there is to share out. A run takes
tens of seconds, so that starting processes does not decide. Every turn says what load there was before it, and how
much it took by the clock and in CPU time, that of all its processes together. Only turns that began with a load well
below the number of cores say anything about an idle machine. ``--keep`` makes the season once and finds it again.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from collections import deque
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import dask
from distributed import Client, LocalCluster

from benchmarks.lab import FORTY
from overtrick import handbooks
from overtrick.handbooks import edition as editions
from overtrick.handbooks import season as handbook_seasons
from overtrick.lab import executors, run, store
from overtrick.lab.season import Scheme, Season
from overtrick.lab.store import Played, StoredOrganiser, StoredPlayer, Won
from overtrick.register.demo import season_events
from overtrick.register.demo.season_events import DemoPlayer, Organiser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.lab.run import Executor

FIRST = date(2021, 9, 1)
SEED = 20261118
WORKERS = 2
_CLUBS, _MEMBERS = 40, 100
#: One event in so many is run above the club.
_ABOVE = 12
#: Dask's own profiler costs a tenth of the work.
_QUIET = {"distributed.worker.profile.enabled": False, "distributed.logging.distributed": "critical"}
_SMALL: dict[str, Any] = {
    "n_workers": WORKERS,
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": None,
}


class Turn(NamedTuple):
    """One run."""

    way: str
    load: float
    clock: float
    cpu: float
    digest: str


def events(count: int, years: int) -> Iterator[tuple[int, Event]]:
    """Invent so many events with who runs each, in the order of their days."""
    chance = random.Random(SEED)
    played = handbook_seasons.of(handbooks.get("ebu").latest)
    people = [DemoPlayer(f"Player {at}", f"{at:06}", chance.randrange(100)) for at in range(_CLUBS * _MEMBERS)]
    clubs = [Organiser(f"Club {at}", "club", people[at * _MEMBERS : (at + 1) * _MEMBERS]) for at in range(_CLUBS)]
    county = Organiser("County", "region", people)
    for at in range(count):
        day = FIRST + timedelta(days=at * years * 365 // count)
        above = season_events.monthly_event(played, county, day, chance) if at % _ABOVE == 0 else None
        club = chance.randrange(_CLUBS)
        yield (
            (_CLUBS, above) if above is not None else (club, season_events.club_event(played, clubs[club], day, chance))
        )


def stored(folder: Path, count: int, years: int) -> Season:
    """Store a season with what its events are worth today."""
    edition = handbooks.get("ebu").latest
    listed = sorted(events(count, years), key=lambda each: each[1].begins)
    numbers: dict[str, int] = {}
    with store.storing(folder, "ruritania", "ebu", FIRST, listed[-1][1].begins) as season:
        for at, (organiser, event) in enumerate(listed):
            known = {
                ("" if player.number else contestant.name, player.name, player.number): numbers.setdefault(
                    player.number, len(numbers)
                )
                for stage in event.stages
                for field in stage.fields
                for contestant in field.contestants
                for player in contestant.players
            }
            awards = edition.assess(event, by_name=False).awards
            won = tuple(Won(numbers.get(each.player.number, -1), each.colour, each.units) for each in awards)
            season.add(Played(event, organiser, Scheme(edition.name), won, known, f"{at + 1}-1"))
        season.players([StoredPlayer(number=number, name="") for number in numbers])
        bodies = [StoredOrganiser(str(100 + at), "10", "club") for at in range(_CLUBS)]
        season.organisers([*bodies, StoredOrganiser("10", "10", "region")])
    return Season(folder)


class Cluster:
    """Two workers that are there already."""

    def __init__(self, client: Any, address: str) -> None:  # noqa: ANN401 - Dask has no types
        """Take a client of theirs."""
        self._client = client
        self.run = executors.dask(address)

    def cpu(self) -> float:
        """Add up what the workers have taken."""
        return float(sum(self._client.run(time.process_time).values()))

    def afresh(self) -> None:
        """Let the workers forget what every book has worked out."""
        self._client.run(editions.get.cache_clear)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start the workers and see that each has answered."""
    with (
        dask.config.set(_QUIET),
        LocalCluster(**_SMALL) as started,  # type: ignore[no-untyped-call]
        Client(started.scheduler_address) as client,  # type: ignore[no-untyped-call]
    ):
        client.wait_for_workers(WORKERS)
        yield Cluster(client, started.scheduler_address)


def turn(way: str, executor: Executor, season: Path, out: Path, workers: Cluster) -> Turn:
    """Run the proposal once and measure it."""
    editions.get.cache_clear()
    workers.afresh()
    load, there = os.getloadavg()[0], workers.cpu()
    own, children, clock = time.process_time(), _of_children(), time.perf_counter()
    opened = Season(season)
    plan = run.plan(opened, FORTY, out)
    deque(executor(plan, run.missing(plan, opened)), maxlen=0)
    digest = run.finish(plan, opened)["digest"]
    taken = time.perf_counter() - clock
    cpu = time.process_time() - own + _of_children() - children + workers.cpu() - there
    return Turn(way, load, taken, cpu, digest)


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(season: Path, folder: Path, rounds: int) -> list[Turn]:
    """Take turns, in another order each round."""
    found: list[Turn] = []
    chance = random.Random(SEED)
    with cluster() as workers:
        ways = {"one process": executors.here, f"pool of {WORKERS}": executors.processes(WORKERS)}
        ways[f"Dask, {WORKERS} workers"] = workers.run
        for number in range(rounds):
            for way in chance.sample(list(ways), len(ways)):
                done = turn(way, ways[way], season, folder / f"{number} {way}", workers)
                print(
                    f"  {way:<18}load before {done.load:5.2f}   clock {done.clock:7.1f} s   CPU {done.cpu:7.1f} s",
                    flush=True,
                )
                found.append(done)
    return found


def tell(found: list[Turn]) -> None:
    """Print the medians, and that every way came to the same."""
    assert len({each.digest for each in found}) == 1
    ways = list(dict.fromkeys(each.way for each in found))
    one = median(each.clock for each in found if each.way == "one process")
    for way in sorted(ways):
        turns = [each for each in found if each.way == way]
        clock, cpu = (median(values) for values in zip(*((each.clock, each.cpu) for each in turns), strict=True))
        loads = f"{min(each.load for each in turns):.1f} to {max(each.load for each in turns):.1f}"
        print(f"{way:<18}{clock / one:6.2f} × one process by the clock; CPU {cpu:.1f} s; load before {loads}")
    print(f"Every digest is the same: {found[0].digest[:16]}")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=60_000)
    parser.add_argument("--years", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    sys.dont_write_bytecode = False  # compiled tables are kept, as on any user's machine
    with tempfile.TemporaryDirectory(prefix="overtrick-bench-") as place:
        season = (given.keep or Path(place)) / f"season-{given.events}-{given.years}"
        season.parent.mkdir(parents=True, exist_ok=True)
        opened = Season(season) if season.exists() else stored(season, given.events, given.years)
        card = opened.card
        print(
            f"{card['events']:,} mixed events of {len(opened.months)} months, "
            f"{card['events'] - card['plain']:,} of them worked out whole; {os.cpu_count()} cores"
        )
        tell(measure(season, Path(place), given.rounds))


if __name__ == "__main__":
    main()
