"""The programme as pages show it: each event with its level, what it takes, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks import questions
from overtrick.register.applications import cases
from overtrick.register.applications.models import Application
from overtrick.register.competitions.plan_verdicts import Listed
from overtrick.register.organisations.models import Organisation
from overtrick.register.programme.models import PlannedEvent
from overtrick.web.design import icalendar
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Table
from overtrick.web.design.working import clause_link

#: How an event of the programme stands: what a page calls it, and its chip.
STATES: dict[str, tuple[str | Promise, str]] = {
    "cancelled": (gettext_lazy("Cancelled"), "local"),
    "played": (gettext_lazy("Results are in"), "good"),
    "refused": (gettext_lazy("Not allowed"), "wrong"),
    "exception": (gettext_lazy("Allowed by the office"), "good"),
    "leave": (gettext_lazy("Needs leave"), "odd"),
    "asked": (gettext_lazy("Leave asked for"), "odd"),
    "open": (gettext_lazy("Something is not told yet"), "odd"),
    "allowed": (gettext_lazy("Allowed"), "good"),
    "unknown": (gettext_lazy("No longer in the handbook"), "odd"),
}


class Answered(NamedTuple):
    """A question about an event, and what was answered."""

    asks: str
    said: str
    clause: SafeString | str


def state_of(listed: Listed) -> str:
    """Say how an event stands: one of ``STATES``."""
    if listed.event.state == PlannedEvent.State.CANCELLED:
        return "cancelled"
    if listed.results:
        return "played"
    if listed.verdict is None:
        return "unknown"
    holds = listed.verdict.allowed.holds
    if holds is False:
        return "exception" if listed.event.allowed_because else "refused"
    if listed.verdict.needs is not None and listed.licence is None:
        return "leave" if application_of(listed) is None else "asked"
    return "allowed" if holds else "open"


def application_of(listed: Listed) -> Application | None:
    """Give the last application for the leave that an event needs."""
    if listed.verdict is None or listed.verdict.needs is None:
        return None
    row, allows = listed.event, listed.verdict.needs.licence.name
    names = [each.name for each in cases.kinds_for(row.organisation, row.begins) if each.allows == allows]
    found = Application.objects.filter(organisation=row.organisation, kind__in=names, first_day=row.begins)
    return found.filter(title=row.name).exclude(state=Application.State.WITHDRAWN).order_by("pk").last()


def chip(state: str) -> SafeString:
    """The state as a chip."""
    words, tone = STATES[state]
    return format_html('<span class="chip chip-{}">{}</span>', tone, words)


def table(request: HttpRequest, where: Organisation, listed: list[Listed], title: str) -> Table:
    """Lay the programme out by day."""
    columns = [_("First day"), _("Event"), _("Kind"), _("Last day"), _("Level"), _("What it uses"), _("State")]
    return Table(title, columns, [_line(where, each) for each in listed], request)


def _line(where: Organisation, each: Listed) -> list[Cell]:
    row, verdict, state = each.event, each.verdict, state_of(each)
    level = verdict.level.says if verdict and verdict.level else ""
    takes = verdict.takes.says if verdict and verdict.takes else ""
    needs = verdict.needs.licence if verdict and verdict.needs and state in ("leave", "asked") else None
    kind = each.kind.title if each.kind else row.kind
    words = str(STATES[state][0])
    leave = f"{words}: {needs.name}" if needs else words
    clause = clause_link(needs.clause, where.federation.handbook) if needs else ""
    shown = format_html("{} {} {}", chip(state), needs.name if needs else "", clause)
    return [
        Cell(row.begins),
        Cell(row.name, link=reverse("club-planned", args=[where.pk, row.pk])),
        Cell(kind, english(kind)),
        Cell(row.ends if row.ends != row.begins else None),
        Cell(level, english(level)),
        Cell(takes, english(takes)),
        Cell(leave, shown=shown),
    ]


def answers(listed: Listed) -> list[Answered]:
    """Give what was answered about an event, in words."""
    if listed.kind is None:
        return []
    handbook, told = listed.event.federation.handbook, listed.event.answers
    return [
        Answered(english(each.asks), english(each.shown(told[each.name])), clause_link(each.clause, handbook))
        for each in questions.relevant(listed.kind.questions, told)
        if told.get(each.name)
    ]


def as_calendar(where: Organisation, rows: Iterable[PlannedEvent], at: datetime) -> bytes:
    """Write events as a calendar file."""
    federation = where.federation.slug
    days = [
        icalendar.CalendarDay(f"{federation} planned {each.pk}", each.begins, each.ends, each.name, place=where.name)
        for each in rows
    ]
    return icalendar.write(where.name, days, at)
