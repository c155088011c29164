"""Clubs that want to enter somebody who has a number: the office agrees for a player without an account."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.people import joining
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.office import decorators


@decorators.page
def requests(request: HttpRequest) -> HttpResponse:
    """List the requests that wait for a player."""
    return render(request, "office/joining.html", {"waits": joining.waiting()})


@decorators.act
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree or refuse for the player."""
    asked = get_object_or_404(joining.every(), pk=pk)
    told = {"player": asked.player, "club": asked.club}
    try:
        if request.POST.get("answer") == "yes":
            joining.confirm(asked, access.actor(request), access.now())
            messages.success(request, _("%(player)s is now a member of %(club)s.") % told)
        else:
            joining.refuse(asked, access.actor(request), access.now())
            messages.success(request, _("%(player)s does not join %(club)s.") % told)
    except Refused as why:
        messages.error(request, english(why))
    return redirect("office-joining")
