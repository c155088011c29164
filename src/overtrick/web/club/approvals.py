"""Submissions that a county, an area or a state has to approve or return."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.competitions.approval_queue import to_approve
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import may_decide_below
from overtrick.web import access
from overtrick.web.approve_together import ApprovalDesk, approve_ticked, result, to_choose
from overtrick.web.club import base
from overtrick.web.club.region import below
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office.inbox import every


@base.page()
def approvals(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List what waits, the oldest first."""
    _check(request, where)
    columns = [_("Sent on"), _("Club"), _("Event"), _("Played"), _("Sent by"), _("Late")]
    rows = [
        [
            Cell(each.submitted_at.date() if each.submitted_at else None),
            Cell(each.competition.organisation.name),
            Cell(
                each.competition.name, link=reverse("club-submission", args=[each.competition.organisation_id, each.pk])
            ),
            Cell(each.competition.begins),
            Cell((each.submitted_by.get_full_name() or each.submitted_by.username) if each.submitted_by else ""),
            Cell(_("late") if each.late else ""),
        ]
        for each in to_approve(where, access.today())
    ]
    table = Table(_("To approve"), columns, rows, request)
    asks = where.federation.ways(access.today()).approval == Federation.Approval.PARENT
    return table.download(request) or base.show(request, where, "approvals", {"table": table, "asks": asks})


def _check(request: HttpRequest, where: Organisation) -> None:
    if not may_decide_below(access.actor(request), where, access.today()):
        raise PermissionDenied


@base.form()
def approve_several(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what can be approved together, and approve what is ticked."""
    _check(request, where)
    if request.method == "POST":
        return approve_ticked(request, _desk(where))
    return base.show(request, where, "approve_many", to_choose(_desk(where)))


@base.page()
def approved(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Tell of each what became of it."""
    _check(request, where)
    return base.show(request, where, "approved", result(request, _desk(where)))


def _desk(where: Organisation) -> ApprovalDesk:
    return ApprovalDesk(
        to_approve(where, access.today()),
        every().filter(competition__organisation__in=below(where)),
        lambda sent: reverse("club-submission", args=[sent.competition.organisation_id, sent.pk]),
        reverse("club-approvals", args=[where.pk]),
        reverse("club-approve-many", args=[where.pk]),
        reverse("club-approved", args=[where.pk]),
    )
