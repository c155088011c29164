"""An account between two days, as pages show it and as a file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import accounts
from overtrick.register.money.accounts import Item, Statement
from overtrick.register.money.models import Document, MoneyAccount, Payment
from overtrick.web.design import papers
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form

#: Of the table, among others on a page.
_NAME = "statement"
WAYS = {
    Payment.Way.BANK: gettext_lazy("Bank transfer"),
    Payment.Way.DIRECT_DEBIT: gettext_lazy("Direct debit"),
    Payment.Way.CHEQUE: gettext_lazy("Cheque"),
    Payment.Way.CARD: gettext_lazy("Card"),
    Payment.Way.CASH: gettext_lazy("Cash"),
}


class Span(Plain):
    """Two days."""

    first = confirm_form.day(gettext_lazy("From"), missing=gettext_lazy("Enter the first day"))
    last = confirm_form.day(gettext_lazy("To"), missing=gettext_lazy("Enter the last day"))

    def clean(self) -> dict[str, object]:
        """See that the days are in order."""
        given: dict[str, object] = super().clean() or {}
        first, last = given.get("first"), given.get("last")
        if isinstance(first, date) and isinstance(last, date) and last < first:
            self.add_error("last", _("The last day is before the first"))
        return given


class StatementSheet(NamedTuple):
    """What a page shows of a statement."""

    statement: Statement
    form: Span
    table: Table
    opening: str
    closing: str


def payment_words(payment: Payment) -> str:
    """Name a payment: Bank transfer OAKBY BC."""
    if payment.reverses_id:
        what = _("Payment taken back")
    elif payment.amount < 0:
        what = _("Refund")
    else:
        what = str(WAYS[Payment.Way(payment.way)])
    return f"{what}: {payment.reference}" if payment.reference else what


def read(request: HttpRequest, account: MoneyAccount, on: date, address: Callable[[Document], str]) -> StatementSheet:
    """Read the span that the address asks for, this year if it asks for none, and what happened in it."""
    asked = {name: request.GET[name] for name in ("first", "last") if name in request.GET}
    usual = {"first": on.replace(month=1, day=1), "last": on}
    form = Span({**usual, **asked})
    days = form.cleaned_data if form.is_valid() else usual
    found = accounts.statement(account, days["first"], days["last"])
    return StatementSheet(
        found, form, _table(request, found, address), amounts.shown(found.opening), amounts.shown(found.closing)
    )


def is_paper(request: HttpRequest) -> bool:
    """Say whether the statement is asked for as a PDF; other tables of its page have their own."""
    return papers.is_pdf(request) and request.GET.get("of", "") in ("", _NAME)


def _table(request: HttpRequest, statement: Statement, address: Callable[[Document], str]) -> Table:
    columns = [_("Day"), _("What"), Figures(_("Owed")), Figures(_("Paid or credited")), Figures(_("Balance"))]
    cells = [
        [Cell(statement.first), Cell(_("Opening balance")), Cell(None), Cell(None), amounts.cell(statement.opening)],
        *(
            [Cell(each.day), _what(each, address), *_sides(each), amounts.cell(each.balance)]
            for each in statement.items
        ),
        [Cell(statement.last), Cell(_("Closing balance")), Cell(None), Cell(None), amounts.cell(statement.closing)],
    ]
    return Table(_("Statement of %(account)s") % {"account": statement.account}, columns, cells, request, _NAME)


def _what(item: Item, address: Callable[[Document], str]) -> Cell:
    if item.document is not None:
        return Cell(document_sheet.title(item.document), link=address(item.document))
    return Cell(payment_words(item.payment) if item.payment else "")


def _sides(item: Item) -> tuple[Cell, Cell]:
    owed = item.amount > 0
    return (amounts.cell(item.amount), Cell(None)) if owed else (Cell(None), amounts.cell(-item.amount))
