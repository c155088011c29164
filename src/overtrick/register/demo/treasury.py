"""The demonstration charges for its last months: a price list by two people, runs of invoices, and clubs that pay."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

from overtrick.engine import days
from overtrick.handbooks.money import Run
from overtrick.register.demo.population import World, moment
from overtrick.register.money import accounts, confirm, invoicing, moneybook, payments, tariffs, taxes
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Payment
from overtrick.register.money.payments import NewPayment
from overtrick.register.money.tariffs import NewRow

#: It charges so long.
CHARGES_FOR = timedelta(days=150)
#: Round amounts in smallest units, by what they are for; anything else.
_AMOUNTS = {"point": 200, "player session": 40, "table session": 200, "member": 1000, "heat": 500}
_AMOUNT = 100
#: Every so manyth invoice is not paid in time.
_FORGOTTEN = 5
#: Clubs pay so many days before an invoice is due.
_SOON = 20
_RUNS = (Run.PROCESSED, Run.MONTH, Run.QUARTER)


def begin(world: World, day: date) -> None:
    """Let two people of the office enter amounts for everything that the handbook prints none for."""
    at = moment(day)
    printed = tariffs.tariff_on(world.federation, None, day)
    known = printed.rates if printed else {}
    for code in {each.tax for each in known.values()} - {""}:
        asked = taxes.enter_rate(
            code, Fraction(1, 10), day, included=True, source="The law of the demonstration", actor=world.clerk, at=at
        )
        confirm.confirm(asked, actor=world.second, at=at)
    rows = [
        NewRow(each.charge, each.basis, _AMOUNTS.get(each.basis, _AMOUNT), "", each.words)
        for each in tariffs.charge_types(day)
        if each.charge not in known
    ]
    if rows:
        proposal = tariffs.enter_tariff(
            world.national.organisation, day, "Invented for the demonstration", rows, actor=world.clerk, at=at
        )
        confirm.confirm(proposal, actor=world.second, at=at)
    moneybook.begin(day, actor=world.clerk, at=at)


def bill(world: World, day: date) -> None:
    """Make the invoices of the month that was closed, and let most clubs pay what is due."""
    if moneybook.book() is None:
        return
    at = moment(day)
    until = days.month(day).first - timedelta(days=1)
    for run in _RUNS:
        if run is not Run.QUARTER or until == days.quarter(until).last:
            invoicing.run(Asked(run, until, day), actor=world.clerk, at=at)
    for each in accounts.open_documents(None, day):
        if each.days_past(day) >= -_SOON and each.document.number % _FORGOTTEN:
            given = NewPayment(each.document.account, day, each.left, Payment.Way.BANK, each.document.reference)
            payments.enter(given, actor=world.clerk, at=at, named=each.document)
