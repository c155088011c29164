"""A document as pages show it: its lines, what each rests on, and what was paid of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import accounts, matching
from overtrick.register.money.documents import WRITTEN_OFF
from overtrick.register.money.exact import exact
from overtrick.register.money.models import Charge, Dispute, Document, Line, Match
from overtrick.register.scoping import current
from overtrick.web.design.tables import Cell
from overtrick.web.design.working import clause_link
from overtrick.web.money import amounts

REFERENCE = re.compile(r"([0-9]{4})-([0-9]{1,8})")
KINDS = {
    Document.Kind.INVOICE: gettext_lazy("Invoice"),
    Document.Kind.CREDIT_NOTE: gettext_lazy("Credit note"),
}


class ChargeRow(NamedTuple):
    """A charge as a line of a document, or a list, shows it."""

    day: date
    what: str
    quantity: str
    basis: str
    comes_to: str | SafeString
    working: str
    clause: SafeString | str
    reverses: bool
    reason: str


class DisputeRow(NamedTuple):
    """A dispute about a line."""

    dispute: Dispute
    state: str
    tone: str


class LineRow(NamedTuple):
    """A line of a document."""

    line: Line
    quantity: str
    unit: str
    rate: str
    net: str
    tax: str
    gross: str
    tax_words: str
    clause: SafeString | str
    charges: list[ChargeRow]
    disputes: list[DisputeRow]
    may_dispute: bool


class TaxSum(NamedTuple):
    """What lines of one tax code come to."""

    words: str
    net: str
    tax: str  #: empty: none


class Paid(NamedTuple):
    """So much of a payment was for the document."""

    match: Match
    amount: str


class DocumentSheet(NamedTuple):
    """Everything that a page shows of a document."""

    document: Document
    title: str
    lines: list[LineRow]
    taxes: list[TaxSum]
    net: str
    tax: str
    gross: str
    left: str  #: of an invoice: what is to pay
    state: str
    tone: str
    paid: list[Paid]
    notes: list[tuple[str, str, str]]  #: its credit notes: words, amount, address
    refers: tuple[str, str] | None  #: the invoice that a credit note refers to: words, address


def sheet(
    document: Document, address: Callable[[Document], str], on: date, *, disputing: bool = False
) -> DocumentSheet:
    """Read a document; ``address`` says where others are shown to whoever looks."""
    left = accounts.left_of([document.pk])[document.pk] if document.kind == Document.Kind.INVOICE else 0
    state, tone = state_of(document, left, on, taken_back([document]).get(document.pk))
    matches = Match.objects.filter(document=document).select_related("payment").order_by("pk")
    notes = document.credit_notes.order_by("year", "number")
    return DocumentSheet(
        document,
        title(document),
        _lines(document, disputing=disputing),
        _taxes(document),
        amounts.shown(document.net),
        amounts.shown(document.tax),
        amounts.shown(document.gross),
        amounts.shown(max(left, 0)),
        state,
        tone,
        [Paid(each, amounts.shown(each.amount)) for each in matching.standing(matches)],
        [(title(each), amounts.shown(each.gross), address(each)) for each in notes],
        (title(document.refers), address(document.refers)) if document.refers else None,
    )


def title(document: Document) -> str:
    """Name a document: Invoice 2025-0042."""
    return f"{KINDS[Document.Kind(document.kind)]} {document.reference}"


def one_of(rows: QuerySet[Document], reference: str) -> Document:
    """Give the document of a reference among those that somebody may see; any other is not there."""
    found = REFERENCE.fullmatch(reference)
    document = rows.filter(year=int(found.group(1)), number=int(found.group(2))).first() if found else None
    if document is None:
        raise Http404
    return document


def taken_back(documents: Sequence[Document]) -> dict[int, DocumentState]:
    """Name the invoices that ended without being paid: cancelled as a whole, or given up with what was left."""
    lines = Line.objects.filter(document__refers__in=[each.pk for each in documents])
    back: dict[int, int] = defaultdict(int)
    given_up = set()
    for document, kind, gross in lines.values_list("document__refers", "type", "gross"):
        back[document or 0] -= gross
        if kind == WRITTEN_OFF:
            given_up.add(document or 0)
    whole = {each.pk: DocumentState.CANCELLED for each in documents if each.gross and back.get(each.pk) == each.gross}
    return whole | dict.fromkeys(given_up, DocumentState.WRITTEN_OFF)


class DocumentState(StrEnum):
    """How far a document is."""

    CREDIT = "credit"
    CANCELLED = "cancelled"
    WRITTEN_OFF = "written-off"
    PAID = "paid"
    OVERDUE = "overdue"
    PARTLY_PAID = "partly-paid"
    TO_PAY = "to-pay"


#: Each in words, and the tone in which pages show it.
_STATES = {
    DocumentState.CREDIT: (gettext_lazy("Credit"), "good"),
    DocumentState.CANCELLED: (gettext_lazy("Cancelled"), "good"),
    DocumentState.WRITTEN_OFF: (gettext_lazy("Written off"), "good"),
    DocumentState.PAID: (gettext_lazy("Paid"), "good"),
    DocumentState.OVERDUE: (gettext_lazy("Overdue"), "wrong"),
    DocumentState.PARTLY_PAID: (gettext_lazy("Partly paid"), "odd"),
    DocumentState.TO_PAY: (gettext_lazy("To pay"), "odd"),
}


def state(document: Document, left: int, on: date, ended: DocumentState | None = None) -> DocumentState:
    """Say how far a document is; ``ended``: how it did without being paid."""
    if document.kind != Document.Kind.INVOICE:
        return DocumentState.CREDIT
    if left <= 0:
        return ended or DocumentState.PAID
    if (on - document.due).days > 0:
        return DocumentState.OVERDUE
    return DocumentState.PARTLY_PAID if left < document.gross else DocumentState.TO_PAY


def state_of(document: Document, left: int, on: date, ended: DocumentState | None = None) -> tuple[str, str]:
    """Say the same in words, with the tone in which pages show it."""
    words, tone = _STATES[state(document, left, on, ended)]
    return str(words), tone


def _lines(document: Document, *, disputing: bool) -> list[LineRow]:
    lines = list(document.lines.order_by("position"))
    charges = accounts.charges_on(lines)
    disputes: dict[int, list[Dispute]] = defaultdict(list)
    for dispute in Dispute.objects.filter(line__in=lines).select_related("made_by", "answered_by").order_by("pk"):
        disputes[dispute.line_id].append(dispute)
    asked = disputing and document.kind == Document.Kind.INVOICE  # a credit note may have a line above zero too
    return [_line(each, charges[each.pk], disputes[each.pk], disputing=asked) for each in lines]


def _line(line: Line, charges: Iterable[Charge], disputes: list[Dispute], *, disputing: bool) -> LineRow:
    waits = any(each.upheld is None for each in disputes)
    return LineRow(
        line,
        amounts.quantity(line.quantity, line.basis),
        amounts.unit(line.basis),
        amounts.rate(line.rate, line.share, line.basis),
        amounts.shown(line.net),
        amounts.shown(line.tax),
        amounts.shown(line.gross),
        tax_words(line),
        clause_link(line.clause, current().handbook),
        [charge_row(each) for each in charges],
        [dispute_row(each) for each in disputes],
        disputing and not waits and line.gross > 0,
    )


def charge_row(charge: Charge) -> ChargeRow:
    """Say what a charge is for, how it was worked out, and by which clause."""
    return ChargeRow(
        charge.caused_on,
        cause_words(charge),
        amounts.quantity(charge.quantity, charge.basis),
        amounts.unit(charge.basis),
        comes_to(charge).text,
        charge.working,
        clause_link(charge.clause, current().handbook),
        charge.reverses_id is not None,
        charge.reason,
    )


def cause_words(charge: Charge) -> str:
    """Name what a charge is for: an event, a member's number, a licence, an invoice."""
    if charge.submission is not None:
        return str(charge.submission.competition)
    if charge.licence is not None:
        return _("Licence %(number)s: %(allows)s") % {"number": charge.licence.number, "allows": charge.licence.allows}
    if charge.player is not None:
        return _("Member %(number)s") % {"number": charge.player.number}
    if charge.document is not None:
        return title(charge.document)
    return charge.words or charge.type


def dispute_row(dispute: Dispute) -> DisputeRow:
    """Say how far a dispute is."""
    if dispute.upheld is None:
        return DisputeRow(dispute, _("In dispute"), "odd")
    return DisputeRow(
        dispute, _("Upheld") if dispute.upheld else _("Not upheld"), "good" if dispute.upheld else "wrong"
    )


def tax_words(line: Line) -> str:
    """Name the tax of a line: GST 10 %, included."""
    if not line.tax_code:
        return _("no tax")
    told = {"code": line.tax_code, "rate": amounts.plain(exact(line.tax_rate or "0") * 100)}
    return (_("%(code)s %(rate)s %%, included") if line.tax_included else _("%(code)s %(rate)s %%")) % told


def _taxes(document: Document) -> list[TaxSum]:
    sums: dict[str, list[Line]] = defaultdict(list)
    for each in document.lines.order_by("position"):
        sums[tax_words(each)].append(each)
    return [
        TaxSum(
            words,
            amounts.shown(sum(each.net for each in listed)),
            amounts.shown(sum(each.tax for each in listed)) if listed[0].tax_code else "",
        )
        for words, listed in sums.items()
    ]


def comes_to(charge: Charge) -> Cell:
    """Write what a charge comes to, exactly: it is rounded on its line."""
    if charge.exempt:
        return Cell(0, _("waived") if charge.waived else _("exempt"))
    if not charge.rate:
        return Cell(None, _("no amount entered"))
    amount = exact(charge.quantity) * exact(charge.rate) * exact(charge.share)
    shown = amounts.rate(str(amount)) if amount >= 0 else f"−{amounts.rate(str(-amount))}"
    return Cell(amounts.plain(amount / 100), shown)
