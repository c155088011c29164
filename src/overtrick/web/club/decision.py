"""The decision of a county, an area or a state about a submission: approve it, or return it with a reason."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.competitions import decide as decisions
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import may_decide_below
from overtrick.register.organisations.require import NotAllowed
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.submission import show
from overtrick.web.design.english import english
from overtrick.web.design.mistakes import Mistake


@base.form()
def decide(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Approve a submission, or return it with a reason; what cannot be done is told beside the button."""
    sent = base.submission_of(where, submission)
    if request.method != "POST":  # the answer to a refusal has this address: a link to another language leads here
        return redirect("club-submission", where.pk, sent.pk)
    returned, reason = "return" in request.POST, request.POST.get("reason", "")
    try:
        if returned:
            decisions.send_back(sent, access.actor(request), access.now(), reason)
            messages.success(request, _("%s was returned. Its points are taken back.") % sent.competition)
        else:
            decisions.approve(sent, access.actor(request), access.now(), request.POST.get("allowed", ""))
            messages.success(request, _("%s is approved.") % sent.competition)
    except NotAllowed:
        raise PermissionDenied from None
    except Refused as why:
        at = "reason" if returned else "allowed" if isinstance(why, decisions.NoReason) else "approve"
        error = english(why)
        wrong = {"mistakes": [Mistake(at, error)], "error": error, "sends_back": returned, "reason": reason}
        return show(request, where, sent, wrong)
    here = _what_else_waits(request, where) or reverse("club-submission", args=[where.pk, sent.pk])
    return HttpResponseRedirect(parameters.onward(request, request.POST.get("next", ""), here))


def _what_else_waits(request: HttpRequest, where: Organisation) -> str:
    """Give the address of the list that a county works through; nothing for the office, which has one of its own."""
    if access.is_office(request) or where.parent is None:
        return ""
    decides = may_decide_below(access.actor(request), where.parent, access.today())
    return reverse("club-approvals", args=[where.parent.pk]) if decides else ""
