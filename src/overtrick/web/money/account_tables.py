"""Tables of an account, for whoever it belongs to: its documents, its reminders, and what is not invoiced yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.register.money import accounts, reminders
from overtrick.register.money.models import Document, MoneyAccount
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import formatting

Address = Callable[[Document], str]  #: says where a document is shown to whoever looks


def documents(request: HttpRequest, listed: Iterable[MoneyAccount], address: Address) -> Table:
    """List the invoices and credit notes."""
    rows = [document for each in listed for document in accounts.documents_of(each)]
    left = accounts.left_of([each.pk for each in rows if each.kind == Document.Kind.INVOICE])
    ended = document_sheet.taken_back(rows)
    columns = [_("Document"), _("Day"), _("Due"), _("Status"), Figures(_("Left to pay")), Figures(_("Sum"))]
    cells = [
        [
            Cell(each.reference, document_sheet.title(each), address(each)),
            Cell(each.day, formatting.day(each.day)),
            Cell(each.due, formatting.day(each.due)) if each.kind == Document.Kind.INVOICE else Cell(None),
            Cell(document_sheet.state_of(each, left.get(each.pk, 0), access.today(), ended.get(each.pk))[0]),
            amounts.cell(max(left[each.pk], 0)) if each.pk in left else Cell(None),
            amounts.cell(each.gross),
        ]
        for each in rows
    ]
    return Table(_("Invoices and credit notes"), columns, cells, request, "documents")


def reminded(request: HttpRequest, listed: Iterable[MoneyAccount], address: Address) -> Table:
    """List the reminders that the office has sent."""
    columns = [_("Day"), _("Document"), _("Due"), Figures(_("Left to pay"))]
    cells = [
        [
            Cell(each.day, formatting.day(each.day)),
            Cell(each.document.reference, document_sheet.title(each.document), address(each.document)),
            Cell(each.document.due, formatting.day(each.document.due)),
            amounts.cell(each.amount),
        ]
        for account in listed
        for each in reminders.sent_to(account)
    ]
    return Table(_("Reminders"), columns, cells, request, "reminders")


def coming(request: HttpRequest, listed: Sequence[MoneyAccount]) -> Table:
    """List what is charged and not invoiced yet, with its working."""
    columns = [_("What for"), _("Charge"), _("Day"), _("Invoiced after"), _("Working"), Figures(_("Comes to"))]
    cells = [
        [
            Cell(document_sheet.cause_words(each)),
            Cell(each.words or each.type, english(each.words or each.type)),
            Cell(each.caused_on, formatting.day(each.caused_on)),
            Cell(each.billed, formatting.day(each.billed)),
            Cell(each.working, english(each.working)),
            document_sheet.comes_to(each),
        ]
        for account in listed
        for each in accounts.not_invoiced(account)
    ]
    return Table(_("Not invoiced yet"), columns, cells, request, "coming")
