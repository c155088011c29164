"""How a player is reached: from a day on, seen by few, changed as the handbook says."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit import trail
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.organisations import affiliation, officers
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations.contact_details import NONE, ContactDetails, NoAddress
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.tasks import remind_of_affiliations
from overtrick.register.people import clubs, contacts, registration, sight
from overtrick.register.people.models import Contact, Player
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import AT, NEW_YEAR
from tests.register.people.conftest import make

if TYPE_CHECKING:
    from pytest_django import Settings

    from overtrick.register.accounts.models import User
    from overtrick.register.organisations.models import Organisation
    from tests.register.people.conftest import Union

TODAY = AT.date()
HOME = ContactDetails("Ms", "ado@example.org", "1 High Street\nOakby\nOK1 1AA", "01234 567890")
AWAY = HOME._replace(address="2 Low Road\nElmby")


@pytest.fixture
def ado(north: Union) -> Player:
    return office.person("Ado Bem", club=north.oakby)


def _secretary(where: Organisation) -> User:
    made = office.user(f"secretary-{where.pk}")
    officers.appoint(where, made, Officer.Role.SECRETARY, NEW_YEAR, actor=None, at=AT)
    return made


def _changed(player: Player, details: ContactDetails, begins: date = TODAY) -> None:
    contacts.change(player, details, begins, actor=None, at=AT)


def test_details_hold_from_their_day_and_old_ones_are_not_kept(ado: Player) -> None:
    _changed(ado, HOME)
    move = TODAY + timedelta(days=30)
    _changed(ado, AWAY, move)
    assert contacts.details_of(ado, move - timedelta(days=1)) == HOME
    assert contacts.details_of(ado, move) == AWAY
    assert contacts.planned(ado, TODAY) == move
    contacts.change(ado, AWAY._replace(title="Dr"), move, actor=None, at=AT.replace(month=8))
    assert [each.begins for each in Contact.objects.filter(player=ado)] == [move]


def test_what_changes_today_changes_for_a_planned_day_too_unless_that_is_what_was_planned(ado: Player) -> None:
    move = TODAY + timedelta(days=30)
    _changed(ado, HOME)
    _changed(ado, AWAY, move)
    _changed(ado, HOME._replace(telephone="01234 000000", address="3 Side Lane"))
    assert contacts.details_of(ado, move) == AWAY._replace(telephone="01234 000000")


@pytest.mark.parametrize(("days", "near"), [(366, True), (367, False), (-366, True), (-367, False)])
def test_a_change_is_told_at_most_a_year_before_or_after(ado: Player, days: int, near: bool) -> None:
    begins = TODAY + timedelta(days=days)
    if near:
        _changed(ado, HOME, begins)
        return
    with pytest.raises(contacts.NotFromThen):
        _changed(ado, HOME, begins)


@pytest.mark.parametrize(
    "details",
    [
        ContactDetails(email="ado at home"),
        ContactDetails(telephone="ring the bell"),
        ContactDetails(telephone="1234"),
        ContactDetails(title="x" * 21),
        ContactDetails(address="x" * 301),
        ContactDetails(address="\n".join("123456789")),
    ],
)
def test_what_reaches_nobody_is_refused_and_nothing_changes(ado: Player, details: ContactDetails) -> None:
    with pytest.raises(NoAddress):
        _changed(ado, details)
    assert contacts.details_of(ado, TODAY) == NONE


def test_the_audit_says_that_details_changed_and_not_what_they_are(ado: Player) -> None:
    _changed(ado, HOME)
    act = trail.about(ado)[0]
    assert act.action == "player.contact"
    assert act.after == {
        "title": "Ms",
        "email": "a…@example.org",
        "address": "…AA",
        "telephone": "…90",
        "begins": TODAY.isoformat(),
    }


def test_the_own_clubs_and_the_office_see_details_and_nobody_else(north: Union, ado: Player) -> None:
    clubs.add_alternate(ado, north.elmby, NEW_YEAR, actor=None, at=AT)
    own = office.user("ado")
    own.player = ado
    clerk = office.user("clerk")
    officers.appoint(north.national, clerk, Officer.Role.OFFICE, NEW_YEAR, actor=None, at=AT)
    seen = [own, clerk, _secretary(north.oakby), _secretary(north.elmby)]
    unseen = [_secretary(north.ashby), _secretary(north.east), office.user("stranger")]
    assert [contacts.may_see(each, ado, TODAY) for each in (*seen, *unseen)] == [True] * 4 + [False] * 3


@pytest.mark.clause("abf", "App C: 3 change details")
@pytest.mark.clause("wbu", "2.5.1 p3")
@pytest.mark.parametrize(
    ("handbook", "beside"), [("ebu", True), ("scba", True), ("sbu", True), ("abf", False), ("wbu", False)]
)
@pytest.mark.django_db
def test_only_the_home_club_changes_details_where_the_handbook_says_so(handbook: str, beside: bool) -> None:
    union = make("west", handbook)
    with scope(federation=union.federation):
        player = office.person("Ado Bem", club=union.oakby)
        clubs.add_alternate(player, union.elmby, NEW_YEAR, actor=None, at=AT)
        contacts.change(player, HOME, TODAY, actor=_secretary(union.oakby), at=AT)
        other = _secretary(union.elmby)
        if beside:
            contacts.change(player, AWAY, TODAY, actor=other, at=AT)
            registration.correct(player, given="Odo", actor=other, at=AT)
            return
        with pytest.raises(clubs.RuledOut):
            contacts.change(player, AWAY, TODAY, actor=other, at=AT)
        with pytest.raises(clubs.RuledOut):
            registration.correct(player, given="Odo", actor=other, at=AT)
        assert contacts.details_of(player, TODAY) == HOME


@pytest.mark.clause("ebu", "1.1.1 p2")
def test_a_member_who_is_for_the_club_alone_is_hidden_from_county_and_office(north: Union, ado: Player) -> None:
    own = office.user("ado")
    own.player = ado
    registration.correct(ado, club_only=True, actor=own, at=AT)
    assert ado.anonymous
    hidden = [bool(sight.hidden_from(each, [ado])) for each in (north.oakby, north.east, north.elmby, north.national)]
    assert hidden == [False, True, True, True]
    assert str(sight.for_office(Player.objects.get(pk=ado.pk))) == f"Number {ado.number}"
    clerk = office.user("clerk")
    officers.appoint(north.national, clerk, Officer.Role.OFFICE, NEW_YEAR, actor=None, at=AT)
    assert not contacts.may_see(clerk, ado, TODAY)
    registration.correct(ado, anonymous=False, actor=own, at=AT)
    assert not ado.club_only


def test_nobody_else_hides_a_player_from_the_office(ado: Player) -> None:
    with pytest.raises(registration.NotHidden):
        registration.correct(ado, club_only=True, actor=None, at=AT)


def test_where_the_handbook_has_no_such_choice_nobody_hides_from_the_office(south: Union) -> None:
    player = office.person("Ado Bem", club=south.oakby)
    own = office.user("ado")
    own.player = player
    with pytest.raises(registration.NotHidden):
        registration.correct(player, club_only=True, actor=own, at=AT)


def test_a_club_is_written_to_once_before_its_affiliation_ends_unless_it_is_renewed(
    north: Union, settings: Settings
) -> None:
    settings.MAIL = from_url("smtp://mail.example.org", "office@example.org", settings.HOME)
    for club in (north.oakby, north.ashby):
        details = ContactDetails(email=f"{club.name.lower()}@example.org")
        organisation_contacts.change(club, details, actor=None, at=AT)
        affiliation.end(club, date(2026, 12, 31), actor=None, at=AT)
    affiliation.affiliate(north.ashby, date(2027, 1, 1), actor=None, at=AT)
    a_month_before = AT.replace(month=12, day=1)
    assert remind_of_affiliations(a_month_before - timedelta(days=1)) == 0
    assert remind_of_affiliations(a_month_before) == 1
    assert remind_of_affiliations(a_month_before + timedelta(days=1)) == 0
    letter = Letter.objects.get()
    assert (letter.to, letter.subject) == ("oakby@example.org", "The affiliation of Oakby ends on 2026-12-31")
    affiliation.end(north.oakby, date(2026, 12, 20), actor=None, at=AT)
    assert remind_of_affiliations(a_month_before) == 1, "another last day is another letter"


def test_letters_go_to_the_club_or_else_to_its_secretaries(north: Union, settings: Settings) -> None:
    settings.MAIL = from_url("smtp://mail.example.org", "office@example.org", settings.HOME)
    told = {"name": "Ado Bem", "page": "/record/clubs/"}

    def write(key: str) -> int:
        return organisation_contacts.write_to(north.oakby, key, "join", north.federation, AT, **told)

    assert write("one") == 0
    secretary = _secretary(north.oakby)
    secretary.email = "hana@example.org"
    secretary.save()
    assert write("two") == 1
    details = ContactDetails(email="oakby@example.org")
    organisation_contacts.change(north.oakby, details, actor=secretary, at=AT)
    assert write("three") == 1
    assert [each.to for each in Letter.objects.order_by("pk")] == ["hana@example.org", "oakby@example.org"]
    settings.MAIL = from_url("", "", settings.HOME)
    assert write("four") == 0
