"""Who acts for an organisation. A secretary appoints and dismisses its scorers; everybody can end their own role."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks import record
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.log_ins import invite_officer
from overtrick.register.log_ins.invite_officer import Invitee
from overtrick.register.organisations import contact_details, contacts
from overtrick.register.organisations import officers as register
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.working import clause_link
from overtrick.web.office import formatting
from overtrick.web.office.officers import later_acts
from overtrick.web.office.organisations import LastDay


@base.page()
def officers(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List who acts for an organisation today, and who did before."""
    on = access.today()
    listed = [(each, formatting.who(each.user), _may_end(request, each)) for each in register.officers_of(where, on)]
    before = register.people().filter(organisation=where, ends__lt=on).select_related("user").order_by("-ends", "-pk")
    secretaries = sum(each.role == Officer.Role.SECRETARY for each, _who, _mine in listed)
    asked = record.of(handbook.edition_on(where.federation, on)).one_secretary(where.kind, secretaries)
    shown = {
        "odd": None if asked is None or asked.holds else english(asked.working.says),
        "clause": clause_link(asked.working.clause, where.federation.handbook) if asked else "",
        "officers": listed,
        "before": [(each, formatting.who(each.user)) for each in before],
        "contact": contacts.details_of(where),
        "appoints": may(access.actor(request), Action.SCORERS, where, on),
    }
    return base.show(request, where, "officers", shown)


def _may_end(request: HttpRequest, held: Officer) -> bool:
    actor, on = access.actor(request), access.today()
    return actor.pk == held.user_id or may(actor, register.action_for(Officer.Role(held.role)), held.organisation, on)


class Scorer(Plain):
    """Whom, from when."""

    who = forms.CharField(
        label=gettext_lazy("Who"),
        help_text=gettext_lazy(
            "A player’s number or an e-mail address. If we do not know the address, we open an account for it."
        ),
        error_messages={"required": gettext_lazy("Enter a player’s number or an e-mail address")},
        max_length=150,
    )
    name = forms.CharField(
        label=gettext_lazy("Their name"),
        help_text=gettext_lazy("Only for a new account."),
        required=False,
        max_length=100,
    )

    def __init__(self, where: Organisation, actor: User, *args: object) -> None:
        super().__init__(*args)
        self._where, self._actor = where, actor

    def clean_who(self) -> str:
        """Find the person; of those whom the club does not know, only an e-mail address can be invited."""
        typed: str = self.cleaned_data["who"].strip()
        known = invite_officer.meant(typed, self._where, self._actor, access.today())
        if known is None and not contact_details.is_email(typed):
            raise forms.ValidationError(_("We know nobody with this name or number. Enter their e-mail address"))
        return typed


@base.form(Action.SCORERS)
@look_ups.counted()
def appoint(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Let somebody send results for the organisation from today on."""
    form = Scorer(where, access.actor(request), parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        given, _blank, family = form.cleaned_data["name"].strip().partition(" ")
        person = Invitee(form.cleaned_data["who"], given=given, family=family)
        signed = access.signed(request)
        try:
            done = invite_officer.appoint(where, person, Officer.Role.SCORER, access.today(), **signed)
        except Refused as refused:
            form.add_error("who", english(refused))
        else:
            who = formatting.who(done.officer.user)
            messages.success(request, _("%(who)s acts for %(name)s.") % {"who": who, "name": where})
            if done.handed is not None and done.handed.address:
                until = formatting.moment(done.handed.until)
                link = {"who": who, "address": done.handed.address, "until": until}
                return base.show(request, where, "officer_link", link)
            if done.handed is None and not done.officer.user.has_usable_password():
                messages.info(request, _("%(who)s has no password yet. The office can send a link.") % {"who": who})
            return redirect("club-officers", where.pk)
    shown = {"form": form, "heading": _("Appoint a scorer"), "does": _("Appoint them")}
    return base.show(request, where, "officer", shown, status=422 if form.errors else 200)


@base.form()
def end(request: HttpRequest, where: Organisation, officer: int) -> HttpResponse:
    """Let a role end with a day, today or past; what was done after it is listed first."""
    held = get_object_or_404(where.officers.select_related("user", "organisation"), pk=officer)
    if not _may_end(request, held):
        raise PermissionDenied
    who = formatting.who(held.user)
    form = LastDay(parameters.posted(request), initial={"last": access.today()})
    later: list[str] = []
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        later = later_acts(held.user, given["last"])
        if not later or "sure" in request.POST:
            try:
                signed = access.signed(request, given["reason"])
                register.dismiss(where, held.user, Officer.Role(held.role), given["last"], **signed)
            except Refused as refused:
                form.add_error(None, english(refused))
            else:
                said = _("The role of %(who)s ends on %(day)s.")
                messages.success(request, said % {"who": who, "day": formatting.day(given["last"])})
                own = held.user_id == access.actor(request).pk
                return redirect("desk") if own else redirect("club-officers", where.pk)
    heading = _("End the role of %(who)s") % {"who": who}
    shown = {"form": form, "heading": heading, "does": _("End this role"), "later": later}
    return base.show(request, where, "officer", shown, status=422 if form.errors else 200)
