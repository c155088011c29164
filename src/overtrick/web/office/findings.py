"""What in the book is against the handbook, club by club, and why it is right; checked every night and on request."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.register.book_check import check
from overtrick.register.book_check.models import BookFinding
from overtrick.register.book_check.tasks import KEY, check_book
from overtrick.register.organisations.models import Organisation
from overtrick.register.tasks import queue
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.design.tables import Cell, Table, is_file
from overtrick.web.design.working import clause_link
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

#: So many are shown; the file has all of them.
_MOST = 300


class FindingLine(NamedTuple):
    """A finding, with its clause as a link."""

    finding: BookFinding
    clause: SafeString | str


class ClubFindings(NamedTuple):
    """What was found in the events of one organisation."""

    organisation: Organisation
    lines: list[FindingLine]


@decorators.form
def findings(request: HttpRequest) -> HttpResponse:
    """List what was found, grouped by club; the button checks the book now, as a task."""
    if request.method == "POST":
        at = access.now()
        order = Order(access.federation(request), access.actor(request), at, _("Check the book"), KEY)
        return redirect("task", check_book.add(order, at=at.isoformat()).pk)
    answered = request.GET.get("answered") == "yes"
    rows = check.findings(answered=answered)
    listed = list(rows if is_file(request) else rows[:_MOST])
    table = _table(request, listed)
    if (file := table.download(request)) is not None:
        return file
    count = rows.count()
    shown = {
        "clubs": _by_club(listed, access.federation(request).handbook),
        "table": table,
        "answered": answered,
        "count": count,
        "more": count > _MOST,
        "others": check.findings(answered=not answered).count(),
        "last": queue.latest(KEY),
    }
    return render(request, "office/findings.html", shown)


def _by_club(rows: list[BookFinding], handbook: str) -> list[ClubFindings]:
    grouped = groupby(rows, key=lambda each: each.submission.competition.organisation)
    return [
        ClubFindings(club, [FindingLine(each, clause_link(each.clause, handbook)) for each in listed])
        for club, listed in grouped
    ]


def _table(request: HttpRequest, rows: Iterable[BookFinding]) -> Table:
    columns = [_("Club"), _("Event"), _("Played"), _("Finding"), _("Clause"), _("Answer"), _("Answered by")]
    cells = [
        [
            Cell(str(each.submission.competition.organisation)),
            Cell(str(each.submission.competition), link=reverse("office-submission", args=[each.submission_id])),
            Cell(each.submission.begins, formatting.day(each.submission.begins)),
            Cell(each.says),
            Cell(each.clause),
            Cell(each.answer),
            Cell(formatting.who(each.answered_by) if each.answered_by else ""),
        ]
        for each in rows
    ]
    return Table(_("Findings in the book"), columns, cells, request)


@decorators.form
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Say why a finding is right."""
    chosen = get_object_or_404(check.findings(answered=False) | check.findings(answered=True), pk=pk)
    here = reverse("office-findings")
    page = Ask(
        _("It is right: %(event)s") % {"event": chosen.submission.competition},
        _("Keep this answer"),
        [Crumb(_("Findings"), here)],
        lead=f"{chosen.says}{f' (§ {chosen.clause})' if chosen.clause else ''}",
        checked=False,
    )

    def do(given: Answers) -> Done:
        check.accept(chosen, given["reason"], access.actor(request), access.now())
        return Done(_("Your answer is kept. The finding is listed with the answered ones."), here)

    hint = _("For example: the licence was granted by letter.")
    return confirm_form.ask(request, confirm_form.Why(hint, parameters.posted(request)), page, do)
