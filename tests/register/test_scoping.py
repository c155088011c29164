"""One federation is invisible to another."""

from __future__ import annotations

import pytest

from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.scoping import ScopeError, scope, scopes_disabled

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> tuple[Federation, Federation]:
    north = Federation.objects.create(slug="north", name="Northern Union", handbook="ebu")
    south = Federation.objects.create(slug="south", name="Southern Union", handbook="abf")
    for federation, name in ((north, "Oakby"), (south, "Elmby")):
        with scope(federation=federation):
            club = Organisation.objects.create(federation=federation, number="1", name=name, kind="club")
            club.affiliations.create(begins="2026-01-01")
    return north, south


@pytest.mark.usefixtures("two")
def test_a_query_without_a_federation_in_scope_is_an_error() -> None:
    with pytest.raises(ScopeError, match="Organisation was asked for with no federation"):
        Organisation.objects.count()


def test_each_federation_sees_its_own_rows_and_what_belongs_to_them(two: tuple[Federation, Federation]) -> None:
    for federation, name in zip(two, ("Oakby", "Elmby"), strict=True):
        with scope(federation=federation):
            assert [each.name for each in Organisation.objects.all()] == [name]
            assert Affiliation.objects.get().organisation.name == name


@pytest.mark.usefixtures("two")
def test_the_installation_itself_sees_everything() -> None:
    with scopes_disabled():
        assert Organisation.objects.count() == 2
