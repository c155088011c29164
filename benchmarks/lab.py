"""How fast is the laboratory? Ratios in CPU time to Parquet and numpy with the scale written by hand, in the same run.

python -m benchmarks.lab [--years 2] [--events 20000] [--repeats 5]
python -m benchmarks.lab --years 10 --events 70000

The second is ten years of a large federation, for which the goals are set; what stays the same however long a season
is (answers, tables, opening files) weighs more in a shorter one, so goals of a season are judged there alone.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks import invented_season, lab_floor
from benchmarks.award import CASES, growth, measured
from benchmarks.invented import DAY, as_event, bare_events
from benchmarks.invented_season import PLAYERS, Shapes, Situations, Year
from overtrick import handbooks
from overtrick.engine.places import ranking
from overtrick.formats import event_file, event_record
from overtrick.handbooks import edition as editions
from overtrick.lab import executors, proposal, run, store
from overtrick.lab.answers import Colours
from overtrick.lab.proposal import Rules
from overtrick.lab.score import Part, Scorer
from overtrick.lab.season import Season

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.lab.answers import Numbers

FORTY = """
title = "Top 40 % instead of a third"
handbook = "ebu"
[[change]]
table = "share"
row = "18-35"
set = { share = "2/5", words = "two fifths" }
"""
NOTHING = 'title = "As it is"\nhandbook = "ebu"\n'

#: The size that the goals are for.
WHOLE = (10, 70_000)
MOST_MEMORY = 256


class Made(NamedTuple):
    """A season and the same as the floor reads it."""

    season: Path
    floor: Path
    years: int
    shapes: Shapes


def made(folder: Path, years: int, events: int) -> Made:
    """Invent a season, twice: as the laboratory stores it and as columns."""
    floor = folder / "floor"
    floor.mkdir(parents=True)
    for at in range(years):
        lab_floor.write(floor, at, *invented_season.year(at, events))
    shapes = invented_season.stored(folder / "season", years, events)
    return Made(folder / "season", floor, years, shapes)


def afresh() -> None:
    """Forget what every book has worked out: a run begins with nothing."""
    editions.get.cache_clear()


def one_rule(season: Season) -> Numbers:
    """Work a season out under the rules in force, and add up by player."""
    afresh()
    totals = np.zeros(PLAYERS)
    scorer = Scorer(season, Rules(season.handbook))
    for month in season.months:
        awards = scorer.month(month).awards
        totals += np.bincount(awards.player, weights=awards.units, minlength=PLAYERS)
    return totals.astype(np.int64)


def two_rules(season: Season) -> tuple[Numbers, Numbers]:
    """Work a season out before and after, and add up by player: what the floor does once, no book and no files."""
    afresh()
    colours = Colours(season.colours)
    proposed = proposal.read(FORTY)
    scorers = [Scorer(season, Rules(season.handbook, each), colours) for each in (None, proposed)]
    totals = np.zeros((2, PLAYERS))
    for month in season.months:
        part = Part(season, month)
        for at, scorer in enumerate(scorers):
            awards = scorer.work_out(part).awards
            totals[at] += np.bincount(awards.player, weights=awards.units, minlength=PLAYERS)
    return totals[0].astype(np.int64), totals[1].astype(np.int64)


def first_run(given: Made, season: Season, out: Path) -> Numbers:
    """Rank and number every seat from the columns, keep the seats, and work the season out; shapes are known."""
    known = Situations()
    for at in range(given.years):
        read = Year(*lab_floor.read(given.floor, at))
        _ranked, table = invented_season.seats_of(read, given.shapes.of(read.events), known)
        store.write(out, f"seats/{at}.parquet", table)
    return one_rule(season)


def before_and_after(season: Path, text: str, out: Path) -> dict[str, object]:
    """Run a proposal as the command does: open the season, compare the book, keep every month, put all together."""
    afresh()
    shutil.rmtree(out, ignore_errors=True)
    opened = Season(season)
    plan = run.plan(opened, text, out)
    deque(executors.here(plan, run.missing(plan, opened), opened), maxlen=0)
    return run.finish(plan, opened)


def changed(card: dict[str, object]) -> int:
    """Count the events in which somebody has another award."""
    months = card["months"]
    assert isinstance(months, list)
    return sum(month["changed"] for month in months)


def say(what: str, ratio: float, goal: float, unit: str = "×", *, judged: bool = True) -> None:
    """Print a line: what, how much, and whether the goal is met."""
    met = ("met" if ratio <= goal else "MISSED") if judged else "for the whole size"
    print(f"  {what:<58}{ratio:8.2f} {unit:<3} goal {goal:g}: {met}", flush=True)


def seasons(folder: Path, years: int, events: int, repeats: int) -> float:
    """Measure whole seasons beside the floor; give what an event takes in one."""
    whole = (years, events) == WHOLE
    many, single = (made(folder / name, count, events) for name, count in (("many", years), ("single", 1)))
    card = Season(many.season).card
    print(
        f"{years} years of {events:,} events: {card['seats']:,} seats, {card['situations']:,} situations; "
        f"median of {repeats} shuffled repeats, CPU time; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    (folder / "seats").mkdir()
    opened, year = Season(many.season), Season(single.season)
    floor = lab_floor.run(many.floor, years, PLAYERS)
    assert (one_rule(opened) == floor).all()
    assert changed(before_and_after(many.season, NOTHING, folder / "out")) == 0  # and the book was compared with it
    assert changed(before_and_after(many.season, FORTY, folder / "out")) > 0
    taken = measured(
        {
            "floor": partial(lab_floor.run, many.floor, years, PLAYERS),
            "floor of 1 year": partial(lab_floor.run, single.floor, 1, PLAYERS),
            "one rule": partial(one_rule, opened),
            "first run": partial(first_run, many, opened, folder),
            "before and after": partial(two_rules, opened),
            "whole run": partial(before_and_after, many.season, FORTY, folder / "out"),
            "empty change": partial(before_and_after, many.season, NOTHING, folder / "out"),
            "1 year, before and after": partial(two_rules, year),
            "1 year, whole run": partial(before_and_after, single.season, FORTY, folder / "out"),
        },
        repeats,
        time.process_time,
    )
    bare = taken["floor"]
    print(f"  floor: {bare:.2f} s; of one year {taken['floor of 1 year']:.2f} s")
    say("one rule, × floor", taken["one rule"] / bare, 1.2, judged=whole)
    say("before and after, × floor", taken["before and after"] / bare, 2, judged=whole)
    say("first run with ranking, one rule, × floor", taken["first run"] / bare, 3, judged=whole)
    one_year = taken["1 year, before and after"] / taken["floor of 1 year"]
    say("1 year, before and after, × floor of 1 year", one_year, 4, judged=whole)
    in_one_year = taken["1 year, whole run"] / taken["floor of 1 year"]
    print("  the whole command, which also opens the season by its digests, compares the book and keeps every month:")
    print(f"    {taken['whole run'] / bare:.2f} × floor; 1 year {in_one_year:.2f} × floor of 1 year")
    print(f"  empty change: every award is the book's; {taken['empty change'] / taken['one rule']:.2f} × one rule")
    for given in (single, many):
        say(f"peak memory, {given.years} years", peak(given.season), MOST_MEMORY, "MB")
    return taken["one rule"] / (years * events)


def peak(season: Path) -> float:
    """Run a proposal in a process of its own, and give the most memory it had, libraries included, in MB."""
    command = [sys.executable, "-m", "benchmarks.lab", "--peak", str(season)]
    said = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own
    return float(json.loads(said.stdout))


def tell_peak(season: Path) -> None:
    """Run a proposal and print the most memory this process had."""
    with tempfile.TemporaryDirectory(prefix="overtrick-bench-") as folder:
        before_and_after(season, FORTY, Path(folder, "out"))
    # Not ``ru_maxrss``: that of a new process is at least what the one had that started it.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    print(next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")))


def events_one_by_one(count: int, repeats: int, in_a_season: float) -> None:
    """Measure single events: reading a stored one, and paying one without making an award for everybody.

    ``in_a_season``: what an event takes there, answers and all.
    """
    edition = handbooks.get("ebu").edition(on=DAY)
    events = [as_event(each) for each in bare_events(count) if each.play == "pairs"]
    words = [event_file.write(event).encode() for event in events]
    records = [event_record.write(event) for event in events]
    assert all(event_record.read(record) == event for record, event in zip(records, events, strict=True))
    assert all(set(paid_lines(edition, event)) == award_lines(edition, event) for event in events)
    taken = measured(
        {
            "words": lambda: deque((event_file.read("", each) for each in words), maxlen=0),
            "record": lambda: deque(map(event_record.read, records), maxlen=0),
            "assess": lambda: deque(map(edition.assess, events), maxlen=0),
            "lines": lambda: deque((paid_lines(edition, event) for event in events), maxlen=0),
        },
        repeats,
        time.process_time,
    )
    print(f"{len(events):,} club nights of pairs, one by one")
    say("stored event to Event, × reading its words", taken["record"] / taken["words"], 0.15)
    assess = taken["assess"] / len(events)
    say("plain night by situations, without award objects, × assess", in_a_season / assess, 0.5)
    print(
        f"    by its lines (place, tie, units), ranked again each time: {taken['lines'] / taken['assess']:.2f} × assess"
    )


def paid_lines(edition: handbooks.Edition, event: Event) -> list[tuple[int, int, int]]:
    """Pay a night by its lines: place, how many share it, units."""
    scales = edition.scales(event)
    assert scales is not None
    found = []
    for field, places in zip(event.stages[0].fields, scales.lists, strict=True):
        paid, pays = places.paid, places.pays
        for first, members in ranking(field.contestants):
            if first > paid:
                break
            tied = len(members)
            found.append((first, tied, pays[first, tied].units))
    return found


def award_lines(edition: handbooks.Edition, event: Event) -> set[tuple[int, int, int]]:
    """Give the same lines from the awards."""
    return {(each.place, each.tied, each.units) for each in edition.assess(event).awards}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--years", type=int, default=2)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--peak", type=Path)
    given = parser.parse_args()
    sys.dont_write_bytecode = False  # compiled tables are kept, as on any user's machine
    if given.peak:
        tell_peak(given.peak)
        sys.exit()
    with tempfile.TemporaryDirectory(prefix="overtrick-bench-") as place:
        in_a_season = seasons(Path(place), given.years, given.events, given.repeats)
    events_one_by_one(5_000, given.repeats, in_a_season)
    growth(CASES[0], min(given.repeats, 3))
