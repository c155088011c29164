"""An organisation's money: its account, invoices and statement, a line in dispute, and what is not invoiced yet."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.register.money import accounts, disputes
from overtrick.register.money.models import Document
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design import papers
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.money import account_tables, amounts, document_sheet, statement_sheet
from overtrick.web.money.papers import document_paper, statement_paper


def document_address(where: Organisation, document: Document) -> str:
    """Say where an organisation sees a document of its own."""
    return reverse("club-money-document", args=[where.pk, document.reference])


@base.page(Action.ACCOUNT)
def money(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the account: what is owed, the invoices, what comes next, and a statement between two days."""
    account = accounts.existing(where)
    shown: dict[str, object] = {"account": account, "region": where.kind == Organisation.Kind.REGION}
    if account is not None:
        sheet = statement_sheet.read(request, account, access.today(), lambda each: document_address(where, each))
        if statement_sheet.is_paper(request):
            return papers.sent(request, sheet.table.title, [statement_paper(sheet.statement)])
        documents = account_tables.documents(request, [account], lambda each: document_address(where, each))
        coming = account_tables.coming(request, [account])
        reminded = account_tables.reminded(request, [account], lambda each: document_address(where, each))
        for table in (sheet.table, documents, coming, reminded):
            if (file := table.download(request)) is not None:
                return file
        credit = accounts.on_account([account]).get(account.pk, 0)
        shown |= {
            "sheet": sheet,
            "documents": documents,
            "coming": coming,
            "balance": amounts.shown(accounts.balance(account)),
            "reminders": reminded,
            "credit": amounts.shown(credit) if credit > 0 else "",
            "overdue": any(each.days_past(access.today()) > 0 for each in accounts.open_documents([account])),
        }
    return base.show(request, where, "money", shown)


def find(where: Organisation, reference: str) -> Document:
    """Give a document of the organisation; one of another is not there."""
    rows = Document.objects.filter(account__organisation=where).select_related("account__organisation", "refers")
    return document_sheet.one_of(rows, reference)


@base.page(Action.ACCOUNT)
def document(request: HttpRequest, where: Organisation, reference: str) -> HttpResponse:
    """Show an invoice or a credit note, line by line."""
    found = find(where, reference)
    if papers.is_pdf(request):
        return papers.sent(request, document_sheet.title(found), [document_paper(found)], found.day)
    disputing = may(access.actor(request), Action.DISPUTE, where, access.today())
    sheet = document_sheet.sheet(found, lambda each: document_address(where, each), access.today(), disputing=disputing)
    shown = {"sheet": sheet, "dispute_page": f"{document_address(where, found)}dispute/"}
    return base.show(request, where, "money_document", shown)


class DisputeForm(Plain):
    """What is wrong with a line."""

    words = forms.CharField(
        label=gettext_lazy("What is wrong with this line?"),
        help_text=gettext_lazy("Say what it should be, and how you know."),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Say what is wrong with the line")},
    )


@base.form(Action.DISPUTE)
def dispute(request: HttpRequest, where: Organisation, reference: str, line: int) -> HttpResponse:
    """Dispute a line of an invoice."""
    found = find(where, reference)
    get_object_or_404(found.lines, pk=line)
    sheet = document_sheet.sheet(found, lambda each: document_address(where, each), access.today(), disputing=True)
    row = next(each for each in sheet.lines if each.line.pk == line)
    form = DisputeForm(parameters.posted(request))
    if form.is_bound and form.is_valid():
        try:
            disputes.dispute(row.line, form.cleaned_data["words"], **access.acting(request))
        except Refused as error:
            form.add_error(None, english(error))
        else:
            messages.success(request, _("The office has your dispute. Its answer comes on this page."))
            return redirect(document_address(where, found))
    shown = {"form": form, "row": row, "sheet": sheet, "back": document_address(where, found)}
    return base.show(request, where, "money_dispute", shown, status=422 if form.errors else 200)
