"""Charges what was kept without an amount, once two people have entered one: shown first, then made whole.

It is not done by itself when a tariff is confirmed: two people decide on amounts then, not on who is charged, and a
charge is never taken out again. So somebody of the office looks at the list and its sum, and the next run takes it.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.money import Due, Owes, Payer, Run
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations import handbook
from overtrick.register.money import charging, moneybook, tariffs
from overtrick.register.money.exact import exact, written
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

_REASON = "An amount was entered"


class Priced(NamedTuple):
    """A charge without an amount, and what it is with one; the second is not kept yet."""

    missing: Charge
    charge: Charge


def missing() -> list[Charge]:
    """List the charges for which no amount is entered, the oldest first."""
    rows = Charge.objects.filter(rate="", exempt=False, reverses=None, reversed_by=None)
    return list(rows.select_related("account__organisation", "account__player").order_by("tariff_day", "pk"))


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
        list(Organisation.objects.select_for_update(no_key=True).filter(kind=Organisation.Kind.NATIONAL))
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
