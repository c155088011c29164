"""Reports of an organisation: events, points won here and elsewhere, promotions, totals; who is on them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from overtrick.register.organisations import ancestry
from overtrick.register.people import clubs, standings
from overtrick.register.people.models import Player
from overtrick.register.ranks import close_month
from overtrick.register.reports import report_period, report_tables
from overtrick.register.reports.organisation_report import Report, organisations, report
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, Union, members, night, opened, pairs, submitted, union

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db
MAY = report_period.read("2026-05")
JUNE = datetime(2026, 6, 15, 9, tzinfo=UTC)


@pytest.fixture
def here(founded: Founded) -> Union:
    return founded(_played)


def _played() -> Union:
    """Oakby has played on 12 May; Zeb Quill of Elmby was there and won."""
    made = opened()
    with scope(federation=made.federation):
        (guest,) = members(made.federation, made.other, ["Zeb Quill"])
        seats = pairs([made.players[0], guest, *made.players[2:]])
        submitted(made, night(seats))
    return made


def _report(of: object, period: report_period.ReportPeriod | None = MAY) -> Report:
    assert period is not None
    return report(of, period)  # type: ignore[arg-type]


def test_a_club_is_told_its_events_and_what_everybody_won_here(here: Union) -> None:
    found = _report(here.club)
    (event,) = found.events
    assert (str(event.submission.competition), event.players, event.units) == ("Tuesday pairs", 6, {"local": 72})
    won = {each.name: each.here for each in found.players}
    assert won["Ado Bem"] == won["Zeb Quill"] == {"local": 18}
    assert won["Cor Dax"] == {}
    guest = next(each for each in found.players if each.name == "Zeb Quill")
    assert (guest.club, guest.elsewhere) == (None, {})


def test_what_a_member_won_at_another_club_is_told_to_the_home_club(here: Union) -> None:
    found = _report(here.other)
    assert found.events == []
    (member,) = found.players
    assert (member.name, member.home, member.here, member.elsewhere) == ("Zeb Quill", True, {}, {"local": 18})


def test_a_county_is_told_about_all_its_clubs(here: Union) -> None:
    found = _report(here.county)
    assert len(found.events) == 1
    assert {each.club for each in found.players} == {here.club, here.other}
    assert all(not each.elsewhere for each in found.players)


def _written(found: Report) -> str:
    return str([each.rows for each in report_tables.tables(found)])


@pytest.mark.clause("ebu", "1.1.1 p2")
def test_who_is_for_the_club_alone_has_a_name_on_the_clubs_report_and_on_none_that_is_read_above_it(
    here: Union,
) -> None:
    close_month.close(here.federation, date(2026, 5, 1), here.clerk, JUNE)
    hidden = here.players[0]
    Player.objects.filter(pk=hidden.pk).update(anonymous=True, club_only=True)
    assert MAY is not None
    assert str(hidden) in _written(report(here.club, MAY))
    above = ancestry.ancestors(here.club)
    assert [each.kind for each in above] == ["region", "national"]
    for found in (report(here.county, MAY), *(report(here.club, MAY, each) for each in above)):
        assert str(hidden) not in _written(found)
        assert f"Number {hidden.number}" in _written(found)


def test_nothing_is_told_of_another_period(here: Union) -> None:
    found = _report(here.club, report_period.read("2026-Q1"))
    assert found.events == []
    assert not any(each.here or each.elsewhere for each in found.players)
    assert len(found.players) == len(here.players)


def test_promotions_and_totals_come_with_the_close(here: Union) -> None:
    assert _report(here.club).standings == []
    close_month.close(here.federation, date(2026, 5, 1), here.clerk, JUNE)
    first, *_others = _report(here.club).standings
    assert (first.place, first.name, first.units) == (1, "Ado Bem", 18)


def test_by_the_scheme_of_australia_others_are_listed_only_where_they_won_points() -> None:
    """Appendix C, i to iii; whoever died is on no report (6)."""
    federation = office.federation("south", "abf")
    with scope(federation=federation):
        made = union(federation)
        guest, loser = members(federation, made.other, ["Zeb Quill", "Uri Vos"])
        clubs.add_alternate(loser, made.club, date(2026, 2, 1), actor=made.clerk, at=AT)
        seats = pairs([made.players[0], guest, *made.players[2:]])
        submitted(made, night(seats, status="E"))
        standings.mark_deceased(made.players[2], date(2026, 5, 20), actor=made.clerk, at=AT)
        found = {each.name: (each.home, each.why.working.clause) for each in _report(made.club).players}
        quiet = {each.name for each in _report(made.club, report_period.read("2026-03")).players}
    assert found["Ado Bem"] == (True, "App C: i home members")
    assert found["Uri Vos"] == (False, "App C: ii alternate members")
    assert found["Zeb Quill"] == (False, "App C: iii other players")
    assert "Elu Fin" not in found
    assert "Zeb Quill" not in quiet
    assert "Uri Vos" in quiet


def test_a_county_with_more_clubs_and_members_takes_no_more_queries(here: Union) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            _report(here.county)
        return len(queries)

    before = asked()
    for number in range(5):
        club = office.organisation(here.federation, f"7{number}", f"Club {number}", parent=here.county)
        members(here.federation, club, ["Zeb Quill", "Uri Vos"])
    assert asked() == before


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("2026-02", date(2026, 2, 1), date(2026, 2, 28)),
        ("2026-q4", date(2026, 10, 1), date(2026, 12, 31)),
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
    ],
)
def test_a_period_is_a_month_a_quarter_or_a_year(written: str, first: date, last: date) -> None:
    found = report_period.read(written)
    assert found is not None
    assert found.days == (first, last)
    assert report_period.read(found.written) == found


@pytest.mark.parametrize("written", ["", "2026-13", "2026-Q5", "26-01", "2026-Q", "0001", "9999-12-31"])
def test_anything_else_is_none(written: str) -> None:
    assert report_period.read(written) is None


@pytest.mark.postgres
def test_every_club_and_county_gets_one_and_the_national_body(here: Union) -> None:
    assert organisations(date(2026, 5, 31)) == [here.national, here.county, here.club, here.other]


def test_the_page_has_each_table_with_its_own_file_and_the_whole_as_a_workbook(here: Union) -> None:
    browser = Client()
    browser.force_login(here.clerk, "overtrick.web.accounts.backend.NumberOrEmail")
    address = f"/club/{here.club.pk}/reports/?period=2026-05"
    page = browser.get(address).content.decode()
    assert "Report: May 2026" in page
    assert "of=members&amp;as=csv" in page
    listed = browser.get(f"{address}&of=members&as=csv").content.decode()
    assert "Name,Number,Membership,Local here,Local elsewhere" in listed
    assert "Ado Bem,200001,home club,18,0" in listed
    assert browser.get(f"{address}&of=events&as=csv").content.decode("utf-8-sig").startswith("Event,Played,Run by")
    assert browser.get(f"{address}&as=xlsx").content.startswith(b"PK")
    assert "Report:" in browser.get(f"/club/{here.club.pk}/reports/?period=nonsense").content.decode()


def test_leaders_of_each_category_go_to_the_clubs_with_the_year() -> None:
    """Singapore, 1.3.1."""
    federation = office.federation("lion", "scba")
    with scope(federation=federation):
        made = union(federation)
        submitted(made, night(pairs(made.players)))
        close_month.close(made.federation, date(2026, 5, 1), made.clerk, JUNE)
        year = report_period.read("2026")
        honours = report_tables.tables(_report(made.club, year))[-1]
        Player.objects.update(anonymous=True)
        elsewhere = report_tables.tables(_report(made.other, year))[-1]
        month = [each.name for each in report_tables.tables(_report(made.club))]
    assert honours.name == "honours"
    assert {row[3] for row in honours.rows} == {"1.3.1"}
    assert "Anonymous" not in {row[1] for row in honours.rows}
    assert (elsewhere.name, {row[1] for row in elsewhere.rows}) == ("honours", {"Anonymous"})
    assert "honours" not in month


def test_what_members_won_elsewhere_is_told_event_by_event_when_it_is_credited(here: Union) -> None:
    (won,) = _report(here.other).credited
    assert (won.event, won.run_by, won.played, won.credited) == ("Tuesday pairs", "Oakby", date(2026, 5, 12), AT.date())
    assert (str(won.player), won.units) == ("Zeb Quill", {"local": 18})
    assert _report(here.club).credited == []
    assert _report(here.other, report_period.read("2026-06")).credited == []


def test_the_report_of_a_day_is_about_what_was_credited_on_it(here: Union) -> None:
    processed, played = (report_period.read(day) for day in ("2026-05-13", "2026-05-12"))
    (event,) = _report(here.club, processed).events
    assert (str(event.submission.competition), event.players, event.units) == ("Tuesday pairs", 6, {"local": 72})
    assert _report(here.club, played).events == []
    assert processed is not None
    assert (processed.before, report_period.read("2026-02-30")) == (played, None)
