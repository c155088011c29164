"""Lets an organisation keep a copy of the national player file, and ends that."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.tokens import player_file as register
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.organisations import find, page_of, way


class Purpose(Plain):
    """What it is for."""

    purpose = forms.CharField(
        label=gettext_lazy("What will it be used for?"),
        help_text=gettext_lazy("For example: names for numbers on the club’s scoring PC."),
        max_length=register.LONGEST_PURPOSE,
        error_messages={"required": gettext_lazy("Enter what it will be used for")},
    )
    reason = confirm_form.reason(gettext_lazy("We record your name and the day."), required=False)


class NoLonger(Plain):
    """Why it ends."""

    reason = confirm_form.reason(gettext_lazy("We record your name and the day."), required=False)


@decorators.form
def player_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Allow it, or end it where it is allowed."""
    found = find(pk)
    held = register.permission_of(found, access.today())
    told = {"name": found}

    def allow(given: Answers) -> Done:
        register.allow(found, given["purpose"], **access.signed(request, given["reason"]))
        return Done(_("%(name)s may keep the player file.") % told, page_of(found))

    def end(given: Answers) -> Done:
        register.withdraw(found, **access.signed(request, given["reason"]))
        return Done(_("%(name)s may no longer keep the player file.") % told, page_of(found))

    if held is None:
        page = Ask(_("Let %(name)s keep the player file") % told, _("Allow it"), way(found))
        follows = [
            _("Its programs can then fetch the number, name, club and rank of every player."),
            _("Players who hide are in the file without their names."),
        ]
        return confirm_form.ask(request, Purpose(parameters.posted(request)), page, allow, follows)
    lead = _("Used for: %(purpose)s") % {"purpose": held.purpose}
    page = Ask(_("End the player file for %(name)s") % told, _("End it"), way(found), lead, warn=True)
    follows = [_("Its programs can no longer fetch the player file. Their other access stays.")]
    return confirm_form.ask(request, NoLonger(parameters.posted(request)), page, end, follows)
