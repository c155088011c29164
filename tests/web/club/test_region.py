"""The desk of a county: its own clubs by stage, their members and licences, and those of no other county."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.organisations import licences, officers
from overtrick.web import access
from tests.register import office
from tests.register.season import KIND, ROLE
from tests.web.cast import LATE_IN_MAY, Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

PAGES = ("clubs/", "clubs/members/", "clubs/licences/")
IN_JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_june(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: IN_JUNE)


@pytest.fixture
def county(cast: Cast, log_in: LogIn) -> Client:
    """The secretary of Oakshire; beside it there is Elmshire with a club, a member and a licence."""
    here = cast.union
    elmshire = office.organisation(here.federation, "20", "Elmshire", KIND.REGION, here.national)
    club = office.organisation(here.federation, "200", "Ashby", KIND.CLUB, elmshire)
    office.person("Zeb Quill", club=club)
    granted = licences.Grant("L-78", "blue event", date(2026, 6, 1), date(2026, 6, 30))
    licences.grant(club, granted, actor=here.clerk, at=LATE_IN_MAY)
    return log_in(Role.COUNTY)


def _address(cast: Cast, page: str) -> str:
    return f"/club/{cast.union.county.pk}/{page}"


def test_a_county_sees_its_own_clubs_and_no_others(cast: Cast, county: Client) -> None:
    for page in PAGES:
        shown = county.get(_address(cast, page)).content.decode()
        assert "Oakby" in shown
        assert "Ashby" not in shown
        assert "Quill" not in shown
    other = type(cast.union.county).objects.get(name="Elmshire")
    assert {county.get(f"/club/{other.pk}/{page}").status_code for page in PAGES} == {404}


def test_only_whoever_decides_for_the_clubs_opens_the_desk(cast: Cast, county: Client) -> None:
    del county
    scorer = office.user("county-scorer")
    officers.appoint(cast.union.county, scorer, ROLE.SCORER, office.NEW_YEAR, actor=None, at=office.AT)
    browser = Client()
    browser.force_login(scorer, "overtrick.web.accounts.backend.NumberOrEmail")
    assert {browser.get(_address(cast, page)).status_code for page in PAGES} == {403}
    assert browser.get(_address(cast, "")).status_code == 200


def test_members_of_the_clubs_are_found_by_name_number_and_club(cast: Cast, county: Client) -> None:
    def found(words: str) -> str:
        return county.get(_address(cast, "clubs/members/"), {"search": words, "as": "csv"}).content.decode()

    assert "Bem, Ado" in found("bem")
    assert "Dax" not in found("bem")
    assert "Bem, Ado" in found(cast.player.number)
    assert len(found("oakby").splitlines()) == 1 + len(cast.union.players)
    assert "We found no such members." in county.get(_address(cast, "clubs/members/?search=zzz")).content.decode()


def test_licences_are_listed_with_what_is_used_of_them(cast: Cast, county: Client) -> None:
    listed = county.get(_address(cast, "clubs/licences/?as=csv")).content.decode()
    assert "blue event,Oakby,L-77,2026-06-01,2026-06-30,ends soon" in listed
    assert "L-78" not in listed


def test_the_overview_of_a_county_leads_to_its_desk(cast: Cast, county: Client) -> None:
    shown = as_read(county.get(_address(cast, "")).content.decode())
    assert _address(cast, "clubs/") in shown
    assert f"/promotions/?of={cast.union.county.pk}" in shown
    club = as_read(county.get(f"/club/{cast.union.club.pk}/").content.decode())
    assert "Members of clubs" not in club
