"""Many files at once: in order, on several cores, and one that goes wrong holds up nobody."""

from __future__ import annotations

import os

import pytest

from overtrick.cli.batch import through
from overtrick.cli.files import Source, unfinished


def name(source: Source) -> str:
    return source.name


def name_unless_it_kills(source: Source) -> str:
    if source.name == "deadly":
        os._exit(9)
    return source.name


def failed(source: Source) -> str:
    return unfinished(source).problems[0].found


@pytest.mark.parametrize("jobs", [0, 1, 2, 5])
def test_results_come_in_the_order_of_the_files(jobs: int) -> None:
    names = [f"{number}.xml" for number in range(40)]
    assert list(through([Source(each) for each in names], name, failed, jobs)) == names


def test_a_file_that_ends_its_process_holds_up_nobody() -> None:
    names = ["a", "b", "deadly", "c", "d"]
    results = list(through([Source(each) for each in names], name_unless_it_kills, failed, 2))
    assert [each for each in results if "ended before it was done" in each] == [results[2]]
    assert [results[at] for at in (0, 1, 3, 4)] == ["a", "b", "c", "d"]


def test_nobody_reading_on_ends_the_work() -> None:
    results = through([Source(str(number)) for number in range(100)], name, failed, 2)
    assert next(results) == "0"
    results.close()  # type: ignore[attr-defined]  # an iterator that is a generator
    assert list(results) == []
