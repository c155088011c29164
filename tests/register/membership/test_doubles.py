"""Pairs of records that may be one person: found in time, told apart once and for all."""

from __future__ import annotations

import time
from datetime import date, timedelta
from itertools import islice, product
from typing import TYPE_CHECKING

import pytest

from overtrick.register.audit import trail
from overtrick.register.membership import doubles
from overtrick.register.people import merge_records, registration
from overtrick.register.people.duplicates import Applicant, Reason
from overtrick.register.people.models import Player
from tests.register import office

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

BORN = date(1960, 2, 3)


def second_record(name: str, born: date | None = BORN) -> Player:
    """Register somebody although the register may know them."""
    given, _, family = name.partition(" ")
    everybody = list(Player.objects.values_list("number", flat=True))
    done = registration.register(
        Applicant(given, family, born), office.NEW_YEAR, despite=everybody, actor=None, at=office.AT
    )
    assert done.player is not None
    return done.player


@pytest.fixture
def ado(north: Union) -> Player:
    return office.person("Ado Bem", BORN, club=north.oakby)


@pytest.mark.parametrize(
    ("name", "born", "reasons"),
    [
        ("Ado Bem", BORN, (Reason.NAME, Reason.BIRTHDAY)),
        ("Ado Bem", None, (Reason.NAME,)),
        ("Ado Bem", date(1960, 3, 2), (Reason.NAME, Reason.NEARLY)),
        ("Ado Bem", date(1961, 2, 3), (Reason.NAME, Reason.NEARLY)),
        ("Bem Ado", BORN, (Reason.NAME, Reason.SWAPPED, Reason.BIRTHDAY)),
        ("Ado Vek", BORN, (Reason.PART, Reason.BIRTHDAY)),
        ("Ado Bem", date(1970, 9, 9), ()),
        ("Yor Zed", BORN, ()),
    ],
)
def test_a_pair_is_in_the_queue_with_its_reasons_or_not_at_all(
    ado: Player, name: str, born: date | None, reasons: tuple[Reason, ...]
) -> None:
    other = second_record(name, born)
    expected = [(ado.pk, other.pk, reasons)] if reasons else []
    assert [(each.first.pk, each.second.pk, each.reasons) for each in doubles.queue()] == expected


def test_who_was_told_apart_never_comes_back_and_the_audit_says_who_did(ado: Player) -> None:
    other = second_record("Ado Bem")
    clerk = office.user("clerk")
    made = doubles.tell_apart(other.number, ado.number, actor=clerk, at=office.AT, reason="father and son")
    assert (made.first, made.second, made.said_by) == (ado, other, clerk)
    assert doubles.queue() == []
    assert doubles.tell_apart(ado.number, other.number, actor=clerk, at=office.AT).pk == made.pk
    assert trail.about(ado)[0].action == "player.apart"
    assert [each.pk for each in doubles.told_apart(other)] == [made.pk]


def test_who_was_merged_is_no_longer_in_the_queue(ado: Player) -> None:
    other = second_record("Ado Bem")
    merge_records.merge(ado, other, "one person", actor=None, at=office.AT)
    assert doubles.queue() == []
    with pytest.raises(doubles.Told):
        doubles.tell_apart(ado.number, other.number, actor=None, at=office.AT)


def test_who_was_told_apart_stays_apart_when_one_of_them_is_merged_with_a_third(ado: Player) -> None:
    son, again = second_record("Ado Bem"), second_record("Ado Bem")
    doubles.tell_apart(ado.number, son.number, actor=None, at=office.AT)
    merge_records.merge(again, ado, "one person", actor=None, at=office.AT)
    assert doubles.queue() == []


@pytest.mark.clause("ebu", "1.1.1 p2")
def test_nobody_learns_from_the_queue_the_name_of_who_is_for_the_club_alone(ado: Player) -> None:
    second_record("Ado Bem")
    Player.objects.filter(pk=ado.pk).update(anonymous=True, club_only=True)
    assert doubles.queue() == []


def test_the_cost_grows_with_the_number_of_members(north: Union) -> None:
    syllables = [first + second for first in "bdfgklmnprst" for second in "aeiou"]
    spelt = product(syllables, syllables, ("Ado", "Eko", "Ilu"))

    def crowd(first: int, count: int) -> float:
        Player.objects.bulk_create(
            Player(
                federation=north.federation,
                number=str(first + at),
                given=given,
                family=(one + other).title(),
                born=date(1930, 1, 1) + timedelta(days=(first + at) * 7 % 25_000) if at % 3 else None,
            )
            for at, (one, other, given) in enumerate(islice(spelt, count))
        )
        began = time.process_time()
        doubles.queue()
        return time.process_time() - began

    small = crowd(100_000, 1_500)
    assert crowd(200_000, 4_500) < 10 * small + 1
