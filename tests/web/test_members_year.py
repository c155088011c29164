"""The members' year on pages, under the handbooks that tell of it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.membership.models import Declaration, Visitor, YearRun
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations import officers
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people import clubs, contacts, joining, standings
from overtrick.register.people.models import JoinRequest, Player, Standing
from overtrick.register.tasks import worker
from overtrick.web import access
from tests.register import office, season

if TYPE_CHECKING:
    from pytest_django import Settings

    from overtrick.register.accounts.models import User
    from tests.register.season import Union
    from tests.worlds import Founded

Status = Standing.Status
MARCH = datetime(2026, 3, 10, 9, tzinfo=UTC)
APRIL = datetime(2026, 4, 2, 9, tzinfo=UTC)


@pytest.fixture
def australia(founded: Founded) -> Union:
    return founded(season.opened, "west", "abf")


@pytest.fixture
def wales(founded: Founded) -> Union:
    return founded(season.opened, "north", "wbu", temporary_numbers="92")


def _browser(user: User) -> Client:
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return client


def _secretary(where: Organisation) -> Client:
    made = office.user(f"secretary-{where.pk}")
    officers.appoint(where, made, Officer.Role.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    return _browser(made)


def _at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(access, "now", lambda: moment)


@pytest.mark.duty("D54", "abf")
@pytest.mark.clause("abf", "App C: 7 cancellations")
def test_a_club_ticks_checks_and_sends_once_and_the_office_renews(
    australia: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    _at(monkeypatch, MARCH)
    club, page = _secretary(australia.club), f"/club/{australia.club.pk}/members/renewal/"
    leaves = australia.players[0]
    assert "midday on 31 March 2026" in club.get(page).content.decode()
    assert "31 March 2026" in club.get(f"/club/{australia.club.pk}/members/").content.decode()
    checked = club.post(page, {"player": [leaves.pk]}).content.decode()
    assert "Check before you send" in checked
    assert not Declaration.objects.exists()
    assert club.post(page, {"player": [leaves.pk], "sure": "yes"}).status_code == 302
    assert f"<li>{leaves}</li>" in club.get(page).content.decode()
    assert club.post(page, {"player": [], "sure": "yes"}).status_code == 200
    assert Declaration.objects.get().cancellations.count() == 1
    staff, run = _browser(australia.clerk), "/office/renewal/2026/"
    assert "Clubs can still tell" in staff.get(run).content.decode()
    assert staff.post(run).status_code == 409
    _at(monkeypatch, APRIL)
    assert leaves.number.encode() in staff.get(f"{run}?as=csv").content
    doing = staff.post(run)
    worker.work(once=True)
    done = staff.get(doing.headers["Location"]).content.decode()
    assert "15 members renewed. 1 registration lapses." in done
    assert standings.on_day(leaves, date(2026, 4, 1)).status is Status.LAPSED
    assert YearRun.objects.get().counts["lapsed"] == 1
    assert "Doing it again changes nothing" in staff.get(run).content.decode()
    assert "Renewal for 2026" in staff.get("/office/members/").content.decode()


def test_after_the_deadline_the_club_reads_that_everybody_is_renewed(
    australia: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    _at(monkeypatch, datetime(2026, 3, 31, 12, 0, 1, tzinfo=UTC))
    page = _secretary(australia.club).get(f"/club/{australia.club.pk}/members/renewal/").content.decode()
    assert "All your home members are renewed" in page
    _at(monkeypatch, datetime(2026, 6, 1, 12, tzinfo=UTC))
    page = _secretary(australia.other).get(f"/club/{australia.other.pk}/members/renewal/").content.decode()
    assert "nothing to tell now" in page


@pytest.mark.duty("D13", "abf")
@pytest.mark.clause("abf", "1.3.6/2")
def test_the_office_lists_youths_and_lets_those_leave_who_came_of_age(
    australia: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    _at(monkeypatch, datetime(2026, 12, 1, 9, tzinfo=UTC))
    browser = _browser(australia.clerk)
    assert "There is no club" in browser.get("/office/youth/").content.decode()
    young = office.organisation(
        australia.federation, "77", "Youth Players Club", Organisation.Kind.CLUB, australia.county
    )
    of_age = office.person("Zeb Quill", date(2000, 5, 5), club=young)
    assert "Lapses" in browser.get("/office/youth/").content.decode()
    assert browser.post("/office/youth/?year=2026").status_code == 409
    _at(monkeypatch, datetime(2027, 1, 2, 9, tzinfo=UTC))
    assert browser.post("/office/youth/?year=2026").status_code == 302
    worker.work(once=True)
    assert standings.on_day(of_age, date(2027, 1, 1)).status is Status.LAPSED


@pytest.mark.clause("abf", "1.4.1/3")
def test_the_cards_of_a_year_are_a_list_and_a_file(australia: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    _at(monkeypatch, APRIL)
    browser = _browser(australia.clerk)
    assert str(australia.players[0]) in browser.get("/office/cards/2026/").content.decode()
    content = browser.get("/office/cards/2026/?as=csv").content.decode()
    assert f"{australia.players[0]}" in content
    assert browser.get("/office/cards/2026/?due=yes").status_code == 200


@pytest.mark.duty("D10", "abf")
@pytest.mark.clause("abf", "App C: 6 deceased")
def test_a_club_reports_a_death_with_a_tick(australia: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    _at(monkeypatch, MARCH)
    browser, who = _secretary(australia.club), australia.players[0]
    page = f"/club/{australia.club.pk}/members/{who.pk}/died/"
    assert page in browser.get(f"/club/{australia.club.pk}/members/{who.pk}/").content.decode()
    assert browser.post(page, {"died": "2026-03-01"}).status_code == 422
    assert browser.post(page, {"died": "2026-03-11", "sure": "on"}).status_code == 422
    assert browser.post(page, {"died": "2026-03-01", "sure": "on"}).status_code == 302
    assert standings.on_day(who, date(2026, 3, 1)).status is Status.DECEASED


@pytest.mark.duty("D08", "abf")
@pytest.mark.clause("abf", "App C: 1 new player")
@pytest.mark.clause("abf", "App C: registration web")
def test_a_newcomer_needs_the_tick_that_the_search_was_made_and_the_details_or_a_word_about_them(
    australia: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    _at(monkeypatch, MARCH)
    browser, page = _secretary(australia.club), f"/club/{australia.club.pk}/members/new/"
    typed = {"given": "Zeb", "family": "Quill"}
    refused = browser.post(page, typed)
    assert refused.status_code == 422
    said = refused.content.decode()
    assert "Search first" in said
    assert said.count("Enter this, or tick below") >= 2
    whole = {**typed, "searched": "on", "address": "1 High Street", "telephone": "01234 567890"}
    assert browser.post(page, whole).status_code == 302
    made = Player.objects.get(family="Quill")
    assert contacts.details_of(made, MARCH.date()).telephone == "01234 567890"
    assert (
        browser.post(page, {"given": "Ivo", "family": "Jelk", "searched": "on", "incomplete": "on"}).status_code == 302
    )


@pytest.mark.clause("abf", "App C: registration web")
def test_the_new_number_is_confirmed_by_letter_to_club_and_player(wales: Union, settings: Settings) -> None:
    settings.MAIL = from_url("smtp://mail.example.org", "office@example.org", settings.HOME)
    organisation_contacts.change(wales.club, ContactDetails(email="club@example.org"), actor=None, at=office.AT)
    typed = {"given": "Zeb", "family": "Quill", "email": "zeb@example.org", "incomplete": "on"}
    assert _secretary(wales.club).post(f"/club/{wales.club.pk}/members/new/", typed).status_code == 302
    number = Player.objects.get(family="Quill").number
    letters = Letter.objects.filter(kind="registered").order_by("to")
    assert [each.to for each in letters] == ["club@example.org", "zeb@example.org"]
    assert all(number in each.text for each in letters)


@pytest.mark.duty("D08", "wbu")
@pytest.mark.clause("wbu", "2.5.1 p1")
def test_in_wales_title_address_telephone_and_email_are_asked_for(wales: Union) -> None:
    browser, page = _secretary(wales.club), f"/club/{wales.club.pk}/members/new/"
    said = browser.post(page, {"given": "Zeb", "family": "Quill"}).content.decode()
    assert said.count("Enter this, or tick below") >= 4
    assert browser.post(page, {"given": "Zeb", "family": "Quill", "incomplete": "on"}).status_code == 302


def test_a_potential_member_is_not_offered_where_the_handbook_has_none(wales: Union) -> None:
    assert _secretary(wales.club).get(f"/club/{wales.club.pk}/members/new/?as=potential").status_code == 404


@pytest.mark.duty("D12", "wbu")
@pytest.mark.clause("wbu", "2.6.5 p2")
@pytest.mark.clause("wbu", "2.6.5 p4")
def test_a_club_gives_visitors_numbers_and_the_office_sees_what_to_forward(wales: Union) -> None:
    browser, page = _secretary(wales.club), f"/club/{wales.club.pk}/members/visitor/"
    assert browser.post(page, {"given": "Zeb", "family": ""}).status_code == 422
    assert browser.post(page, {"given": "Zeb", "family": "Quill", "country": "France"}).status_code == 302
    assert Visitor.objects.get().number == "920001"
    given = {"given": "Ivo", "family": "Jelk", "union": "EBU", "number": "123456"}
    assert browser.post(page, given).status_code == 302
    assert "123456" in browser.get(f"{page}?as=csv").content.decode()
    staff = _browser(wales.clerk)
    assert "EBU" in staff.get("/office/forwarding/").content.decode()
    assert staff.get("/office/forwarding/?union=EBU&month=2026-05&as=csv").status_code == 200


def test_the_national_body_gives_a_resident_of_australia_no_visitors_number(australia: Union) -> None:
    page = f"/club/{australia.club.pk}/members/visitor/"
    typed = {"given": "Zeb", "family": "Quill", "country": "Fiji", "resident": "on"}
    answer = _secretary(australia.club).post(page, typed)
    assert answer.status_code == 422
    assert "residents" in answer.content.decode()


@pytest.mark.duty("D09", "abf")
@pytest.mark.clause("abf", "App C: 4 transfer")
def test_a_club_that_lists_a_player_asks_to_be_the_home_club_or_stops_listing(australia: Union) -> None:
    who = office.person("Zeb Quill", club=australia.other)
    clubs.add_alternate(who, australia.club, office.NEW_YEAR, actor=None, at=office.AT)
    browser, page = _secretary(australia.club), f"/club/{australia.club.pk}/members/{who.pk}/move/"
    assert "Become their home club" in browser.get(page).content.decode()
    assert browser.post(page, {"what": "transfer"}).status_code == 302
    asked = JoinRequest.objects.get()
    assert asked.home
    account = office.user("zeb")
    account.player = who
    account.save()
    assert "becomes your home club" in _browser(account).get("/record/clubs/").content.decode()
    joining.confirm(asked, account, access.now())
    assert clubs.clubs_of(who, access.today()).home == australia.club
    assert "Yours is their home club" in browser.get(page).content.decode()
