"""The list of tasks: running, waiting, and failed ones that can be tried again."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import Case, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.tasks import beats, queue
from overtrick.register.tasks.models import OPEN, STUCK, Task
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, LongTable
from overtrick.web.office import decorators, formatting

#: So many tasks are listed.
_MOST = 200


@decorators.page
def tasks(request: HttpRequest) -> HttpResponse:
    """List what is in the queue and what failed first, then what is done, the latest at the top."""
    first = Case(When(state__in=OPEN, then=Value(0)), When(state__in=STUCK, then=Value(1)), default=Value(2))
    rows = Task.objects.select_related("by").defer("results").order_by(first, "-pk")
    columns = [_("Task"), _("State"), _("Asked for"), _("By"), _("Ended")]
    table = LongTable(_("Tasks"), columns, rows, _cells, request, _MOST)
    return table.download(request) or render(request, "office/tasks.html", {"table": table})


def _cells(rows: Sequence[Task]) -> list[list[Cell]]:
    return [
        [
            Cell(each.title, link=reverse("task", args=[each.pk])),
            Cell(_state(each)),
            formatting.moment_cell(each.added_at),
            Cell(formatting.who(each.by)),
            formatting.moment_cell(each.ended_at),
        ]
        for each in rows
    ]


def _state(row: Task) -> str:
    """Say how far a task is."""
    if row.state == Task.State.RUNNING:
        far = beats.progress(row)
        return _("running, %(share)d %%") % {"share": 100 * far.done // far.of} if far.of else _("running")
    words = {
        Task.State.WAITING: _("waiting"),
        Task.State.DONE: _("done"),
        Task.State.REFUSED: _("refused"),
        Task.State.FAILED: _("failed"),
    }
    return words[Task.State(row.state)]


@decorators.act
def retry(request: HttpRequest, pk: int) -> HttpResponse:
    """Try a task again that was refused or failed."""
    row = get_object_or_404(Task, pk=pk)
    try:
        queue.retry(row)
    except Refused as error:
        messages.info(request, english(error))
    return redirect("task", pk)
