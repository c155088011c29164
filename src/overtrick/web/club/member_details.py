"""The name, birthday and address of a member, changed by the club as far as the handbook lets it."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register import transactions
from overtrick.register.errors import Refused
from overtrick.register.log_ins import invite_members
from overtrick.register.mail import outbox
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, contacts, registration
from overtrick.register.people.clubs import Member
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.invitations import tell
from overtrick.web.contact_form import ContactForm
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day

_NAMES = ("given", "family", "born")


class MemberDetails(ContactForm):
    """Who a member is, and how they are reached."""

    given = forms.CharField(label=gettext_lazy("First name"), required=False, max_length=100)
    family = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the family name")},
    )
    born = Day(
        label=gettext_lazy("Day of birth"),
        help_text=gettext_lazy("For example 27 March 1951."),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter the day of birth, for example 27 March 1951")},
    )


@base.form(Action.MEMBERS, base.WITH_MEMBERS)
def details(request: HttpRequest, where: Organisation, player: int) -> HttpResponse:
    """Change what is known of a member, and invite them to open an account."""
    on = access.today()
    who = member_of(where, player).player
    if access.is_office(request) and who.club_only:
        raise Http404
    allowed = clubs.rules(on).may_change_details(clubs.holder(who, on), where.name)
    if not allowed.holds and not access.is_office(request):
        return base.show(request, where, "details", {"player": who, "refused": allowed.working}, status=403)
    initial = {**model_to_dict(who, _NAMES), **contacts.details_of(who, on)._asdict()}
    form = MemberDetails(parameters.posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        given, signed = form.cleaned_data, access.signed(request)
        try:
            with transactions.atomic():
                registration.correct(who, **{name: given[name] for name in _NAMES}, **signed)
                contacts.change(who, form.details(), given["begins"], club=where, **signed)
            if "invite" in request.POST:
                tell(request, who, invite_members.invite(who, actor=access.actor(request), at=access.now()))
            else:
                messages.success(request, _("The details of %(who)s are saved.") % {"who": who})
        except Refused as why:
            form.add_error(None, english(why))
        else:
            return redirect("club-member", where.pk, player)
    shown = {"form": form, "player": who, "can_send": outbox.server().is_set_up, "planned": contacts.planned(who, on)}
    return base.show(request, where, "details", shown, status=422 if form.errors else 200)


def member_of(where: Organisation, player: int) -> Member:
    """Give a member of the club; somebody else is not there."""
    for each in clubs.members(where, access.today()):
        if each.player.pk == player:
            return each
    raise Http404
