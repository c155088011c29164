"""How fast are awards worked out? Ratios to a hard-coded whole-number loop over the same events in the same run.

python benchmarks/award.py [--events 10000] [--repeats 7]
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.invented import DAY, Bare, as_abf_event, as_event, bare_events, hard_coded, hard_coded_abf, swiss
from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.engine.explain import why

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.handbooks import Edition


class Case(NamedTuple):
    """A handbook with its hard-coded loop, its way to dress an event, and the status of its club nights."""

    handbook: str
    floor: Callable[[Bare], list[list[int]]]
    dress: Callable[[Bare], Event]
    status: str
    goals: tuple[float, ...]  #: of the loop itself, working, zeros and text, as multiples of the loop


CASES = (
    Case("ebu", hard_coded, as_event, "club", (0, 3, 6, 5)),
    Case("abf", hard_coded_abf, as_abf_event, "E", (0, 4.5, 6, 5)),
)


def measured(
    cases: dict[str, Callable[[], object]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Time every case once in each round, in shuffled order: what slows the machine for a while slows all of them.

    The median of each, in seconds; of the processor where ``clock`` says so, which others on the machine move less.
    """
    dice = random.Random(1)
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(repeats):
        for name in dice.sample(list(cases), len(cases)):
            gc.collect()
            gc.disable()
            start = clock()
            cases[name]()
            times[name].append(clock() - start)
            gc.enable()
    return {name: statistics.median(taken) for name, taken in times.items()}


def all_tied(pairs: int, status: str) -> Event:
    """Invent an event in which everybody has the same score."""
    names = tuple(
        Contestant(str(index), (Player(f"a{index}"), Player(f"b{index}")), score=50) for index in range(pairs)
    )
    return Event("All tied", DAY, (Stage(Play.PAIRS, Schedule(24), (Field("", names),)),), status)


def check(edition: Edition, events: list[Event], floor: list[list[list[int]]]) -> int:
    """See that both ways give the same points; count the awards."""
    awards = 0
    for event, expected in zip(events, floor, strict=True):
        assessment = edition.assess(event)
        awards += len(assessment.awards)
        paid = {(award.field, award.contestant): award.units for award in assessment.awards}
        for field, points in zip(event.stages[0].fields, expected, strict=True):
            for contestant, units in zip(field.contestants, points, strict=True):
                assert paid.get((field.name, contestant.name), 0) == units
    return awards


def engine(case: Case, events_wanted: int, repeats: int) -> None:
    """Measure awards with their working, and with all of it as text, beside the hard-coded loop."""
    edition = handbooks.get(case.handbook).edition(on=DAY)
    bare = [each for each in bare_events(events_wanted) if case.floor(each)]
    events = [case.dress(each) for each in bare]
    awards = check(edition, events, [case.floor(each) for each in bare])
    assess = edition.assess
    show = next(iter(edition.handbook.colours.values())).show

    def text() -> None:
        for event in events:
            for award in assess(event).awards:
                why(award, show)

    small = [all_tied(20, case.status) for _ in range(500)]
    large = all_tied(10_000, case.status)
    cases: dict[str, Callable[[], object]] = {
        "hard-coded loop": lambda: deque(map(case.floor, bare), maxlen=0),
        "awards with working": lambda: deque(map(assess, events), maxlen=0),
        "and every zero explained": lambda: deque((assess(event).refusals for event in events), maxlen=0),
        "all of it as text": text,
        "500 events of 20 pairs, all tied": lambda: deque(map(assess, small), maxlen=0),
        "1 event of 10,000 pairs, all tied": lambda: assess(large),
    }
    taken = measured(cases, repeats, time.process_time)
    floor = taken["hard-coded loop"]
    print(
        f"{edition.title}: {len(events):,} club events, {awards:,} player awards, median of {repeats} shuffled repeats"
    )
    for name, goal in zip(list(cases)[:4], case.goals, strict=True):
        rate = f"{len(events) / taken[name]:>10,.0f} events/s {awards / taken[name]:>12,.0f} awards/s"
        aim = f"   goal {goal} ×" if goal else ""
        print(f"  {name:<36}{rate}   {taken[name] / floor:5.2f} × the loop{aim}")
    per_small, per_large = taken["500 events of 20 pairs, all tied"], taken["1 event of 10,000 pairs, all tied"]
    print(f"  a pair of 10,000 tied against a pair of 20 tied: {per_large / per_small:.2f} ×")
    growth(case, min(repeats, 3))


def growth(case: Case, repeats: int) -> None:
    """Measure how a Swiss with every match listed grows with its field, refusals included."""
    assess = handbooks.get(case.handbook).edition(on=DAY).assess
    events = {f"{pairs:,} pairs": swiss(pairs, case.status) for pairs in (20, 200, 2_000)}
    for event in events.values():
        assessment = assess(event)
        assert not assessment.problems, assessment.problems[0]
        assert len({each.player.number for each in assessment.awards}) > len(event.stages[0].fields[0].contestants)

    def explained(event: Event) -> object:
        return assess(event).refusals

    taken = measured({name: partial(explained, event) for name, event in events.items()}, repeats, time.process_time)
    told = ", ".join(f"{name} {seconds * 1000:.1f} ms" for name, seconds in taken.items())
    ratio = taken["2,000 pairs"] / taken["200 pairs"]
    print(f"  a Swiss of 7 rounds: {told}; 2,000 against 200: {ratio:.1f} ×   goal 11 ×")


def start_up(repeats: int) -> None:
    """Measure what one event costs from the shell, beside a bare interpreter."""
    rows = "\n".join(
        f"  - {{place: {index}, names: [Ann A{index}, Bob B{index}], numbers: [{index}1, {index}2]}}"
        for index in range(1, 41)
    )
    text = f"event: Night\ndate: 2026-11-12\nhandbook: ebu\nstatus: club\nplay: pairs\nboards: 24\nresults:\n{rows}\n"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "night.yaml")
        file.write_text(text, encoding="utf-8")
        command = str(Path(sys.executable).with_name("overtrick"))
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "overtrick award": [command, "award", str(file)],
            "overtrick award --why": [command, "award", str(file), "--why"],
            "overtrick award --json": [command, "award", str(file), "--json"],
        }

        # Compiled modules are kept, as on any user's machine.
        usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

        def run(arguments: list[str]) -> Callable[[], object]:
            return lambda: subprocess.run(arguments, check=True, capture_output=True, env=usual)  # noqa: S603 - ours

        taken = measured({name: run(arguments) for name, arguments in commands.items()}, repeats * 3)
    print("One event of 20 tables from the shell")
    for name, seconds in taken.items():
        aim = "   goal 5 ×" if name == "overtrick award" else ""
        print(f"  {name:<36}{seconds * 1000:8.1f} ms   {seconds / taken['python -c pass']:5.2f} × bare{aim}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=7)
    given = parser.parse_args()
    for each in CASES:
        engine(each, given.events, given.repeats)
    start_up(given.repeats)
