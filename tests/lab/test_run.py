"""A proposal is run over a season: what it changes, what it may not change, and what happens when workers die."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from overtrick import handbooks
from overtrick.handbooks.proposed import Proposed
from overtrick.lab import executors, proposal, run
from overtrick.lab.compare import Differs
from overtrick.lab.run import Plan, Where
from overtrick.lab.score import Part
from overtrick.lab.season import BadSeason, Season
from tests.lab import invented

FORTY = """
title = "Top 40 % instead of a third"
handbook = "ebu"
[[change]]
table = "share"
row = "18-35"
set = { share = "2/5", words = "two fifths" }
"""
NOTHING = 'title = "As it is"\nhandbook = "ebu"\n'


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return invented.stored(tmp_path_factory.mktemp("season") / "2025", count=240)


def done(season: Season, text: str, out: Path, where: Where = run.EVERYWHERE) -> tuple[Plan, str]:
    plan = run.plan(season, text, out, where)
    assert list(executors.here(plan, run.missing(plan, season))) == season.months
    return plan, str(run.finish(plan, season)["digest"])


def by_player(plan: Plan, season: Season) -> tuple[Counter[tuple[int, str]], Counter[tuple[int, str]]]:
    before: Counter[tuple[int, str]] = Counter()
    after: Counter[tuple[int, str]] = Counter()
    for month in season.months:
        for row in pq.read_table(plan.file(month)).to_pylist():
            if row["by"] == "player":
                before[row["key"], row["colour"]] += row["before"]
                after[row["key"], row["colour"]] += row["after"]
    return before, after


def test_the_empty_proposal_changes_nothing(season: Season, tmp_path: Path) -> None:
    plan, _digest = done(season, NOTHING, tmp_path)
    before, after = by_player(plan, season)
    book: Counter[tuple[int, str]] = Counter()
    for month in season.months:
        for row in season.part("awards", month).to_pylist():
            book[row["player"], season.colours[row["colour"]]] += row["units"]
    assert before == after == book
    assert sum(book.values()) > 10_000


def test_top_40_per_cent_agrees_with_the_award_of_every_event_under_the_changed_table(
    season: Season, tmp_path: Path
) -> None:
    plan, _digest = done(season, FORTY, tmp_path)
    edition = handbooks.get("ebu").latest
    changed = Proposed(edition, proposal.read(FORTY).changes)
    expected: Counter[str] = Counter()
    gaining = 0
    for event in invented.events("ebu", 240):
        now, then = (each.assess(event, by_name=False).awards for each in (edition, changed))
        gaining += [award.units for award in now] != [award.units for award in then]
        for award in then:
            expected[award.colour] += award.units
    _before, after = by_player(plan, season)
    found: Counter[str] = Counter()
    for (_player, colour), units in after.items():
        found[colour] += units
    assert found == expected
    months = [pq.read_schema(plan.file(month)).metadata[b"month"] for month in season.months]
    assert len(months) == 12
    assert gaining > 50


def test_a_second_run_finds_nothing_to_do(season: Season, tmp_path: Path) -> None:
    plan, digest = done(season, FORTY, tmp_path)
    assert run.missing(plan, season) == []
    assert run.finish(plan, season)["digest"] == digest


def test_a_proposal_and_its_inverse_bring_the_book_back(season: Season, tmp_path: Path) -> None:
    back = FORTY + '[[change]]\ntable = "share"\nrow = "18-35"\nset = { share = "1/3", words = "one third" }\n'
    plan, _digest = done(season, back, tmp_path)
    before, after = by_player(plan, season)
    assert before == after


def test_only_small_events_can_be_asked_about(season: Season, tmp_path: Path) -> None:
    small, _digest = done(season, FORTY, tmp_path / "small", Where(tables_up_to=7))
    large, _digest = done(season, FORTY, tmp_path / "large", Where(tables_from=8))
    every, _digest = done(season, FORTY, tmp_path / "every")
    parts = [by_player(each, season)[1] for each in (small, large)]
    assert parts[0] + parts[1] == by_player(every, season)[1]
    assert all(parts)


def test_a_part_of_a_month_has_the_seats_of_its_events_and_no_others(season: Season) -> None:
    month = season.months[0]
    events = season.part("events", month, ["event", "day", "scheme", "shape"])
    for some in (events.slice(0, 0), events.slice(0, 2), events.slice(1), events.take([0, 2]), events):
        asked = set(some["event"].to_pylist())
        seated = {*season.part("seats", month)["event"].to_pylist()} & asked
        assert set(Part(season, month, some).seat_event.tolist()) == seated


@pytest.mark.slow
def test_processes_give_the_same_digest_and_outlive_one_that_is_killed(season: Season, tmp_path: Path) -> None:
    _plan, digest = done(season, FORTY, tmp_path / "here")
    plan = run.plan(season, FORTY, tmp_path / "pool")
    finished = []
    for month in executors.processes(2)(plan, run.missing(plan, season)):
        finished.append(month)
        if len(finished) == 1:
            _kill_a_child()
    assert run.missing(plan, season) == []
    assert run.finish(plan, season)["digest"] == digest


def _kill_a_child() -> None:
    """Kill one of the processes that this one has started."""
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    numbers = [int(number) for file in children for number in file.read_text().split()]
    workers = [number for number in numbers if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()]
    os.kill(workers[0], signal.SIGKILL)


def test_a_season_whose_book_says_something_else_is_not_run(tmp_path: Path) -> None:
    season = invented.stored(tmp_path / "season", count=24)
    file = season.folder / "awards" / f"{season.months[0]}.parquet"
    table = pq.read_table(file)
    pq.write_table(table.slice(1), file)
    with pytest.raises(BadSeason, match="is not the file that was stored: its digest differs"):
        Season(season.folder)


def test_a_book_that_the_rules_do_not_give_stops_the_run(tmp_path: Path) -> None:
    season = invented.stored(tmp_path / "season", count=24, wrong=1)
    plan = run.plan(season, FORTY, tmp_path / "run")
    with pytest.raises(Differs, match="do not give what the book says for 2 events of 2025-09: 1-1, 2-1"):
        list(executors.here(plan, season.months))
    assert run.missing(plan, season) == season.months
