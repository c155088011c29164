"""What the pages of money share: the way to them, accounts and documents of an address, and how they link."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.money.models import Document, MoneyAccount
from overtrick.web import parameters
from overtrick.web.design.tables import Cell
from overtrick.web.money import document_sheet
from overtrick.web.office.confirm_form import Crumb


def crumbs(*more: Crumb) -> list[Crumb]:
    """Give the way to a page of money."""
    return [Crumb(_("Money"), reverse("office-money")), *more]


def find_document(reference: str) -> Document:
    """Give the document of an address: 2025-0042."""
    rows = Document.objects.select_related("account__organisation", "account__player", "refers", "made_by", "second")
    return document_sheet.one_of(rows, reference)


def find_account(pk: int) -> MoneyAccount:
    """Give the account of an address."""
    found = MoneyAccount.objects.select_related("organisation", "player").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def document_address(document: Document) -> str:
    """Say where the office sees a document."""
    return reverse("office-money-document", args=[document.reference])


def account_address(account: MoneyAccount) -> str:
    """Say where the office sees an account."""
    return reverse("office-money-account", args=[account.pk])


def account_cell(account: MoneyAccount) -> Cell:
    """A cell with the name of an account that leads to it."""
    return Cell(str(account), link=account_address(account))


def document_cell(document: Document) -> Cell:
    """A cell with a document's number that leads to it."""
    return Cell(document.reference, document_sheet.title(document), document_address(document))


def of_account(asked: str, before: str = "account__") -> Q:
    """Keep what belongs to an organisation with this name or number, or to a member with this number."""
    wanted = Q()
    for word in asked.split():
        wanted &= (
            Q(**{f"{before}organisation__name__icontains": word})
            | Q(**{f"{before}organisation__number": word})
            | Q(**{f"{before}player__number": word})
        )
    return wanted


def matching_documents(asked: str) -> QuerySet[Document]:
    """Find documents by their number, or by whose they are; the newest first."""
    rows = Document.objects.select_related("account__organisation", "account__player", "refers")
    if (found := document_sheet.REFERENCE.fullmatch(asked)) is not None:
        rows = rows.filter(year=int(found.group(1)), number=int(found.group(2)))
    elif (year := parameters.year(asked)) is not None:
        rows = rows.filter(year=year)
    else:
        rows = rows.filter(of_account(asked))
    return rows.order_by("-year", "-number")


class TickList(NamedTuple):
    """A list of what is proposed for today; what stays ticked is done."""

    title: str
    name: str  #: of the ticked field
    lead: str
    does: str
    nothing: str
    row: str  #: the template of what is said of one
