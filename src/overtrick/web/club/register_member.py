"""Register a new member, after a look at those who may be the same person.

Somebody who has a number already has to agree, or the office does for them.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.mail import outbox
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, duplicates, identity, joining, registration, reinstate, sight, standings
from overtrick.register.people.duplicates import Applicant, Candidate
from overtrick.register.people.models import JoinRequest, Player
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day, Plain
from overtrick.web.design.mistakes import Mistake

SOMEBODY_NEW = "new"


class MemberForm(Plain):
    """Who wants a number."""

    given = forms.CharField(
        label=gettext_lazy("First name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the first name")},
    )
    family = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the family name")},
    )
    born = Day(
        label=gettext_lazy("Day of birth"),
        help_text=gettext_lazy(
            "For example 27 March 1951. It is the best way to tell two people with the same name apart."
        ),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter the day of birth, for example 27 March 1951")},
    )
    number = forms.CharField(
        label=gettext_lazy("A number they have had before"),
        help_text=gettext_lazy("Leave it empty if they have never had one."),
        required=False,
        max_length=20,
    )


class CodeForm(Plain):
    """The player's word."""

    code = forms.CharField(
        label=gettext_lazy("The code that the player shows you"),
        help_text=gettext_lazy("The player finds it under “My clubs”."),
        max_length=20,
        error_messages={"required": gettext_lazy("Enter the code that the player shows you")},
    )


class PossibleMatch(NamedTuple):
    """Somebody in the register who may be the same person, as far as the club may know them."""

    number: str
    name: str
    because: str


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
@look_ups.counted()
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Register somebody; if the register may know them already, ask first."""
    form = MemberForm(parameters.posted(request))
    candidates: list[PossibleMatch] = []
    error = ""
    if request.method == "POST" and form.is_valid():
        applicant = Applicant(**form.cleaned_data)
        chosen, looked_at = request.POST.get("who", ""), request.POST.getlist("looked-at")
        try:
            found = joining.candidates(where, applicant)
            if chosen and chosen != SOMEBODY_NEW:
                return _ask(request, where, identity.resolve(chosen), applicant)
            unseen = [each for each in found if each.player.number not in _keys(where, looked_at)]
            if (chosen == SOMEBODY_NEW and not unseen) or not found:
                return _welcome(request, where, *enrol(where, applicant, access.actor(request), access.now()))
            candidates = [_possible_match(where, each) for each in found]
            if looked_at:
                error = _("Choose who this is, or choose somebody new")
        except Refused as why:
            form.add_error(None, english(why))
    shown = {"form": form, "candidates": candidates, "error": error}
    shown["mistakes"] = [Mistake("known", error)] if error else []
    return base.show(request, where, "newcomer", shown, status=422 if form.errors or error else 200)


def _keys(where: Organisation, written: list[str]) -> set[str]:
    return {numbers.key(where.federation, each) for each in written}


def _possible_match(where: Organisation, candidate: Candidate) -> PossibleMatch:
    player = candidate.player
    number = numbers.written(where.federation, player.number)
    if sight.hides(player, where):
        return PossibleMatch(number, _("A player who is hidden from the public"), _("The number and the name fit"))
    return PossibleMatch(number, str(player), ", ".join(candidate.reasons))


class Enrolled(NamedTuple):
    """A new member, and how many points were waiting."""

    player: Player
    released: int


def enrol(where: Organisation, applicant: Applicant, actor: User, at: datetime) -> Enrolled:
    """Give a number to somebody new; whoever else is like them was looked at, or is not for the club to know."""
    others = [each.player.number for each in duplicates.candidates(applicant)]
    made = registration.register(applicant, at.date(), club=where, despite=others, actor=actor, at=at)
    if made.player is None:
        raise joining.DoesNotFit(
            f"The number {applicant.number} is in use.", "Choose the person who has it, or leave the number out."
        )
    return Enrolled(made.player, made.points.released)


def _ask(request: HttpRequest, where: Organisation, player: Player, applicant: Applicant) -> HttpResponse:
    """Ask for somebody who has a number already. The office needs nobody's word, nor a club for its own members."""
    actor, at = access.actor(request), access.now()
    if clubs.is_listed(player, where) and standings.is_away(player, at.date()):
        again = reinstate.register_again(player, where, at.date(), actor=actor, at=at)
        return _welcome(request, where, player, again.points.released)
    belongs = clubs.clubs_of(player, at.date())
    if where == belongs.home or where in belongs.others:
        return _welcome(request, where, player, 0)
    asked = joining.ask(player, where, applicant, actor=actor, at=at)
    if access.is_office(request):
        return _welcome(request, where, player, joining.confirm(asked, actor, at))
    messages.success(request, _("%s joins when they agree, or when the office does.") % asked.written)
    return redirect("club-join", where.pk, asked.pk)


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
@look_ups.counted()
def join(request: HttpRequest, where: Organisation, asked: int) -> HttpResponse:
    """Show a request that waits for the player; the code that the player shows confirms it."""
    waits = get_object_or_404(joining.every(), club=where, pk=asked)
    if waits.status != JoinRequest.Status.WAITING:
        return _decided(request, where, waits)
    form = CodeForm(parameters.posted(request))
    if "withdraw" in request.POST:
        joining.refuse(waits, access.actor(request), access.now())
        messages.success(request, _("The request is withdrawn."))
        return redirect("club-members", where.pk)
    if form.is_bound and form.is_valid():
        try:
            released = joining.confirm_by_code(waits, form.cleaned_data["code"], access.actor(request), access.now())
        except Refused as why:
            form.add_error("code", english(why))
        else:
            return _welcome(request, where, identity.kept(waits.player), released)
    by_mail = outbox.server().is_set_up
    shown = {"form": form, "asked": waits, "number": _number(where, waits), "by_mail": by_mail}
    return base.show(request, where, "join", shown, status=422 if form.errors else 200)


def _decided(request: HttpRequest, where: Organisation, asked: JoinRequest) -> HttpResponse:
    """Say what became of a request that no longer waits."""
    if asked.status == JoinRequest.Status.CONFIRMED:
        messages.info(request, _("%(player)s is now a member of %(club)s.") % {"player": asked.written, "club": where})
    else:
        messages.info(request, _("The request for %(player)s was refused or withdrawn.") % {"player": asked.written})
    return redirect("club-members", where.pk)


def _number(where: Organisation, asked: JoinRequest) -> str:
    return numbers.written(where.federation, asked.player.number)


def _welcome(request: HttpRequest, where: Organisation, player: Player, released: int) -> HttpResponse:
    told = {"name": player, "number": numbers.written(where.federation, player.number), "club": where}
    messages.success(request, _("%(name)s is a member of %(club)s, with the number %(number)s.") % told)
    if released:
        messages.success(request, _("Points held for %s are now credited.") % player)
    return redirect("club-member", where.pk, player.pk)
