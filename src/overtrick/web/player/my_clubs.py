"""The clubs of a player, and clubs that ask to enter them: the player agrees or refuses."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.register.errors import Refused
from overtrick.register.people import clubs, counties, joining
from overtrick.web import parameters
from overtrick.web.access import actor, now, today
from overtrick.web.design.english import english
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs, the requests that wait, and the code that a player can show to a club."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    waits = joining.waiting_for(mine.player)
    if request.method == "POST":
        asked = get_object_or_404(joining.about(mine.player), pk=parameters.whole(request.POST.get("request", "")))
        try:
            if request.POST.get("answer") == "yes":
                joining.confirm(asked, actor(request), now())
                messages.success(request, _("You are now a member of %s.") % asked.club)
            else:
                joining.refuse(asked, actor(request), now())
                messages.success(request, _("You have refused. %s sees nothing more of you.") % asked.club)
        except Refused as why:
            messages.error(request, english(why))
        return redirect("my-clubs")
    shown = {
        "player": mine.player,
        "clubs": clubs.clubs_of(mine.player, today()),
        "counties": counties.counties_of(mine.player, today()),
        "waits": waits,
        "code": joining.code(mine.player, today()),
        "tab": "clubs",
    }
    return render(request, "player/my_clubs.html", shown)
