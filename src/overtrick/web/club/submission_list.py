"""All submissions of an organisation, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.register.competitions.models import Submission
from overtrick.register.organisations.models import Organisation
from overtrick.web import parameters
from overtrick.web.club import base
from overtrick.web.design.tables import Cell, Table

Status = Submission.Status
#: So many of the newest are shown; the files have all.
_SHOWN = 100


class SubmissionState(NamedTuple):
    """How far a submission has come, in a word, and its tone."""

    words: str
    tone: str

    @property
    def chip(self) -> SafeString:
        """The word as a chip."""
        return format_html('<span class="chip chip-{}">{}</span>', self.tone, self.words)


def state(submission: Submission, *, final: bool = False) -> SubmissionState:
    """Say how far a submission has come."""
    if final and submission.status in (Status.APPROVED, Status.SUBMITTED):
        return SubmissionState(_("Final"), "good")
    return {
        Status.DRAFT: SubmissionState(_("Not submitted"), "odd"),
        Status.SUBMITTED: SubmissionState(_("Waiting for approval"), "odd"),
        Status.APPROVED: SubmissionState(_("Provisional"), "good"),
        Status.RETURNED: SubmissionState(_("Returned"), "wrong"),
        Status.REPLACED: SubmissionState(_("Replaced"), "local"),
    }[Status(submission.status)]


class SubmissionRow(NamedTuple):
    """A submission in a list."""

    submission: Submission
    state: SubmissionState
    address: str


def rows_of(organisation: Organisation) -> QuerySet[Submission]:
    """Give everything an organisation has sent, the latest event first."""
    rows = Submission.objects.filter(competition__organisation=organisation)
    return rows.select_related("competition", "submitted_by").order_by("-competition__begins", "-pk")


def final_of(rows: Sequence[Submission]) -> set[int]:
    """Name those of these submissions whose month is closed."""
    pks = [each.pk for each in rows]
    closed = Submission.objects.filter(pk__in=pks, postings__closed__isnull=False)
    return set(closed.values_list("pk", flat=True))


def listed(rows: Sequence[Submission]) -> list[SubmissionRow]:
    """Put submissions with their state and address."""
    final = final_of(rows)
    return [SubmissionRow(each, state(each, final=each.pk in final), _address(each)) for each in rows]


def _address(submission: Submission) -> str:
    name = "club-preview" if submission.status == Status.DRAFT else "club-submission"
    return reverse(name, args=[submission.competition.organisation_id, submission.pk])


def latest(organisation: Organisation) -> list[SubmissionRow]:
    """Give the last few submissions that count, were returned or are drafts."""
    rows = rows_of(organisation).exclude(status=Status.REPLACED).order_by("-submitted_at", "-pk")
    return listed(list(rows.exclude(status=Status.DRAFT)[:6]))


@base.page()
def history(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what was sent, to be sorted and taken away."""
    wanted, year = parameters.search(request.GET, "search"), parameters.year(request.GET.get("year", ""))
    rows = rows_of(where)
    years = sorted({day.year for day in rows.values_list("competition__begins", flat=True)}, reverse=True)
    if wanted:
        rows = rows.filter(competition__name__icontains=wanted)
    if year is not None:
        rows = rows.filter(competition__begins__year=year)
    every = rows.count()
    whole = "as" in request.GET or "sort" in request.GET  # otherwise the newest are read
    table = _table(request, where, list(rows if whole else rows[:_SHOWN]))
    if (file := table.download(request)) is not None:
        return file
    table.rows = table.rows[:_SHOWN]
    shown = {"table": table, "search": wanted, "year": year, "years": years, "any": bool(years)}
    return base.show(request, where, "history", shown | {"left_out": every - len(table.rows)})


def _table(request: HttpRequest, where: Organisation, rows: list[Submission]) -> Table:
    columns = [_("Played"), _("Event"), _("Reference"), _("State"), _("Sent on"), _("Sent by"), _("Late")]
    lines = []
    for each in listed(rows):
        sent = each.submission
        by = sent.submitted_by
        lines.append(
            [
                Cell(sent.competition.begins),
                Cell(sent.competition.name, link=each.address),
                Cell(sent.reference),
                Cell(each.state.words, shown=each.state.chip),
                Cell(sent.submitted_at.date() if sent.submitted_at else None),
                Cell(by.get_full_name() or by.username if by else ""),
                Cell(_("late") if sent.late else ""),
            ]
        )
    return Table(_("Submissions of %s") % where, columns, lines, request)
