"""An organisation belongs to the federation on some days and not on others."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.register.organisations import affiliation, tree
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.periods import Overlap, WrongPeriod
from overtrick.register.scoping import scope
from tests.register import office

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db

BEGINS, ENDS = date(2026, 4, 1), date(2027, 3, 31)


@pytest.fixture
def club() -> Iterator[Organisation]:
    north = office.federation()
    with scope(federation=north):
        made = tree.add(north, "1", "Oakby", office.KIND.CLUB, actor=None, at=office.AT)
        affiliation.affiliate(made, BEGINS, ENDS, actor=None, at=office.AT)
        yield made


@pytest.mark.parametrize(
    ("day", "holds"),
    [(date(2026, 3, 31), False), (BEGINS, True), (date(2026, 9, 1), True), (ENDS, True), (date(2027, 4, 1), False)],
)
def test_the_first_and_the_last_day_count(club: Organisation, day: date, holds: bool) -> None:
    assert affiliation.affiliated(club, day) is holds


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        (date(2026, 1, 1), BEGINS),
        (date(2026, 5, 1), date(2026, 6, 1)),
        (ENDS, None),
        (date(2020, 1, 1), None),
        (BEGINS, ENDS),
    ],
)
def test_two_affiliations_do_not_overlap(club: Organisation, begins: date, ends: date | None) -> None:
    with pytest.raises(Overlap, match=f"from {BEGINS} to {ENDS}"):
        affiliation.affiliate(club, begins, ends, actor=None, at=office.AT)
    assert club.affiliations.count() == 1


@pytest.mark.parametrize(("begins", "ends"), [(date(2020, 1, 1), date(2026, 3, 31)), (date(2027, 4, 1), None)])
def test_one_may_end_the_day_before_another_begins(club: Organisation, begins: date, ends: date | None) -> None:
    affiliation.affiliate(club, begins, ends, actor=None, at=office.AT)
    assert affiliation.affiliated(club, begins)
    assert club.affiliations.count() == 2


def test_the_last_day_is_not_before_the_first(club: Organisation) -> None:
    with pytest.raises(WrongPeriod):
        affiliation.affiliate(club, date(2028, 1, 2), date(2028, 1, 1), actor=None, at=office.AT)
    with pytest.raises(IntegrityError), transaction.atomic():
        Affiliation.objects.create(organisation=club, begins=date(2028, 1, 2), ends=date(2028, 1, 1))


def test_an_affiliation_ends_with_a_day(club: Organisation) -> None:
    affiliation.end(club, date(2026, 12, 31), actor=None, at=office.AT)
    assert affiliation.affiliated(club, date(2026, 12, 31))
    assert not affiliation.affiliated(club, date(2027, 1, 1))
    with pytest.raises(affiliation.NotAffiliated, match="not affiliated on 2027-01-01"):
        affiliation.end(club, date(2027, 1, 1), actor=None, at=office.AT)
