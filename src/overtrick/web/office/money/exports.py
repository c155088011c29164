"""Exports for accounting programs: what has not gone out yet, copies of what has, and the codes they use."""

from __future__ import annotations

from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.register.bookkeeping import codes, export
from overtrick.register.bookkeeping.codes import Ours
from overtrick.register.errors import Refused
from overtrick.register.money.models import Exported
from overtrick.web import access, parameters
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb

PROGRAMS = {
    "ledger": gettext_lazy("General ledger (CSV)"),
    "xero": gettext_lazy("Xero: sales invoices"),
    "xero-journal": gettext_lazy("Xero: manual journal"),
    "sage": gettext_lazy("Sage 50: audit trail"),
    "myob": gettext_lazy("MYOB AccountRight: service sales"),
    "json": gettext_lazy("Everything (JSON)"),
}
_MOST = 100


class ProgramRow(NamedTuple):
    """A program as the page shows it."""

    name: str
    words: str
    waiting: int
    codes: str  #: the address at which its codes are entered


@decorators.audited
def exports(request: HttpRequest) -> HttpResponse:
    """Show what has not gone out to each program, and what has."""
    rows = [
        ProgramRow(
            name,
            str(words),
            export.not_exported(name),
            reverse("office-money-codes", args=[export.PROGRAMS[name].codes]) if export.PROGRAMS[name].codes else "",
        )
        for name, words in PROGRAMS.items()
    ]
    made = Exported.objects.select_related("made_by").order_by("-pk")[:_MOST]
    columns = [_("Export"), _("Made"), _("By"), _("Fingerprint"), Figures(_("First entry")), Figures(_("Last entry"))]
    cells = [
        [
            Cell(
                _("%(program)s (copy)") % {"program": PROGRAMS[each.format]}
                if each.copy
                else str(PROGRAMS[each.format])
            ),
            formatting.moment_cell(each.made_at),
            Cell(formatting.who(each.made_by)),
            Cell(each.sha256, f"{each.sha256[:12]}…"),
            Cell(each.first),
            Cell(each.last),
        ]
        for each in made
    ]
    table = Table(_("Exports"), columns, cells, request)
    copies = [each for each in made if not each.copy]
    context = {
        "rows": rows,
        "table": table,
        "copies": [(each, PROGRAMS[each.format]) for each in copies],
        "office": access.is_office(request),
    }
    return table.download(request) or render(request, "office/money/exports.html", context)


@decorators.act
def make(request: HttpRequest, program: str) -> HttpResponse:
    """Give the file of everything that has not gone out to a program."""
    if program not in PROGRAMS:
        raise Http404
    try:
        file = export.export(program, **access.acting(request))
    except Refused as error:
        messages.error(request, english(error))
        return redirect("office-money-exports")
    return attached(*file)


@decorators.act
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the file of an export again, marked as a copy."""
    before = get_object_or_404(Exported, pk=pk)
    try:
        file = export.export_again(before, **access.acting(request))
    except Refused as error:
        messages.error(request, english(error))
        return redirect("office-money-exports")
    return attached(*file)


class CodesForm(Plain):
    """What each account and tax code is called in a program."""

    def __init__(self, program: str, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        known = codes.known(program)
        self.ours = list(dict.fromkeys((*codes.used(), *known)))
        for at, each in enumerate(self.ours):
            self.fields[f"code-{at}"] = forms.CharField(
                label=each.words, required=False, max_length=40, initial=known.get(each, "")
            )

    def given(self) -> dict[Ours, str]:
        """Give the codes that were typed."""
        return {each: self.cleaned_data[f"code-{at}"] for at, each in enumerate(self.ours)}


@decorators.form
def mapping(request: HttpRequest, program: str) -> HttpResponse:
    """Enter what accounts and tax codes are called in a program."""
    if program not in {each.codes for each in export.PROGRAMS.values() if each.codes}:
        raise Http404
    form = CodesForm(program, parameters.posted(request))
    page = Ask(
        _("Codes for %(program)s") % {"program": program.upper() if program == "myob" else program.capitalize()},
        _("Save these codes"),
        base.crumbs(crumb(_("Exports"), "office-money-exports")),
        lead=_("What is your account called in the other program? An account without a code stops an export."),
        checked=False,
    )

    def do(_given: Answers) -> Done:
        changed = codes.enter(program, form.given(), **access.acting(request))
        said = ngettext("%(count)d code is saved.", "%(count)d codes are saved.", changed) % {"count": changed}
        return Done(said, reverse("office-money-exports"))

    return confirm_form.ask(request, form, page, do)
