"""The overview: what needs attention, what seems to be missing, clubs below, quotas left, what was sent last."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from overtrick.engine import days
from overtrick.register.competitions import stages
from overtrick.register.competitions.missing_sessions import missing
from overtrick.register.competitions.models import COUNTING
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may, may_decide_below, visible_organisations
from overtrick.register.programme.quota_year import quota_year
from overtrick.register.ranks import close_month
from overtrick.web import access, calendar_list
from overtrick.web.club import base, licences
from overtrick.web.club.submission_list import latest
from overtrick.web.design.working import clause_link

_RECENT = 6


class Left(NamedTuple):
    """A quota as the page shows it."""

    what: str
    used: int
    allowed: int | None
    planned: int
    left: int | None  #: for further plans
    clause: SafeString | str


@base.page()
def desk(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the overview of an organisation."""
    on = access.today()
    shown = {
        "calendar": calendar_list.rows(request, where) if _acts(request, where) else [],
        "missing": missing(where, on),
        "quotas": quotas(where, on),
        "licences": licences.running(where, on),
        "year": quota_year(where, on),
        "recent": latest(where)[:_RECENT],
        "below": _below(request, where),
        "decides": _is_region(request, where),
    }
    return base.show(request, where, "desk", shown)


def _below(request: HttpRequest, where: Organisation) -> list[tuple[Organisation, int]]:
    """List the clubs of a county or another body with the last day whose results have come, and days overdue."""
    seen = visible_organisations(access.actor(request), access.today()).filter(parent=where)
    sent = Q(competitions__submissions__status__in=COUNTING)
    rows = list(seen.annotate(last=Max("competitions__begins", filter=sent)).order_by("name"))
    overdue = {}
    if rows and _is_region(request, where):
        month = close_month.next_to_close() or access.today()
        within = {each.pk for each in rows}
        found = stages.by_club(where.federation, days.month(min(month, access.today())), access.today(), within)
        overdue = {each.organisation.pk: each.overdue for each in found}
    return [(each, overdue.get(each.pk, 0)) for each in rows]


def _is_region(request: HttpRequest, where: Organisation) -> bool:
    """Say whether somebody looks who decides on what the clubs of a county submit."""
    decides = may_decide_below(access.actor(request), where, access.today())
    return decides and where.kind == Organisation.Kind.REGION


def _acts(request: HttpRequest, where: Organisation) -> bool:
    return may(access.actor(request), Action.UPLOAD, where, access.today())


def quotas(where: Organisation, on: date) -> list[Left]:
    """Give the quotas of the year of a day: what was used of each, what is planned and what is left."""
    handbook = where.federation.handbook
    return [
        Left(
            each.what,
            each.used,
            int(each.allowed.value) if each.allowed else None,
            each.planned,
            each.free,
            clause_link(each.allowed.clause, handbook) if each.allowed else "",
        )
        for each in quotas_left(where, on)
    ]
