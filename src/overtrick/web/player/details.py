"""The player's own title, e-mail, address and telephone, changed by the player from a day on."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.register.errors import Refused
from overtrick.register.people import contacts
from overtrick.web import parameters
from overtrick.web.access import actor, now, today
from overtrick.web.contact_form import ContactForm
from overtrick.web.design.english import english
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def details(request: HttpRequest) -> HttpResponse:
    """Show what is known, and let the player change it."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    form = ContactForm(parameters.posted(request), initial=contacts.details_of(mine.player, today())._asdict())
    if request.method == "POST" and form.is_valid():
        try:
            contacts.change(mine.player, form.details(), form.cleaned_data["begins"], actor=actor(request), at=now())
        except Refused as why:
            form.add_error(None, english(why))
        else:
            messages.success(request, _("Your details are saved."))
            return redirect("my-details")
    context = {
        "form": form,
        "player": mine.player,
        "tab": "details",
        "planned": contacts.planned(mine.player, today()),
        "club_only": mine.player.club_only,
    }
    return render(request, "player/details.html", context, status=422 if form.errors else 200)
