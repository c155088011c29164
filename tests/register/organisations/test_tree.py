"""Organisations form a tree, without rings, each federation its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit import trail
from overtrick.register.organisations import ancestry, tree
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import KIND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoAssertNumQueries

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def union() -> Iterator[dict[str, Organisation]]:
    north = office.federation()
    with scope(federation=north):
        national = office.organisation(north, "0", "Union", KIND.NATIONAL)
        east = office.organisation(north, "1", "Eastshire", KIND.REGION, national)
        west = office.organisation(north, "2", "Westshire", KIND.REGION, national)
        oakby = office.organisation(north, "10", "Oakby", KIND.CLUB, east)
        elmby = office.organisation(north, "20", "Elmby", KIND.CLUB, west)
        league = office.organisation(north, "11", "Oakby League", KIND.LEAGUE, oakby)
        yield {each.name: each for each in (national, east, west, oakby, elmby, league)}


def names(found: list[Organisation]) -> list[str]:
    return [each.name for each in found]


def test_above_stand_the_nearest_first(union: dict[str, Organisation], monkeypatch: pytest.MonkeyPatch) -> None:
    with office.statements(monkeypatch) as run:
        assert names(ancestry.ancestors(union["Oakby League"])) == ["Oakby", "Eastshire", "Union"]
    assert len(run) == 2
    assert ancestry.ancestors(union["Union"]) == []


def test_below_stand_all_whatever_the_depth(
    union: dict[str, Organisation], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert len(ancestry.descendant_ids([union["Union"].pk])) == 6
    east, oakby, league, elmby = (union[name].pk for name in ("Eastshire", "Oakby", "Oakby League", "Elmby"))
    assert ancestry.descendant_ids([east]) == {east, oakby, league}
    assert ancestry.descendant_ids([elmby]) == {elmby}
    assert ancestry.descendant_ids([]) == set()


def test_the_county_of_a_club_is_the_nearest_region_above(union: dict[str, Organisation]) -> None:
    assert ancestry.above(union["Oakby League"], KIND.REGION) == union["Eastshire"]
    assert ancestry.above(union["Union"], KIND.REGION) is None


@pytest.mark.parametrize("under", ["Eastshire", "Oakby", "Oakby League"])
def test_nothing_is_moved_under_itself_or_its_own(union: dict[str, Organisation], under: str) -> None:
    with pytest.raises(tree.Cycle, match="is below Eastshire, or is the same"):
        tree.move(union["Eastshire"], union[under], actor=None, at=office.AT)
    assert names(ancestry.ancestors(union["Eastshire"])) == ["Union"]


def test_a_club_moves_with_all_that_is_below_it(union: dict[str, Organisation]) -> None:
    tree.move(union["Oakby"], union["Westshire"], actor=None, at=office.AT, reason="the border was moved")
    assert names(ancestry.ancestors(union["Oakby League"])) == ["Oakby", "Westshire", "Union"]
    latest = trail.about(union["Oakby"])[0]
    assert (latest.before["parent"], latest.after["parent"]) == (union["Eastshire"].pk, union["Westshire"].pk)


def test_a_number_is_given_to_one_organisation_of_a_federation(union: dict[str, Organisation]) -> None:
    with pytest.raises(tree.NumberTaken, match="already an organisation 10"):
        office.organisation(union["Union"].federation, "10", "Ashby")
    south = office.federation("south", "abf")
    with scope(federation=south):
        assert office.organisation(south, "10", "Ashby").number == "10"


def test_an_organisation_of_another_federation_is_out_of_sight_and_out_of_reach(
    union: dict[str, Organisation],
) -> None:
    south = office.federation("south", "abf")
    with scope(federation=south):
        assert not Organisation.objects.exists()
        with pytest.raises(tree.Elsewhere, match="does not belong to"):
            office.organisation(south, "1", "Ashby", KIND.CLUB, union["Eastshire"])


def test_a_new_name_is_recorded(union: dict[str, Organisation]) -> None:
    tree.rename(union["Oakby"], "Oakby and Ashby", actor=None, at=office.AT)
    latest = trail.about(union["Oakby"])[0]
    assert (latest.before["name"], latest.after["name"]) == ("Oakby", "Oakby and Ashby")
