"""Two records of one person are merged, and the merge can be undone."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overtrick.register.audit import trail
from overtrick.register.people import identity, merge_records, standings
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import AT, NEW_YEAR

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

NAMES = ("Ado Bem", "Cor Dax", "Esk Fil", "Gan Hul", "Iri Jun")


@pytest.fixture
def five(north: Union) -> list[Player]:
    return [office.person(name, club=north.oakby) for name in NAMES]


def merge(keep: Player, duplicate: Player) -> Player:
    return merge_records.merge(keep, duplicate, "one person", actor=None, at=AT)


def leads(player: Player) -> Player:
    return identity.resolve(player.number)


def test_both_numbers_lead_to_the_record_that_stays(five: list[Player]) -> None:
    keep, duplicate, other = five[:3]
    assert merge(keep, duplicate) == keep
    assert leads(duplicate) == leads(keep) == keep
    assert leads(other) == other
    written = [f"00{duplicate.number}", keep.number, "999999"]
    assert identity.resolve_many(written) == {f"00{duplicate.number}": keep, keep.number: keep}
    assert identity.identities(duplicate) == [keep.pk, duplicate.pk]


def test_nothing_is_moved(five: list[Player]) -> None:
    keep, duplicate = five[:2]
    before = list(Membership.objects.order_by("pk").values()), list(Standing.objects.order_by("pk").values())
    merge(keep, duplicate)
    assert (
        list(Membership.objects.order_by("pk").values()),
        list(Standing.objects.order_by("pk").values()),
    ) == before


def test_merges_of_merges_lead_to_the_last_one(five: list[Player]) -> None:
    for keep, duplicate in pairwise(reversed(five)):
        merge(keep, duplicate)
    assert {leads(each) for each in five} == {five[4]}
    assert identity.identities(five[0]) == [five[4].pk, *(each.pk for each in five[:4])]


def test_a_merge_into_a_merged_record_goes_to_the_one_that_stays(five: list[Player]) -> None:
    first, second, third = five[:3]
    merge(first, second)
    assert merge(second, third) == first
    assert leads(third) == first


def test_undoing_a_merge_takes_along_what_had_been_merged_before(five: list[Player]) -> None:
    first, second, third, fourth, _ = five
    merge(second, first)
    merge(third, second)
    merge(fourth, third)
    merge_records.unmerge(third, "they are two", actor=None, at=AT)
    assert [leads(each) for each in five[:4]] == [third, third, third, fourth]
    merge_records.unmerge(second, "they are two", actor=None, at=AT)
    assert [leads(each) for each in five[:4]] == [second, second, third, fourth]


@pytest.mark.parametrize("reverse", [False, True])
def test_no_ring_of_merges_can_be_made(five: list[Player], reverse: bool) -> None:
    first, second, third = five[:3]
    merge(first, second)
    merge(second, third)
    for duplicate in (first, *((second, third) if reverse else ())):
        with pytest.raises(merge_records.CannotMerge):
            merge(third, duplicate)
    with pytest.raises(merge_records.CannotMerge):
        merge(first, first)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=first.pk).update(merged_into=first.pk, kept=first.pk)


def test_a_merge_needs_a_reason_and_something_to_undo(five: list[Player]) -> None:
    with pytest.raises(merge_records.CannotMerge, match="no reason"):
        merge_records.merge(five[0], five[1], "  ", actor=None, at=AT)
    with pytest.raises(merge_records.NotMerged):
        merge_records.unmerge(five[0], "a mistake", actor=None, at=AT)


def test_both_records_remember_the_merge(five: list[Player]) -> None:
    keep, duplicate = five[:2]
    merge(keep, duplicate)
    merge_records.unmerge(duplicate, "they are two", actor=None, at=AT)
    for each in (keep, duplicate):
        assert [record.action for record in trail.about(each)[:2]] == ["player.unmerge", "player.merge"]


def test_the_standings_of_merged_records_are_read_together(five: list[Player]) -> None:
    keep, duplicate = five[:2]
    standings.lapse(keep, date(2026, 4, 1), actor=None, at=AT)
    standings.suspend(duplicate, date(2026, 5, 1), date(2026, 5, 31), actor=None, at=AT, reason="the committee")
    merge(keep, duplicate)
    assert standings.on_day(keep, date(2026, 5, 1))[:2] == (Standing.Status.REGISTERED, True)
    merge_records.unmerge(duplicate, "they are two", actor=None, at=AT)
    assert standings.on_day(keep, date(2026, 5, 1))[:2] == (Standing.Status.LAPSED, False)


def test_a_number_of_another_federation_leads_nowhere(five: list[Player], south: Union) -> None:
    with scope(federation=south.federation), pytest.raises(identity.NoSuchPlayer):
        identity.resolve(five[0].number)


@pytest.mark.usefixtures("south")
def test_a_number_that_cannot_be_one_is_explained() -> None:
    with pytest.raises(identity.NoSuchPlayer, match="check digit of 1000013 is wrong"):
        identity.resolve("1000013")
    with pytest.raises(identity.NoSuchPlayer, match="Nobody has the number 1000012"):
        identity.resolve("1000012")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=12))
def test_whatever_is_merged_and_undone_every_number_leads_to_a_record_that_stays(
    five: list[Player], steps: list[tuple[int, int, bool]]
) -> None:
    with transaction.atomic():
        for one, other, undo in steps:
            try:
                if undo:
                    merge_records.unmerge(five[one], "undone", actor=None, at=AT)
                else:
                    merge(five[one], five[other])
            except (merge_records.CannotMerge, merge_records.NotMerged):
                continue
        for each in Player.objects.all():
            end, walked = each, 0
            while end.merged_into is not None:
                end, walked = end.merged_into, walked + 1
                assert walked < len(five)
            assert leads(each) == end
            assert standings.on_day(each, NEW_YEAR).status is Standing.Status.REGISTERED
        transaction.set_rollback(True)
