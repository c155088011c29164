"""A federation that charges: a price list by two people, charges with hand-made dues, runs and payments."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.working import step
from overtrick.handbooks.money import Due, Payer, Rate, Run
from overtrick.register import transactions
from overtrick.register.money import accounts, charging, confirm, invoicing, moneybook, payments, tariffs, taxes
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge, Document, Match, MoneyAccount, Payment
from overtrick.register.money.payments import NewPayment
from overtrick.register.money.tariffs import NewRow, Prices
from overtrick.register.ranks import close_month

if TYPE_CHECKING:
    from overtrick.register.money.invoicing import Done
    from overtrick.register.organisations.models import Organisation
    from tests.register.season import Union

BEGINS = date(2026, 1, 1)
LEVY = "levy C D E F"


def moment(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def begun(here: Union, begins: date = BEGINS) -> None:
    moneybook.begin(begins, actor=here.clerk, at=moment(begins), unpriced=True)


def entered(
    here: Union,
    begins: date,
    *rows: NewRow,
    source: str = "Circular 7",
    owner: Organisation | None = None,
    on: date = date(2026, 2, 1),
) -> None:
    """Let two people enter a tariff, usually in time."""
    at = moment(on)
    proposal = tariffs.enter_tariff(owner or here.national, begins, source, rows, actor=here.clerk, at=at)
    confirm.confirm(proposal, actor=here.second, at=at)


def taxed(here: Union, code: str, rate: str, *, included: bool, begins: date = BEGINS) -> None:
    at = moment(begins)
    proposal = taxes.enter_rate(
        code, Fraction(rate), begins, included=included, source="The law", actor=here.clerk, at=at
    )
    confirm.confirm(proposal, actor=here.second, at=at)


def due(kind: str, quantity: str, rate: int | None, billed: date, *, tax: str = "", run: Run = Run.QUARTER) -> Due:
    """Make a due by hand: so many points at so many cents."""
    priced = None if rate is None else Rate(kind, rate, "point", tax, "Circular 7")
    working = step("{quantity} points", 0, quantity=quantity)
    return Due(kind, Fraction(quantity), "point", Payer.ORGANISER, run, billed, priced, "8.1", working)


def charged(where: Organisation, *dues: Due, on: date = BEGINS, region: Organisation | None = None) -> list[Charge]:
    """Charge an organisation for a season, which has no other cause."""
    caused = Caused(Charge.Cause.SEASON, on, Payers(where, region), on)
    with transactions.atomic():
        return charging.keep(charging.drawn(dues, caused, Prices(None, {}), None, on))


def closed(here: Union) -> None:
    """Close the year: the first month that is closed takes all before it."""
    close_month.close(here.federation, date(2026, 12, 1), here.clerk, moment(date(2027, 1, 20)))


def billed(here: Union, until: date, day: date | None = None, run: Run = Run.QUARTER) -> Done:
    closed(here)
    on = day or until
    return invoicing.run(Asked(run, until, on), actor=here.clerk, at=moment(on))


def invoiced(here: Union, where: Organisation, cents: int, day: date) -> Document:
    """Let somebody owe an amount since a day; invoices are due 30 days later."""
    charged(where, due("affiliation", "1", cents, day, run=Run.YEAR), on=day)
    done = invoicing.run(Asked(Run.YEAR, day, day), actor=here.clerk, at=moment(day))
    return done.documents[0]


def paid(here: Union, where: Organisation, cents: int, day: date, named: Document | None = None) -> Payment:
    with transactions.atomic():
        account = accounts.account_of(where)
    given = NewPayment(account, day, cents, Payment.Way.BANK, "transfer")
    return payments.enter(given, actor=here.clerk, at=moment(day), named=named)


def account(where: Organisation) -> MoneyAccount:
    return MoneyAccount.objects.get(organisation=where)


def matched(payment: Payment) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in Match.objects.filter(payment=payment, document__isnull=False).select_related("document"):
        key = each.document.reference if each.document else ""
        found[key] = found.get(key, 0) + (-each.amount if each.undoes_id else each.amount)
    return found
