"""Invoices, credit notes and statements of an account on paper: everything that must stand on them, as typed data.

Amounts are whole smallest units of the currency; this module writes them and computes nothing. What a document says is
what it was given: names, addresses, tax numbers, wording and rates are those that were frozen in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.register.papers.document import Document, document
from overtrick.register.papers.layout import Block, Column, Facts, Heading, Lines, Words
from overtrick.register.papers.render import Paper

#: What stands above the lines on the first page besides the title, in millimetres.
_ADDRESSES, _FACT = 38.0, 6.2
#: So many characters of a fact stand on one line.
_A_LINE = 90


class Currency(NamedTuple):
    """How amounts are written."""

    code: str  #: GBP
    sign: str  #: £
    places: int = 2

    def write(self, units: int) -> str:
        """Write an amount: £1,234.50, below zero with its sign."""
        whole, rest = divmod(abs(units), 10**self.places)
        after = f".{rest:0{self.places}}" if self.places else ""
        return f"{'−' if units < 0 else ''}{self.sign}{whole:,}{after}"


class Party(NamedTuple):
    """Who sends a document, or gets it, as frozen in it."""

    name: str
    address: Sequence[str]  #: line by line
    tax_number: str = ""  #: with what it is called: "ABN 12 345 678 901", "VAT GB 123 4567 89"

    @property
    def lines(self) -> list[str]:
        """As an envelope has it, with the tax number below."""
        return [each for each in (self.name, *self.address, self.tax_number) if each]


class InvoiceLine(NamedTuple):
    """A line of an invoice or of a credit note."""

    description: str
    quantity: str  #: exact, as it is charged: 12.25
    unit: str
    rate: str  #: for each unit, with its currency
    net: int
    tax_code: str
    tax_rate: str  #: "10 %"; or why there is none
    tax: int
    gross: int
    clause: str = ""  #: of the handbook


class TaxTotal(NamedTuple):
    """What all lines of a tax code come to."""

    code: str
    says: str  #: "GST 10 %, included", "Exempt: subscription to a body of members"
    net: int
    tax: int
    gross: int


class AnnexLine(NamedTuple):
    """What was charged: a submission, with its day and what it was charged for."""

    day: date
    reference: str
    event: str
    charged: str  #: points or players
    amount: int


class Invoice(NamedTuple):
    """An invoice, or a credit note, with everything that stands on it."""

    title: str  #: "Invoice 2026-0042", "Tax invoice 2026-0042", "Credit note 2026-0043 of invoice 2026-0042"
    number: str
    day: date
    period: str  #: the tax point, or what it is about: "1 July to 30 September 2026"
    sender: Party
    payer: Party
    currency: Currency
    lines: Sequence[InvoiceLine]
    taxes: Sequence[TaxTotal]
    net: int
    tax: int
    total: int
    tariff: str  #: which one, from which day, and where it stands
    ask: str  #: where to ask
    due: date | None = None  #: a credit note has none
    reference: str = ""  #: that a payment names
    bank: Sequence[str] = ()
    balance_before: int | None = None
    balance_after: int | None = None
    notes: Sequence[str] = ()
    annex: Sequence[AnnexLine] = ()
    reason: str = ""  #: why a credit note was made, where somebody decided it


class AccountLine(NamedTuple):
    """A document or a payment on a statement of an account."""

    day: date
    document: str
    words: str
    debit: int
    credit: int
    balance: int
    due: date | None = None


class AccountStatement(NamedTuple):
    """What stands on an organisation's account over a span of days."""

    organisation: str
    number: str
    first: date
    last: date
    currency: Currency
    opening: int
    closing: int
    lines: Sequence[AccountLine]
    overdue: int
    ask: str
    reference: str = ""
    bank: Sequence[str] = ()


def invoice_paper(given: Invoice) -> Paper:
    """Write an invoice or a credit note."""
    write = given.currency.write
    facts = [
        (_("Number"), given.number),
        (_("Date"), _day(given.day)),
        (_("For"), given.period),
        (_("Due"), _day(given.due) if given.due else ""),
        (_("Payment reference"), given.reference),
        (_("Currency"), given.currency.code),
        (_("Reason"), given.reason),
    ]
    facts = [(label, said) for label, said in facts if said]
    blocks: list[Block] = [_invoice_lines(given), Heading(_("Totals")), _tax_totals(given)]
    sums = [(_("Net"), write(given.net)), (_("Tax"), write(given.tax)), (_("Total"), write(given.total))]
    if given.balance_before is not None and given.balance_after is not None:
        sums += [
            (_("Balance before"), write(given.balance_before)),
            (_("Balance after"), write(given.balance_after)),
        ]
    blocks.append(Facts(sums))
    blocks += _how_to_pay(given.bank, given.reference)
    tariff = _("Tariff: %(tariff)s") % {"tariff": given.tariff} if given.tariff else ""
    told = [*given.notes, tariff, given.ask]
    blocks += [Words(each, soft=True) for each in told if each]
    if given.annex:
        blocks += [Heading(_("What was charged") if given.due else _("What was corrected")), _annex(given)]
    running = f"{given.title} · {given.payer.name}"
    return document(
        "invoice",
        Document(given.title, blocks, totals=_what_counts(given), running=running, foot=given.sender.name),
        above=_ADDRESSES + (len(facts) + len(given.reason) // _A_LINE) * _FACT,
        to=given.payer.lines,
        sender=given.sender.lines,
        facts=[list(each) for each in facts],
    )


def _what_counts(given: Invoice) -> list[tuple[str, str]]:
    """Give what somebody who pays looks for first: how much, and by when; of a credit note, how much comes back."""
    if given.due is None:
        return [(given.currency.write(-given.total), _("credited to your account"))]
    return [(given.currency.write(given.total), _("Total")), (_day(given.due), _("Due"))]


def account_paper(given: AccountStatement) -> Paper:
    """Write the statement of an account; its figures that stand out are what is owed and what is overdue."""
    write = given.currency.write
    columns = [Column(_("Day")), Column(_("Document")), Column(_("For")), Column(_("Due"))]
    columns += [Column(each, figures=True) for each in (_("Charged"), _("Paid or credited"), _("Balance"))]
    opening = [_day(given.first), "", _("Brought forward"), "", "", "", write(given.opening)]
    rows = [
        [
            _day(each.day),
            each.document,
            each.words,
            _day(each.due) if each.due else "",
            write(each.debit) if each.debit else "",
            write(each.credit) if each.credit else "",
            write(each.balance),
        ]
        for each in given.lines
    ]
    closing = [_day(given.last), "", _("Carried forward"), "", "", "", write(given.closing)]
    blocks: list[Block] = [Lines(columns, [opening, *rows, closing])]
    blocks += _how_to_pay(given.bank, given.reference)
    blocks.append(Words(given.ask, soft=True))
    span = _("%(first)s to %(last)s") % {"first": _day(given.first), "last": _day(given.last)}
    title = _("Statement of account")
    return document(
        "account",
        Document(
            given.organisation,
            blocks,
            f"{title} · {span}",
            _("Number %(number)s") % {"number": given.number},
            [(write(given.closing), _("balance")), (write(given.overdue), _("overdue"))],
            f"{given.organisation} · {title} · {span}",
        ),
    )


def _invoice_lines(given: Invoice) -> Lines:
    write = given.currency.write
    columns = [Column(_("Description")), Column(_("Quantity"), figures=True), Column(_("Unit"))]
    columns += [Column(_("Rate"), figures=True), Column(_("Net"), figures=True), Column(_("Tax rate"))]
    columns += [Column(_("Tax"), figures=True), Column(_("Amount"), figures=True)]
    rows = []
    for each in given.lines:
        words = f"{each.description} ({each.clause})" if each.clause else each.description
        taxed = f"{each.tax_code} {each.tax_rate}".strip()
        amounts = (write(each.net), taxed, write(each.tax), write(each.gross))
        rows.append([words, each.quantity, each.unit, each.rate, *amounts])
    return Lines(columns, rows)


def _tax_totals(given: Invoice) -> Lines:
    write = given.currency.write
    columns = [Column(_("Tax code")), Column(_("Tax"))]
    columns += [Column(each, figures=True) for each in (_("Net"), _("Tax"), _("Amount"))]
    rows = [[each.code, each.says, write(each.net), write(each.tax), write(each.gross)] for each in given.taxes]
    return Lines(columns, rows)


def _annex(given: Invoice) -> Lines:
    columns = [Column(_("Day")), Column(_("Reference")), Column(_("Event")), Column(_("Charged for"))]
    columns += [Column(_("Amount"), figures=True)]
    write = given.currency.write
    rows = [[_day(each.day), each.reference, each.event, each.charged, write(each.amount)] for each in given.annex]
    return Lines(columns, rows)


def _how_to_pay(bank: Sequence[str], reference: str) -> list[Block]:
    if not bank:
        return []
    pairs = [(_("Bank"), " · ".join(bank))]
    return [Heading(_("How to pay")), Facts([*pairs, *([(_("Payment reference"), reference)] if reference else [])])]


def _day(day: date) -> str:
    return date_format(day, "j F Y")
