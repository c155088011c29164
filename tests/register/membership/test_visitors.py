"""Visitors: under which number they play, in which club, and what is forwarded to their own union."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.record import VisitorFacts
from overtrick.register.federation_settings import setup
from overtrick.register.federations import numbers
from overtrick.register.membership import forwarding, visitors
from overtrick.register.membership.models import Visitor
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, standings
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import AT
from tests.register.people.conftest import make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.register.people.conftest import Union

TODAY = AT.date()
ADO = Applicant("Ado", "Bem")
Kind = Visitor.Kind


@pytest.fixture
def wales(db: None) -> Iterator[Union]:  # noqa: ARG001 - the federation is kept there
    made = make("west", "wbu")
    setup.change(made.federation, setup.Ways(settings={"temporary_numbers": "92"}), actor=None, at=AT)
    made.federation.refresh_from_db()
    with scope(federation=made.federation):
        yield made


def _enter(applicant: Applicant, facts: VisitorFacts, where: Organisation) -> Visitor:
    return visitors.enter(applicant, facts, where, TODAY, actor=None, at=AT)


@pytest.mark.clause("wbu", "2.6.5 p2")
def test_a_visitor_of_no_union_gets_the_organisers_next_temporary_number(wales: Union) -> None:
    first = _enter(ADO, VisitorFacts(country="France"), wales.oakby)
    second = _enter(Applicant("Cor", "Dax"), VisitorFacts(), wales.oakby)
    elsewhere = _enter(Applicant("Esk", "Fil"), VisitorFacts(), wales.ashby)
    assert [each.number for each in (first, second, elsewhere)] == ["920001", "920002", "920001"]
    assert (first.kind, first.player, first.forwarded) == (Kind.TEMPORARY, None, False)
    assert all(numbers.is_temporary(wales.federation, each.number) for each in (first, second))


@pytest.mark.postgres
@pytest.mark.django_db
def test_without_a_range_no_temporary_number_is_given() -> None:
    union = make("west", "wbu")
    with scope(federation=union.federation), pytest.raises(visitors.NoVisitors, match="set no range"):
        _enter(ADO, VisitorFacts(), union.oakby)


@pytest.mark.clause("wbu", "2.6.5 p3")
def test_a_visitor_of_a_home_union_plays_under_that_number(wales: Union) -> None:
    made = _enter(ADO, VisitorFacts("EBU", "123456"), wales.oakby)
    assert (made.kind, made.number, made.forwarded) == (Kind.OWN, "123456", True)
    assert made.player is not None
    assert standings.on_day(made.player, TODAY).status is Standing.Status.OVERSEAS
    assert _enter(ADO, VisitorFacts("EBU", "123456"), wales.ashby).pk == made.pk


@pytest.mark.clause("wbu", "2.6.5 p4")
def test_a_number_that_is_refused_is_replaced_by_a_guest_number_and_the_award_forwarded(wales: Union) -> None:
    taken = office.person("Yor Zed", club=wales.oakby, number="123456")
    made = _enter(ADO, VisitorFacts("EBU", "123456"), wales.oakby)
    assert (made.kind, made.union, made.number_there, made.forwarded) == (Kind.GUEST, "EBU", "123456", True)
    assert made.number != taken.number
    assert forwarding.unions() == ["EBU"]
    assert forwarding.entries("EBU", TODAY) == []


@pytest.mark.clause("abf", "1.3.3/1")
@pytest.mark.parametrize(
    ("country", "club"),
    [("New Zealand", "NZ Players Club"), ("England", "English Players Club"), ("Fiji", "Foreign Players Club")],
)
def test_a_visitor_from_overseas_joins_the_club_of_the_country(south: Union, country: str, club: str) -> None:
    with pytest.raises(visitors.NoVisitors, match="There is no club"):
        _enter(ADO, VisitorFacts(country=country), south.oakby)
    office.organisation(south.federation, "90", club, Organisation.Kind.CLUB, south.east)
    made = _enter(ADO, VisitorFacts(country=country), south.oakby)
    assert made.player is not None
    home = clubs.clubs_of(made.player, TODAY).home
    assert home is not None
    assert home.name == club


@pytest.mark.clause("abf", "1.3.3/1")
def test_a_resident_is_no_visitor(south: Union) -> None:
    with pytest.raises(visitors.NoVisitors, match="residents") as refused:
        _enter(ADO, VisitorFacts(country="Fiji", resident=True), south.oakby)
    assert refused.value.clause == "1.3.3/1"
    assert not Player.objects.exists()


def test_where_the_handbook_tells_of_no_visitors_there_are_none(north: Union) -> None:
    assert visitors.unions(TODAY) is None
    with pytest.raises(visitors.NoVisitors):
        _enter(ADO, VisitorFacts(), north.oakby)
