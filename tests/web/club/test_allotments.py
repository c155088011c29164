"""Allotments, authorised points and choices of a State on the pages."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.allotting import allot
from overtrick.register.competitions import decide
from overtrick.register.decisions.models import Decision
from overtrick.register.entitlements import allotted, choices, directory
from overtrick.register.entitlements.models import Allotment
from overtrick.register.organisations import licences, officers
from overtrick.register.organisations.licences import Grant
from overtrick.web import access
from tests.register import office
from tests.register.season import ROLE, night, pairs, submitted
from tests.web.conftest import browser
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.register.season import Union

TODAY = datetime(2026, 10, 10, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


@pytest.mark.duty("D33", "abf")
def test_a_club_tells_its_entry_the_office_allots_and_the_club_sees_why(state: Union) -> None:
    hana = office.user("hana")
    officers.appoint(state.club, hana, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    club, clerk = browser(hana), browser(state.clerk)
    address = f"/club/{state.club.pk}/allotments/"
    assert "Nothing is allotted for this year yet." in club.get(address).content.decode()
    unfit = club.post(f"{address}2027/facts/", {"scheduled sessions": "many", "founded": "1066", "kilometres": "50"})
    assert unfit.status_code == 422
    for each in ("whole number from 0 to 2000", "from 1850 to 2150", 'value="many"', 'value="50"'):
        assert each in unfit.content.decode()
    told = {"scheduled sessions": "52", "kilometres": "50", "remote since": "2026-09-15", "founded": "1990"}
    page = club.post(f"{address}2027/facts/", told, follow=True).content.decode()
    assert "The entry of Oakby for 2027 is kept." in page
    assert "15 September 2026" in page
    assert "bridge day" not in club.get(f"{address}2027/facts/").content.decode()
    assert "bridge day" in browser(state.secretary).get(f"{address}2027/facts/").content.decode()
    page = as_read(clerk.get("/office/allotments/", follow=True).content.decode())
    assert "Allotments of 2027" in page
    assert "Remote, 50 km from the nearest club: 3" in page
    page = clerk.post("/office/allotments/2027/keep/", follow=True).content.decode()
    assert "5 allotments are kept." in page
    message = as_read(club.get(f"/club/{state.club.pk}/messages/").content.decode())
    assert "Your allotment for 2027 is now 9: Red sessions." in message
    page = as_read(club.get(address).content.decode())
    assert "<strong>9</strong> left of 9; 0 used." in page
    assert "Affiliated on 2026-09-30, 52 sessions scheduled: 6" in page
    assert "/handbooks/abf/clause/2.6/5/" in page
    csv = clerk.get("/office/allotments/2027/?as=csv").content.decode()
    assert "Oakby,Red sessions,0,,9,,9,Kept" in csv


def test_a_state_gives_more_with_a_reason_that_the_club_reads(state: Union) -> None:
    directory.tell(state.club, 2027, {"scheduled sessions": "52"}, actor=None, at=TODAY)
    allot.allot(state.federation, 2027, state.clerk, TODAY)
    secretary = browser(state.secretary)
    address = f"/club/{state.club.pk}/allotments/2027/change/"
    unfit = secretary.post(address, {"more": "-7", "kind": "red sessions", "reason": "none"})
    assert unfit.status_code == 422
    assert "cannot be" in unfit.content.decode()
    unknown = secretary.post(address, {"more": "1", "kind": "red sessions", "event": "For the hospital", "reason": "x"})
    assert "known at the end of 2026" in unknown.content.decode()
    sent = {"more": "2", "kind": "red sessions", "reason": "Jubilee of the town"}
    assert "has changed" in secretary.post(address, sent, follow=True).content.decode()
    told = as_read(browser(state.scorer).get(f"/club/{state.club.pk}/messages/").content.decode())
    assert "Your allotment for 2027 is now 8: Red sessions. Jubilee of the town" in told
    page = as_read(browser(state.scorer).get(f"/club/{state.club.pk}/allotments/?year=2027").content.decode())
    assert "<strong>8</strong> left of 8" in page
    assert "Jubilee of the town" in page
    assert "Give more or less" not in page
    below = as_read(secretary.get(f"/club/{state.county.pk}/allotments/?year=2027").content.decode())
    assert "Oakby" in below
    assert "Special State sessions" in below
    assert Decision.objects.get().why == "Jubilee of the town"


def test_the_desk_of_a_club_shows_what_is_left_of_its_red_sessions(state: Union) -> None:
    directory.tell(state.club, 2026, {"scheduled sessions": "52"}, actor=None, at=TODAY)
    allot.allot(state.federation, 2026, state.clerk, TODAY)
    day = date(2026, 9, 29)
    submitted(state, night(pairs(state.players), begins=day, status="B4c"), at=TODAY)
    page = as_read(browser(state.scorer).get(f"/club/{state.club.pk}/").content.decode())
    assert "Red sessions" in page
    assert allotted.allotted(state.club, "red sessions", 2026) == 6
    shown = as_read(browser(state.scorer).get(f"/club/{state.club.pk}/allotments/?year=2026").content.decode())
    assert "<strong>5</strong> left of 6; 1 used." in shown


@pytest.mark.duty("D34", "abf")
def test_the_month_lists_red_points_against_what_was_authorised(state: Union) -> None:
    october = date(2026, 10, 6)
    seats = pairs(state.players)
    sent = submitted(state, night(seats, begins=october, status="B4c", name="Red pairs"), at=TODAY).submission
    submitted(state, night(seats, begins=october, status="E", name="Club pairs"), at=TODAY)
    secretary = browser(state.secretary)
    address = f"/club/{state.county.pk}/authorised/2026-10/"
    assert "No such points came into the book" in secretary.get(address).content.decode()
    decide.approve(sent, state.secretary, TODAY, "the number follows")
    page = as_read(secretary.get(address).content.decode())
    assert "Red pairs" in page
    assert "Club pairs" not in page
    assert "an authorisation number is quoted" in page
    assert "1 B4c sessions used" in page
    licences.grant(
        state.club, Grant("RP-7", "red points", date(2026, 10, 1), units=10), actor=state.secretary, at=TODAY
    )
    low = as_read(secretary.get(address).content.decode())
    assert "RP-7" in low
    assert "0.10 are authorised" in low
    licences.grant(
        state.club, Grant("RP-8", "red points", date(2026, 10, 1), units=9_999), actor=state.secretary, at=TODAY
    )
    enough = secretary.get(f"{address}?as=csv").content.decode()
    assert ",RP-8,99.99," in enough
    assert enough.strip().endswith(",Yes")
    assert secretary.get(f"/club/{state.county.pk}/authorised/", follow=True).redirect_chain[0][0].endswith("2026-09/")
    assert secretary.get(f"/club/{state.county.pk}/authorised/2026-13/").status_code == 404


def test_a_state_that_does_not_authorise_needs_no_number(state: Union) -> None:
    secretary = browser(state.secretary)
    address = f"/club/{state.county.pk}/choices/"
    unfit = secretary.post(f"{address}change/", {"authorises red points": "no"})
    assert unfit.status_code == 422
    assert "Enter the reason" in unfit.content.decode()
    sent = {"authorises red points": "no", "begins": "2026-10-01", "reason": "The meeting of September"}
    page = as_read(secretary.post(f"{address}change/", sent, follow=True).content.decode())
    assert "The choices of Oakshire are kept." in page
    assert choices.of_region_above(state.club, date(2026, 10, 1)).holds("authorises red points") is False
    for day, listed in ((date(2026, 9, 29), True), (date(2026, 10, 6), False)):
        submitted(state, night(pairs(state.players), begins=day, status="B4c", name=f"Red {day}"), at=TODAY)
        desk = as_read(browser(state.scorer).get(f"/club/{state.club.pk}/licences/").content.decode())
        assert (f"Red {day}" in desk) is listed
    month = as_read(secretary.get(f"/club/{state.county.pk}/authorised/2026-10/").content.decode())
    assert "Red 2026-10-06" in month
    assert secretary.get(f"/club/{state.county.pk}/choices/").status_code == 200


def test_a_year_that_is_not_settled_is_a_rehearsal_and_nothing_is_kept(state: Union) -> None:
    clerk = browser(state.clerk)
    assert "2028 cannot be worked out" in clerk.get("/office/allotments/2028/").content.decode()
    page = clerk.post("/office/allotments/2028/keep/", follow=True).content.decode()
    assert "2028 cannot be worked out" in page
    assert clerk.get("/office/allotments/1/").status_code == 404
    assert not Allotment.objects.exists()
