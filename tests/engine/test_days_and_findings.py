"""Days without a clock, and findings that may stay open."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine import days
from overtrick.engine.findings import both, checklist, finding, use


@pytest.mark.parametrize(
    ("day", "first", "last"),
    [
        (date(2024, 1, 1), date(2024, 1, 1), date(2024, 3, 31)),
        (date(2024, 3, 31), date(2024, 1, 1), date(2024, 3, 31)),
        (date(2024, 4, 1), date(2024, 4, 1), date(2024, 6, 30)),
        (date(2024, 12, 31), date(2024, 10, 1), date(2024, 12, 31)),
    ],
)
def test_a_quarter_has_three_calendar_months(day: date, first: date, last: date) -> None:
    assert days.quarter(day) == (first, last)
    assert days.quarter(day).holds(day)
    assert not days.quarter(day).holds(days.before(days.quarter(day)))


@pytest.mark.parametrize(
    ("day", "count", "after"),
    [
        (date(2025, 1, 31), 1, date(2025, 2, 28)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2025, 11, 30), 3, date(2026, 2, 28)),
        (date(2025, 12, 15), 1, date(2026, 1, 15)),
        (date(2025, 5, 31), 0, date(2025, 5, 31)),
    ],
)
def test_a_calendar_month_on_is_the_same_day_or_the_last_there_is(day: date, count: int, after: date) -> None:
    assert days.months_after(day, count) == after


def test_months_end_on_their_last_day() -> None:
    assert days.month(date(2024, 2, 10)).last == date(2024, 2, 29)
    assert days.month(date(2024, 12, 10)) == (date(2024, 12, 1), date(2024, 12, 31))


@pytest.mark.parametrize(
    ("born", "on", "years"),
    [
        (date(2000, 6, 1), date(2024, 5, 31), 23),
        (date(2000, 6, 1), date(2024, 6, 1), 24),
        (date(2000, 2, 29), date(2023, 2, 28), 22),
        (date(2000, 2, 29), date(2023, 3, 1), 23),
    ],
)
def test_a_birthday_makes_a_year(born: date, on: date, years: int) -> None:
    assert days.age(born, on) == years


@pytest.mark.parametrize(("year", "day"), [(2024, 29), (2025, 31), (2029, 30)])
def test_the_last_working_day_is_no_saturday_or_sunday(year: int, day: int) -> None:
    assert days.last_working_day(year, 3) == date(year, 3, day)


def test_one_that_fails_decides_and_one_not_known_leaves_it_open() -> None:
    assert both([]) is True
    assert both([True, None]) is None
    assert both([True, None, False]) is False


@pytest.mark.parametrize(
    ("answers", "holds", "left"), [((True, True), True, 3), ((True, False), False, 5), ((True, None), None, 5)]
)
def test_a_checklist_names_what_fails_and_only_then_uses_nothing(
    answers: tuple[bool | None, ...], holds: bool | None, left: int
) -> None:
    found = [finding("number {at}", holds=each, clause=str(at), at=at) for at, each in enumerate(answers)]
    listed = checklist("It", found, clause="9")
    assert listed.holds is holds
    assert [each.clause for each in listed.failed] == (["1"] if holds is False else [])
    assert [each.clause for each in listed.unknown] == (["1"] if holds is None else [])
    assert found[0].working.says == "Yes: number 0"
    used = use("Sessions", listed, uses=2, left=5)
    assert (used.allowed, used.uses, used.left) == (holds is True, 2 if holds else 0, left)


def test_what_was_not_told_is_said_so() -> None:
    found = finding("lodged on {day}", holds=None, clause="1", day=None)
    assert found.working.says == "Not known: lodged on (not told)"
