"""What a club does with one of its members: become the home club, stop listing, report a death."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, deaths, joining
from overtrick.register.people.duplicates import Applicant
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.member_details import member_of
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day, Plain

TRANSFER, STOP = "transfer", "stop"


class MoveForm(Plain):
    """What changes."""

    what = forms.ChoiceField(
        label=gettext_lazy("What do you want to do?"),
        choices=[
            (TRANSFER, gettext_lazy("Become their home club. They have to agree")),
            (STOP, gettext_lazy("Stop listing them after today")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what you want to do")},
    )


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def move(request: HttpRequest, where: Organisation, player: int) -> HttpResponse:
    """Ask to become the home club of somebody whom the club lists beside it, or stop listing them."""
    found = member_of(where, player)
    who, signed = found.player, access.signed(request)
    base.as_seen(request, [who])
    form = MoveForm(parameters.posted(request))
    if found.home:
        return base.show(request, where, "move", {"player": who, "home": True})
    if request.method == "POST" and form.is_valid():
        try:
            if form.cleaned_data["what"] == STOP:
                clubs.remove_alternate(who, where, access.today(), **signed)
                messages.success(request, _("%(who)s is no longer on your list after today.") % {"who": who})
                return redirect("club-members", where.pk)
            applicant = Applicant(who.given, who.family)
            actor, at = access.actor(request), access.now()
            asked = joining.ask(who, where, applicant, home=True, actor=actor, at=at)
            if access.is_office(request):
                joining.confirm(asked, actor, at)
                messages.success(request, _("%(club)s is the home club of %(who)s.") % {"club": where, "who": who})
                return redirect("club-member", where.pk, who.pk)
            messages.success(request, _("You become their home club when they agree, or when the office does."))
            return redirect("club-join", where.pk, asked.pk)
        except Refused as why:
            form.add_error(None, english(why))
    shown = {"player": who, "form": form}
    return base.show(request, where, "move", shown, status=422 if form.errors else 200)


class DeathForm(Plain):
    """The day of death, and that it is one."""

    died = Day(
        label=gettext_lazy("Day of death"),
        help_text=gettext_lazy("For example 27 March 2026."),
        error_messages={
            "required": gettext_lazy("Enter the day of death"),
            "invalid": gettext_lazy("Enter the day of death, for example 27 March 2026"),
        },
    )
    sure = forms.BooleanField(
        label=gettext_lazy("This person has died. It is no way to cancel somebody."),
        error_messages={"required": gettext_lazy("Tick that this person has died")},
    )


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def died(request: HttpRequest, where: Organisation, player: int) -> HttpResponse:
    """Report that a home member has died, where the handbook lets clubs do so."""
    who = member_of(where, player).player
    base.as_seen(request, [who])
    on = access.today()
    allowed = clubs.rules(on).may_report_death(clubs.holder(who, on), where.name, died=True)
    if allowed is None or not allowed.holds:
        raise Http404
    form = DeathForm(parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            actor, at = access.actor(request), access.now()
            deaths.report(who, where, given["died"], sure=given["sure"], actor=actor, at=at)
        except Refused as why:
            form.add_error("died", english(why))
        else:
            messages.success(request, _("%(who)s is taken off every list. The record stays.") % {"who": who})
            return redirect("club-members", where.pk)
    shown = {"player": who, "form": form, "clause": allowed.working.clause}
    return base.show(request, where, "died", shown, status=422 if form.errors else 200)
