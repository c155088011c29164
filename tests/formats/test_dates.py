"""A day is read where it can be one only; where it can be two, both are given."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.formats import pbn
from overtrick.formats.answers import typed
from overtrick.formats.dates import WELSH_MONTHS, contradicted, days, only_days, shown
from overtrick.formats.event_file.reading import as_day

JULY = date(2025, 7, 30)
HEAD = '[Event "Night"]\n[Date "{}"]\n[Scoring "MP"]\n[Board "1"]\n'
TABLE = '[TotalScoreTable "Rank;PairId;TotalPercentage;Names;NrBoards"]\n1 4 61.25 "Ado Bem - Cor Dax" 24\n'


@pytest.mark.parametrize(
    "written",
    ["2025-07-30", "2025.7.30", "30-Jul-2025", "30 July 2025", "30.7.2025", "30/7/2025", "30/7/25", "30.07.25",
     "July 30, 2025", "30th of July 2025", "7/30/2025", "30-Jul-25"],
)  # fmt: skip
def test_a_day_that_can_be_one_only_is_that_day(written: str) -> None:
    assert only_days(written) == [JULY]
    assert as_day(written) == JULY


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("10/11/2026", [date(2026, 11, 10), date(2026, 10, 11)]),
        ("10/11/26", [date(2026, 11, 10), date(2026, 10, 11)]),
        ("11/11/2026", [date(2026, 11, 11)]),
        ("25-07-30", [date(2030, 7, 25), date(2025, 7, 30)]),
        ("31/02/2026", []),
        ("30 Feb 2026", []),
        ("yesterday", []),
        ("", []),
    ],
)
def test_what_can_be_two_days_is_both_and_what_is_none_is_none(written: str, found: list[date]) -> None:
    assert only_days(written) == found
    assert as_day(written) == (found[0] if len(found) == 1 else None)


def test_a_day_is_found_in_a_text_unless_its_year_is_short() -> None:
    assert days("Club night of 30-Jul-2025, section A") == [JULY]
    assert days("Tables 3/4/12 won") == []
    assert only_days("Club night of 30-Jul-2025") == []


def test_a_day_is_shown_so_that_nobody_misreads_it() -> None:
    assert shown(JULY) == "30 July 2025"


def test_a_pbn_file_asks_which_of_two_days_it_means() -> None:
    text = HEAD.format("10/11/2026") + TABLE
    reading = pbn.read("night.pbn", text.encode())
    assert reading.problems == []
    asked = [each for each in reading.questions if each.word == "date"]
    assert [each.choices for each in asked] == [("2026-11-10", "2026-10-11")]
    answered = pbn.read("night.pbn", text.encode(), {"date": "2026-10-11"}).event
    assert answered is not None
    assert answered.begins == date(2026, 10, 11)


def test_a_pbn_file_is_read_with_a_day_written_in_another_way() -> None:
    event = pbn.read("night.pbn", (HEAD.format("30-Jul-2025") + TABLE).encode()).event
    assert event is not None
    assert event.begins == JULY


@pytest.mark.parametrize(
    "written",
    [
        "Tuesday 6 October 2026", "Tue, 6th Oct 2026", "tues. 6 October 2026", "Tue 6/10/2026", "Tuesday 10/6/2026",
        "20261006", "6 Hydref 2026", "6 Hyd 2026",
    ],
)  # fmt: skip
def test_a_day_is_read_as_people_write_it(written: str) -> None:
    assert only_days(written) == [date(2026, 10, 6)]


@pytest.mark.parametrize("written", ["Monday 6 October 2026", "20261306", "Tuesday"])
def test_a_day_that_contradicts_itself_is_none(written: str) -> None:
    assert only_days(written) == []


def test_the_wrong_day_of_the_week_is_named() -> None:
    assert contradicted("Monday 6 October 2026") == "6 October 2026 is a Tuesday"
    assert contradicted("Tuesday 6 October 2026") == ""
    assert contradicted("6 October 2026") == ""
    (problem,) = typed([("the form", "date", "Monday 6 October 2026")]).problems
    assert "6 October 2026 is a Tuesday." in problem.found


def test_every_welsh_month_is_known() -> None:
    found = [only_days(f"3 {month} 2026") for month in WELSH_MONTHS]
    assert found == [[date(2026, at, 3)] for at in range(1, 13)]
