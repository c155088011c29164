"""How is a month closed? First the rehearsal, which says what will happen; then the close itself."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.db import transaction
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Closing
from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks import close_month as register
from overtrick.register.ranks.models import Promotion
from overtrick.web import access
from overtrick.web.design.tables import Cell, Column, Table
from overtrick.web.office import closing as closing_run
from overtrick.web.office import decorators, formatting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest


@decorators.page
def months(request: HttpRequest) -> HttpResponse:
    """List the months that are closed, and the one whose turn it is."""
    rows = Closing.objects.select_related("closed_by").order_by("-month")
    promoted = dict(
        Promotion.objects.values_list("closing").annotate(count=Count("pk")).values_list("closing", "count")
    )
    columns = [
        Column(_("Month")),
        Column(_("Closed")),
        Column(_("By")),
        Column(_("Promotions"), figures=True),
    ]
    cells = [
        [
            Cell(
                f"{each.month:%Y-%m}",
                formatting.month(each.month),
                reverse("office-month", args=[f"{each.month:%Y-%m}"]),
            ),
            formatting.moment_cell(each.closed_at),
            Cell(formatting.who(each.closed_by)),
            Cell(promoted.get(each.pk, 0)),
        ]
        for each in rows
    ]
    table = Table(_("Closed months"), columns, cells, request)
    due = register.next_to_close()
    opens = register.opens(access.federation(request), due) if due else None
    context = {
        "table": table,
        "due": due,
        "due_words": formatting.month(due) if due else "",
        "opens": opens,
        "ready": opens is not None and opens <= access.today(),
    }
    return table.download(request) or render(request, "office/months.html", context)


def _read(written: str) -> date:
    year, _hyphen, number = written.partition("-")
    try:
        return date(int(year), int(number), 1)
    except ValueError as error:
        raise Http404 from error


@decorators.page
def month(request: HttpRequest, written: str) -> HttpResponse:
    """Show a month: what closing it would do, or what closing it did."""
    first = _read(written)
    context: dict[str, object] = {"month": first, "month_words": formatting.month(first), "written": written}
    run = closing_run.latest(access.federation(request), first)
    if run is not None and run.state is closing_run.State.RUNS:
        return _running(request, run, context)
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Refresh": "true"})
    context["run"] = run
    try:
        done = register.rehearse(access.federation(request), first, access.actor(request), access.now())
    except Refused as error:
        return render(request, "office/month.html", context | {"refused": error})
    closing = Closing.objects.select_related("closed_by").filter(month=first).first()
    table = _promotions(request, done.promotions, closed=closing is not None)
    if (file := table.download(request)) is not None:
        return file
    context |= {
        "done": done,
        "closed": closing,
        "closed_by": formatting.who(closing.closed_by) if closing else "",
        "closed_at": formatting.moment(closing.closed_at) if closing else "",
        "table": table,
    }
    return render(request, "office/month.html", context)


def _running(request: HttpRequest, run: closing_run.Run, context: dict[str, object]) -> HttpResponse:
    """Show how far the close has come; where there is script, only that part is fetched again."""
    reached = [(says, run.share >= least) for least, says in _steps()]
    now = max(at for at, (_says, begun) in enumerate(reached) if begun)
    steps = [(says, "done" if at < now else "now" if at == now else "") for at, (says, _begun) in enumerate(reached)]
    began = formatting.moment(datetime.fromisoformat(run.began))
    context |= {"run": run, "steps": steps, "step": now + 1, "began": began}
    page = "office/month_progress.html" if request.headers.get("HX-Request") else "office/month_running.html"
    return render(request, page, context)


def _steps() -> list[tuple[int, str]]:
    """Say what is done from which part of a hundred on."""
    return [
        (0, _("Finding what is approved and can become final")),
        (10, _("Finding who has reached a rank")),
        (70, _("Writing it into the book")),
        (85, _("Adding it to every record")),
    ]


def _promotions(request: HttpRequest, promoted: Iterable[Promotion], *, closed: bool) -> Table:
    """List who is promoted; a rehearsal has no certificates."""
    columns = [Column(_("Player")), Column(_("Number")), Column(_("New rank")), Column(_("Reached on"))]
    columns += [Column(_("Certificate"))] if closed else []
    cells = [
        [
            formatting.player_cell(each.player),
            Cell(each.player.number),
            Cell(each.rank),
            Cell(each.reached, formatting.day(each.reached)),
            _certificate(each) if closed else Cell(""),
        ][: len(columns)]
        for each in promoted
    ]
    return Table(_("Promotions"), columns, cells, request)


def _certificate(promotion: Promotion) -> Cell:
    return Cell(certificate_codes.written(promotion.code), link=reverse("certificate", args=[promotion.pk]))


@decorators.act
def close(request: HttpRequest, written: str) -> HttpResponse:
    """Let a month be closed; a short close is waited for, a long one can be looked at."""
    first = _read(written)
    worker = closing_run.worker(access.federation(request), first, access.actor(request), access.now())
    if worker is None:
        messages.info(request, _("%(month)s is being closed already.") % {"month": formatting.month(first)})
        return redirect("office-month", written)
    before = Closing.objects.filter(month=first).exists()
    transaction.on_commit(worker.start)
    if worker.is_alive():
        worker.join(_PATIENCE)
    if Closing.objects.filter(month=first).exists():
        said = _("%(month)s was closed before; nothing was changed.") if before else _("%(month)s is closed.")
        messages.success(request, said % {"month": formatting.month(first)})
    return redirect("office-month", written)


#: So many seconds the browser waits for a close that is quickly done.
_PATIENCE = 1.5


@decorators.page
def promotions(request: HttpRequest) -> HttpResponse:
    """List promotions, the latest month first; narrowed to one month."""
    months_known = list(Closing.objects.order_by("-month").values_list("month", flat=True))
    asked = request.GET.get("month", "")
    rows = Promotion.objects.select_related("player", "closing").order_by("-closing__month", "reached", "pk")
    if asked:
        rows = rows.filter(closing__month=_read(asked))
    columns = [
        Column(_("Player")),
        Column(_("Number")),
        Column(_("New rank")),
        Column(_("Reached on")),
        Column(_("Found when closing")),
        Column(_("Certificate")),
    ]
    cells = [
        [
            formatting.player_cell(each.player),
            Cell(each.player.number),
            Cell(each.rank),
            Cell(each.reached, formatting.day(each.reached)),
            Cell(f"{each.closing.month:%Y-%m}", formatting.month(each.closing.month)),
            _certificate(each),
        ]
        for each in rows[:_MOST]
    ]
    table = Table(_("Promotions"), columns, cells, request)
    chosen = [(f"{each:%Y-%m}", formatting.month(each)) for each in months_known]
    context = {"table": table, "months": chosen, "asked": asked}
    return table.download(request) or render(request, "office/promotions.html", context)


#: So many promotions are listed at once; the months before are chosen one by one.
_MOST = 1_000
