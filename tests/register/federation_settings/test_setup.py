"""A federation begins with the ways of its handbook."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.handbooks import edition as handbooks
from overtrick.register.audit import trail
from overtrick.register.federation_settings import setup
from overtrick.register.federation_settings.setup import Ways
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import scope
from tests.register import office

pytestmark = pytest.mark.django_db


def test_what_is_not_chosen_is_as_the_handbook_has_it() -> None:
    north = office.federation("north", "ebu")
    assert (north.languages, north.results_due_days, north.approval) == (["en"], 30, Federation.Approval.NOBODY)
    assert list(handbook.colours(north)) == ["local", "blue", "green"]
    south = office.federation("south", "abf")
    assert list(handbook.colours(south)) == ["green", "red", "gold"]


@pytest.mark.parametrize("name", handbooks.names())
def test_a_federation_can_be_founded_on_any_handbook(name: str) -> None:
    made = office.federation("any", name)
    with scope(federation=made):
        number = numbers.next_number(made)
    assert numbers.check(made, number).ok
    assert len(number) >= 6  # nobody takes it for the number of a pair
    assert handbook.together(made).show(0)


def test_a_federation_may_choose_its_own_ways() -> None:
    ways = Ways(
        settings={"quota_year": "from April"},
        languages=("cy", "en"),
        first_number=500,
        results_due_days=0,
        approval=Federation.Approval.PARENT,
    )
    west = setup.found("west", "Bridge Union of West", "ebu", ways, actor=None, at=office.AT)
    again = Federation.objects.get(pk=west.pk)
    assert (again.settings, again.languages, again.next_number) == ({"quota_year": "from April"}, ["cy", "en"], 500)
    assert (again.results_due_days, again.approval) == (0, "parent")


def test_a_short_name_is_taken_once() -> None:
    office.federation("north")
    with pytest.raises(setup.ShortNameTaken, match="already a federation 'north'"):
        office.federation("north")


def test_a_handbook_or_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(setup.Unfit, match="no handbook 'xyz'"):
        office.federation("north", "xyz")
    with pytest.raises(setup.Unfit, match="has no setting 'moon'"):
        setup.found("north", "North", "ebu", Ways(settings={"moon": "full"}), actor=None, at=office.AT)
    assert not Federation.objects.exists()


def test_quotas_are_counted_by_the_calendar_year_unless_a_setting_says_otherwise() -> None:
    north = office.federation()
    assert handbook.quota_year(north, date(2026, 3, 31)) == (date(2026, 1, 1), date(2026, 12, 31))
    changed = setup.change(north, Ways(settings={"quota_year": "from April"}), actor=None, at=office.AT)
    assert handbook.quota_year(changed, date(2026, 3, 31)) == (date(2025, 4, 1), date(2026, 3, 31))
    assert handbook.quota_year(changed, date(2026, 4, 1)) == (date(2026, 4, 1), date(2027, 3, 31))
    south = office.federation("south", "abf")
    assert handbook.quota_year(south, date(2026, 3, 31)) == (date(2026, 1, 1), date(2026, 12, 31))


def test_a_change_of_ways_is_recorded_and_no_change_is_not() -> None:
    north = office.federation()
    with scope(federation=north):
        setup.change(north, Ways(closes_after_days=20), actor=None, at=office.AT, reason="the committee")
        latest = trail.about(north)[0]
        assert (latest.action, latest.before["closes_after_days"], latest.after["closes_after_days"]) == (
            "federation.change",
            10,
            20,
        )
        count = trail.about(north).count()
        setup.change(north, Ways(closes_after_days=20), actor=None, at=office.AT)
        assert trail.about(north).count() == count
        with pytest.raises(setup.Unfit):
            setup.change(north, Ways(settings={"moon": "full"}), actor=None, at=office.AT)


def test_before_the_first_edition_the_first_one_governs() -> None:
    north = office.federation()
    assert handbook.edition_on(north, date(1990, 1, 1)) == handbook.edition_on(north, date(2024, 4, 1))
