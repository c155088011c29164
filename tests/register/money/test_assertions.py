"""Debtors, bank and tax are asserted when a month is closed; the bank's statement when the office says what it says."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from overtrick.handbooks.money import Run
from overtrick.register.append_only import unlocked
from overtrick.register.ledger.models import Closing
from overtrick.register.money import assertions
from overtrick.register.money.assertions import Differs
from overtrick.register.money.models import Assertion
from overtrick.register.money.verify import wrong_money
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scopes_disabled
from tests.register.money.treasury import begun, charged, closed, due, invoiced, moment, paid, taxed

if TYPE_CHECKING:
    from overtrick.register.ranks.close_month import Month
    from tests.register.season import Union

FIRST, LAST = date(2026, 3, 2), date(2026, 12, 31)
CLOSED = moment(date(2027, 1, 20))


@pytest.fixture
def here(down_under: Union) -> Union:
    """A federation with an invoice of 24.93, GST in it, of which 10.00 is paid."""
    begun(down_under)
    taxed(down_under, "GST", "1/10", included=True)
    charged(down_under.club, due("levy", "12.34", 202, FIRST, tax="GST", run=Run.YEAR), on=FIRST)
    invoiced(down_under, down_under.other, 100, FIRST)
    paid(down_under, down_under.club, 1000, FIRST)
    return down_under


def findings() -> list[str]:
    with scopes_disabled():
        return [each.says for each in wrong_money()]


def rehearsed(here: Union) -> Month:
    return close_month.rehearse(here.federation, date(2026, 12, 1), here.clerk, CLOSED)


def test_a_close_rehearses_and_asserts_debtors_bank_and_tax(here: Union) -> None:
    shown = {each.name: (each.journal, each.difference) for each in rehearsed(here).balances}
    assert shown == {"debtors": (1593, 0), "bank": (1000, 0), "tax/GST": (-227, 0)}
    assert not Assertion.objects.exists()
    closed(here)
    rows = Assertion.objects.order_by("pk").values_list("name", "day", "amount")
    assert list(rows) == [("debtors", LAST, 1593), ("bank", LAST, 1000), ("tax/GST", LAST, -227)]


def test_what_is_entered_later_for_a_closed_month_breaks_no_assertion(here: Union) -> None:
    closed(here)
    paid(here, here.club, 500, FIRST + timedelta(days=1))
    assert findings() == []


def test_a_journal_that_was_changed_stops_the_close_with_day_and_difference(here: Union) -> None:
    _forge("bank", 1250)
    (bank,) = [each for each in rehearsed(here).balances if each.difference]
    assert (bank.name, bank.journal, bank.difference) == ("bank", 1250, 250)
    told = r"bank on 2026-12-31: the journal comes to 12\.50, not 10\.00; the difference is 2\.50\."
    with pytest.raises(Differs, match=told):
        closed(here)
    assert not Closing.objects.exists()


def test_a_closed_months_assertion_names_what_was_changed_since(here: Union) -> None:
    closed(here)
    _forge("tax/GST", -226)
    assert "tax/GST on 2026-12-31: the journal comes to -2.26, not -2.27; the difference is 0.01." in findings()


def test_the_banks_statement_is_asserted_or_the_difference_is_named(here: Union) -> None:
    with pytest.raises(Differs, match=r"the difference is -0\.50"):
        assertions.assert_balance("bank", FIRST, 1050, actor=here.clerk, at=moment(FIRST))
    with pytest.raises(Differs, match="future"):
        assertions.assert_balance("bank", LAST, 1000, actor=here.clerk, at=moment(FIRST))
    assert not Assertion.objects.exists()
    assertions.assert_balance("bank", FIRST, 1000, actor=here.clerk, at=moment(FIRST))
    assert findings() == []


def test_a_payment_entered_later_shows_until_the_statement_is_asserted_again(here: Union) -> None:
    assertions.assert_balance("bank", FIRST, 1000, actor=here.clerk, at=moment(FIRST))
    paid(here, here.club, 50, FIRST)
    told = "bank on 2026-03-02: the journal comes to 10.50, not 10.00; the difference is 0.50."
    assert findings() == [told]
    assertions.assert_balance("bank", FIRST, 1050, actor=here.clerk, at=moment(FIRST))
    assert findings() == []


def test_a_federation_that_does_not_charge_asserts_nothing(down_under: Union) -> None:
    closed(down_under)
    assert not Assertion.objects.exists()


def _forge(name: str, amount: int) -> None:
    """Change the journal past the office."""
    with unlocked(["money_journalposting"]), connection.cursor() as cursor:
        cursor.execute("update money_journalposting set amount = %s where name = %s", [amount, name])
        assert cursor.rowcount == 1
