"""The overview: what needs attention, what seems to be missing, clubs below, quotas left, what was sent last."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from overtrick.register.competitions.missing_sessions import missing
from overtrick.register.competitions.models import COUNTING
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may, visible_organisations
from overtrick.register.programme.quota_year import quota_year
from overtrick.web import access
from overtrick.web.club import base, licences, to_do
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
        "needs": to_do.needs(where, access.now()) if _acts(request, where) else [],
        "to_approve": to_do.to_approve(where, on).count(),
        "missing": missing(where, on),
        "quotas": quotas(where, on),
        "licences": licences.running(where, on),
        "year": quota_year(where, on),
        "recent": latest(where)[:_RECENT],
        "drafts": to_do.drafts(where).count(),
        "below": _below(request, where),
    }
    return base.show(request, where, "desk", shown)


def _below(request: HttpRequest, where: Organisation) -> QuerySet[Organisation]:
    """List the clubs of a county or another body, each with the last day whose results have come."""
    seen = visible_organisations(access.actor(request), access.today()).filter(parent=where)
    sent = Q(competitions__submissions__status__in=COUNTING)
    return seen.annotate(last=Max("competitions__begins", filter=sent)).order_by("name")


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
