"""A club takes a player over, lists one beside the home club, or reports a death, as the handbook lets it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.register.accounts.models import User
from overtrick.register.mail.models import Letter
from overtrick.register.mail_settings import from_url
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations import officers
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.organisations.models import Officer
from overtrick.register.people import clubs, counties, deaths, joining, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from overtrick.register.periods import Overlap
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import AT, NEW_YEAR
from tests.register.people.conftest import make

if TYPE_CHECKING:
    from pytest_django import Settings

    from overtrick.register.organisations.models import Organisation
    from tests.register.people.conftest import Union

TODAY = AT.date()
ADO = Applicant("Ado", "Bem")


def _secretary(where: Organisation) -> User:
    made = office.user(f"secretary-{where.pk}")
    officers.appoint(where, made, Officer.Role.SECRETARY, NEW_YEAR, actor=None, at=AT)
    return made


@pytest.fixture
def ado(south: Union) -> Player:
    return office.person("Ado Bem", club=south.oakby)


@pytest.mark.postgres
@pytest.mark.clause("abf", "App C: 4 transfer")
@pytest.mark.clause("abf", "App C: i home members")
def test_a_player_who_agrees_is_transferred_and_the_old_club_is_told(
    south: Union, ado: Player, settings: Settings
) -> None:
    settings.MAIL = from_url("smtp://mail.example.org", "office@example.org", settings.HOME)
    organisation_contacts.change(south.oakby, ContactDetails(email="oakby@example.org"), actor=None, at=AT)
    asked = joining.ask(ado, south.ashby, ADO, home=True, actor=_secretary(south.ashby), at=AT)
    assert clubs.clubs_of(ado, TODAY).home == south.oakby
    own = office.user("ado")
    own.player = ado
    joining.confirm(asked, own, AT)
    assert clubs.clubs_of(ado, TODAY) == (south.ashby, ())
    letter = Letter.objects.get(kind="transferred")
    assert letter.to == "oakby@example.org"
    assert "Ado Bem" in letter.text
    assert "Ashby" in letter.text


def test_without_an_address_of_the_old_club_the_transfer_is_made_all_the_same(south: Union, ado: Player) -> None:
    clubs.transfer(ado, south.ashby, TODAY, actor=None, at=AT)
    assert not Letter.objects.exists()


@pytest.mark.clause("abf", "App C: ii alternate members")
def test_a_club_stops_listing_an_alternate_and_an_alternate_may_become_a_home_member(south: Union, ado: Player) -> None:
    clubs.add_alternate(ado, south.ashby, NEW_YEAR, actor=None, at=AT)
    secretary = _secretary(south.ashby)
    asked = joining.ask(ado, south.ashby, ADO, home=True, actor=secretary, at=AT)
    joining.refuse(asked, secretary, AT)
    with pytest.raises(joining.Unjoinable):
        joining.ask(ado, south.ashby, ADO, actor=secretary, at=AT)
    clubs.remove_alternate(ado, south.ashby, TODAY, actor=secretary, at=AT)
    assert clubs.clubs_of(ado, TODAY + timedelta(days=1)) == (south.oakby, ())


@pytest.mark.clause("abf", "App C: 6 deceased")
def test_a_home_club_reports_a_death_and_the_player_leaves_every_list(south: Union, ado: Player) -> None:
    clubs.add_alternate(ado, south.ashby, NEW_YEAR, actor=None, at=AT)
    deaths.report(ado, south.oakby, TODAY, sure=True, actor=_secretary(south.oakby), at=AT)
    assert standings.on_day(ado, TODAY).status is Standing.Status.DECEASED
    assert clubs.clubs_of(ado, TODAY + timedelta(days=1)) == (None, ())


@pytest.mark.clause("abf", "App C: 6 deceased")
def test_death_is_no_way_to_cancel_nor_for_another_club_nor_for_a_day_to_come(south: Union, ado: Player) -> None:
    clubs.add_alternate(ado, south.ashby, NEW_YEAR, actor=None, at=AT)
    with pytest.raises(clubs.RuledOut) as refused:
        deaths.report(ado, south.oakby, TODAY, sure=False, actor=None, at=AT)
    assert refused.value.clause == "App C: 6 deceased"
    with pytest.raises(clubs.RuledOut):
        deaths.report(ado, south.ashby, TODAY, sure=True, actor=None, at=AT)
    with pytest.raises(deaths.NotReported, match="still to come"):
        deaths.report(ado, south.oakby, TODAY + timedelta(days=1), sure=True, actor=None, at=AT)
    assert standings.on_day(ado, TODAY).status is Standing.Status.REGISTERED


def test_where_the_handbook_is_silent_the_office_alone_marks_a_death(north: Union) -> None:
    player = office.person("Ado Bem", club=north.oakby)
    with pytest.raises(deaths.NotReported):
        deaths.report(player, north.oakby, TODAY, sure=True, actor=None, at=AT)


@pytest.mark.clause("ebu", "1.1.2")
@pytest.mark.clause("ebu", "1.1.3")
@pytest.mark.clause("wbu", "5.2")
@pytest.mark.parametrize("handbook", ["ebu", "wbu"])
@pytest.mark.django_db
def test_a_player_belongs_to_several_counties_one_of_them_first(handbook: str) -> None:
    union = make("west", handbook)
    with scope(federation=union.federation):
        player = office.person("Ado Bem", club=union.oakby)
        third = office.organisation(union.federation, "3", "Midshire", office.KIND.REGION, union.national)
        assert counties.counties_of(player, TODAY) == ("Eastshire",)
        clubs.add_alternate(player, union.ashby, NEW_YEAR, actor=None, at=AT)
        counties.join_besides(player, third, NEW_YEAR, actor=None, at=AT)
        counties.choose(player, union.west, NEW_YEAR, actor=None, at=AT)
        assert counties.counties_of(player, TODAY) == ("Westshire", "Eastshire", "Midshire")
        assert counties.county_of(player, TODAY) == union.west
        may = [counties.may_represent(player, name, TODAY) for name in ("Midshire", "Northshire")]
        assert [each.holds for each in may if each] == [True, False]
        with pytest.raises(Overlap):
            counties.join_besides(player, third, TODAY, actor=None, at=AT)
        counties.leave(player, third, TODAY, actor=None, at=AT)
        assert counties.counties_of(player, TODAY + timedelta(days=1)) == ("Westshire", "Eastshire")


@pytest.mark.clause("ebu", "1.1.3")
def test_a_direct_member_represents_no_county(north: Union) -> None:
    player = office.person("Ado Bem", on=date(2026, 1, 1))
    assert counties.counties_of(player, TODAY) == ()
    found = counties.may_represent(player, north.east.name, TODAY)
    assert found is not None
    assert found.holds is False
