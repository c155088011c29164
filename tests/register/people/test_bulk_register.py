"""Many people are entered at once, or none of them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit import trail
from overtrick.register.organisations.affiliation import NotAffiliated
from overtrick.register.people import bulk_register, clubs, counties, registration, search, standings
from overtrick.register.people.bulk_register import NewMember
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player, Standing
from tests.register import office
from tests.register.office import AT, NEW_YEAR

if TYPE_CHECKING:
    from tests.register.people.conftest import Union


def enrol(*newcomers: NewMember) -> list[Player]:
    return bulk_register.enrol(newcomers, actor=None, at=AT)


def test_who_is_entered_with_many_is_as_who_is_registered_alone(north: Union) -> None:
    newcomer = NewMember(Applicant("Ado", "Bem"), NEW_YEAR, home=north.oakby, county=north.west)
    (many,) = enrol(newcomer)
    alone = office.person("Cor Dax", club=north.oakby)
    counties.choose(alone, north.west, NEW_YEAR, actor=None, at=AT)
    for each in (many, alone):
        assert clubs.clubs_of(each, NEW_YEAR) == (north.oakby, ())
        assert counties.county_of(each, NEW_YEAR) == north.west
        assert standings.on_day(each, NEW_YEAR) == (Standing.Status.REGISTERED, False, NEW_YEAR, None)
        assert search.search(str(each))[0].player == each
        assert trail.about(each).filter(action="player.register").count() == 1


def test_numbers_given_out_are_none_that_somebody_brings_along(south: Union) -> None:
    brought = office.person("Ado Bem").number
    first, second, third = enrol(
        NewMember(Applicant("Cor", "Dax"), NEW_YEAR),
        NewMember(Applicant("Esk", "Fil", number="1000020"), NEW_YEAR),
        NewMember(Applicant("Gan", "Hul"), NEW_YEAR),
    )
    assert second.number == "1000020"
    assert len({brought, first.number, second.number, third.number}) == 4
    assert south.federation.players.count() == 4


@pytest.mark.parametrize(
    ("numbers", "failure"),
    [
        (("200001", "00200001"), bulk_register.NumberTaken),
        (("200001", "100001"), bulk_register.NumberTaken),
        (("200001", "2000x2"), registration.BadNumber),
    ],
)
@pytest.mark.usefixtures("north")
def test_one_bad_number_keeps_everybody_out(numbers: tuple[str, ...], failure: type[Exception]) -> None:
    assert office.person("Ado Bem").number == "100001"
    with pytest.raises(failure):
        enrol(*(NewMember(Applicant("Cor", f"Dax{at}", number=each), NEW_YEAR) for at, each in enumerate(numbers)))
    assert Player.objects.count() == 1


def test_nobody_is_entered_in_a_club_that_is_not_affiliated(north: Union) -> None:
    with pytest.raises(NotAffiliated):
        enrol(NewMember(Applicant("Ado", "Bem"), date(2019, 12, 31), home=north.oakby))
    (entered,) = enrol(
        NewMember(Applicant("Ado", "Bem"), date(2019, 12, 31), home=north.oakby, home_begins=date(2020, 1, 1))
    )
    assert clubs.clubs_of(entered, date(2020, 1, 1)).home == north.oakby
