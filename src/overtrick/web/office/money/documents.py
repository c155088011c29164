"""Invoices and credit notes: search, one with everything it rests on, and what two people may do about it."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import accounts, discretion
from overtrick.register.money.models import Document, MoneyProposal
from overtrick.register.money.plan import creditable
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design import papers as design_papers
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import is_file
from overtrick.web.money import amounts, document_sheet
from overtrick.web.money.papers import document_paper
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb
from overtrick.web.office.money.runs import documents_table

_MOST = 500
_KINDS = {"": gettext_lazy("All"), "invoice": gettext_lazy("Invoices"), "credit note": gettext_lazy("Credit notes")}
_LINE = re.compile(r"line-([0-9]{1,15})")


@decorators.audited
def documents(request: HttpRequest) -> HttpResponse:
    """Find documents by number, year, club or member; the newest first."""
    asked = parameters.search(request.GET, "q")
    chosen = request.GET.get("which", "")
    chosen = chosen if chosen in _KINDS else ""
    rows = base.matching_documents(asked)
    rows = rows.filter(kind=chosen) if chosen else rows
    table = documents_table(request, rows if is_file(request) else rows[:_MOST])
    context = {"table": table, "asked": asked, "chosen": chosen, "choices": _KINDS.items()}
    context["most"] = _MOST if len(table.rows) == _MOST else 0
    return table.download(request) or render(request, "office/money/documents.html", context)


@decorators.audited
def document(request: HttpRequest, reference: str) -> HttpResponse:
    """Show one document: lines, charges with working and clause, payments, credit notes, what is proposed."""
    found = base.find_document(reference)
    if design_papers.is_pdf(request):
        return design_papers.sent(request, document_sheet.title(found), [document_paper(found)], found.day)
    sheet = document_sheet.sheet(found, base.document_address, access.today())
    waits = MoneyProposal.objects.filter(
        status=MoneyProposal.Status.WAITING,
        kind__in=(MoneyProposal.Kind.CREDIT, MoneyProposal.Kind.WRITE_OFF),
        content__document=found.pk,
    )
    left = accounts.left_of([found.pk])[found.pk]
    invoice = found.kind == Document.Kind.INVOICE
    context = {
        "sheet": sheet,
        "document": found,
        "account": base.account_address(found.account),
        "day": formatting.day(found.day),
        "due": formatting.day(found.due),
        "made": formatting.moment(found.made_at),
        "by": formatting.who(found.made_by),
        "second": formatting.who(found.second) if found.second else "",
        "waits": waits,
        "may_credit": invoice and creditable(found) > 0 and access.is_office(request),
        "may_write_off": invoice and left > 0 and access.is_office(request),
        "run": found.billing_run_id,
    }
    return render(request, "office/money/document.html", context)


def _crumbs(found: Document) -> list[Crumb]:
    return base.crumbs(
        crumb(_("Invoices and credit notes"), "office-money-documents"),
        Crumb(document_sheet.title(found), base.document_address(found)),
    )


class CreditForm(Plain):
    """How much of each line is taken back, and why."""

    def __init__(self, found: Document, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        left = discretion.left_by_line(found)
        for line in found.lines.order_by("position"):
            if line.pk not in left:
                continue
            self.fields[f"line-{line.pk}"] = amounts.AmountField(
                label=line.words,
                help_text=_("At most %(amount)s. Leave it empty to take nothing back.")
                % {"amount": amounts.shown(left[line.pk])},
                required=False,
                initial=amounts.figure(left[line.pk]),
            )
        self.fields["reason"] = confirm_form.reason(_("It is printed on the credit note."))

    def lines(self) -> dict[int, int]:
        """Give the amounts by line."""
        found = ((_LINE.fullmatch(name), value) for name, value in self.cleaned_data.items())
        return {int(line.group(1)): value for line, value in found if line is not None and value is not None}

    def clean(self) -> dict[str, Any]:
        """See that something is taken back."""
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and not self.lines():
            self.add_error(None, _("Enter how much of at least one line is taken back"))
        return given


def _invoice(reference: str) -> Document:
    """Give the invoice of an address; a credit note is not taken back."""
    found = base.find_document(reference)
    if found.kind != Document.Kind.INVOICE:
        raise Http404
    return found


@decorators.form
def credit(request: HttpRequest, reference: str) -> HttpResponse:
    """Propose a credit note."""
    found = _invoice(reference)
    form = CreditForm(found, parameters.posted(request))
    page = Ask(
        _("A credit note for invoice %(number)s") % {"number": found.reference},
        _("Propose this credit note"),
        _crumbs(found),
        warn=True,
        by_two=True,
        lead=_("The invoice stays as it is. The credit note takes back part or all of it."),
    )

    def do(_given: Answers) -> Done:
        made = discretion.credit(
            found, form.lines(), form.cleaned_data["reason"], **access.acting(request), shown=password_again.SHOWN
        )
        return _proposed(made)

    def foresee(_given: Answers) -> list[str]:
        told = {"amount": amounts.shown(sum(form.lines().values())), "whose": found.account}
        return [
            _("A credit note of %(amount)s for %(whose)s, when somebody else confirms it.") % told,
            _("What was paid of it and is no longer owed stays on the account."),
        ]

    return confirm_form.ask(request, form, page, do, foresee)


def _proposed(made: MoneyProposal) -> Done:
    return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))


@decorators.form
def write_off(request: HttpRequest, reference: str) -> HttpResponse:
    """Propose to give up what is left of an invoice."""
    found = _invoice(reference)
    left = max(accounts.left_of([found.pk])[found.pk], 0)
    page = Ask(
        _("Write off invoice %(number)s") % {"number": found.reference},
        _("Propose to write it off"),
        _crumbs(found),
        warn=True,
        by_two=True,
    )

    def do(given: Answers) -> Done:
        return _proposed(
            discretion.write_off(found, given["reason"], **access.acting(request), shown=password_again.SHOWN)
        )

    told = {"amount": amounts.shown(left), "whose": found.account}
    follows = [
        _("%(whose)s no longer owes %(amount)s, when somebody else confirms it.") % told,
        _("It is a credit note, and a bad debt in the accounts."),
    ]
    form = confirm_form.Why(_("Why it will not be paid. It is printed on the credit note."), parameters.posted(request))
    return confirm_form.ask(request, form, page, do, follows)
