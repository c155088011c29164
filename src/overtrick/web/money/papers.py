"""Invoices, credit notes and statements of an account as PDF: the same words and figures as their pages."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.handbooks import money
from overtrick.register.money import accounts
from overtrick.register.money.accounts import Item, Statement
from overtrick.register.money.documents import WRITTEN_OFF
from overtrick.register.money.exact import exact
from overtrick.register.money.models import BillingDetails, Charge, Document, Line, MoneyAccount
from overtrick.register.money.proposals import national
from overtrick.register.papers.money import (
    AccountLine,
    AccountStatement,
    AnnexLine,
    Currency,
    Invoice,
    InvoiceLine,
    Party,
    TaxTotal,
    account_paper,
    invoice_paper,
)
from overtrick.register.papers.render import Paper
from overtrick.register.scoping import current
from overtrick.web.money import amounts, document_sheet, statement_sheet

#: A longer annex is a file, not a paper.
_MOST_CHARGES = 300
#: Lines that two people decided: no tariff says them.
_DECIDED = ("goodwill", WRITTEN_OFF)


def document_paper(document: Document) -> Paper:
    """Write an invoice or a credit note, with what was charged."""
    lines = list(document.lines.order_by("position"))
    charges = list(
        Charge.objects.filter(on_line__line__in=lines)
        .select_related("submission__competition__organisation", "licence", "player", "document")
        .order_by("caused_on", "pk")
    )
    invoice = document.kind == Document.Kind.INVOICE
    after = accounts.balance(document.account, document.day)
    days = [each.caused_on for each in charges]
    return invoice_paper(
        Invoice(
            _title(document),
            document.reference,
            document.day,
            _span(min(days), max(days)) if days else _day(document.day),
            _party(document.seller),
            _party(document.buyer),
            _currency(),
            [_line(each) for each in lines],
            _taxes(lines),
            document.net,
            document.tax,
            document.gross,
            "; ".join(dict.fromkeys(each.source for each in lines if each.source and each.type not in _DECIDED)),
            str(document.seller.get("contact", "")),
            document.due if invoice else None,
            document.reference if invoice else "",
            str(document.seller.get("bank", "")).splitlines() if invoice else (),
            after - document.gross,
            after,
            [*_decided(lines), _("Fingerprint: %(sha)s") % {"sha": document.sha256}],
            # What two people decided has its reason and no event.
            [_annex(each) for each in charges if each.type not in _DECIDED] if len(charges) <= _MOST_CHARGES else (),
            document.reason,
        )
    )


def _decided(lines: list[Line]) -> list[str]:
    return [_("Decided by two people of the office.")] if any(each.type in _DECIDED for each in lines) else []


def _title(document: Document) -> str:
    if document.refers is not None:
        told = {"note": document_sheet.title(document), "invoice": document_sheet.title(document.refers)}
        return _("%(note)s of %(invoice)s") % told
    if document.tax and document.currency == "AUD":
        return _("Tax invoice %(number)s") % {"number": document.reference}
    return document_sheet.title(document)


def _party(frozen: dict[str, str]) -> Party:
    name = f"{frozen.get('name', '')} ({frozen['number']})" if frozen.get("number") else frozen.get("name", "")
    return Party(name, frozen.get("address", "").splitlines(), frozen.get("tax_number", ""))


def _currency() -> Currency:
    found = amounts.currency()
    return Currency(found.code, found.sign)


def _line(line: Line) -> InvoiceLine:
    rate = f"{amounts.plain(exact(line.tax_rate) * 100)} %" if line.tax_rate else _("no tax")
    return InvoiceLine(
        line.words,
        _signed(amounts.quantity(line.quantity, line.basis)),
        amounts.unit(line.basis),
        amounts.rate(line.rate, line.share, line.basis),
        line.net,
        line.tax_code,
        rate,
        line.tax,
        line.gross,
        line.clause,
    )


def _signed(written: str) -> str:
    """Write a figure below zero as amounts are written."""
    return written.replace("-", "−", 1) if written.startswith("-") else written


def _taxes(lines: list[Line]) -> list[TaxTotal]:
    sums: dict[str, list[Line]] = defaultdict(list)
    for each in lines:
        sums[document_sheet.tax_words(each)].append(each)
    return [
        TaxTotal(
            listed[0].tax_code,
            words,
            sum(each.net for each in listed),
            sum(each.tax for each in listed),
            sum(each.gross for each in listed),
        )
        for words, listed in sums.items()
    ]


def _annex(charge: Charge) -> AnnexLine:
    amount = exact(charge.quantity) * exact(charge.rate or "0") * exact(charge.share)
    reference = charge.submission.reference if charge.submission else ""
    counted = _signed(amounts.counted(charge.quantity, charge.basis))
    return AnnexLine(
        charge.caused_on,
        reference,
        document_sheet.cause_words(charge),
        counted,
        0 if charge.exempt else money.line([amount]),
    )


def statement_paper(statement: Statement) -> Paper:
    """Write an account between two days."""
    account = statement.account
    overdue = sum(
        each.left for each in accounts.open_documents([account], statement.last) if each.days_past(statement.last) > 0
    )
    details = BillingDetails.objects.filter(organisation=national()).first()
    return account_paper(
        AccountStatement(
            str(account),
            _number(account),
            statement.first,
            statement.last,
            _currency(),
            statement.opening,
            statement.closing,
            [_account_line(each) for each in statement.items],
            overdue,
            details.contact if details else current().name,
            _number(account),
            details.bank.splitlines() if details else (),
        )
    )


def _number(account: MoneyAccount) -> str:
    if account.organisation is not None:
        return account.organisation.number
    return account.player.number if account.player else ""


def _account_line(item: Item) -> AccountLine:
    document = item.document
    words = (
        document_sheet.title(document)
        if document
        else statement_sheet.payment_words(item.payment)
        if item.payment
        else ""
    )
    invoice = document is not None and document.kind == Document.Kind.INVOICE
    return AccountLine(
        item.day,
        document.reference if document else "",
        words,
        max(item.amount, 0),
        max(-item.amount, 0),
        item.balance,
        document.due if document and invoice else None,
    )


def _span(first: date, last: date) -> str:
    if first == last:
        return _day(first)
    return _("%(first)s to %(last)s") % {"first": _day(first), "last": _day(last)}


def _day(day: date) -> str:
    return date_format(day, "j F Y")
