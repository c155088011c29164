"""Accounts for the members of a club: invitations by mail, and codes on paper."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.federations import numbers
from overtrick.register.log_ins import club_codes
from overtrick.register.log_ins.invite_members import Invited
from overtrick.register.log_ins.tasks import invite
from overtrick.register.mail import outbox
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, contacts
from overtrick.register.people.models import Player
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design.mistakes import Mistake


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def invite_all(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Say who can be invited; then do it as a task."""
    listed = [each.player for each in clubs.members(where, access.today())]
    if request.method == "POST" and outbox.server().is_set_up:
        at = access.now()
        title = _("Invite the members of %(club)s") % {"club": where}
        order = Order(where.federation, access.actor(request), at, title, f"members.invite {where.pk}")
        row = invite.add(order, organisation=where.pk, at=at.isoformat())
        return redirect("task", row.pk)
    waiting = club_codes.without_account(where, access.now())
    base.as_seen(request, waiting)
    emails = contacts.emails(access.today(), [each.pk for each in waiting])
    shown = {
        "can_send": outbox.server().is_set_up,
        "every": len(listed),
        "with_account": len(listed) - len(waiting),
        "with_address": len(emails),
        "without": [each for each in waiting if each.pk not in emails],
    }
    return base.show(request, where, "invite", shown)


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def codes(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Choose members without an account; their codes are shown once, to print."""
    waiting = club_codes.without_account(where, access.now())
    base.as_seen(request, waiting)
    if request.method == "POST":
        everybody = {each.pk for each in waiting} if "everybody" in request.POST else set()
        chosen = everybody or set(filter(None, map(parameters.whole, request.POST.getlist("player"))))
        printed = club_codes.print_for(where, chosen, actor=access.actor(request), at=access.now())
        if printed:
            until = (access.now() + club_codes.LASTS).date()
            shown = {"printed": printed, "until": until, "address": request.build_absolute_uri(reverse("join"))}
            answer = base.show(request, where, "codes_printed", shown)
            answer.headers["Cache-Control"] = "private, no-store"
            return answer
    people = [(each, numbers.written(where.federation, each.number)) for each in waiting]
    error = _("Choose at least one member") if request.method == "POST" else ""
    shown = {"people": people, "error": error, "mistakes": [Mistake("everybody", error)] if error else []}
    return base.show(request, where, "codes", shown, status=422 if error else 200)


def tell(request: HttpRequest, player: Player, outcome: Invited) -> None:
    """Say what came of an invitation."""
    words = {
        Invited.INVITED: _("A letter to %(who)s is on its way."),
        Invited.BEFORE: _("%(who)s was invited before, and the link still works."),
        Invited.HAS_ACCOUNT: _("%(who)s has an account already."),
        Invited.NO_ADDRESS: _("We have no e-mail address of %(who)s. Enter it, or print a code."),
        Invited.CLOSED: _("The account of %(who)s is locked or has ended. Ask the office."),
    }
    messages.info(request, words[outcome] % {"who": player})
