"""Who may see a player: everybody, or only the club and the office."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from overtrick.register.people.registration import correct
from overtrick.web import parameters
from overtrick.web.access import actor, now
from overtrick.web.design.forms import Plain
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record

EVERYBODY, CLUB = "everybody", "club"


class WhoMaySee(Plain):
    """One choice of two."""

    seen_by = forms.ChoiceField(
        label=gettext_lazy("Who may find your name, rank and points?"),
        choices=[
            (EVERYBODY, gettext_lazy("Everybody")),
            (CLUB, gettext_lazy("Only my club and the office")),
        ],
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose who may see you"),
            "invalid_choice": gettext_lazy("Choose who may see you"),
        },
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """Let the player choose; it holds at once."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    hidden = mine.player.anonymous
    form = WhoMaySee(parameters.posted(request), initial={"seen_by": CLUB if hidden else EVERYBODY})
    if request.method == "POST" and form.is_valid():
        hide = form.cleaned_data["seen_by"] == CLUB
        correct(mine.player, anonymous=hide, actor=actor(request), at=now(), reason=_("the player's own choice"))
        said = _("You are now hidden from the public. Your club and the office can still see you.") if hide else ""
        messages.success(request, said or _("Everybody can find your name, rank and points."))
        return redirect("record")
    context = {"form": form, "player": mine.player, "tab": "privacy"}
    return render(request, "player/privacy.html", context, status=422 if form.errors else 200)
