"""Payments are matched to what is oldest, stay on account, go back by two people; accounts say what is owed."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register.decisions import two_people
from overtrick.register.money import accounts, confirm, discretion, fines, matching, payments, proposals
from overtrick.register.money.models import Document, JournalPosting, Match, Payment
from overtrick.register.money.payments import NewPayment
from tests.register.money.treasury import account, begun, invoiced, matched, moment, paid

if TYPE_CHECKING:
    from tests.register.season import Union

FEBRUARY = date(2026, 2, 28)
MAY = date(2026, 5, 31)
TERM = timedelta(days=30)


@pytest.fixture
def here(here: Union) -> Union:
    begun(here)
    return here


@pytest.fixture
def two(here: Union) -> tuple[Document, Document]:
    """39.20 is due at the end of February, 60.00 at the end of May."""
    return invoiced(here, here.club, 3920, FEBRUARY - TERM), invoiced(here, here.club, 6000, MAY - TERM)


def test_a_payment_is_for_what_was_due_first(here: Union, two: tuple[Document, Document]) -> None:
    made = paid(here, here.club, 7000, MAY)
    assert matched(made) == {two[0].reference: 3920, two[1].reference: 3080}
    assert accounts.left_of([each.pk for each in two]) == {two[0].pk: 0, two[1].pk: 2920}


def test_a_payment_that_names_its_invoice_is_for_that_one_first(here: Union, two: tuple[Document, Document]) -> None:
    made = paid(here, here.club, 7000, MAY, named=two[1])
    assert matched(made) == {two[0].reference: 1000, two[1].reference: 6000}


def test_what_is_paid_too_much_stays_on_the_account_and_pays_the_next_invoice(here: Union) -> None:
    first = invoiced(here, here.club, 3920, FEBRUARY - TERM)
    made = paid(here, here.club, 5000, FEBRUARY)
    assert matched(made) == {first.reference: 3920}
    assert accounts.on_account([account(here.club)]) == {account(here.club).pk: 1080}
    second = invoiced(here, here.club, 6000, MAY - TERM)
    assert matched(made)[second.reference] == 1080


def test_the_age_of_debts_is_counted_from_the_day_they_were_due(here: Union) -> None:
    """Vector office-ageing: due today is not overdue; 30 and 31, 60 and 61, 90 and 91 days are parted."""
    as_at = date(2026, 6, 30)
    ages = {-30: 500, 0: 1000, 1: 2000, 30: 4000, 31: 8000, 60: 16000, 61: 32000, 90: 64000, 91: 128000}
    for days, cents in sorted(ages.items(), reverse=True):
        invoiced(here, here.club, cents, as_at - timedelta(days=days) - TERM)
    (row,) = accounts.aged(as_at)
    assert row[1:] == (1500, 6000, 24000, 96000, 128000, 0)
    assert row.total == 255500


def test_open_invoices_are_read_by_as_many_questions_however_many_there_are(here: Union) -> None:
    """Also those that are overdue: a handbook without such a fine asks nothing of them."""
    counted = []
    for day in (date(2026, 3, 1), date(2026, 4, 1), date(2026, 5, 1)):
        invoiced(here, here.club, 1000, day)
        with CaptureQueriesContext(connection) as asked:
            found = accounts.open_documents(None, date(2026, 6, 30))
            assert fines.propose_fines(date(2026, 6, 30)) == []
            assert {str(each.document.account) for each in found} == {str(account(here.club))}
        counted.append((len(found), len(asked)))
    assert [invoices for invoices, _questions in counted] == [1, 2, 3]
    assert len({questions for _invoices, questions in counted}) == 1


def test_a_statement_begins_with_what_was_owed_before(here: Union, two: tuple[Document, Document]) -> None:
    paid(here, here.club, 7000, MAY)
    found = accounts.statement(account(here.club), date(2026, 4, 1), MAY)
    assert (found.opening, found.closing) == (3920, 2920)
    assert [(each.amount, each.balance) for each in found.items] == [(6000, 9920), (-7000, 2920)]
    assert accounts.balance(account(here.club), two[0].day) == 3920


def test_a_match_is_undone_by_another_row(here: Union, two: tuple[Document, Document]) -> None:
    made = paid(here, here.club, 1000, MAY)
    (row,) = Match.objects.filter(payment=made)
    matching.unmatch(row, actor=here.clerk, at=moment(MAY))
    assert accounts.left_of([two[0].pk]) == {two[0].pk: 3920}
    with pytest.raises(matching.NotMatched):
        matching.unmatch(row, actor=here.clerk, at=moment(MAY))
    matching.match(made, two[1], 1000, actor=here.clerk, at=moment(MAY))
    with pytest.raises(matching.NotMatched):
        matching.match(made, two[1], 1, actor=here.clerk, at=moment(MAY))
    assert Match.objects.count() == 3


def test_money_is_refunded_by_two_people_and_only_what_is_on_the_account(here: Union) -> None:
    invoiced(here, here.club, 3920, FEBRUARY - TERM)
    paid(here, here.club, 5000, FEBRUARY)
    whose = account(here.club)
    with pytest.raises(payments.NotInCredit):
        payments.refund(whose, 1081, "TR 7", "paid twice", actor=here.clerk, at=moment(MAY))
    proposal = payments.refund(whose, 1080, "TR 7", "paid twice", actor=here.clerk, at=moment(MAY))
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(proposal, actor=here.clerk, at=moment(MAY))
    made = confirm.confirm(proposal, actor=here.second, at=moment(MAY))
    assert isinstance(made, Payment)
    entered = JournalPosting.objects.filter(entry__payment=made).order_by("position")
    assert [(each.name, each.amount) for each in entered] == [("bank", -1080), ("debtors", 1080)]
    assert (accounts.on_account([whose])[whose.pk], accounts.balance(whose)) == (0, 0)
    with pytest.raises(two_people.Decided):
        confirm.confirm(proposal, actor=here.second, at=moment(MAY))


def test_a_payment_that_never_arrived_is_taken_back(here: Union, two: tuple[Document, Document]) -> None:
    made = paid(here, here.club, 3920, FEBRUARY)
    payments.take_back(made, "the cheque bounced", actor=here.clerk, at=moment(MAY))
    assert accounts.left_of([two[0].pk]) == {two[0].pk: 3920}
    assert accounts.balance(account(here.club)) == 9920
    with pytest.raises(payments.Unfit):
        payments.take_back(made, "again", actor=here.clerk, at=moment(MAY))


def test_a_credit_note_frees_what_was_paid_for_it(here: Union, two: tuple[Document, Document]) -> None:
    paid(here, here.club, 3920, FEBRUARY)
    proposal = discretion.credit(two[0], None, "played by juniors", actor=here.clerk, at=moment(MAY))
    made = confirm.confirm(proposal, actor=here.second, at=moment(MAY))
    assert isinstance(made, Document)
    assert (made.gross, made.refers, made.second) == (-3920, two[0], here.second)
    assert accounts.left_of([each.pk for each in two]) == {two[0].pk: 0, two[1].pk: 2080}
    with pytest.raises(discretion.Unfit):
        discretion.credit(two[0], None, "once more", actor=here.clerk, at=moment(MAY))


def test_a_debt_is_written_off_by_two_people(here: Union, two: tuple[Document, Document]) -> None:
    paid(here, here.club, 3000, FEBRUARY)
    proposal = discretion.write_off(two[0], "the club was dissolved", actor=here.clerk, at=moment(MAY))
    made = confirm.confirm(proposal, actor=here.second, at=moment(MAY))
    assert isinstance(made, Document)
    entered = JournalPosting.objects.filter(entry__document=made).order_by("position")
    assert [(each.name, each.amount) for each in entered] == [("debtors", -920), ("bad debts", 920)]


def test_a_proposal_needs_a_reason_and_can_be_refused(here: Union, two: tuple[Document, Document]) -> None:
    with pytest.raises(proposals.NoReason):
        discretion.write_off(two[0], " ", actor=here.clerk, at=moment(MAY))
    proposal = discretion.write_off(two[0], "gone", actor=here.clerk, at=moment(MAY))
    assert list(proposals.waiting(moment(MAY))) == [proposal]
    proposals.refuse(proposal, "they are still there", actor=here.second, at=moment(MAY))
    assert not proposals.waiting(moment(MAY)).exists()
    with pytest.raises(two_people.Decided):
        confirm.confirm(proposal, actor=here.second, at=moment(MAY))


@pytest.mark.parametrize("cents", [0, -1, 10**10 + 1])
def test_an_amount_out_of_bounds_is_no_payment(here: Union, two: tuple[Document, Document], cents: int) -> None:
    given = NewPayment(two[0].account, MAY, cents, Payment.Way.BANK)
    with pytest.raises(payments.Unfit):
        payments.enter(given, actor=here.clerk, at=moment(MAY))


BANK = """Date,Details,Amount
31/05/2026,OAKBY BC {first} LEVY,39.20
31/05/2026,Transfer Elmby,12.00
31/05/2026,card payment out,-5.00
31/05/2026,who is this,1.00
tomorrow,Oakby,60.00
31/05/2026,Oakby,60.00
31/05/2026,Oakby,sixty
"""
COLUMNS = {"day": "Date", "words": "Details", "amount": "Amount"}


def test_a_list_of_the_bank_is_read_with_proposals_and_entered_once(
    here: Union, two: tuple[Document, Document]
) -> None:
    text = BANK.format(first=two[0].reference)
    read = payments.propose_matches(text, COLUMNS, moment(MAY))
    assert [(each.line, bool(each.account), bool(each.problem)) for each in read] == [
        (2, True, False), (3, False, True), (4, False, True), (5, False, True),
        (6, False, True), (7, True, False), (8, False, True),
    ]  # fmt: skip
    chosen = [each for each in read if each.account]
    assert [[(share.document.pk, share.amount) for share in each.shares] for each in chosen] == [
        [(two[0].pk, 3920)],
        [(two[1].pk, 6000)],
    ]
    assert len(payments.enter_many(chosen, actor=here.clerk, at=moment(MAY))) == 2
    again = payments.propose_matches(text, COLUMNS, moment(MAY))
    assert [each.known for each in again if not each.problem] == [True, True]
    assert payments.enter_many(chosen, actor=here.clerk, at=moment(MAY)) == []
    assert accounts.balance(account(here.club)) == 0


def test_a_list_without_the_columns_that_were_named_is_refused(two: tuple[Document, Document]) -> None:
    del two
    with pytest.raises(payments.Unfit, match="Value"):
        payments.propose_matches("Date,Details,Amount\n1,2,3\n", COLUMNS | {"amount": "Value"}, moment(MAY))


def test_what_never_arrived_is_paid_by_other_money_on_the_account(here: Union) -> None:
    """A payment was entered twice and the first of the two is taken back: the club has paid, on the day it did."""
    invoice = invoiced(here, here.club, 10000, FEBRUARY - TERM)
    first, second = paid(here, here.club, 10000, FEBRUARY), paid(here, here.club, 10000, FEBRUARY)
    payments.take_back(first, "Entered twice", actor=here.clerk, at=moment(MAY))
    assert (matched(first), matched(second)) == ({invoice.reference: 0}, {invoice.reference: 10000})
    assert accounts.on_account([account(here.club)]) == {account(here.club).pk: 0}


def test_a_credit_note_leaves_the_rest_of_a_payment_with_the_invoice_it_named(
    here: Union, two: tuple[Document, Document]
) -> None:
    """60.00 paid for the second invoice: after a credit of 0.51 it is paid still, and 0.51 goes to the older one."""
    made = paid(here, here.club, 6000, MAY, named=two[1])
    line = two[1].lines.get()
    proposal = discretion.credit(two[1], {line.pk: 51}, "Goodwill", actor=here.clerk, at=moment(MAY))
    confirm.confirm(proposal, actor=here.second, at=moment(MAY))
    assert matched(made) == {two[0].reference: 51, two[1].reference: 5949}


@pytest.mark.parametrize("amount", ["1e999999", "NaN", "1.001", "(12.00)", "", "1e30"])
def test_an_amount_that_cannot_be_read_is_a_problem_of_its_line(two: tuple[Document, Document], amount: str) -> None:
    del two
    columns = {"day": "Date", "amount": "Amount", "words": "Words"}
    (line,) = payments.propose_matches(f"Date,Amount,Words\n2026-05-01,{amount},Oakby\n", columns, moment(MAY))
    assert (line.amount, line.problem) == (None, "The amount cannot be read.")


def test_a_list_that_is_not_csv_is_refused(two: tuple[Document, Document]) -> None:
    del two
    columns = {"day": "Date", "amount": "Amount", "words": "Words"}
    with pytest.raises(payments.Unfit, match="CSV"):
        payments.propose_matches(f"Date,Amount,Words\n2026-05-01,1.00,{'x' * 200_000}\n", columns, moment(MAY))
