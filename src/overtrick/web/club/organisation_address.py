"""Where letters to an organisation go: its secretary changes that, and the office."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.register.organisations import contacts
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.contact_form import ReachForm


@base.form(Action.SCORERS)
def organisation_address(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Change the e-mail, the postal address and the telephone of an organisation."""
    form = ReachForm(parameters.posted(request), initial=contacts.details_of(where)._asdict())
    if request.method == "POST" and form.is_valid():
        contacts.change(where, form.details(), **access.signed(request))
        messages.success(request, _("The address of %(club)s is saved.") % {"club": where})
        return redirect("club-officers", where.pk)
    return base.show(request, where, "organisation_address", {"form": form}, status=422 if form.errors else 200)
