"""Submissions that a county, an area or a state has to approve or return."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.competitions import decide as decisions
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may, may_decide_below
from overtrick.register.organisations.require import NotAllowed
from overtrick.web import access, parameters
from overtrick.web.club import base, to_do
from overtrick.web.design.tables import Cell, Table


@base.page()
def approvals(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List what waits, the oldest first."""
    if not may_decide_below(access.actor(request), where, access.today()):
        raise PermissionDenied
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
        for each in to_do.to_approve(where, access.today())
    ]
    table = Table(_("To approve"), columns, rows, request)
    asks = where.federation.ways(access.today()).approval == Federation.Approval.PARENT
    return table.download(request) or base.show(request, where, "approvals", {"table": table, "asks": asks})


def may_decide(request: HttpRequest, submission: Submission) -> bool:
    """Say whether the person who asks approves or returns this."""
    approval = submission.federation.ways(access.today()).approval
    office = submission.kind == Submission.Kind.POINTS or approval == Federation.Approval.OFFICE
    action = Action.CORRECT if office else Action.APPROVE
    return may(access.actor(request), action, submission.competition.organisation, access.today())


@base.act()
def decide(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Approve a submission, or return it with a reason."""
    sent = base.submission_of(where, submission)
    returned = "return" in request.POST
    try:
        if returned:
            reason = request.POST.get("reason", "")
            decisions.send_back(sent, access.actor(request), access.now(), reason)
            messages.success(request, _("%s was returned. Its points are taken back.") % sent.competition)
        else:
            decisions.approve(sent, access.actor(request), access.now())
            messages.success(request, _("%s is approved.") % sent.competition)
    except NotAllowed:
        raise PermissionDenied from None
    except Refused as why:
        messages.error(request, str(why))
        return redirect("club-submission", where.pk, sent.pk)
    here = reverse("club-submission", args=[where.pk, sent.pk])
    return HttpResponseRedirect(parameters.onward(request, request.POST.get("next", ""), here))
