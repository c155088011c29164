"""A player's own fees, where the handbook charges members: invoices, reminders, and what is not invoiced yet."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from overtrick.register.money import accounts
from overtrick.register.money.models import Document, MoneyAccount
from overtrick.web import access
from overtrick.web.design import papers
from overtrick.web.money import account_tables, amounts, document_sheet
from overtrick.web.money.papers import document_paper
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


def document_address(document: Document) -> str:
    """Say where a player sees a document of their own."""
    return reverse("record-money-document", args=[document.reference])


@login_required
@require_safe
def money(request: HttpRequest) -> HttpResponse:
    """Show what the player owes, and every document; of merged records all together."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    own = list(MoneyAccount.objects.filter(player__in=mine.records).order_by("pk"))
    documents = account_tables.documents(request, own, document_address)
    reminded = account_tables.reminded(request, own, document_address)
    coming = account_tables.coming(request, own)
    for table in (documents, reminded, coming):
        if (file := table.download(request)) is not None:
            return file
    context = {
        "documents": documents,
        "reminders": reminded,
        "coming": coming,
        "balance": amounts.shown(sum(accounts.balance(each) for each in own)) if own else "",
        "tab": "money",
    }
    return render(request, "player/money.html", context)


@login_required
@require_safe
def document(request: HttpRequest, reference: str) -> HttpResponse:
    """Show an invoice or a credit note of the player, line by line."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    rows = Document.objects.filter(account__player__in=mine.records).select_related("account__player", "refers")
    found = document_sheet.one_of(rows, reference)
    if papers.is_pdf(request):
        return papers.sent(request, document_sheet.title(found), [document_paper(found)], found.day)
    sheet = document_sheet.sheet(found, document_address, access.today())
    return render(request, "player/money_document.html", {"sheet": sheet, "tab": "money"})
