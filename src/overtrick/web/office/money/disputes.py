"""Disputes: lines that an organisation says are wrong, and the office's answer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import disputes as register
from overtrick.register.money.models import Dispute
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb

_CHOICES = {"": gettext_lazy("Waiting for the office"), "answered": gettext_lazy("Answered")}


@decorators.audited
def disputes(request: HttpRequest) -> HttpResponse:
    """List the disputes that wait, the oldest first; or those that were answered."""
    chosen = request.GET.get("which", "")
    chosen = chosen if chosen in _CHOICES else ""
    rows = register.waiting()
    if chosen:
        rows = Dispute.objects.exclude(upheld=None).select_related("line__document__account__organisation", "made_by")
        rows = rows.order_by("-answered_at", "-pk")
    columns = [_("Document"), _("Whose"), _("Line"), _("What is wrong"), _("Since"), _("Status"), Figures(_("Amount"))]
    cells = [
        [
            Cell(each.line.document.reference, link=reverse("office-money-dispute", args=[each.pk])),
            Cell(str(each.line.document.account)),
            Cell(each.line.words),
            Cell(each.words),
            formatting.moment_cell(each.made_at),
            Cell(document_sheet.dispute_row(each).state),
            amounts.cell(each.line.gross),
        ]
        for each in rows
    ]
    table = Table(_("Disputes"), columns, cells, request)
    context = {"table": table, "chosen": chosen, "choices": _CHOICES.items()}
    return table.download(request) or render(request, "office/money/disputes.html", context)


class AnswerForm(Plain):
    """Whether the organisation is right, and why."""

    upheld = forms.ChoiceField(
        label=gettext_lazy("Is the line wrong?"),
        choices=[
            ("yes", gettext_lazy("Yes: propose a credit note for the whole line")),
            ("no", gettext_lazy("No: the line stays as it is")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say whether the line is wrong")},
    )
    answer = forms.CharField(
        label=gettext_lazy("Answer"),
        help_text=gettext_lazy("The club reads this."),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Enter the answer")},
    )


@decorators.audited_form
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a dispute with the line and its charges, and answer it."""
    rows = Dispute.objects.select_related("line__document__account__organisation", "made_by", "answered_by")
    found = get_object_or_404(rows, pk=pk)
    document = found.line.document
    lines = document_sheet.sheet(document, base.document_address, access.today()).lines
    more: dict[str, Any] = {
        "row": document_sheet.dispute_row(found),
        "line": next(each for each in lines if each.line.pk == found.line_id),
        "document": document_sheet.title(document),
        "document_address": base.document_address(document),
        "whose": document.account,
        "by": formatting.who(found.made_by),
        "made": formatting.moment(found.made_at),
        "answered_by": formatting.who(found.answered_by) if found.answered_by else "",
        "office": access.is_office(request),
        "answered": formatting.moment(found.answered_at),
    }
    page = Ask(
        _("A dispute about invoice %(number)s") % {"number": document.reference},
        _("Send this answer"),
        base.crumbs(crumb(_("Disputes"), "office-money-disputes")),
        template="office/money/dispute.html",
        more=more,
    )

    def do(given: Answers) -> Done:
        proposal = register.answer(found, given["answer"], upheld=given["upheld"] == "yes", **access.acting(request))
        if proposal is None:
            return Done(_("Answered. The line counts again from today."), reverse("office-money-disputes"))
        said = _("Answered. Somebody else must confirm the credit note.")
        return Done(said, reverse("office-money-decision", args=[proposal.pk]))

    def foresee(given: Answers) -> list[str]:
        if given["upheld"] == "yes":
            told = {"amount": amounts.shown(found.line.gross)}
            return [_("A credit note of %(amount)s is proposed. Somebody else must confirm it.") % told]
        return [_("Fines and reminders count the line again from today.")]

    return confirm_form.ask(request, AnswerForm(parameters.posted(request)), page, do, foresee)
