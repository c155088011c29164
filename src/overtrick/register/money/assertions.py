"""Balances of the journal that are asserted for a day; ``verify`` sees that they hold.

When a month is closed, what documents and payments come to is asserted of debtors, bank and tax: of the entries that
the journal has then. What the bank's statement says is asserted of all entries: one that is entered later for that day
or before shows as a difference, until the statement is asserted again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Q, Sum

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import journal, moneybook
from overtrick.register.money.exact import MOST
from overtrick.register.money.models import Assertion, Document, JournalPosting, Line, Payment, Payout
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


class Differs(Refused):
    """The journal says something else."""


class Balance(NamedTuple):
    """An account of the journal at the end of a day, beside what it should come to."""

    name: str
    day: date
    journal: int
    expected: int  #: by documents and payments, or by the assertion

    @property
    def difference(self) -> int:
        """What the journal has too much; below zero: too little."""
        return self.journal - self.expected

    def __str__(self) -> str:
        return (
            f"{self.name} on {self.day}: the journal comes to {_plain(self.journal)}, not {_plain(self.expected)}; "
            f"the difference is {_plain(self.difference)}."
        )


class Broken(NamedTuple):
    """An assertion that does not hold."""

    assertion: Assertion
    balance: Balance


def _plain(amount: int) -> str:
    return f"{Decimal(amount).scaleb(-2):,.2f}"


def balance_of(name: str, day: date) -> int:
    """Say what an account of the journal comes to at the end of a day."""
    rows = JournalPosting.objects.filter(name=name, entry__day__lte=day)
    return int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)


def names() -> list[str]:
    """Name the accounts of the journal."""
    return list(JournalPosting.objects.order_by("name").values_list("name", flat=True).distinct())


def month_balances(day: date) -> tuple[Balance, ...]:
    """Set the journal beside documents and payments, for debtors, bank and every tax, at the end of a day.

    Nothing where the federation did not charge then.
    """
    book = moneybook.book()
    if book is None or book.begins > day:
        return ()
    expected: dict[str, int] = defaultdict(int)
    documents = Document.objects.filter(day__lte=day).aggregate(sum=Sum("gross"))["sum"] or 0
    paid = Payment.objects.filter(day__lte=day).aggregate(sum=Sum("amount"))["sum"] or 0
    expected[journal.DEBTORS] = documents - paid
    out = Payout.objects.filter(day__lte=day).aggregate(sum=Sum("amount"))["sum"] or 0
    expected[journal.BANK] = paid - out
    taxes = Line.objects.filter(document__day__lte=day).exclude(tax_code="")
    for code, tax in taxes.order_by("tax_code").values_list("tax_code").annotate(sum=Sum("tax")):
        expected[journal.tax(code)] = -tax
    return tuple(Balance(name, day, balance_of(name, day), int(amount)) for name, amount in expected.items())


def assert_month(day: date, *, actor: User, at: datetime) -> list[Assertion]:
    """Assert debtors, bank and tax for the last day of a month that is being closed; refused if one differs."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        if not month_balances(day):
            return []
        entry = journal.lock().entry
        listed = month_balances(day)
        if wrong := [str(each) for each in listed if each.difference]:
            raise Differs(
                " ".join(wrong),
                "The book of money was changed outside Overtrick. Nothing was closed.",
                code="balance-differs",
            )
        return [_keep(each.name, day, each.journal, actor, at, entry) for each in listed]


def assert_balance(name: str, day: date, amount: int, *, actor: User, at: datetime) -> Assertion:
    """Say what an account of the journal comes to at the end of a day; refused, with the difference, if it does not."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    if day > at.date():
        raise Differs(f"{day} is in the future.", "Enter the day of the statement.", code="day-in-the-future")
    if abs(amount) > MOST:
        raise Differs(f"{amount} is not an amount.", "Enter what the statement says.", code="amount-out-of-bounds")
    with transactions.atomic():
        journal.lock()  # nothing is entered between the look and the assertion
        found = Balance(name, day, balance_of(name, day), amount)
        if found.difference:
            raise Differs(
                str(found), "Look for what is missing or entered twice. Nothing was asserted.", code="balance-differs"
            )
        return _keep(name, day, amount, actor, at)


def _keep(name: str, day: date, amount: int, actor: User, at: datetime, entry: int | None = None) -> Assertion:
    made = Assertion.objects.create(
        federation=current(), name=name, day=day, amount=amount, entry=entry, made_by=actor, made_at=at
    )
    trail.record(actor, "money.assert", made, None, {"name": name, "day": str(day), "amount": amount}, at=at)
    return made


def broken(federation: int) -> Iterator[Broken]:
    """Find assertions of a federation that do not hold; where the same was asserted again, the last one counts."""
    last: dict[tuple[object, ...], Assertion] = {}
    for each in Assertion.objects.filter(federation=federation).order_by("pk"):
        last[each.name, each.day, each.entry] = each
    for each in last.values():
        entered = Q(entry__federation=federation, entry__day__lte=each.day, name=each.name)
        if each.entry is not None:
            entered &= Q(entry__number__lte=each.entry)
        found = JournalPosting.objects.filter(entered).aggregate(sum=Sum("amount"))["sum"] or 0
        if found != each.amount:
            yield Broken(each, Balance(each.name, each.day, int(found), each.amount))
