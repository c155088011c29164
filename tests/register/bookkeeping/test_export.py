"""Exports: each entry once, the headings of each program, codes that are missing, and copies."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.bookkeeping import codes, export, files
from overtrick.register.bookkeeping.codes import Kind, Ours, Unmapped
from overtrick.register.bookkeeping.export import NothingNew
from overtrick.register.money import confirm, discretion
from overtrick.register.money.models import Exported, JournalEntry
from overtrick.register.scoping import scope
from tests.register.money import treasury
from tests.register.season import Union, opened

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 30)
AT = treasury.moment(DAY)


@pytest.fixture
def here(founded: Founded) -> Union:
    return founded(_billed)


def _billed() -> Union:
    """Two clubs: one with an invoice of 24.93 with GST in it, of which 0.51 was credited, and a payment too large."""
    made = opened("west", "abf")
    with scope(federation=made.federation):
        treasury.begun(made)
        treasury.taxed(made, "GST", "1/10", included=True)
        treasury.charged(made.club, treasury.due(treasury.LEVY, "12.34", 202, DAY, tax="GST"))
        (invoice,) = treasury.billed(made, DAY).documents
        line = invoice.lines.get()
        proposal = discretion.credit(invoice, {line.pk: 51}, "Corrected", actor=made.clerk, at=AT)
        confirm.confirm(proposal, actor=made.second, at=AT)
        treasury.paid(made, made.club, 7000, DAY)
    return made


def _rows(file: files.NewFile) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.content.decode())))


def _mapped(here: Union, program: str) -> None:
    given = {each: f"{at + 200}" for at, each in enumerate(codes.used())}
    codes.enter(program, {**given, Ours(Kind.TAX, ""): "NONE"}, actor=here.clerk, at=AT)


def test_the_general_ledger_balances_and_goes_out_once(here: Union) -> None:
    file = export.export("ledger", actor=here.clerk, at=AT)
    rows = _rows(file)
    assert tuple(rows[0]) == files._LEDGER  # noqa: SLF001 - the headings
    assert [each["debit"] for each in rows if each["account"] == "debtors"] == ["24.93", "", ""]
    assert [each["credit"] for each in rows if each["account"] == "tax/GST"] == ["2.27", ""]
    assert [each["debit"] for each in rows if each["account"] == "bank"] == ["70.00"]
    debit, credit = (sum(int(each[side].replace(".", "") or 0) for each in rows) for side in ("debit", "credit"))
    assert debit == credit
    with pytest.raises(NothingNew):
        export.export("ledger", actor=here.clerk, at=AT)
    treasury.paid(here, here.club, 100, DAY)
    assert export.not_exported("ledger") == 1
    again = _rows(export.export("ledger", actor=here.clerk, at=AT))
    assert {each["entry"] for each in again} == {str(JournalEntry.objects.count())}


def test_a_copy_has_the_same_bytes_is_marked_and_takes_nothing_from_the_next(here: Union) -> None:
    first = export.export("ledger", actor=here.clerk, at=AT)
    copy = export.export_again(Exported.objects.get(), actor=here.clerk, at=AT)
    assert copy.content == first.content
    assert copy.name == f"COPY-{first.name}"
    assert export.not_exported("ledger") == 0


def test_what_has_no_code_stops_the_export_with_its_name(here: Union) -> None:
    with pytest.raises(Unmapped) as refused:
        export.export("xero", actor=here.clerk, at=AT)
    assert set(refused.value.names) == {f"income/{treasury.LEVY}", "income/goodwill", "tax code GST"}
    assert not Exported.objects.exists()


def test_xero_gets_one_of_each_amount_with_its_tax_in_it(here: Union) -> None:
    _mapped(here, "xero")
    invoice, credit = _rows(export.export("xero", actor=here.clerk, at=AT))
    assert tuple(invoice) == files._XERO  # noqa: SLF001 - the headings
    assert (invoice["*Quantity"], invoice["*UnitAmount"]) == ("1", "24.93")
    assert (invoice["*InvoiceDate"], invoice["*DueDate"]) == ("30/06/2026", "30/07/2026")
    assert "12.34 point" in invoice["*Description"]
    assert (credit["*UnitAmount"], credit["Reference"]) == ("-0.51", invoice["*InvoiceNumber"])


@pytest.mark.postgres
def test_xeros_journal_is_split_and_no_entry_is_divided(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_JOURNAL_LINES", 4)
    _mapped(here, "xero")
    parts = list(files.xero_journal(list(JournalEntry.objects.order_by("number"))))
    assert [each.name for each in parts] == ["xero-journal-1.csv", "xero-journal-2.csv", "xero-journal-3.csv"]
    assert all(sum(int(row["*Amount"].replace(".", "")) for row in _rows(each)) == 0 for each in parts)


def test_more_invoices_than_xero_takes_are_split(here: Union, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_INVOICES", 1)
    _mapped(here, "xero")
    file = export.export("xero", actor=here.clerk, at=AT)
    assert file.name == "xero-1-3.zip"


def test_sage_gets_invoices_credits_and_receipts(here: Union) -> None:
    _mapped(here, "sage")
    rows = _rows(export.export("sage", actor=here.clerk, at=AT))
    told = [(each["Type"], each["Account Reference"], each["Net Amount"], each["Tax Amount"]) for each in rows]
    assert told == [("SI", "100", "22.66", "2.27"), ("SC", "100", "0.46", "0.05"), ("SA", "100", "70.00", "0.00")]


def test_myob_has_a_blank_line_between_documents_and_short_numbers(here: Union) -> None:
    _mapped(here, "myob")
    lines = export.export("myob", actor=here.clerk, at=AT).content.decode().split("\r\n")
    assert lines[2] == ""
    assert "26-00001" in lines[1]
    assert "24.93" in lines[1]


def test_everything_is_json(here: Union) -> None:
    said = json.loads(export.export("json", actor=here.clerk, at=AT).content)
    assert {len(said["document"]), len(said["payment"]), len(said["journalentry"])} == {2, 1, 3}
    assert sum(amount for _entry, _name, _holder, amount, _tax in said["postings"]) == 0
