"""Register a new member, after a look at those who may be the same person."""

from __future__ import annotations

from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, identity, registration, reinstate, standings
from overtrick.register.people.duplicates import Applicant, Candidate
from overtrick.register.people.models import Player, Standing
from overtrick.web import access
from overtrick.web.club import base
from overtrick.web.design.forms import Day, Plain

SOMEBODY_NEW = "new"
_AWAY = (Standing.Status.LAPSED, Standing.Status.POTENTIAL, Standing.Status.VISITOR)


class MemberForm(Plain):
    """Who wants a number."""

    given = forms.CharField(label=gettext_lazy("First name"), max_length=100)
    family = forms.CharField(label=gettext_lazy("Family name"), max_length=100)
    born = Day(
        label=gettext_lazy("Day of birth"),
        help_text=gettext_lazy(
            "For example 1951-03-27. It is the best way to tell two people with the same name apart."
        ),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter the day of birth as 1951-03-27")},
    )
    number = forms.CharField(
        label=gettext_lazy("A number they have had before"),
        help_text=gettext_lazy("Leave it empty if they have never had one."),
        required=False,
        max_length=20,
    )


class PossibleMatch(NamedTuple):
    """Somebody in the register who may be the same person."""

    number: str
    name: str
    club: str
    standing: str
    because: str


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Register somebody; if the register may know them already, ask first."""
    form = MemberForm(request.POST if request.method == "POST" else None)
    candidates: list[PossibleMatch] = []
    error = ""
    if request.method == "POST" and form.is_valid():
        chosen = request.POST.get("who", "")
        looked_at = request.POST.getlist("looked-at")
        try:
            if chosen and chosen != SOMEBODY_NEW:
                player = identity.resolve(chosen)
                return _welcome(request, where, player, _enter_known(request, where, player))
            despite = looked_at if chosen == SOMEBODY_NEW else []
            made = registration.register(
                Applicant(**form.cleaned_data),
                access.today(),
                club=where,
                despite=despite,
                actor=access.actor(request),
                at=access.now(),
            )
            if made.player is not None:
                return _welcome(request, where, made.player, made.points.released)
            candidates = [_possible_match(where, each) for each in made.candidates]
            if looked_at:
                error = _("Choose who this is, or choose somebody new")
        except Refused as why:
            form.add_error(None, str(why))
    shown = {"form": form, "candidates": candidates, "error": error}
    return base.show(request, where, "newcomer", shown, status=422 if form.errors or error else 200)


def _possible_match(where: Organisation, candidate: Candidate) -> PossibleMatch:
    player = candidate.player
    home = clubs.clubs_of(player, access.today()).home
    state = standings.on_day(player, access.today())
    return PossibleMatch(
        numbers.written(where.federation, player.number),
        str(player),
        home.name if home else "",
        str(state.status or ""),
        ", ".join(candidate.reasons),
    )


def _enter_known(request: HttpRequest, where: Organisation, player: Player) -> int:
    """Enter somebody with a number: registered again if they were away, otherwise in this club beside their own.

    So many credits that waited are theirs now.
    """
    actor, at, on = access.actor(request), access.now(), access.today()
    if standings.on_day(player, on).status in (*_AWAY, None):
        return reinstate.register_again(player, where, on, actor=actor, at=at).points.released
    belongs = clubs.clubs_of(player, on)
    if where == belongs.home or where in belongs.others:
        return 0
    if belongs.home is None:
        clubs.join(player, where, on, home=True, actor=actor, at=at)
    else:
        clubs.add_alternate(player, where, on, actor=actor, at=at)
    return 0


def _welcome(request: HttpRequest, where: Organisation, player: Player, released: int) -> HttpResponse:
    told = {"name": player, "number": numbers.written(where.federation, player.number), "club": where}
    messages.success(request, _("%(name)s is a member of %(club)s, with the number %(number)s.") % told)
    if released:
        messages.success(request, _("Points held for %s are now credited.") % player)
    return redirect("club-member", where.pk, player.pk)
