"""Money of a grown office: what was not simply invoiced and paid."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.handbooks.money import Payer, Run
from overtrick.register import transactions
from overtrick.register.bookkeeping import codes, export
from overtrick.register.money import (
    accounts,
    assertions,
    billing_details,
    confirm,
    discretion,
    disputes,
    fines,
    invoicing,
    matching,
    payments,
    proposals,
    reminders,
    shares,
    tariffs,
)
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge, Document, Match, Payment
from overtrick.register.money.payments import NewPayment
from overtrick.register.money.tariffs import NewRow
from tests.register.money import treasury

if TYPE_CHECKING:
    from overtrick.register.organisations.models import Organisation
    from tests.register.season import Union

_DAY = timedelta(days=1)
_PROGRAM = "xero"


def owe(here: Union, at: datetime) -> None:
    """Clubs owe their region, and one of them a fee for the year; the region bills for itself."""
    day = at.date()
    share = treasury.due("county charge", "10", 40, day, run=Run.YEAR)._replace(collected_for=Payer.REGION)
    for club in (here.club, here.other):
        treasury.charged(club, share, on=day, region=here.county)
    invoicing.run(Asked(Run.YEAR, day, day, here.county), actor=here.clerk, at=at)
    for club, cents in ((here.club, 5_000), (here.club, 2_000), (here.other, 3_000)):
        treasury.charged(club, treasury.due("affiliation", "1", cents, day, run=Run.YEAR), on=day)
        invoicing.run(Asked(Run.YEAR, day, day), actor=here.clerk, at=at)
    billing_details.change(
        here.club, tax_number="GB 1", bank="12-34-56", contact="The treasurer", actor=here.clerk, at=at
    )


def pay(here: Union, at: datetime) -> None:
    """Payments come, go back, are matched to something else; money is paid back and handed on to a region."""
    club, other = here.club, here.other
    for each in (club, other):
        treasury.paid(here, each, sum(left for left, _document in _open(each, at)), at.date())
    too_much = treasury.paid(here, club, 777, at.date())
    wrong = treasury.paid(here, other, 555, at.date())
    payments.take_back(wrong, "another club’s", actor=here.clerk, at=at)
    back = payments.refund(too_much.account, 700, "BACS 7", "paid twice", actor=here.clerk, at=at)
    confirm.confirm(back, actor=here.second, at=at)
    handed_on = shares.pay_out(here.county, "BACS 8", "this quarter", actor=here.clerk, at=at)
    confirm.confirm(handed_on, actor=here.second, at=at)
    matched = Match.objects.filter(document__account__organisation=other, undoes=None, undone_by=None).latest("pk")
    matching.unmatch(matched, actor=here.clerk, at=at, reason="for another invoice")


def _open(club: Organisation, at: datetime) -> list[tuple[int, Document]]:
    found = accounts.open_documents(None, at.date())
    return [(each.left, each.document) for each in found if each.document.account.organisation_id == club.pk]


def forgive(here: Union, at: datetime) -> None:
    """Invoices are credited, written off, disputed; a charge is waived; a proposal is refused, another waits."""
    day = at.date()
    made = []
    for cents in (4_000, 3_000, 2_500, 2_000):
        treasury.charged(here.other, treasury.due("affiliation", "1", cents, day, run=Run.YEAR), on=day)
        made += invoicing.run(Asked(Run.YEAR, day, day), actor=here.clerk, at=at).documents
    credited, lost, disputed, argued = made
    confirm.confirm(discretion.credit(credited, None, "never owed", actor=here.clerk, at=at), actor=here.second, at=at)
    confirm.confirm(discretion.write_off(lost, "the club is gone", actor=here.clerk, at=at), actor=here.second, at=at)
    open_one, _waits = (
        disputes.dispute(each.lines.get(), "We left in May", actor=here.clerk, at=at) for each in (disputed, argued)
    )
    disputes.answer(open_one, "No", upheld=False, actor=here.clerk, at=at)
    account = disputed.account
    less = discretion.allow(account, "goodwill", 300, "a mistake of ours", run=Run.YEAR, actor=here.clerk, at=at)
    confirm.confirm(less, actor=here.second, at=at)
    refused = discretion.credit(disputed, None, "perhaps", actor=here.clerk, at=at)
    proposals.refuse(refused, "no", actor=here.second, at=at)
    discretion.write_off(argued, "perhaps", actor=here.clerk, at=at)
    named = Charge.objects.filter(account=account, on_line=None).order_by("pk").first()
    assert named is not None


def be_overdue(here: Union, at: datetime) -> None:
    """Clubs that have not paid are reminded and fined."""
    reminders.send([each.key for each in reminders.propose(at.date())], actor=here.clerk, at=at)
    fines.confirm_fines(fines.propose_fines(at.date()), actor=here.clerk, at=at)


def close_books(here: Union, at: datetime) -> None:
    """What the bank says is asserted, and everything goes out to a program of bookkeeping."""
    bank = assertions.balance_of("bank", at.date())
    assertions.assert_balance("bank", at.date(), bank, actor=here.clerk, at=at)
    codes.enter(_PROGRAM, {each: f"C{nth}" for nth, each in enumerate(codes.used())}, actor=here.clerk, at=at)
    export.export(_PROGRAM, actor=here.clerk, at=at)


def charge_no_longer(here: Union, at: datetime) -> None:
    """Something is not charged any more from a day to come; a member has an account of their own."""
    row = tariffs.charge_types(at.date())[0]
    asked = tariffs.enter_tariff(
        here.national,
        at.date() + 60 * _DAY,
        "The council",
        [NewRow(row.charge, row.basis, None)],
        actor=here.clerk,
        at=at,
    )
    confirm.confirm(asked, actor=here.second, at=at)
    with transactions.atomic():
        own = accounts.account_of(here.players[12])
    payments.enter(NewPayment(own, at.date(), 1_000, Payment.Way.BANK, "a gift"), actor=here.clerk, at=at)
