"""Charges what was kept without an amount, once two people have entered one: shown first, then made whole.

It is not done by itself when a tariff is confirmed: two people decide on amounts then, not on who is charged, and a
charge is never taken out again. So somebody of the office looks at the list and its sum, and the next run takes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.handbooks import money
from overtrick.handbooks.money import Due, Owes, Payer, Rate, Run, Tariff
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations import handbook
from overtrick.register.money import charging, moneybook, tariffs
from overtrick.register.money.exact import exact, written
from overtrick.register.money.models import Charge, MoneyAccount
from overtrick.register.money.tariffs import NewRow, Prices
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

_REASON = "An amount was entered"
_WHOSE = ("account__organisation", "account__player")


class Priced(NamedTuple):
    """A charge without an amount, and what it is with one; the second is not kept yet."""

    missing: Charge
    charge: Charge


class Lacking(NamedTuple):
    """Charges of one account for the same, without an amount."""

    account: MoneyAccount
    type: str
    basis: str
    quantity: Fraction
    first: date  #: of the days whose amounts hold for them
    last: date
    charges: tuple[int, ...]

    @property
    def key(self) -> str:
        """By what it is chosen."""
        return f"{self.account.pk} {self.type}"


def missing() -> QuerySet[Charge]:
    """Give the charges for which no amount was entered and that were not taken back, the oldest first."""
    rows = Charge.objects.filter(rate="", exempt=False, reverses=None, reversed_by=None)
    return rows.select_related(*_WHOSE).order_by("tariff_day", "pk")


def lacking(charges: Collection[int] | None = None) -> list[Lacking]:
    """Add up what has no amount, or what had none of some ``charges``, by who pays and what for."""
    every = missing()
    if charges is not None:
        every = Charge.objects.filter(pk__in=charges).select_related(*_WHOSE).order_by("tariff_day", "pk")
    listed: dict[tuple[int, str], list[Charge]] = defaultdict(list)
    for each in every:
        listed[each.account_id, each.type].append(each)
    found = [
        Lacking(
            rows[0].account,
            kind,
            rows[0].basis,
            sum((exact(each.quantity) for each in rows), Fraction(0)),
            rows[0].tariff_day,
            rows[-1].tariff_day,
            tuple(each.pk for each in rows),
        )
        for (_account, kind), rows in listed.items()
    ]
    return sorted(found, key=lambda each: (str(each.account), each.type))


def lock() -> None:
    """Wait for whoever prices or waives charges without an amount; inside a transaction."""
    list(Organisation.objects.select_for_update(no_key=True).filter(kind=Organisation.Kind.NATIONAL))


def priced_by(owner: Organisation, begins: date, rows: Iterable[NewRow]) -> tuple[int, int]:
    """Say how many charges without an amount a tariff from a day on gives one, and what they come to."""
    entered = {
        each.type: Rate(each.type, each.amount, each.basis, each.tax) for each in rows if each.amount is not None
    }
    opened: dict[tuple[object, ...], Prices] = {}
    found = []
    for each in missing().filter(tariff_day__gte=begins):
        where = _region(each), each.tariff_day
        if owner.kind == Organisation.Kind.REGION and where[0] != owner.pk:
            continue
        if where not in opened:
            opened[where] = tariffs.prices_on(current(), *where)
        known = opened[where]
        rates = entered | dict(known.tariff.rates if known.tariff else {})
        due, now = _due(each, Prices(Tariff(begins, rates, ""), {})), _due(each, known)
        if due is not None and due.amount is not None and (now is None or now.amount is None):
            found.append(due.amount)
    return len(found), money.line(found)


def with_amount(actor: User | None = None) -> list[Priced]:
    """Give the charges without an amount that have one now, each at the tariff of its day."""
    found = []
    opened: dict[tuple[object, ...], Prices] = {}
    for each in missing():
        where = _region(each), each.tariff_day
        if where not in opened:
            opened[where] = tariffs.prices_on(current(), *where)
        prices = opened[where]
        due = _due(each, prices)
        if due is None or due.rate is None:
            continue
        price = prices.by_type.get(each.type)
        same = {name: getattr(each, name) for name in (*charging.SAME, "quantity")}
        same |= {"rate": written(due.rate.amount), "tax": due.rate.tax, "row_id": price.row if price else None}
        same |= {"source": due.rate.source[:300], "working": due.working.says[:500]}
        same |= {"words": price.words if price else each.words}
        made = Charge(**same, reason=_REASON, made_by=actor, made_on=each.made_on)
        made.account = each.account
        found.append(Priced(each, made))
    return found


def price_missing(*, actor: User, at: datetime) -> list[Charge]:
    """Charge what had no amount and has one now: the old row is reversed, and another made at the tariff of its day."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    on = at.date()
    with transactions.atomic():
        lock()
        made: list[Charge] = []
        for old, new in with_amount(actor):
            new.made_on = on
            made += [charging.reversal(old, actor, on, _REASON), new]
        charging.keep(made)
        if made:
            trail.record(actor, "charge.price", current(), None, {"charges": len(made) // 2}, at=at)
    return made


def _due(charge: Charge, prices: Prices) -> Due | None:
    """Charge the same again at the amounts of its day; None: the handbook of the day knows no such charge."""
    book = handbook.book_on(current(), charge.tariff_day)
    listed = money.of(book.edition).prices(book, prices.tariff, charge.tariff_day)
    if charge.type not in listed.types:
        return None
    owes = Owes(Payer.ORGANISER, Run(charge.run), charge.billed)
    return listed.due(charge.type, exact(charge.quantity), owes, charge.clause, share=exact(charge.share))


def _region(charge: Charge) -> int | None:
    where = charge.account.organisation
    if where is None:
        return None
    return where.pk if where.kind == Organisation.Kind.REGION else charging.region_of(where.pk)
