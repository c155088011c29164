"""Rehearse and close a month."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.engine import days
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.heads import publish
from overtrick.register.ledger.models import Closing
from overtrick.register.money.assertions import Balance
from overtrick.register.money.models import Assertion
from overtrick.register.ranks import certificate_codes, close_book, late_files
from overtrick.register.ranks import close_month as register
from overtrick.register.ranks.models import Promotion, promotions_here
from overtrick.register.ranks.tasks import close_month as closing_task
from overtrick.register.ranks.tasks import closing_key
from overtrick.register.tasks import queue
from overtrick.register.tasks.models import STUCK
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.design.tables import Cell, Figures, LongTable, Table
from overtrick.web.money import amounts
from overtrick.web.office import decorators, formatting


@decorators.page
def months(request: HttpRequest) -> HttpResponse:
    """List the months that are closed, and the one whose turn it is."""
    rows = Closing.objects.select_related("closed_by").order_by("-month")
    promoted = dict(
        promotions_here().values_list("closing").annotate(count=Count("pk")).values_list("closing", "count")
    )
    columns = [_("Month"), _("Closed"), _("By"), Figures(_("Promotions"))]
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
    found = parameters.month(written)
    if found is None:
        raise Http404
    return found


@decorators.page
def month(request: HttpRequest, written: str) -> HttpResponse:
    """Show a month: what closing it would do, or what closing it did."""
    first = _read(written)
    context: dict[str, object] = {"month": first, "month_words": formatting.month(first), "written": written}
    last = queue.latest(closing_key(first))
    if last is not None and last.is_open:
        return redirect("task", last.pk)
    context |= {"left_out": _left_out(request, first), "late": _late(request, first), "grace": _grace(request, first)}
    context["stuck"] = last if last is not None and last.state in STUCK else None
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
        "head": publish.first_over(closing) if closing else None,
        "book": request.build_absolute_uri(reverse("book")),
        "table": table,
        "balances": _balances(done.balances) if closing is None else _asserted(first),
    }
    return render(request, "office/month.html", context)


def _balances(found: Iterable[Balance]) -> list[tuple[str, str, str]]:
    """Tell what the close would assert of the journal, and every difference."""
    return [
        (each.name, amounts.shown(each.journal), amounts.shown(each.difference) if each.difference else "")
        for each in found
    ]


def _asserted(first: date) -> list[tuple[str, str, str]]:
    """Tell what the close of a month asserted."""
    rows = Assertion.objects.filter(day=days.month(first).last, entry__isnull=False).order_by("pk")
    return [(each.name, amounts.shown(each.amount), "") for each in rows]


@decorators.page
def late(request: HttpRequest, written: str) -> HttpResponse:
    """List the results of a month that its close leaves out, and those that were late, as tables to be taken away."""
    first = _read(written)
    table = _late(request, first) if request.GET.get("of") == "late" else _left_out(request, first)
    context = {"table": table, "month_words": formatting.month(first), "written": written}
    return table.download(request) or render(request, "office/late.html", context)


def _grace(request: HttpRequest, first: date) -> date:
    return close_book.grace_ends(access.federation(request), first)


def _left_out(request: HttpRequest, first: date) -> Table:
    """List what the close of a month leaves out, and with which month it becomes final."""
    columns = [_("Event"), _("Club"), _("Played"), _("Came"), _("What it is"), _("Final with")]
    cells = [
        [
            *_event(each.submission),
            Cell(each.came, formatting.day(each.came)),
            Cell(_("correction") if each.corrects else _("results")),
            Cell(
                f"{each.final_with:%Y-%m}" if each.final_with else None,
                formatting.month(each.final_with) if each.final_with else _("not final yet"),
            ),
        ]
        for each in late_files.after_close(access.federation(request), first)
    ]
    return Table(_("After the close"), columns, cells, request)


def _late(request: HttpRequest, first: date) -> Table:
    """List the results of a month that came after the day on which they were due."""
    columns = [_("Event"), _("Club"), _("Played"), _("Due"), _("Came"), Figures(_("Days late"))]
    cells = [
        [
            *_event(each.submission),
            Cell(each.due, formatting.day(each.due)),
            Cell(each.came, formatting.day(each.came)),
            Cell(each.days),
        ]
        for each in late_files.late_files(first)
    ]
    return Table(_("Late results"), columns, cells, request)


def _event(submission: Submission) -> list[Cell]:
    return [
        Cell(str(submission.competition), link=reverse("office-submission", args=[submission.pk])),
        Cell(str(submission.competition.organisation)),
        Cell(submission.begins, formatting.day(submission.begins)),
    ]


def _promotions(request: HttpRequest, promoted: Iterable[Promotion], *, closed: bool) -> Table:
    """List who is promoted; a rehearsal has no certificates."""
    columns = [_("Player"), _("Number"), _("New rank"), _("Reached on")]
    columns += [_("Certificate")] if closed else []
    cells = [[*_promotion(each), *([_certificate(each)] if closed else [])] for each in promoted]
    return Table(_("Promotions"), columns, cells, request)


def _promotion(each: Promotion) -> list[Cell]:
    reached = Cell(each.reached, formatting.day(each.reached))
    return [formatting.player_cell(each.player), Cell(each.player.number), Cell(each.rank), reached]


def _certificate(promotion: Promotion) -> Cell:
    return Cell(certificate_codes.written(promotion.code), link=reverse("certificate", args=[promotion.pk]))


@decorators.act
def close(request: HttpRequest, written: str) -> HttpResponse:
    """Put the close of a month in the queue; pressed twice, it is there once."""
    first, at = _read(written), access.now()
    title = _("Close %(month)s") % {"month": formatting.month(first)}
    order = Order(access.federation(request), access.actor(request), at, title, closing_key(first))
    row = closing_task.add(order, month=first.isoformat(), at=at.isoformat())
    return redirect("task", row.pk)


@decorators.page
def promotions(request: HttpRequest) -> HttpResponse:
    """List promotions, the latest month first; narrowed to one month."""
    months_known = list(Closing.objects.order_by("-month").values_list("month", flat=True))
    asked = request.GET.get("month", "")
    rows = promotions_here().select_related("player", "closing").order_by("-closing__month", "reached", "pk")
    if asked:
        rows = rows.filter(closing__month=_read(asked))
    columns = [
        _("Player"),
        _("Number"),
        _("New rank"),
        _("Reached on"),
        _("Found when this month closed"),
        _("Certificate"),
    ]
    table = LongTable(_("Promotions"), columns, rows, _promoted, request, _MOST)
    chosen = [(f"{each:%Y-%m}", formatting.month(each)) for each in months_known]
    context = {"table": table, "months": chosen, "asked": asked}
    return table.download(request) or render(request, "office/promotions.html", context)


def _promoted(rows: Sequence[Promotion]) -> list[list[Cell]]:
    return [
        [
            *_promotion(each),
            Cell(f"{each.closing.month:%Y-%m}", formatting.month(each.closing.month)),
            _certificate(each),
        ]
        for each in rows
    ]


#: So many promotions are listed at once; the months before are chosen one by one, and the file has them all.
_MOST = 1_000
