"""A document stays; it is cancelled by one credit note for the whole of it, by two people, and never again."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from overtrick.register.decisions import two_people
from overtrick.register.money import accounts, assertions, confirm, discretion, proposals
from overtrick.register.money.models import Charge, Document
from overtrick.register.money.plan import creditable
from overtrick.register.money.verify import wrong_money
from overtrick.register.scoping import scopes_disabled
from tests.register.money.treasury import account, begun, billed, charged, closed, due, moment, paid, taxed

if TYPE_CHECKING:
    from tests.register.season import Union

DAY = date(2026, 6, 30)
AT = moment(DAY)


@pytest.fixture
def here(down_under: Union) -> Union:
    begun(down_under)
    taxed(down_under, "GST", "1/10", included=True)
    return down_under


@pytest.fixture
def invoice(here: Union) -> Document:
    """Two lines, 24.93 with GST in it and 10.00 without."""
    charged(here.club, due("levy", "12.34", 202, DAY, tax="GST"), due("other", "20", 50, DAY))
    (made,) = billed(here, DAY).documents
    return made


def cancel(here: Union, invoice: Document) -> Document:
    proposal = discretion.credit(invoice, None, "Never owed", actor=here.clerk, at=AT)
    made = confirm.confirm(proposal, actor=here.second, at=AT)
    assert isinstance(made, Document)
    return made


def test_a_credit_note_for_the_whole_takes_back_every_line_with_its_tax(here: Union, invoice: Document) -> None:
    note = cancel(here, invoice)
    assert (note.refers, note.net, note.tax, note.gross) == (invoice, -invoice.net, -invoice.tax, -invoice.gross)
    assert {each.corrects_id: -each.gross for each in note.lines.all()} == {
        each.pk: each.gross for each in invoice.lines.all()
    }
    assert (creditable(invoice), accounts.balance(account(here.club))) == (0, 0)
    assert {name: assertions.balance_of(name, DAY) for name in ("debtors", "tax/GST")} == {"debtors": 0, "tax/GST": 0}
    with scopes_disabled():
        assert list(wrong_money()) == []


def test_it_is_cancelled_once(here: Union, invoice: Document) -> None:
    waits = discretion.credit(invoice, None, "Twice", actor=here.clerk, at=AT)
    note = cancel(here, invoice)
    with pytest.raises(discretion.Unfit):
        confirm.confirm(waits, actor=here.second, at=AT)
    proposals.refuse(waits, "done", actor=here.second, at=AT)
    for lines in (None, {invoice.lines.first().pk: 1}):  # type: ignore[union-attr]
        with pytest.raises(discretion.Unfit):
            discretion.credit(invoice, lines, "Again", actor=here.clerk, at=AT)
    with pytest.raises(discretion.Unfit):
        discretion.write_off(invoice, "Again", actor=here.clerk, at=AT)
    with pytest.raises(discretion.Unfit):
        discretion.credit(note, None, "The note too", actor=here.clerk, at=AT)
    assert list(Document.objects.filter(kind=Document.Kind.CREDIT_NOTE)) == [note]


def test_after_a_part_was_taken_back_the_whole_is_what_is_left(here: Union, invoice: Document) -> None:
    line = invoice.lines.get(type="levy")
    part = discretion.credit(invoice, {line.pk: 100}, "Too much", actor=here.clerk, at=AT)
    confirm.confirm(part, actor=here.second, at=AT)
    note = cancel(here, invoice)
    assert note.gross == 100 - invoice.gross
    assert sum(each.tax for each in invoice.credit_notes.all()) == -invoice.tax
    assert creditable(invoice) == 0


def test_what_was_paid_is_free_again_and_what_was_charged_is_not_billed_again(here: Union, invoice: Document) -> None:
    payment = paid(here, here.club, invoice.gross, DAY)
    cancel(here, invoice)
    assert accounts.on_account([payment.account]) == {payment.account.pk: invoice.gross}
    assert billed(here, DAY).documents == []
    assert not Charge.objects.filter(on_line=None).exists()


def test_nobody_cancels_alone_and_the_database_keeps_every_document(here: Union, invoice: Document) -> None:
    proposal = discretion.credit(invoice, None, "Never owed", actor=here.clerk, at=AT)
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(proposal, actor=here.clerk, at=AT)
    for change in (lambda: Document.objects.filter(pk=invoice.pk).update(gross=1), invoice.lines.all().delete):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    closed(here)
    assert Document.objects.get() == invoice
