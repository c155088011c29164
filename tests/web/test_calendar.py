"""The calendar: what waits and what falls due, for the office, a county and a club, as page, table and file."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.register.applications import send
from overtrick.register.applications.models import Application
from overtrick.register.calendar.items import Asked, items
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import affiliation
from overtrick.register.scoping import scope
from overtrick.web import access
from overtrick.web.design import icalendar
from tests.register import office
from tests.register.applications.steps import begun
from tests.register.season import AT, night, pairs, submitted
from tests.web.cast import LATE_IN_MAY, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

IN_JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_june(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: IN_JUNE)


def test_a_club_sees_by_day_what_waits_and_what_ends(cast: Cast, log_in: LogIn) -> None:
    """The licence of Oakby ends on 30 June, and a player has waited for an answer since late in May."""
    page = as_read(log_in(Role.SECRETARY).get(f"/club/{cast.union.club.pk}/").content.decode())
    assert "What you need to do" in page
    assert "28 May 2026, waiting for 23 days" in page
    assert "30 June 2026, in 10 days" in page
    assert page.index("waiting for 23 days") < page.index("in 10 days")
    assert f'href="/queries/{cast.query}/"' in page


def test_the_office_sees_how_many_wait_with_a_link_to_each_list(cast: Cast, log_in: LogIn) -> None:
    here = cast.union
    setup.change(here.federation, setup.Ways(approval=Federation.Approval.OFFICE), actor=here.clerk, at=LATE_IN_MAY)
    submitted(here, night(pairs(here.players), name="Sunday pairs"), at=LATE_IN_MAY)
    page = as_read(log_in(Role.OFFICE).get("/office/").content.decode())
    assert "1 submission to approve" in page
    assert "1 question to answer" in page
    assert "Month to close: April 2026" in page
    assert "10 May 2026, waiting for 41 days" in page
    listed = log_in(Role.OFFICE).get("/office/calendar/?as=csv").content.decode()
    assert "2026-05-10,Month,Month to close: April 2026,,,-41" in listed


def test_a_county_sees_what_waits_for_its_approval_and_a_club_does_not(cast: Cast, log_in: LogIn) -> None:
    here = cast.union
    setup.change(here.federation, setup.Ways(approval=Federation.Approval.PARENT), actor=here.clerk, at=LATE_IN_MAY)
    submitted(here, night(pairs(here.players), name="Sunday pairs"), at=LATE_IN_MAY)
    assert "1 submission to approve" in log_in(Role.COUNTY).get(f"/club/{here.county.pk}/").content.decode()
    assert "to approve" not in log_in(Role.SECRETARY).get(f"/club/{here.club.pk}/calendar/").content.decode()


def test_overdue_results_are_in_the_calendar_of_club_county_and_office(cast: Cast) -> None:
    here = cast.union
    for week in range(6):
        day = date(2026, 4, 2) + timedelta(weeks=week)
        submitted(here, night(pairs(here.players), name="Thursday pairs", begins=day), at=LATE_IN_MAY)

    def told(whose: object) -> list[tuple[date, str]]:
        found = items(Asked(here.federation, whose, IN_JUNE), 30)  # type: ignore[arg-type]
        return [(each.day, each.page) for each in found if each.kind == "Results"]

    due = date(2026, 5, 14) + timedelta(days=30)
    assert told(here.club) == [(due, "club-upload")]
    assert told(here.county) == [(due, "club-stages")]
    assert told(None) == [(due, "office-clubs")]
    assert told(here.other) == []


def test_an_affiliation_that_ends_is_told_to_the_club_and_counted_for_the_office(cast: Cast) -> None:
    here = cast.union
    affiliation.end(here.other, date(2026, 7, 31), actor=here.clerk, at=LATE_IN_MAY)
    for whose in (here.other, None):
        found = items(Asked(here.federation, whose, IN_JUNE), 60)
        assert [each.day for each in found if each.kind == "Affiliation"] == [date(2026, 7, 31)]
    assert not [each for each in items(Asked(here.federation, None, IN_JUNE), 30) if each.kind == "Affiliation"]
    affiliation.affiliate(here.other, date(2026, 8, 1), actor=here.clerk, at=LATE_IN_MAY)
    assert not [each for each in items(Asked(here.federation, None, IN_JUNE), 60) if each.kind == "Affiliation"]


def test_a_draft_of_an_application_is_in_the_calendar_until_its_event_begins(cast: Cast) -> None:
    here = cast.union
    made = begun(here)
    first, deadline = date(2026, 8, 1), date(2026, 7, 4)
    assert made.first_day == first

    def told(on: date, within: int = 10) -> list[tuple[date, str]]:
        found = items(Asked(here.federation, here.club, datetime.combine(on, IN_JUNE.timetz())), within)
        return [(each.day, each.does) for each in found if each.kind == "Application"]

    assert told(first - timedelta(days=11)) == []
    assert told(first - timedelta(days=10)) == [(first, "Complete it")]
    Application.objects.filter(pk=made.pk).update(deadline=deadline)
    assert told(deadline - timedelta(days=11)) == []
    assert told(deadline - timedelta(days=10)) == [(deadline, "Complete it")]
    assert told(first) == [(deadline, "Complete it")], "overdue, and still of use"
    assert told(first + timedelta(days=1)) == []
    send.send(made, actor=here.scorer, at=AT)
    assert told(deadline) == []


def test_days_of_the_handbook_come_every_year_for_whom_they_are(cast: Cast) -> None:
    south = cast.elsewhere
    with scope(federation=south):
        club = office.organisation(south, "100", "Southby")
        in_march = datetime(2027, 3, 1, 9, tzinfo=UTC)
        for whose, clause in ((club, "1.3.2/1"), (None, "1.4.2/2")):
            found = items(Asked(south, whose, in_march), 31)
            assert [(each.day, each.clause) for each in found if each.clause] == [(date(2027, 3, 31), clause)]
        clauses = {each.clause for each in items(Asked(south, None, in_march), 365)}
    assert {"1.4.3/annually", "2.6/5", "2.6/7"} <= clauses
    assert record.ways(handbooks.get("ebu").latest).days == ()


def test_the_file_for_ones_own_calendar_has_what_falls_due(cast: Cast, log_in: LogIn) -> None:
    answer = log_in(Role.SECRETARY).get(f"/club/{cast.union.club.pk}/calendar/?as=ics")
    text = answer.content.decode()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert "DTSTART;VALUE=DATE:20260630\r\nDTEND;VALUE=DATE:20260701\r\nSUMMARY:Licence L-77: blue event\r\n" in text
    assert text.count("BEGIN:VEVENT") == 1


def test_lines_of_a_calendar_are_folded_between_characters_and_signs_are_escaped() -> None:
    day = icalendar.CalendarDay("a", date(2026, 12, 31), date(2026, 12, 31), "é" * 60 + "; a, b\nc")
    lines = icalendar.write("Calendar", [day], IN_JUNE).split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    joined = b"\r\n".join(lines).replace(b"\r\n ", b"").decode()
    assert "é" * 60 + "\\; a\\, b c" in joined


@pytest.mark.parametrize(("asked", "days"), [("7", "7"), ("99999", "400"), ("-1", "90"), ("word", "90")])
def test_one_looks_so_far_ahead_as_one_wants_within_bounds(log_in: LogIn, asked: str, days: str) -> None:
    page = log_in(Role.OFFICE).get("/office/calendar/", {"days": asked}).content.decode()
    assert f'value="{days}"' in page
