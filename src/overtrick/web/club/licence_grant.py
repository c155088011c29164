"""Grants a licence: what it is, what decides its fee, and what it costs; then it is granted and charged."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import licence_fees
from overtrick.register.money.licence_fees import LicenceCosts, NotTold
from overtrick.register.organisations import licences as register
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.licence_forms import NewLicenceForm
from overtrick.web.design.cost_lines import cost_lines
from overtrick.web.design.english import english
from overtrick.web.design.question_form import QuestionForm

#: Says that what decides the fee was on the page, that whoever grants it is sure, and which cost was shown.
_FEE, _SURE, _SEEN = "fee_asked", "sure", "seen"


class _Fee(NamedTuple):
    """What decides the fee, as far as it was answered, and what comes of it."""

    form: QuestionForm
    given: Grant
    costs: LicenceCosts | None  #: None: not everything is told

    @property
    def shown(self) -> str:
        """Write the cost, to know whether it is the one that was looked at."""
        return "; ".join(each.working.says for each in self.costs.dues) if self.costs else ""


@base.form()
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Ask what is granted; where it costs something, what decides that; and grant it once the cost was seen."""
    actor, on = access.actor(request), access.today()
    kinds, office = register.kinds(where, actor, on), may(actor, Action.AFFILIATE, where, on)
    if not kinds and not office:
        raise PermissionDenied
    form = NewLicenceForm(
        kinds,
        handbook.colours(where.federation),
        parameters.posted(request),
        initial={"begins": on, "granted_on": on},
        office=office,
    )
    if form.is_bound and form.is_valid() and "change" not in request.POST:
        given = form.granted
        fee = _fee(request, where, given)
        sure = _SURE in request.POST and (fee is None or request.POST.get(_SEEN) == fee.shown)
        if fee is not None and (fee.costs is None or not sure):
            return _fee_page(request, where, form, fee)
        try:
            register.grant(where, given if fee is None else fee.given, actor=actor, at=access.now())
        except Refused as error:
            form.add_error(None, english(error))
        else:
            told = {"number": given.number, "allows": given.allows}
            messages.success(request, _("%(number)s is granted: %(allows)s.") % told)
            return redirect("club-licences", where.pk)
    shown = {"form": form, "heading": _("Grant a licence"), "does": _("Grant it")}
    return base.show(request, where, "licence", shown, status=422 if form.errors else 200)


def _fee(request: HttpRequest, where: Organisation, given: Grant) -> _Fee | None:
    """Read what decides the fee; None: this licence has none."""
    nothing_told = licence_fees.foreseen(where, given, access.today())
    listed = licence_fees.asked(where, given.allows, given.begins) if nothing_told is not None else ()
    if nothing_told is None or not (listed or nothing_told.dues):
        return None
    asked = _FEE in request.POST
    form = QuestionForm(listed, where.federation.handbook, {}, request.POST if asked else None)
    if listed and not asked:
        return _Fee(form, given, None)
    try:
        told = given._replace(fee=licence_fees.read(listed, form.typed() if asked else {}))
    except NotTold as wrong:
        form.refuse(wrong.mistakes)
        return _Fee(form, given, None)
    return _Fee(form, told, licence_fees.foreseen(where, told, access.today()))


def _fee_page(request: HttpRequest, where: Organisation, form: NewLicenceForm, fee: _Fee) -> HttpResponse:
    granted = _("Invoiced when the licence is granted.")
    shown = {
        "heading": _("The fee of licence %(number)s") % {"number": fee.given.number},
        "kept": [(name, value) for name in form.fields for value in request.POST.getlist(name)],
        "allows": fee.given.allows,
        "form": fee.form,
        "costs": cost_lines(fee.costs.dues, fee.costs.edition, granted) if fee.costs else [],
        "known": fee.costs is not None,
        "seen": fee.shown,
    }
    return base.show(request, where, "licence_fee", shown, status=422 if fee.form.errors else 200)
