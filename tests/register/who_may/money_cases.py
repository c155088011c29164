"""Services for money: amounts, charges, invoices, payments, what goes out to other programs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from overtrick.handbooks.money import Run
from overtrick.register.bookkeeping import codes, export
from overtrick.register.bookkeeping.codes import Kind, Ours
from overtrick.register.money import (
    accounts,
    assertions,
    billing_details,
    confirm,
    disputes,
    exported,
    fines,
    invoicing,
    licence_fees,
    matching,
    moneybook,
    not_charged,
    payments,
    pricing,
    proposals,
    registrations,
    reminders,
    tariffs,
    yearly,
)
from overtrick.register.money.exported import Span
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Document, Exported, Match, MoneyProposal, Payment
from overtrick.register.money.payments import NewPayment
from overtrick.register.money.tariffs import NewRow
from tests.register.money import treasury
from tests.register.season import AT, NIGHT, Union
from tests.register.who_may.case import Case, Given, after, given
from tests.register.who_may.people_cases import DAY, licensed

if TYPE_CHECKING:
    from overtrick.register.money.models import Dispute, MoneyAccount

ROWS = [NewRow("a", "b", 1)]
SEPTEMBER = date(2026, 9, 1)
ASKED = Asked(Run.YEAR, NIGHT, NIGHT)


def begun(here: Union, *values: object, **named: object) -> Given:
    """Let there be a book of money, and an account of the club."""
    moneybook.begin(NIGHT, actor=None, at=AT, unpriced=True)
    accounts.account_of(here.club)
    return given(*values, **named)


def account(here: Union) -> MoneyAccount:
    begun(here)
    return accounts.account_of(here.club)


def proposed(here: Union) -> MoneyProposal:
    return tariffs.enter_tariff(here.national, DAY + timedelta(days=9), "me", ROWS, actor=here.clerk, at=AT)


def invoiced(here: Union) -> Document:
    begun(here)
    return treasury.invoiced(here, here.club, 500, NIGHT)


def missing(here: Union) -> int:
    begun(here)
    (charge,) = treasury.charged(here.club, treasury.due("affiliation", "1", None, NIGHT))
    return charge.pk


def disputed(here: Union) -> Dispute:
    return disputes.dispute(invoiced(here).lines.get(), "We did not play", actor=here.clerk, at=AT)


def paid(here: Union) -> Payment:
    begun(here)
    return treasury.paid(here, here.club, 100, NIGHT)


def matched(here: Union) -> Match:
    document = invoiced(here)
    return Match.objects.get(payment=treasury.paid(here, here.club, 100, NIGHT), document=document)


def not_matched(here: Union) -> tuple[Payment, Document]:
    undone = matching.unmatch(matched(here), actor=here.clerk, at=AT)
    assert undone.document is not None
    return undone.payment, undone.document


def went_out(here: Union) -> Exported:
    paid(here)
    export.export("ledger", actor=here.clerk, at=AT)
    return Exported.objects.get()


MONEY = (
    Case(moneybook.begin, lambda _u: given(DAY, unpriced=True)),
    Case(tariffs.enter_tariff, lambda u: given(u.national, DAY + timedelta(days=9), "me", ROWS)),
    Case(proposals.make, lambda _u: given(MoneyProposal.Kind.TARIFF, {}, "new amounts")),
    Case(not_charged.propose, lambda u: given([missing(u)], [], "ours")),
    Case(proposals.refuse, lambda u: given(proposed(u), "not these")),
    Case(confirm.confirm, lambda u: given(proposed(u))),
    Case(billing_details.change, lambda u: given(u.club, tax_number="1", bank="Ours", contact="Ado")),
    Case(invoicing.rehearse, lambda u: begun(u, ASKED)),
    Case(invoicing.run, lambda u: begun(u, ASKED)),
    Case(pricing.price_missing, begun),
    Case(registrations.rehearse_roll, lambda u: begun(u, NIGHT)),
    Case(registrations.charge_roll, lambda u: begun(u, NIGHT)),
    Case(yearly.rehearse, lambda u: begun(u, SEPTEMBER), here="scotland"),
    Case(yearly.charge_year, lambda u: begun(u, SEPTEMBER), here="scotland"),
    Case(fines.confirm_fines, lambda u: begun(u, [])),
    Case(licence_fees.settle, lambda u: after(begun(u), licensed(u), {"tables": "20", "sessions": "2"})),
    Case(assertions.assert_balance, lambda u: begun(u, "bank", NIGHT, 0)),
    Case(assertions.assert_month, lambda u: begun(u, NIGHT)),
    Case(reminders.send, lambda u: begun(u, ["2026-0001 0"])),
    Case(payments.enter, lambda u: given(NewPayment(account(u), NIGHT, 1, Payment.Way.CASH))),
    Case(payments.enter_many, lambda u: begun(u, [])),
    Case(payments.take_back, lambda u: given(paid(u), "never arrived")),
    Case(matching.match, lambda u: given(*not_matched(u), 100)),
    Case(matching.unmatch, lambda u: given(matched(u))),
    Case(disputes.dispute, lambda u: given(invoiced(u).lines.get(), "We did not play"), "treasurer"),
    Case(disputes.answer, lambda u: given(disputed(u), "You did", upheld=False)),
    Case(codes.enter, lambda _u: given("ledger", {Ours(Kind.TAX, ""): "NONE"})),
    Case(export.export, lambda u: after(paid(u), "ledger")),
    Case(export.export_again, lambda u: given(went_out(u))),
    Case(exported.keep, lambda u: after(paid(u), "ledger", Span(1, 1), b"entries")),
)
