"""Papers in batches: certificates of a month, cards, statements, reports; and those that are drawn, to be fetched."""

from __future__ import annotations

import tempfile
from typing import BinaryIO, NamedTuple, cast

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Closing
from overtrick.register.papers import batch_files
from overtrick.register.reports import report_period
from overtrick.register.reports.report_period import Length
from overtrick.register.tasks.models import Task
from overtrick.web import access
from overtrick.web.club import report_paper
from overtrick.web.design.downloads import KINDS, safe_name
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.office import decorators, formatting
from overtrick.web.papers import tasks

#: So many years and months can be chosen.
_YEARS, _MONTHS = 5, 12
#: More than so many bytes are sent from disk.
_IN_MEMORY = 4_000_000
#: A month, a quarter or a year is written with so many signs.
_LONGEST = 10
#: So many batches are listed.
_MOST = 50


class BatchChoice(NamedTuple):
    """A kind of batch on the page: what it is, and the periods it can be of."""

    kind: str
    heading: str
    about: str
    does: str
    label: str
    periods: list[tuple[str, str]]


@decorators.form
def papers(request: HttpRequest) -> HttpResponse:
    """Show what can be drawn and what is drawn; a button puts a batch in the queue."""
    if request.method == "POST":
        return _begin(request)
    table = _drawn(request)
    context = {"choices": _choices(), "table": table}
    return table.download(request) or render(request, "office/papers.html", context)


def _begin(request: HttpRequest) -> HttpResponse:
    """Put a batch in the queue; what is refused is told on the page."""
    at = access.now()
    kind, period = request.POST.get("kind", ""), request.POST.get("period", "").strip()[:_LONGEST]
    try:
        order = tasks.order(access.federation(request), kind, period, actor=access.actor(request), at=at)
    except Refused as error:
        messages.error(request, english(error))
        return redirect("office-papers")
    return redirect("task", tasks.draw_batch.add(order, what=kind, period=period, at=at.isoformat()).pk)


def _choices() -> list[BatchChoice]:
    closed = Closing.objects.order_by("-month").values_list("month", flat=True)[:_MONTHS]
    months = [(f"{each:%Y-%m}", formatting.month(each)) for each in closed]
    years = [(str(access.today().year - at),) * 2 for at in range(_YEARS)]
    lately = report_period.of(Length.MONTH, access.today()).before
    reported = [(lately.written, report_paper.words(lately)), *years]
    return [
        BatchChoice(
            "certificates",
            _("Certificates of a month"),
            _("For everybody who reached a rank, one on a page, by name."),
            _("Make the certificates"),
            _("Month that is closed"),
            months,
        ),
        BatchChoice(
            "cards",
            _("Cards"),
            _("For everybody who is registered today, by club and name. Anybody can check their codes."),
            _("Make the cards"),
            "",
            [],
        ),
        BatchChoice(
            "statements",
            _("Statements of a year"),
            _("For everybody with a credit in the year, by name."),
            _("Make the statements"),
            _("Year"),
            years,
        ),
        BatchChoice(
            "reports",
            _("Reports"),
            _("For every club and county that is affiliated, and for the federation."),
            _("Make the reports"),
            _("Month or year"),
            reported,
        ),
    ]


def _drawn(request: HttpRequest) -> Table:
    rows = Task.objects.filter(name=tasks.NAME, state=Task.State.DONE).select_related("by").order_by("-pk")[:_MOST]
    cells = []
    for each in rows:
        kept = batch_files.kept(each)
        if not kept.files:
            continue
        cells.append(
            [
                Cell(each.title, link=reverse("office-papers-file", args=[each.pk])),
                Cell(kept.files),
                Cell(kept.papers),
                formatting.moment_cell(each.ended_at),
                Cell(formatting.who(each.by)),
            ]
        )
    columns = [_("Papers"), Counts(_("PDFs")), Figures(_("How many")), _("Made"), _("By")]
    return Table(_("Papers that can be fetched"), columns, cells, request)


@decorators.page
def file(_request: HttpRequest, pk: int) -> HttpResponse:
    """Send a batch: one PDF, or an archive of several. It is put together on disk, part by part, before it is sent."""
    row = get_object_or_404(Task, pk=pk, name=tasks.NAME, state=Task.State.DONE)
    if not batch_files.kept(row).files:
        raise Http404
    opened = cast("BinaryIO", tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - closed when it is sent
    ending = batch_files.write(row, opened)
    opened.seek(0)
    name = safe_name(f"{row.title}.{ending}")
    answer = FileResponse(
        opened,
        content_type=KINDS[f".{ending}"],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    return cast("HttpResponse", answer)  # as far as the office is concerned
