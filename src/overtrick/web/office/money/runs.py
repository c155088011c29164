"""Invoice runs: rehearsed, looked at, made as a task; a second time there is nothing to do."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.money import Run
from overtrick.register.competitions import late_fines
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, invoicing, waiting
from overtrick.register.money.documents import DraftDocument
from overtrick.register.money.invoicing import Asked, Rehearsed
from overtrick.register.money.models import BillingRun, Document
from overtrick.register.money.tasks import KEY, make_invoices
from overtrick.register.tasks import queue
from overtrick.register.tasks.models import STUCK, Task
from overtrick.register.tasks.queue import Order
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import RUNS, rehearsal_address, run_words

_SHOWN_LINES = 200


class RunForm(Plain):
    """Which run, what it takes, and the day of its documents."""

    run = forms.ChoiceField(
        label=gettext_lazy("Run"),
        choices=[(each.value, RUNS[each]) for each in Run],
        error_messages={"required": gettext_lazy("Choose a run")},
    )
    until = confirm_form.day(
        gettext_lazy("Everything that is billed until"), missing=gettext_lazy("Enter the last day that it takes")
    )
    day = confirm_form.day(gettext_lazy("Day of the documents"), missing=gettext_lazy("Enter the day of the documents"))

    @property
    def asked(self) -> Asked:
        """Give the run that is asked for."""
        given = self.cleaned_data
        return Asked(Run(given["run"]), given["until"], given["day"])


@decorators.audited
def runs(request: HttpRequest) -> HttpResponse:
    """List the runs that were made, what could be billed now, and a form for another day."""
    today = access.today()
    table = _made(request)
    context = {
        "table": table,
        "form": RunForm(initial={"until": today, "day": today}),
        "office": access.is_office(request),
        "waiting": [
            (
                run_words(each.asked.run),
                formatting.day(each.asked.until),
                each.documents,
                amounts.shown(each.gross),
                rehearsal_address(each.asked.run, each.asked.until, each.asked.day),
            )
            for each in waiting.waiting_runs(today)
        ],
    }
    return table.download(request) or render(request, "office/money/runs.html", context)


def _made(request: HttpRequest) -> Table:
    columns = [
        _("Run"),
        _("Whose tariff"),
        _("Until"),
        _("Day of documents"),
        _("Made"),
        _("By"),
        Counts(_("Documents")),
        Figures(_("Sum")),
    ]
    rows = BillingRun.objects.select_related("made_by", "owner").annotate(
        count=Count("documents"), gross=Sum("documents__gross")
    )
    cells = [
        [
            Cell(run_words(each.run), link=reverse("office-money-run", args=[each.pk])),
            Cell(str(each.owner) if each.owner else _("Federation")),
            Cell(each.until, formatting.day(each.until)),
            Cell(each.day, formatting.day(each.day)),
            formatting.moment_cell(each.made_at),
            Cell(formatting.who(each.made_by)),
            Cell(each.count),
            amounts.cell(each.gross or 0),
        ]
        for each in rows.order_by("-made_at", "-pk")
    ]
    return Table(_("Runs that were made"), columns, cells, request)


@decorators.form
def rehearsal(request: HttpRequest) -> HttpResponse:
    """Show what a run would make, with every line; the button puts it in the queue."""
    today = access.today()
    given = request.POST if request.method == "POST" else request.GET or None
    form = RunForm(given, initial={"until": today, "day": today})
    if not form.is_valid():
        return render(
            request, "office/money/rehearsal_asked.html", {"form": form}, status=422 if form.is_bound else 200
        )
    asked = form.asked
    last = queue.latest(KEY)
    if last is not None and last.is_open:
        return redirect("task", last.pk)
    try:
        found = invoicing.rehearse(asked, **access.acting(request))
    except Refused as error:
        form.add_error(None, english(error))
        return render(request, "office/money/rehearsal_asked.html", {"form": form}, status=422)
    if request.method == "POST" and found.plan.documents and not found.stops:
        return redirect("task", _ordered(request, asked))
    table = _lines(request, found.plan.documents)
    more = max(len(found.plan.documents) - _SHOWN_LINES, 0)
    fines = len(late_fines.propose_fines(access.today())) if asked.run is Run.PROCESSED else 0
    context = {**rehearsed(asked, found, last, _SHOWN_LINES), "more": more, "table": table, "fines": fines}
    return table.download(request) or render(request, "office/money/rehearsal.html", context)


def rehearsed(asked: Asked, found: Rehearsed, last: Task | None, most: int | None = None) -> dict[str, object]:
    """Say what a run would make, for the pages of whoever rehearses it; ``last``: the task of the run before."""
    return {
        "found": found,
        "asked": asked,
        "run": run_words(asked.run),
        "until": formatting.day(asked.until),
        "day": formatting.day(asked.day),
        "gross": amounts.shown(found.gross),
        "documents": [draft_shown(each) for each in found.plan.documents[:most]],
        "stuck": last if last is not None and last.state in STUCK else None,
    }


def _ordered(request: HttpRequest, asked: Asked) -> int:
    at = access.now()
    told = {"run": run_words(asked.run), "day": formatting.day(asked.until)}
    title = _("Invoices: %(run)s until %(day)s") % told
    order = Order(access.federation(request), access.actor(request), at, title, KEY)
    row = make_invoices.add(
        order, kind=asked.run, until=asked.until.isoformat(), day=asked.day.isoformat(), at=at.isoformat()
    )
    return int(row.pk)


def draft_shown(draft: DraftDocument) -> dict[str, object]:
    """Write a document as it would be."""
    return {
        "whose": str(draft.account),
        "kind": str(document_sheet.KINDS[draft.kind]),
        "refers": document_sheet.title(draft.refers) if draft.refers else "",
        "due": formatting.day(draft.due),
        "gross": amounts.shown(draft.gross),
        "lines": [
            (
                each.words,
                amounts.quantity(str(each.quantity), each.basis),
                amounts.unit(each.basis),
                amounts.rate(str(each.rate), str(each.share), each.basis),
                amounts.shown(each.parts.gross),
            )
            for each in draft.lines
        ],
    }


def _lines(request: HttpRequest, drafts: Iterable[DraftDocument]) -> Table:
    """Give every line of a rehearsal as a file."""
    columns = [
        *(_("Whose"), _("Document"), _("Due"), _("Line"), _("For one"), _("Clause")),
        *(Counts(_("Quantity")), Counts(_("Rate")), Figures(_("Net")), Figures(_("Tax")), Figures(_("Gross"))),
    ]
    cells = [
        [
            Cell(str(draft.account)),
            Cell(str(document_sheet.KINDS[draft.kind])),
            Cell(draft.due),
            Cell(each.words),
            Cell(each.basis),
            Cell(each.clause),
            Cell(amounts.plain(each.quantity)),
            Cell(amounts.rate(str(each.rate), str(each.share))),
            amounts.cell(each.parts.net),
            amounts.cell(each.parts.tax),
            amounts.cell(each.parts.gross),
        ]
        for draft in drafts
        for each in draft.lines
    ]
    return Table(_("Rehearsal"), columns, cells, request)


@decorators.audited
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a run that was made, with its documents."""
    found = get_object_or_404(BillingRun.objects.select_related("made_by"), pk=pk)
    rows = found.documents.select_related("account__organisation", "account__player").order_by("year", "number")
    table = documents_table(request, rows)
    context = {
        "run": run_words(found.run),
        "until": formatting.day(found.until),
        "day": formatting.day(found.day),
        "made": formatting.moment(found.made_at),
        "by": formatting.who(found.made_by),
        "gross": amounts.shown(sum(each.gross for each in rows)),
        "count": len(rows),
        "table": table,
    }
    return table.download(request) or render(request, "office/money/run.html", context)


def documents_table(request: HttpRequest, rows: Iterable[Document], name: str = "") -> Table:
    """List documents."""
    listed = list(rows)
    left = accounts.left_of([each.pk for each in listed if each.kind == Document.Kind.INVOICE])
    ended = document_sheet.taken_back(listed)
    columns = [_("Document"), _("Whose"), _("Day"), _("Due"), _("Status"), Figures(_("Left to pay")), Figures(_("Sum"))]
    cells = [
        [
            base.document_cell(each),
            Cell(str(each.account)),
            Cell(each.day, formatting.day(each.day)),
            Cell(each.due, formatting.day(each.due)) if each.kind == Document.Kind.INVOICE else Cell(None),
            Cell(document_sheet.state_of(each, left.get(each.pk, 0), access.today(), ended.get(each.pk))[0]),
            amounts.cell(max(left[each.pk], 0)) if each.pk in left else Cell(None),
            amounts.cell(each.gross),
        ]
        for each in listed
    ]
    return Table(_("Invoices and credit notes"), columns, cells, request, name)
