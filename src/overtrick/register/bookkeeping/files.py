"""The files of each program, with the headings it wants.

A line goes out as one of its amount, so that nothing is multiplied again; the real quantity is in the words. Headings
of Xero, Sage and MYOB are those of their help pages.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import models

from overtrick.formats.tables import guarded
from overtrick.register.bookkeeping.codes import Codes
from overtrick.register.money import documents, journal, moneybook
from overtrick.register.money.exact import exact
from overtrick.register.money.models import (
    Charge,
    Document,
    JournalEntry,
    Line,
    LineCharge,
    Match,
    Payment,
    Payout,
    PayoutLine,
    Tariff,
    TariffRow,
    TaxRate,
)

#: So many invoices and journal lines Xero takes at once.
_INVOICES, _JOURNAL_LINES = 500, 300
#: Addresses have so many lines there.
_ADDRESS = 4


class NewFile(NamedTuple):
    """A file of an export."""

    name: str
    content: bytes


Rows = Iterable[Sequence[object]]
Write = Callable[[Sequence[JournalEntry]], Iterator[NewFile]]


def figure(amount: int) -> str:
    """Write an amount with two places."""
    return f"{Decimal(amount).scaleb(-2):.2f}"


def _file(name: str, headings: Sequence[str], rows: Rows) -> NewFile:
    """Write a CSV file; text that a spreadsheet would run stays text, figures stay figures."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow([_cell(each) for each in row])
    return NewFile(name, text.getvalue().encode())


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return "" if value is None else value
    try:
        Decimal(value)
    except ArithmeticError:
        return guarded(value)
    return value


def _parts(listed: Sequence[Any], most: int) -> Iterator[tuple[str, Sequence[Any]]]:
    """Divide what is too much for one file; the files are numbered."""
    for at in range(0, len(listed), most):
        yield (f"-{at // most + 1}" if len(listed) > most else ""), listed[at : at + most]


def _words(line: Line) -> str:
    quantity = exact(line.quantity)
    decimal = Decimal(quantity.numerator) / quantity.denominator
    many = f"{decimal:f}" if Fraction(decimal) == quantity else str(quantity)
    return f"{line.words} ({many} {line.basis})"


def _uk(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def _address(document: Document) -> list[str]:
    lines = str(document.buyer.get("address", "")).splitlines()
    return [*lines, *[""] * _ADDRESS][:_ADDRESS]


def _documents(entries: Sequence[JournalEntry]) -> list[Document]:
    wanted = [each.document_id for each in entries if each.document_id]
    rows = Document.objects.filter(pk__in=wanted).select_related("refers").prefetch_related("lines")
    return sorted(rows, key=lambda each: (each.year, each.number))


def _lines(document: Document) -> list[Line]:
    return sorted(document.lines.all(), key=lambda each: each.position)


# --- General ledger --------------------------------------------------------------------------------------------------

_LEDGER = (
    *("entry", "day", "document", "kind", "organisation number", "organisation", "account", "words", "debit", "credit"),
    *("tax code", "tax", "currency", "source"),
)


def ledger(entries: Sequence[JournalEntry]) -> Iterator[NewFile]:
    """Write every posting of the journal."""
    yield _file("general-ledger.csv", _LEDGER, _postings(entries))


def _postings(entries: Sequence[JournalEntry]) -> Rows:
    rows = JournalEntry.objects.filter(pk__in=[each.pk for each in entries]).order_by("number")
    rows = rows.select_related(
        "document", "payment__account__organisation", "document__account__organisation", "payout__organisation"
    )
    currency = moneybook.need_book().currency
    for entry in rows.prefetch_related("postings"):
        account = entry.document.account if entry.document else entry.payment.account if entry.payment else None
        where = account.organisation if account else entry.payout.organisation if entry.payout else None
        kind = entry.document.kind if entry.document else "payout" if entry.payout else "payment"
        paid = entry.payment or entry.payout
        said = (kind, where.number if where else "", str(account or where or ""))
        for each in sorted(entry.postings.all(), key=lambda posting: posting.position):
            taxed = each.name.startswith("tax/")
            yield (
                entry.number,
                entry.day,
                entry.document.reference if entry.document else "",
                *said,
                each.name,
                entry.words,
                figure(each.amount) if each.amount > 0 else "",
                figure(-each.amount) if each.amount < 0 else "",
                each.tax_code,
                figure(abs(each.amount)) if taxed else "",
                currency,
                entry.document.sha256 if entry.document else paid.reference if paid else "",
            )


# --- Xero ------------------------------------------------------------------------------------------------------------

_XERO = (
    *("*ContactName", "EmailAddress", "POAddressLine1", "POAddressLine2", "POAddressLine3", "POAddressLine4", "POCity"),
    *("PORegion", "POPostalCode", "POCountry", "*InvoiceNumber", "Reference", "*InvoiceDate", "*DueDate"),
    *("InventoryItemCode", "*Description", "*Quantity", "*UnitAmount", "Discount", "*AccountCode", "*TaxType"),
    *("TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2", "Currency"),
)
_XERO_JOURNAL = (
    *("*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"),
    *("TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"),
)


def xero(entries: Sequence[JournalEntry]) -> Iterator[NewFile]:
    """Write sales invoices; all amounts contain their tax. A credit note has amounts below zero."""
    codes = Codes("xero")
    found = _documents(entries)
    numbers = documents.numbers_of(line.collected_for_id for each in found for line in _lines(each))
    rows = [[_xero_line(each, line, codes, numbers) for line in _lines(each)] for each in found]
    codes.check()
    for part, listed in _parts(rows, _INVOICES):
        yield _file(f"xero-invoices{part}.csv", _XERO, [row for lines in listed for row in lines])


def _xero_line(document: Document, line: Line, codes: Codes, numbers: dict[int, str]) -> list[object]:
    return [
        *(document.buyer["name"], "", *_address(document), "", "", "", ""),
        *(document.reference, document.refers.reference if document.refers else ""),
        *(_uk(document.day), _uk(document.due), "", _words(line), "1", figure(line.gross), ""),
        *(codes.account(documents.line_account(line, numbers)), codes.tax(line.tax_code), "", "", "", ""),
        document.currency,
    ]


def xero_journal(entries: Sequence[JournalEntry]) -> Iterator[NewFile]:
    """Write a manual journal: a debit is above zero; no entry is divided between two files."""
    codes = Codes("xero")
    rows: list[list[object]] = []
    files: list[list[list[object]]] = [rows]
    for entry in JournalEntry.objects.filter(pk__in=[each.pk for each in entries]).order_by("number"):
        drawn: list[list[object]] = [
            [
                *(f"{entry.number}: {entry.words}", _uk(entry.day), entry.words),
                *(codes.account(each.name), codes.tax(each.tax_code), figure(each.amount), "", "", "", ""),
            ]
            for each in entry.postings.order_by("position")
        ]
        if rows and len(rows) + len(drawn) > _JOURNAL_LINES:
            rows = []
            files.append(rows)
        rows += drawn
    codes.check()
    for at, listed in enumerate(files, 1):
        name = f"xero-journal-{at}.csv" if len(files) > 1 else "xero-journal.csv"
        yield _file(name, _XERO_JOURNAL, listed)


# --- Sage 50 ---------------------------------------------------------------------------------------------------------

_SAGE = (
    *("Type", "Account Reference", "Nominal A/C Ref", "Department Code", "Date", "Reference", "Details", "Net Amount"),
    *("Tax Code", "Tax Amount", "Exchange Rate", "Extra Reference"),
)


def sage(entries: Sequence[JournalEntry]) -> Iterator[NewFile]:
    """Write an audit trail: invoices, credits, receipts on account; what went out as a journal."""
    codes = Codes("sage")
    rows: list[list[object]] = []
    listed = {each.pk: each for each in _documents(entries)}
    numbers = documents.numbers_of(line.collected_for_id for each in listed.values() for line in _lines(each))
    for entry in entries:
        if entry.document_id:
            rows += _sage_document(listed[entry.document_id], codes, numbers)
        elif entry.payment_id:
            rows += _sage_payment(Payment.objects.select_related("account").get(pk=entry.payment_id), codes)
        elif entry.payout_id:
            rows += _sage_payout(Payout.objects.select_related("organisation").get(pk=entry.payout_id), codes)
    codes.check()
    yield _file("sage-audit-trail.csv", _SAGE, rows)


def _sage_document(document: Document, codes: Codes, numbers: dict[int, str]) -> Iterator[list[object]]:
    sign, kind = (1, "SI") if document.kind == Document.Kind.INVOICE else (-1, "SC")
    for line in _lines(document):
        # A line below zero on an invoice is a credit there, and the other way about.
        other = {"SI": "SC", "SC": "SI"}[kind] if sign * line.gross < 0 else kind
        yield [
            *(other, document.buyer.get("number", ""), codes.account(documents.line_account(line, numbers)), "0"),
            *(_uk(document.day), document.reference, _words(line), figure(abs(line.net)), codes.tax(line.tax_code)),
            *(figure(abs(line.tax)), "1", document.refers.reference if document.refers else ""),
        ]


def _sage_payment(payment: Payment, codes: Codes) -> Iterator[list[object]]:
    bank, owing = codes.account(journal.BANK), codes.account(journal.DEBTORS)
    whose = payment.account.organisation.number if payment.account.organisation else str(payment.account)
    rest = (figure(abs(payment.amount)), codes.tax(""), "0.00", "1", "")
    said = ("0", _uk(payment.day), payment.reference[:30], str(payment.account))
    if payment.amount > 0:
        yield ["SA", whose, bank, *said, *rest]
    else:
        yield ["JD", "", owing, *said, *rest]
        yield ["JC", "", bank, *said, *rest]


def _sage_payout(payout: Payout, codes: Codes) -> Iterator[list[object]]:
    owed, bank = codes.account(journal.owed(payout.organisation.number)), codes.account(journal.BANK)
    said = ("0", _uk(payout.day), payout.reference[:30], str(payout.organisation))
    rest = (figure(payout.amount), codes.tax(""), "0.00", "1", "")
    yield ["JD", "", owed, *said, *rest]
    yield ["JC", "", bank, *said, *rest]


# --- MYOB ------------------------------------------------------------------------------------------------------------

_MYOB = (
    *("Co./Last Name", "First Name", "Addr 1 - Line 1", "Addr 1 - Line 2", "Addr 1 - Line 3", "Addr 1 - Line 4"),
    *("Invoice #", "Date", "Customer PO", "Description", "Account #", "Amount", "Inc-Tax Amount", "Journal Memo"),
    *("Tax Code", "Tax Amount"),
)


def myob(entries: Sequence[JournalEntry]) -> Iterator[NewFile]:
    """Write service sales, a blank line between documents; numbers have the short form that old versions take."""
    codes = Codes("myob")
    rows: list[list[object]] = []
    found = _documents(entries)
    numbers = documents.numbers_of(line.collected_for_id for each in found for line in _lines(each))
    for document in found:
        rows += [[]] if rows else []
        short = f"{document.year % 100:02}-{document.number:05}"
        for line in _lines(document):
            rows.append(
                [
                    *(document.buyer["name"], "", *_address(document), short, _uk(document.day), document.reference),
                    *(_words(line), codes.account(documents.line_account(line, numbers)), figure(line.net)),
                    *(figure(line.gross), str(document), codes.tax(line.tax_code), figure(line.tax)),
                ]
            )
    codes.check()
    yield _file("myob-service-sales.csv", _MYOB, rows)


# --- Everything ------------------------------------------------------------------------------------------------------

_MODELS = (
    Tariff,
    TariffRow,
    TaxRate,
    Charge,
    Document,
    Line,
    LineCharge,
    Payment,
    Match,
    Payout,
    PayoutLine,
    JournalEntry,
)


def everything(entries: Sequence[JournalEntry]) -> Iterator[NewFile]:
    """Write every row of money as JSON, the journal up to the last entry."""
    last = entries[-1].number if entries else 0
    said: dict[str, object] = {"format": "overtrick money 1", "last entry": last}
    for model in _MODELS:
        rows = model.objects.order_by("pk")
        said[model._meta.db_table.removeprefix("money_")] = [_plain(each) for each in rows]  # noqa: SLF001 - Django's
    said["postings"] = [
        [each.entry_id, each.name, each.holder_id, each.amount, each.tax_code]
        for entry in JournalEntry.objects.order_by("number").prefetch_related("postings")
        for each in entry.postings.all()
    ]
    yield NewFile("money.json", json.dumps(said, ensure_ascii=False, indent=1, default=str).encode())


def _plain(row: models.Model) -> dict[str, object]:
    fields = [each for each in row._meta.concrete_fields if each.name != "federation"]  # noqa: SLF001 - Django's
    values = {each.attname: getattr(row, each.attname) for each in fields}
    return {
        name: bytes(value).hex() if isinstance(value, bytes | memoryview) else value for name, value in values.items()
    }
