"""What the office does about people: search, register, merge, suspend, transfer, appoint."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.accounts.models import User
from overtrick.register.ledger.models import Entry
from overtrick.register.mail_settings import from_url
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people import clubs, counties, standings
from overtrick.register.people.models import Player
from overtrick.web import access
from tests.register.season import balance
from tests.web.office.test_deciding import _sure

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings

    from tests.web.office.conftest import Desk

IN_JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)
TODAY = IN_JUNE.date()


@pytest.fixture(autouse=True)
def _in_june(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: IN_JUNE)


@pytest.fixture
def _mail(settings: Settings, tmp_path: Path) -> None:
    settings.MAIL = from_url("file:sent", "points@example.org", tmp_path)


@pytest.mark.parametrize("typed", ["Ado Bem", "bem", "Addo Bemm", "{number}"])
def test_somebody_is_found_by_whatever_one_remembers(typed: str, desk: Desk) -> None:
    number = desk.cast.player.number
    page = desk.client.get("/office/players/", {"q": typed.format(number=number)}).content.decode()
    assert f"/office/players/{number}/" in page


def test_a_newcomer_gets_a_number(desk: Desk) -> None:
    answers = {"given": "Zia", "family": "Quell", "begins": "2026-06-20", "status": "registered", "club": ""}
    answer = desk.client.post("/office/players/register/", answers, follow=True)
    assert "Zia Quell is registered with the number" in answer.content.decode()


def test_whoever_may_be_known_is_shown_first_and_registered_only_despite(desk: Desk) -> None:
    answers = {"given": "Ado", "family": "Bem", "begins": "2026-06-20", "status": "registered", "club": ""}
    page = desk.client.post("/office/players/register/", answers)
    assert page.status_code == 422
    assert "Is it one of these?" in page.content.decode()
    assert Player.objects.filter(family="Bem").count() == 1
    desk.client.post("/office/players/register/", {**answers, "despite": desk.cast.player.number})
    assert Player.objects.filter(family="Bem").count() == 2


def test_a_family_name_is_asked_for_in_words(desk: Desk) -> None:
    page = desk.client.post("/office/players/register/", {"given": "Zia"}).content.decode()
    assert "Enter the family name" in page
    assert 'value="Zia"' in page


def test_a_merge_shows_both_records_first_and_can_be_undone(desk: Desk) -> None:
    keep, gone = desk.cast.player, desk.cast.partner
    address = f"/office/players/{keep.number}/merge/"
    shown = desk.client.get(address, {"with": gone.number}).content.decode()
    assert str(keep) in shown
    assert str(gone) in shown
    alone = [balance(each) for each in (keep, gone)]
    answers = {"with": gone.number, "stays": keep.number, "reason": "Same birthday, same address"}
    foreseen = _sure(desk.client, address, **answers)
    assert f"Together they have 3.40 green and {sum(alone)} local points." in foreseen
    assert desk.client.get(f"/office/players/{gone.number}/")["Location"] == f"/office/players/{keep.number}/"
    sides = desk.client.get(f"/office/players/{gone.number}/unmerge/").context["sides"]
    assert [f">{units} " in "".join(each.points) for each, units in zip(sides, alone, strict=True)] == [True, True]
    assert sum(each.entries for each in sides) == Entry.objects.filter(player__in=(keep, gone)).count()
    _sure(desk.client, f"/office/players/{gone.number}/unmerge/", reason="Two people after all")
    assert desk.client.get(f"/office/players/{gone.number}/").status_code == 200


def test_the_other_record_is_looked_for(desk: Desk) -> None:
    address = f"/office/players/{desk.cast.player.number}/merge/"
    assert "Cor Dax" in desk.client.get(address, {"q": "cor dax"}).content.decode()
    assert "No other player has the number" in desk.client.get(address, {"with": "7"}).content.decode()


def test_a_suspension_has_a_first_and_a_last_day_and_can_be_ended(desk: Desk) -> None:
    player = desk.cast.player
    page = f"/office/players/{player.number}"
    _sure(desk.client, f"{page}/suspend/", begins="2026-06-01", ends="2026-12-31", reason="Conduct committee")
    assert standings.on_day(player, TODAY).suspended
    assert ", suspended" in desk.client.get(f"{page}/").content.decode()
    _sure(desk.client, f"{page}/lift/", last="2026-06-10", reason="Appeal")
    assert not standings.on_day(player, TODAY).suspended
    assert ", suspended" not in desk.client.get(f"{page}/").content.decode()


def test_the_last_day_before_the_first_is_refused_in_words(desk: Desk) -> None:
    address = f"/office/players/{desk.cast.player.number}/suspend/"
    answers = {"begins": "2026-06-10", "ends": "2026-06-01", "reason": "Conduct committee", "sure": "yes"}
    answer = desk.client.post(address, answers)
    assert answer.status_code == 422
    assert "is before the first" in answer.content.decode()


def test_standing_club_county_and_details_are_changed_from_a_day(desk: Desk) -> None:
    player, union = desk.cast.player, desk.cast.union
    page = f"/office/players/{player.number}"
    _sure(desk.client, f"{page}/transfer/", club=str(union.other.pk), begins="2026-06-20", reason="")
    assert clubs.clubs_of(player, TODAY).home == union.other
    first = {"what": "first", "county": str(union.county.pk)}
    _sure(desk.client, f"{page}/county/", **first, begins="2026-06-20", reason="")
    assert counties.county_of(player, TODAY) == union.county
    _sure(desk.client, f"{page}/details/", given="Adam", family="Bem", born="1950-03-04", reason="Passport")
    assert Player.objects.get(pk=player.pk).born == date(1950, 3, 4)
    _sure(desk.client, f"{page}/standing/", status="lapsed", begins="2026-06-20", reason="Has not paid")
    assert standings.on_day(player, TODAY).status == "lapsed"
    _sure(desk.client, f"{page}/again/", begins="2026-06-21", club=str(union.club.pk), reason="Paid")
    assert standings.on_day(player, date(2026, 6, 21)).status == "registered"


def test_an_organisation_is_added_changed_and_leaves(desk: Desk) -> None:
    union = desk.cast.union
    county = str(union.county.pk)
    answers = {"name": "Ashby", "number": "102", "kind": "club", "parent": county, "begins": "2026-06-01"}
    _sure(desk.client, "/office/organisations/new/", **answers)
    made = Organisation.objects.get(number="102")
    page = f"/office/organisations/{made.pk}"
    _sure(desk.client, f"{page}/change/", name="Ashby Bridge Club", parent=str(union.national.pk), reason="")
    made.refresh_from_db()
    assert (made.name, made.parent) == ("Ashby Bridge Club", union.national)
    _sure(desk.client, f"{page}/leave/", last="2026-06-19", reason="Dissolved")
    assert "Not affiliated today" in desk.client.get(f"{page}/").content.decode()
    _sure(desk.client, f"{page}/affiliate/", begins="2026-06-20", reason="")
    assert "Not affiliated today" not in desk.client.get(f"{page}/").content.decode()


@pytest.mark.usefixtures("_mail")
def test_somebody_unknown_is_invited_and_appointed_and_dismissed(desk: Desk) -> None:
    club = desk.cast.union.club
    page = f"/office/organisations/{club.pk}"
    answers = {"who": "zia@example.org", "name": "Zia Quell", "role": "scorer", "begins": "2026-06-01"}
    assert "We send zia@example.org a letter" in _sure(desk.client, f"{page}/appoint/", **answers)
    zia = User.objects.get(email="zia@example.org")
    assert (zia.get_full_name(), zia.has_usable_password()) == ("Zia Quell", False)
    held = Officer.objects.get(user=zia)
    _sure(desk.client, f"{page}/officers/{held.pk}/dismiss/", last="2026-06-20", reason="Moved away")
    assert Officer.objects.get(user=zia).ends == TODAY


@pytest.mark.usefixtures("_mail")
def test_a_player_is_appointed_by_number(desk: Desk) -> None:
    club = desk.cast.union.club
    answers = {"who": desk.cast.player.number, "name": "", "role": "secretary", "begins": "2026-06-01"}
    _sure(desk.client, f"/office/organisations/{club.pk}/appoint/", **answers)
    assert Officer.objects.filter(user__player=desk.cast.player, role="secretary").exists()
