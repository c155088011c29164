"""The office approves many submissions together."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from overtrick.register.competitions import approval_queue
from overtrick.web import access
from overtrick.web.approve_together import ApprovalDesk, approve_ticked, result, to_choose
from overtrick.web.office import decorators
from overtrick.web.office.inbox import every


def _desk(request: HttpRequest) -> ApprovalDesk:
    return ApprovalDesk(
        approval_queue.for_the_office(access.federation(request), access.today()),
        every(),
        lambda sent: reverse("office-submission", args=[sent.pk]),
        reverse("office-inbox"),
        reverse("office-approve-many"),
        reverse("office-approved"),
    )


@decorators.form
def approve_together(request: HttpRequest) -> HttpResponse:
    """Show what can be approved together, and approve what is ticked."""
    if request.method == "POST":
        return approve_ticked(request, _desk(request))
    return render(request, "office/approve_many.html", to_choose(_desk(request)))


@decorators.page
def approved(request: HttpRequest) -> HttpResponse:
    """Tell of each what became of it."""
    return render(request, "office/approved.html", result(request, _desk(request)))
