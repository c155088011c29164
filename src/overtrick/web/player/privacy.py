"""Who may see a player: everybody, only the club and the office, or the club alone where the handbook lets them."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from overtrick.engine.findings import Finding
from overtrick.register.people import clubs
from overtrick.register.people.registration import correct
from overtrick.web import parameters
from overtrick.web.access import actor, now, today
from overtrick.web.design.forms import Plain
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record

EVERYBODY, CLUB, CLUB_ONLY = "everybody", "club", "club only"


class WhoMaySee(Plain):
    """One choice of two, or of three."""

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

    def __init__(self, hides_from_office: Finding | None, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if hides_from_office is not None:
            said = _("Only my club. The office knows my number and no name")
            choices: list[tuple[object, object]] = [*self.fields["seen_by"].choices, (CLUB_ONLY, said)]  # type: ignore[attr-defined]
            self.fields["seen_by"].choices = choices  # type: ignore[attr-defined]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """Let the player choose; it holds at once."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    hidden = CLUB_ONLY if mine.player.club_only else CLUB if mine.player.anonymous else EVERYBODY
    third = clubs.rules(today()).may_hide_from_office()
    form = WhoMaySee(third, parameters.posted(request), initial={"seen_by": hidden})
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data["seen_by"]
        correct(
            mine.player,
            anonymous=chosen != EVERYBODY,
            club_only=chosen == CLUB_ONLY,
            actor=actor(request),
            at=now(),
            reason=_("the player's own choice"),
        )
        messages.success(request, _said(chosen))
        return redirect("record")
    context = {"form": form, "player": mine.player, "tab": "privacy", "third": third}
    return render(request, "player/privacy.html", context, status=422 if form.errors else 200)


def _said(chosen: str) -> str:
    if chosen == CLUB_ONLY:
        return _("Only your club sees your name now. The office sees your number and your points.")
    if chosen == CLUB:
        return _("You are now hidden from the public. Your club and the office can still see you.")
    return _("Everybody can find your name, rank and points.")
