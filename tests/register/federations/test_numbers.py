"""A number is for life, its check digit finds slips, and zeros in front do not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from overtrick.register.federation_settings import setup
from overtrick.register.federation_settings.setup import Ways
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.scoping import scope
from tests.register import office

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db

#: Nothing here asks the database: a federation that is not kept will do.
ABF = Federation(slug="south", handbook="abf")
EBU = Federation(slug="north", handbook="ebu")


def by_hand(stem: str) -> int:
    """Work the check digit out as the federation tells it: 7 6 5 4 3 2, modulo 11; 0 and 1 stay, others from 11."""
    rest = sum(int(digit) * weight for digit, weight in zip(stem, (7, 6, 5, 4, 3, 2), strict=True)) % 11
    return {0: 0, 1: 1}.get(rest, 11 - rest)


@given(st.integers(1, 999_999).map("{:06}".format))
def test_the_check_digit_is_the_one_of_the_rule_and_no_other(stem: str) -> None:
    right = by_hand(stem)
    for digit in range(10):
        assume(f"{stem}{digit}".lstrip("0") != "1")  # nobody's number
        assert numbers.check(ABF, f"{stem}{digit}").ok == (digit == right)


@given(st.integers(100_000, 999_999).map(str), st.integers(0, 4))
def test_two_neighbouring_digits_the_other_way_round_are_noticed(stem: str, at: int) -> None:
    assume(stem[at] != stem[at + 1])
    turned = stem[:at] + stem[at + 1] + stem[at] + stem[at + 2 :]
    assume(by_hand(turned) != by_hand(stem))  # remainders 1 and 10 share a digit
    assert not numbers.check(ABF, f"{turned}{by_hand(stem)}").ok


@given(st.integers(2, 9_999_999), st.integers(0, 5))
def test_zeros_in_front_do_not_matter(number: int, zeros: int) -> None:
    written = "0" * zeros + str(number)
    assert numbers.same(EBU, written, str(number))
    assert numbers.key(EBU, written) == str(number)
    assert not numbers.same(EBU, written, str(number + 1))


@pytest.mark.parametrize(
    ("federation", "written", "why"),
    [
        (ABF, "12345678", "8 digits"),
        (ABF, "1000013", "check digit"),
        (ABF, "12a4567", "characters other than digits"),
        (ABF, "", "no number"),
        (ABF, "0", "nobody's"),
        (ABF, "1", "nobody's"),
        (EBU, "123456789", "9 digits"),
        (EBU, "88888888", "nobody's"),
    ],
)
def test_why_a_number_cannot_be_one_is_said(federation: Federation, written: str, why: str) -> None:
    found = numbers.check(federation, written)
    assert not found.ok
    assert why in found.why


def test_what_is_nobodys_number_is_not_the_same_as_itself() -> None:
    assert not numbers.same(EBU, "", "")
    assert not numbers.same(EBU, "88888888", "88888888")


@pytest.fixture
def south() -> Iterator[Federation]:
    made = office.federation("south", "abf")
    with scope(federation=made):
        yield made


def test_new_numbers_have_their_check_digit_and_follow_each_other(south: Federation) -> None:
    given_out = [numbers.next_number(south) for _ in range(30)]
    assert len(set(given_out)) == 30
    assert all(numbers.check(south, number).ok for number in given_out)
    assert [int(number) // 10 for number in given_out] == list(range(100_001, 100_031))


def test_a_number_that_somebody_has_is_skipped(south: Federation) -> None:
    first = numbers.next_numbers(south, 3)
    setup.change(south, Ways(first_number=100_001), actor=None, at=office.AT)
    office.person("Ado Bem", number=first[0])
    office.person("Cor Dax", number=first[2])
    assert numbers.next_number(south) == first[1]
    assert numbers.next_number(south) not in first


def test_a_long_run_of_taken_numbers_is_skipped(south: Federation) -> None:
    taken = numbers.next_numbers(south, 1201)
    south.players.bulk_create(south.players.model(federation=south, number=each, family="Bem") for each in taken)
    setup.change(south, Ways(first_number=100_001), actor=None, at=office.AT)
    assert int(numbers.next_number(south)) // 10 == 101_202


def test_when_the_numbers_run_out_it_is_said(south: Federation) -> None:
    setup.change(south, Ways(first_number=1_000_000), actor=None, at=office.AT)
    with pytest.raises(numbers.NoNumbersLeft, match="more than 7 digits"):
        numbers.next_number(south)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.text(max_size=12))
def test_whatever_is_written_can_be_checked_and_written(south: Federation, written: str) -> None:
    assert numbers.check(south, written).ok in (True, False)
    assert numbers.key(south, numbers.written(south, written)) == numbers.key(south, written)
