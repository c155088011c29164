"""The files for Xero, Sage and MYOB, column by column, and divided where those programs take no more at once."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.register.bookkeeping import codes, export, files
from overtrick.register.bookkeeping.codes import Kind, Ours
from overtrick.register.money import confirm, discretion, documents, payments
from overtrick.register.money.documents import DraftDocument, DraftLine
from overtrick.register.money.models import Document, JournalEntry
from overtrick.register.money.taxes import Parts, Tax
from overtrick.register.organisations import contacts
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.scoping import scope
from tests.register.money import treasury
from tests.register.season import Union, opened

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 3)
AT = treasury.moment(DAY)

XERO = (
    "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,"
    "POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,"
    "Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency"
)
XERO_JOURNAL = (
    "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,"
    "TrackingName1,TrackingOption1,TrackingName2,TrackingOption2"
)
SAGE = (
    "Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount,"
    "Exchange Rate,Extra Reference"
)
MYOB = (
    "Co./Last Name,First Name,Addr 1 - Line 1,Addr 1 - Line 2,Addr 1 - Line 3,Addr 1 - Line 4,Invoice #,Date,"
    "Customer PO,Description,Account #,Amount,Inc-Tax Amount,Journal Memo,Tax Code,Tax Amount"
)
LEDGER = (
    "entry,day,document,kind,organisation number,organisation,account,words,debit,credit,tax code,tax,currency,source"
)


@pytest.fixture
def here(founded: Founded) -> Union:
    return founded(_billed)


def _billed() -> Union:
    """A club with an invoice of 24.93, GST in it, and 10.00; 0.51 is credited, 70.00 paid, 35.58 refunded."""
    made = opened("west", "abf")
    with scope(federation=made.federation):
        address = ContactDetails(address="The Hall\n1 Oak Lane\nOakby")
        contacts.change(made.club, address, actor=made.clerk, at=AT)
        treasury.begun(made)
        treasury.taxed(made, "GST", "1/10", included=True)
        dues = (treasury.due(treasury.LEVY, "12.34", 202, DAY, tax="GST"), treasury.due("copies", "4", 250, DAY))
        treasury.charged(made.club, *dues)
        (invoice,) = treasury.billed(made, date(2026, 6, 30), date(2026, 7, 5)).documents
        line = invoice.lines.get(type=treasury.LEVY)
        at = treasury.moment(date(2026, 7, 5))
        proposal = discretion.credit(invoice, {line.pk: 51}, "Corrected", actor=made.clerk, at=at)
        confirm.confirm(proposal, actor=made.second, at=at)
        paid = treasury.paid(made, made.club, 7000, date(2026, 7, 9))
        at = treasury.moment(date(2026, 7, 10))
        refund = payments.refund(paid.account, 3558, "BACS 9", "Too much", actor=made.clerk, at=at)
        confirm.confirm(refund, actor=made.second, at=at)
        for program in ("xero", "sage", "myob"):
            given = {each: f"{number + 200}" for number, each in enumerate(codes.used())}
            codes.enter(program, {**given, Ours(Kind.TAX, ""): "NONE"}, actor=made.clerk, at=at)
    return made


def lines_of(here: Union, program: str) -> list[str]:
    text = export.export(program, actor=here.clerk, at=treasury.moment(date(2026, 7, 10))).content.decode()
    assert text.endswith("\r\n")
    return text.removesuffix("\r\n").split("\r\n")


def code(name: str) -> str:
    """The code that was entered for an account or a tax."""
    found = codes.Codes("xero")
    return found.tax(name) if name in ("", "GST") else found.account(name)


def cells(line: str) -> list[str]:
    return next(csv.reader([line]))


def test_the_headings_are_exactly_those_of_each_program(here: Union) -> None:
    found = {program: lines_of(here, program)[0] for program in ("ledger", "xero", "xero-journal", "sage", "myob")}
    expected = {"ledger": LEDGER, "xero": XERO, "xero-journal": XERO_JOURNAL, "sage": SAGE, "myob": MYOB}
    assert found == expected


def test_every_cell_of_xeros_invoices(here: Union) -> None:
    _headings, *rows = [cells(each) for each in lines_of(here, "xero")]
    buyer = ["Oakby", "", "The Hall", "1 Oak Lane", "Oakby", "", "", "", "", ""]
    levy, copies = code(f"income/{treasury.LEVY}"), code("income/copies")
    days = ["05/07/2026", "04/08/2026"]
    blank = ["", "", "", ""]
    said, back = f"{treasury.LEVY} (12.34 point)", f"Goodwill: {treasury.LEVY} (1 decision)"
    assert rows == [
        [*buyer, "2026-0001", "", *days, "", said, "1", "24.93", "", levy, code("GST"), *blank, "AUD"],
        [*buyer, "2026-0001", "", *days, "", "copies (4 point)", "1", "10.00", "", copies, "NONE", *blank, "AUD"],
        [
            *(*buyer, "2026-0002", "2026-0001", "05/07/2026", "05/07/2026", "", back, "1", "-0.51", ""),
            *(code("income/goodwill"), code("GST"), *blank, "AUD"),
        ],
    ]


def test_every_cell_of_xeros_journal(here: Union) -> None:
    _headings, *rows = [cells(each) for each in lines_of(here, "xero-journal")]
    words = "3: Payment: Oakby"
    paid = [row[:6] for row in rows if row[0] == words]
    assert paid == [
        [words, "09/07/2026", "Payment: Oakby", code("bank"), "NONE", "70.00"],
        [words, "09/07/2026", "Payment: Oakby", code("debtors"), "NONE", "-70.00"],
    ]
    first = [row[3:6] for row in rows if row[0].startswith("1: ")]
    assert first == [
        [code("debtors"), "NONE", "34.93"],
        [code(f"income/{treasury.LEVY}"), code("GST"), "-22.66"],
        [code("tax/GST"), code("GST"), "-2.27"],
        [code("income/copies"), "NONE", "-10.00"],
    ]
    assert all(row[6:] == ["", "", "", ""] for row in rows)


def test_every_cell_of_sages_audit_trail(here: Union) -> None:
    _headings, *rows = [cells(each) for each in lines_of(here, "sage")]
    club = here.club.number
    levy, copies, goodwill = (code(f"income/{each}") for each in (treasury.LEVY, "copies", "goodwill"))
    bank, debtors, gst = code("bank"), code("debtors"), code("GST")
    said, back = f"{treasury.LEVY} (12.34 point)", f"Goodwill: {treasury.LEVY} (1 decision)"
    day = "05/07/2026"
    assert rows == [
        ["SI", club, levy, "0", day, "2026-0001", said, "22.66", gst, "2.27", "1", ""],
        ["SI", club, copies, "0", day, "2026-0001", "copies (4 point)", "10.00", "NONE", "0.00", "1", ""],
        ["SC", club, goodwill, "0", day, "2026-0002", back, "0.46", gst, "0.05", "1", "2026-0001"],
        ["SA", club, bank, "0", "09/07/2026", "transfer", "Oakby", "70.00", "NONE", "0.00", "1", ""],
        ["JD", "", debtors, "0", "10/07/2026", "BACS 9", "Oakby", "35.58", "NONE", "0.00", "1", ""],
        ["JC", "", bank, "0", "10/07/2026", "BACS 9", "Oakby", "35.58", "NONE", "0.00", "1", ""],
    ]


def test_every_cell_of_myobs_sales_with_a_blank_line_between_documents(here: Union) -> None:
    _headings, levy, copies, blank, note = lines_of(here, "myob")
    assert blank == ""
    buyer = ["Oakby", "", "The Hall", "1 Oak Lane", "Oakby", ""]
    account = code(f"income/{treasury.LEVY}")
    assert cells(levy) == [
        *(*buyer, "26-00001", "05/07/2026", "2026-0001", f"{treasury.LEVY} (12.34 point)", account, "22.66", "24.93"),
        *("Invoice 2026-0001", code("GST"), "2.27"),
    ]
    assert cells(copies) == [
        *(*buyer, "26-00001", "05/07/2026", "2026-0001", "copies (4 point)", code("income/copies"), "10.00", "10.00"),
        *("Invoice 2026-0001", "NONE", "0.00"),
    ]
    assert cells(note)[6:9] == ["26-00002", "05/07/2026", "2026-0002"]
    assert cells(note)[11:] == ["-0.46", "-0.51", "Credit note 2026-0002", code("GST"), "-0.05"]
    assert all(len(cells(each)[6]) == 8 for each in (levy, copies, note))  # old versions take no more


def test_501_invoices_are_two_files_for_xero_and_the_journal_has_at_most_300_lines(here: Union) -> None:
    line = DraftLine(
        "copies",
        "copies",
        Fraction(1),
        "copy",
        Fraction(100),
        Fraction(1),
        Parts(100, 0),
        Tax("", Fraction(0), included=False),
    )
    account = treasury.account(here.club)
    drafts = [DraftDocument(account, Document.Kind.INVOICE, DAY, (line,))] * (501 - Document.objects.count())
    day = date(2026, 7, 10)
    documents.issue(drafts, day, actor=here.clerk, at=treasury.moment(day))
    packed = export.export("xero", actor=here.clerk, at=treasury.moment(day))
    assert packed.name.endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert list(parts) == ["xero-invoices-1.csv", "xero-invoices-2.csv"]
    numbers = [{row["*InvoiceNumber"] for row in csv.DictReader(io.StringIO(text))} for text in parts.values()]
    assert [len(each) for each in numbers] == [500, 1]
    assert all(text.startswith(XERO) for text in parts.values())
    entries = list(JournalEntry.objects.order_by("number"))
    listed = [list(csv.DictReader(io.StringIO(each.content.decode()))) for each in files.xero_journal(entries)]
    assert max(len(each) for each in listed) == 300
    assert [sum(int(row["*Amount"].replace(".", "")) for row in each) for each in listed] == [0] * len(listed)
