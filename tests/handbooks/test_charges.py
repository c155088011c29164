"""Lines and taxes, which every handbook's charges go through, and a handbook that says nothing of money."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from overtrick import handbooks
from overtrick.handbooks import money
from overtrick.handbooks.money import line, tax_on, tax_within
from overtrick.handbooks.money_causes import RecordCopy, Season, TariffDay
from tests.handbooks.money_vectors import OFFICE, Vector, minor, shown, vectors


@pytest.mark.parametrize("case", [*vectors("abf", "tax included"), *vectors(OFFICE, "tax included")], ids=str)
def test_tax_within_an_amount_is_rounded_for_each_line(case: Vector) -> None:
    rate = Fraction(case.given["rate"])
    amounts = [minor(each) for each in case.given["lines_tax_included"]]
    taxes = [tax_within(each, rate) for each in amounts]
    assert {
        "total": shown(sum(amounts)),
        "tax_by_line": [shown(each) for each in taxes],
        "tax": shown(sum(taxes)),
        "net": shown(sum(amounts) - sum(taxes)),
        "tax_if_rounded_once": shown(tax_within(sum(amounts), rate)),
    } == case.expect


@pytest.mark.parametrize(("net", "tax"), [(1050, 95), (1049, 94), (0, 0), (-1050, -95)])
def test_tax_on_top_goes_up_at_half_a_cent(net: int, tax: int) -> None:
    # 9 % of 10.50 are 0.945
    assert tax_on(net, Fraction(9, 100)) == tax


@pytest.mark.parametrize(
    ("amounts", "cents"),
    [((Fraction(101, 2),), 51), ((Fraction(-101, 2),), -51), ((), 0), ((Fraction(505, 10),) * 2, 101)],
)
def test_a_line_is_rounded_once_and_taken_back_with_its_sign_turned(amounts: tuple[Fraction, ...], cents: int) -> None:
    assert line(amounts) == cents


@pytest.mark.parametrize(
    ("handbook", "day"),
    [
        ("abf", TariffDay.PROCESSED),
        ("ebu", TariffDay.PLAYED),
        ("wbu", TariffDay.SUBMITTED),
        ("sbu", TariffDay.PLAYED),
        ("scba", TariffDay.PLAYED),
    ],
)
def test_the_day_that_chooses_the_tariff_is_a_setting_of_the_edition(handbook: str, day: TariffDay) -> None:
    edition = handbooks.get(handbook).latest
    rules = money.of(edition)
    assert rules.tariff_day(edition.book()) is day
    others = set(edition.settings["tariff_day"].choices) - {day}
    assert {rules.tariff_day(edition.book(settings={"tariff_day": each})) for each in others} == set(TariffDay) - {day}
    assert rules.payment_days(edition.book()) == 30
    assert rules.tax_by_line(edition.book())
    assert not rules.tax_by_line(edition.book(settings={"tax_rounding": "invoice"}))


@pytest.mark.parametrize("handbook", handbooks.names())
def test_every_row_of_a_price_list_has_a_name_a_basis_words_and_a_clause_of_the_handbook(handbook: str) -> None:
    edition = handbooks.get(handbook).latest
    listed = money.of(edition).charge_types(edition.book())
    assert len({each.charge for each in listed}) == len(listed)
    assert all(all(each[:4]) for each in listed)


def test_a_handbook_that_says_nothing_charges_nothing() -> None:
    silent, book = money.Rules(), handbooks.get("ebu").latest.book()
    assert silent.charge_types(book) == ()
    assert silent.printed(book) is None
    assert silent.of_season(book, None, Season(date(2025, 4, 1))) == ()
    assert silent.of_copy(book, None, RecordCopy(date(2025, 4, 1), 1, member=True)) == ()


#: Where the cases of each handbook and kind are held: here, and for the office in the tests of the register.
HELD = {
    "abf": {
        "levy", "levy of several grades", "quarter", "capitation", "late file", "overdue", "correction", "tax included",
    },
    "ebu": {
        "subscription", "exemption", "submission", "licence fee", "closed blue", "simultaneous heat",
    },
    "wbu": {"submission", "licence fee"},
    "sbu": {"submission", "subscriptions"},
    "scba": {"licence fee", "copy of a record"},
    OFFICE: {"tax included", "aged debtors", "payment matched", "numbering", "run"},
}  # fmt: skip


def test_no_case_is_left_out() -> None:
    assert {handbook: {case.kind for case in vectors(handbook)} for handbook in HELD} == HELD
    assert sum(len(vectors(handbook)) for handbook in HELD) == 116
