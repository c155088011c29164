"""The yearly roll: whoever's affiliation ends is affiliated for the next year, all at once, after a rehearsal."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.organisations import affiliation
from overtrick.register.organisations.affiliation import NotAffiliated
from tests.register.season import AT, Union

pytestmark = pytest.mark.django_db
NEXT = date(2027, 1, 1)


@pytest.fixture
def ending(here: Union) -> Union:
    """Both clubs are affiliated until the end of the year; the county and the office without an end."""
    for each in (here.club, here.other):
        affiliation.end(each, date(2026, 12, 31), actor=None, at=AT)
    return here


def test_the_rehearsal_names_who_goes_on_and_who_is_left_out_and_changes_nothing(ending: Union) -> None:
    acts = Record.objects.count()
    found = affiliation.renewals(NEXT, [ending.other.number])
    assert (found.renewed, found.left_out, found.open_ended) == ([ending.club], [ending.other], 2)
    assert (found.first, found.last) == (NEXT, date(2027, 12, 31))
    assert Record.objects.count() == acts


def test_the_roll_affiliates_once(ending: Union) -> None:
    assert affiliation.renew(affiliation.renewals(NEXT), actor=ending.clerk, at=AT) == 2
    assert affiliation.affiliated(ending.club, date(2027, 12, 31))
    assert not affiliation.affiliated(ending.club, date(2028, 1, 1))
    assert affiliation.renewals(NEXT).renewed == []


@pytest.mark.parametrize("first", [date(2026, 12, 31), date(2027, 1, 2)])
def test_only_what_ends_the_day_before_is_renewed(ending: Union, first: date) -> None:
    assert affiliation.renewals(first).renewed == []
    assert ending.club.affiliations.count() == 1


def test_a_year_from_another_day_ends_the_day_before_it_comes_again(ending: Union) -> None:
    affiliation.end(ending.county, date(2027, 3, 31), actor=None, at=AT)
    found = affiliation.renewals(date(2027, 4, 1))
    assert (found.renewed, found.last) == ([ending.county], date(2028, 3, 31))


@pytest.mark.usefixtures("ending")
def test_an_unknown_number_is_refused() -> None:
    with pytest.raises(NotAffiliated, match="999"):
        affiliation.renewals(NEXT, ["999"])
