"""Who may do what for whom, on which days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest

from overtrick.register.log_ins import account_state
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import POWERS, Action, acting_for, may, visible_organisations
from overtrick.register.organisations.require import NotAllowed, asked_once, need
from overtrick.register.organisations.roles import roles
from overtrick.register.periods import Overlap
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import KIND

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db

ROLE = Officer.Role
FIRST, LAST = date(2026, 1, 1), date(2026, 12, 31)
DAY = date(2026, 6, 1)


class Cast(NamedTuple):
    federation: Federation
    places: dict[str, Organisation]
    people: dict[str, User]


@pytest.fixture
def cast(founded: Founded) -> Cast:
    return founded(_cast)


def _cast() -> Cast:
    north = office.federation()
    with scope(federation=north):
        national = office.organisation(north, "0", "national", KIND.NATIONAL)
        county = office.organisation(north, "1", "county", KIND.REGION, national)
        other = office.organisation(north, "2", "other county", KIND.REGION, national)
        club = office.organisation(north, "10", "club", KIND.CLUB, county)
        other_club = office.organisation(north, "20", "other club", KIND.CLUB, other)
        people = {}
        for name, place, role in (
            ("scorer", club, ROLE.SCORER),
            ("secretary", club, ROLE.SECRETARY),
            ("county secretary", county, ROLE.SECRETARY),
            ("treasurer", club, ROLE.TREASURER),
            ("auditor", national, ROLE.AUDITOR),
            ("office", national, ROLE.OFFICE),
        ):
            people[name] = office.user(name)
            officers.appoint(place, people[name], role, FIRST, LAST, actor=None, at=office.AT)
        people["nobody"] = office.user("nobody")
        return Cast(north, {each.name: each for each in (national, county, other, club, other_club)}, people)


#: Where each may do each thing; the office may everything everywhere.
TABLE = {
    ("scorer", Action.SEE): {"club"},
    ("scorer", Action.UPLOAD): {"club"},
    ("scorer", Action.SUBMIT): {"club"},
    ("scorer", Action.PLAN): {"club"},
    ("secretary", Action.SEE): {"club"},
    ("secretary", Action.UPLOAD): {"club"},
    ("secretary", Action.SUBMIT): {"club"},
    ("secretary", Action.PLAN): {"club"},
    ("secretary", Action.MEMBERS): {"club"},
    ("secretary", Action.REGISTER): {"club"},
    ("secretary", Action.SCORERS): {"club"},
    ("secretary", Action.ACCREDIT): {"club"},
    ("secretary", Action.DIRECTORY): {"club"},
    ("county secretary", Action.SEE): {"county", "club"},
    ("county secretary", Action.UPLOAD): {"county"},
    ("county secretary", Action.SUBMIT): {"county"},
    ("county secretary", Action.PLAN): {"county"},
    ("county secretary", Action.MEMBERS): {"county"},
    ("county secretary", Action.REGISTER): {"county"},
    ("county secretary", Action.SCORERS): {"county"},
    ("county secretary", Action.APPROVE): {"club"},
    ("county secretary", Action.ACCREDIT): {"county"},
    ("county secretary", Action.DIRECTORY): {"county", "club"},
    ("scorer", Action.CHARGES): {"club"},
    ("secretary", Action.CHARGES): {"club"},
    ("secretary", Action.ACCOUNT): {"club"},
    ("secretary", Action.EXEMPTION): {"club"},
    ("county secretary", Action.CHARGES): {"county", "club"},
    ("county secretary", Action.ACCOUNT): {"county"},
    ("county secretary", Action.EXEMPTION): {"county"},
    ("treasurer", Action.SEE): {"club"},
    ("treasurer", Action.CHARGES): {"club"},
    ("treasurer", Action.ACCOUNT): {"club"},
    ("treasurer", Action.DISPUTE): {"club"},
    ("treasurer", Action.EXEMPTION): {"club"},
    ("treasurer", Action.TARIFF): {"club"},
    ("treasurer", Action.BILL): {"club"},
    ("auditor", Action.SEE): {"national", "county", "other county", "club", "other club"},
    ("auditor", Action.CHARGES): {"national", "county", "other county", "club", "other club"},
    ("auditor", Action.ACCOUNT): {"national", "county", "other county", "club", "other club"},
}


@pytest.mark.parametrize("who", ["scorer", "secretary", "county secretary", "treasurer", "auditor", "office", "nobody"])
def test_every_role_may_do_what_the_table_says_and_nothing_else(cast: Cast, who: str) -> None:
    for action in Action:
        allowed = {name for name, place in cast.places.items() if may(cast.people[who], action, place, DAY)}
        assert allowed == (set(cast.places) if who == "office" else TABLE.get((who, action), set())), action


@pytest.mark.parametrize(
    ("day", "holds"),
    [(date(2025, 12, 31), False), (FIRST, True), (LAST, True), (date(2027, 1, 1), False)],
)
@pytest.mark.parametrize("who", ["scorer", "office"])
def test_an_office_is_held_from_its_first_to_its_last_day(cast: Cast, who: str, day: date, holds: bool) -> None:
    assert may(cast.people[who], Action.UPLOAD, cast.places["club"], day) is holds


@pytest.mark.parametrize(
    ("who", "seen"),
    [
        ("scorer", ["club"]),
        ("county secretary", ["club", "county"]),
        ("office", ["club", "county", "national", "other club", "other county"]),
        ("nobody", []),
    ],
)
def test_each_sees_the_organisations_of_their_offices(cast: Cast, who: str, seen: list[str]) -> None:
    assert [each.name for each in visible_organisations(cast.people[who], DAY)] == seen


def test_what_one_may_see_is_what_is_visible(cast: Cast) -> None:
    for user in cast.people.values():
        visible = {each.name for each in visible_organisations(user, DAY)}
        assert visible == {name for name, place in cast.places.items() if may(user, Action.SEE, place, DAY)}


def test_the_office_of_one_federation_may_nothing_in_another(cast: Cast) -> None:
    south = office.federation("south", "abf")
    with scope(federation=south):
        club = office.organisation(south, "1", "Ashby")
        for action in Action:
            assert not may(cast.people["office"], action, club, DAY)
            assert not may(cast.people["office"], action, cast.places["club"], DAY)
        assert not visible_organisations(cast.people["office"], DAY)
    assert not may(cast.people["office"], Action.SEE, club, DAY)


def test_who_is_locked_out_has_no_roles(cast: Cast) -> None:
    scorer = cast.people["scorer"]
    assert roles(scorer, DAY) == ((ROLE.SCORER, cast.places["club"].pk),)
    scorer.is_active = False
    assert roles(scorer, DAY) == ()
    assert not may(scorer, Action.UPLOAD, cast.places["club"], DAY)


def test_only_the_national_body_has_an_office(cast: Cast) -> None:
    with pytest.raises(officers.WrongRole, match="not the national body"):
        officers.appoint(cast.places["club"], cast.people["nobody"], ROLE.OFFICE, FIRST, actor=None, at=office.AT)


def test_an_office_is_not_held_twice_at_a_time(cast: Cast) -> None:
    club, scorer = cast.places["club"], cast.people["scorer"]
    with pytest.raises(Overlap):
        officers.appoint(club, scorer, ROLE.SCORER, LAST, actor=None, at=office.AT)
    officers.appoint(club, scorer, ROLE.SCORER, date(2027, 1, 1), actor=None, at=office.AT)
    officers.appoint(club, scorer, ROLE.SECRETARY, FIRST, actor=None, at=office.AT)
    assert [each.role for each in roles(scorer, DAY)] == [ROLE.SCORER, ROLE.SECRETARY]


@pytest.mark.postgres
def test_somebody_may_be_dismissed(cast: Cast) -> None:
    club, scorer = cast.places["club"], cast.people["scorer"]
    officers.dismiss(club, scorer, ROLE.SCORER, DAY, actor=None, at=office.AT)
    assert may(scorer, Action.UPLOAD, club, DAY)
    assert not may(scorer, Action.UPLOAD, club, date(2026, 6, 2))
    assert [each.user.username for each in officers.officers_of(club, date(2026, 6, 2))] == ["secretary", "treasurer"]
    with pytest.raises(officers.NotInOffice):
        officers.dismiss(club, scorer, ROLE.SCORER, date(2026, 6, 2), actor=None, at=office.AT)


def test_the_office_never_has_somebody_for_a_shorter_time_than_before(cast: Cast) -> None:
    national = cast.places["national"]
    for_good, until, later = (office.user(name) for name in ("good", "until", "later"))
    alone = officers.office_on(DAY).people
    for each in Officer.objects.filter(role=ROLE.OFFICE):
        each.ends = DAY
        each.save()
    officers.appoint(national, for_good, ROLE.OFFICE, DAY, actor=None, at=office.AT)
    officers.appoint(national, until, ROLE.OFFICE, DAY, LAST, actor=None, at=office.AT)
    assert officers.office_on(DAY) == (alone + 2, None)
    with pytest.raises(officers.LastOfficer, match=f"last officer of the office after {LAST}"):
        officers.dismiss(national, for_good, ROLE.OFFICE, DAY, actor=None, at=office.AT)
    account_state.lock(for_good, actor=None, at=office.AT)
    assert officers.office_on(DAY) == (alone + 1, LAST), "a lock can be undone"
    officers.appoint(national, later, ROLE.OFFICE, LAST + timedelta(days=1), actor=None, at=office.AT)
    assert officers.office_on(DAY) == (alone + 1, None)
    officers.dismiss(national, for_good, ROLE.OFFICE, DAY, actor=None, at=office.AT)


def test_somebody_looks_at_a_club_for_the_club_for_the_one_above_or_for_the_office(cast: Cast) -> None:
    club, county = cast.places["club"], cast.places["county"]
    assert acting_for(cast.people["secretary"], club, DAY) == club
    assert acting_for(cast.people["county secretary"], club, DAY) == county
    assert acting_for(cast.people["county secretary"], county, DAY) == county
    assert acting_for(cast.people["office"], club, DAY).kind == "national"
    Organisation.objects.filter(pk=club.pk).update(parent=None)
    club.refresh_from_db()
    assert acting_for(cast.people["office"], club, DAY).kind == "national"


def test_the_office_needs_no_row_in_the_table() -> None:
    assert {power.role for power in POWERS} == {ROLE.SCORER, ROLE.SECRETARY, ROLE.TREASURER}


def test_for_some_files_it_is_asked_once_who_may_and_a_refusal_is_asked_again(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club, scorer, nobody = cast.places["club"], cast.people["scorer"], cast.people["nobody"]
    with asked_once():
        need(scorer, Action.UPLOAD, club, office.AT)
        with django_assert_num_queries(0):
            need(scorer, Action.UPLOAD, club, office.AT)
        for who, action, where in (
            (nobody, Action.UPLOAD, club),
            (nobody, Action.UPLOAD, club),
            (scorer, Action.APPROVE, club),
            (scorer, Action.UPLOAD, cast.places["other club"]),
        ):
            with pytest.raises(NotAllowed):
                need(who, action, where, office.AT)
    with django_assert_num_queries(2):
        need(scorer, Action.UPLOAD, club, office.AT)
