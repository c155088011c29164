"""Work grows with its own input and no faster; memory does not grow with the years."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import invented_season
from benchmarks.award import CASES, Case
from benchmarks.invented import DAY, swiss
from overtrick import handbooks
from overtrick.handbooks import edition as editions
from overtrick.lab import executors, run
from overtrick.lab.season import Season
from tests.lab.test_run import FORTY

MOST_GROWTH = 11  # ten times the input
MOST_MEMORY = 256  # MB


def calls(work: Callable[[], object]) -> int:
    """Count the calls of functions that some work takes: the same on every machine, however busy it is."""
    count = 0

    def counted(_frame: object, what: str, _argument: object) -> None:
        nonlocal count
        count += what in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.handbook)
def test_a_swiss_of_ten_times_the_pairs_takes_eleven_times_the_work_at_most(case: Case) -> None:
    assess = handbooks.get(case.handbook).edition(on=DAY).assess
    small, large = (swiss(pairs, case.status) for pairs in (200, 2_000))
    assess(swiss(20, case.status))  # tables are read once
    few, many = (calls(lambda event=event: assess(event).refusals) for event in (small, large))  # type: ignore[misc]
    assert len(assess(large).awards) > 2_000
    assert many <= MOST_GROWTH * few


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Seasons of one, two, four and eight years."""
    folder = tmp_path_factory.mktemp("years")
    for years in (1, 2, 4, 8):
        invented_season.stored(folder / str(years), years, 240)
    return {years: folder / str(years) for years in (1, 2, 4, 8)}


def test_twice_the_years_take_twice_the_work_at_most(seasons: dict[int, Path], tmp_path: Path) -> None:
    found = {}
    for years in (2, 4, 8):
        editions.get.cache_clear()  # what a book worked out for one season would serve the next
        season = Season(seasons[years])
        plan = run.plan(season, FORTY, tmp_path / str(years))
        found[years] = calls(lambda plan=plan, season=season: list(executors.here(plan, season.months, season)))  # type: ignore[misc]
        run.finish(plan, season)
    fixed_apart = (found[8] - found[4]) / (found[4] - found[2])
    assert fixed_apart <= 2.2


_PEAK = """
import sys
from pathlib import Path
from overtrick.handbooks import edition as editions
from overtrick.lab import executors, run
from overtrick.lab.season import Season
from tests.lab.test_run import FORTY
season = Season(Path(sys.argv[1]))
plan = run.plan(season, FORTY, Path(sys.argv[2]))
list(executors.here(plan, season.months, season))
run.finish(plan, season)
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""


def peak(season: Path, out: Path) -> float:
    """Run a proposal in a process of its own, and give the most memory it had in MB."""
    command = [sys.executable, "-c", _PEAK, str(season), str(out)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout) / 1024  # noqa: S603 - our own


@pytest.mark.slow
def test_memory_does_not_grow_with_the_years(seasons: dict[int, Path], tmp_path: Path) -> None:
    one, eight = (peak(seasons[years], tmp_path / str(years)) for years in (1, 8))
    assert eight <= one + 16
    assert eight <= MOST_MEMORY
