"""Choose the organisation to act for. An officer of only one goes straight to it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.roles import roles
from overtrick.web import access


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show the organisations a person acts for."""
    held = roles(access.actor(request), access.today())
    mine = list(Organisation.objects.filter(pk__in={each.organisation for each in held}).order_by("name", "pk"))
    if not mine:
        raise PermissionDenied
    if len(mine) == 1:
        return redirect("club-desk", mine[0].pk)
    return render(request, "club/choose.html", {"organisations": mine})
