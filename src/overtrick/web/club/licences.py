"""Licences and authorisations: current ones, those that end soon, and events that need one.

Whoever may grant one does it here: the office, and the organisation above where the handbook leaves it to that.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.register.applications import cases
from overtrick.register.competitions import licence_check
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import licence_fees
from overtrick.register.organisations import licences as register
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.working import clause_link
from overtrick.web.office.confirm_form import Why
from overtrick.web.office.organisations import LastDay

#: What needs somebody comes first.
_ORDER = ("soon", "runs", "later", "over")


class LicenceRow(NamedTuple):
    """A licence as pages show it."""

    licence: Licence
    state: str  #: one of ``_ORDER``
    days: int  #: until its last day
    used: str = ""  #: of its total, where it has one
    total: str = ""
    full: bool = False
    mine: bool = False  #: whoever looks may change its last day


class Missing(NamedTuple):
    """An event that needs leave which is not on record."""

    name: str
    day: date
    submission: int
    needs: str
    clause: SafeString | str
    apply: str = ""  #: the address at which it is applied for, where the handbook has such an application


def running(where: Organisation, on: date) -> list[LicenceRow]:
    """Give the licences that hold today."""
    return [row(each, on) for each in register.running(where, on).select_related("organisation__federation")]


def missing(where: Organisation, on: date) -> list[Missing]:
    """Give the events of the year that need leave which is not on record."""
    handbook = where.federation.handbook
    return [
        Missing(
            each.competition.name,
            each.begins,
            each.pk,
            required.licence.name,
            clause_link(required.working.clause, handbook),
            apply_address(where, required.licence.name, each, on),
        )
        for each, required in licence_check.unlicensed(where, on)
    ]


def row(each: Licence, on: date) -> LicenceRow:
    """Say how far a licence has come, and what is used of it."""
    state, days = _state(each, on), (each.ends - on).days if each.ends else 0
    if each.units is None:
        return LicenceRow(each, state, days)
    colour = handbook.colours(each.organisation.federation)[each.colour]
    awarded = licence_check.used(each)
    return LicenceRow(each, state, days, colour.show(awarded), colour.show(each.units), awarded >= each.units)


def every(where: Organisation, on: date) -> list[LicenceRow]:
    """Give all licences of an organisation: those that end soon first."""
    rows = where.licences.select_related("granted_by", "organisation__federation").order_by("-begins", "-pk")
    return in_order(row(each, on) for each in rows)


def in_order(listed: Iterable[LicenceRow]) -> list[LicenceRow]:
    """Put those first that end soon, and last those that have ended."""
    return sorted(listed, key=lambda each: _ORDER.index(each.state))


def _state(each: Licence, on: date) -> str:
    if each.revoked_on is not None and each.revoked_on <= on:
        return "over"
    if each.begins > on:
        return "later"
    if each.ends is None or each.ends > on + register.SOON:
        return "runs"
    return "soon" if each.ends >= on else "over"


def apply_address(where: Organisation, allows: str, sent: Submission, on: date) -> str:
    """Give the address of an application for leave that an event needs, filled in with its name and day."""
    kind = next((each.name for each in cases.kinds_for(where, on) if each.allows == allows), "")
    if not kind:
        return ""
    told = {"kind": kind, "event": sent.competition.name, "first_day": sent.begins.isoformat()}
    return f"{reverse('club-application-new', args=[where.pk])}?{urlencode(told)}"


def may_grant(request: HttpRequest, where: Organisation, allows: str) -> bool:
    """Say whether the person who asks grants this; the office grants anything."""
    actor, on = access.actor(request), access.today()
    return may(actor, Action.AFFILIATE, where, on) or allows in {each.name for each in register.kinds(where, actor, on)}


@base.page()
def licences(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List them all, those that end soon first."""
    actor, on = access.actor(request), access.today()
    listed = [
        each._replace(mine=each.state != "over" and may_grant(request, where, each.licence.allows))
        for each in every(where, on)
    ]
    grants = bool(register.kinds(where, actor, on)) or may(actor, Action.AFFILIATE, where, on)
    return base.show(request, where, "licences", {"listed": listed, "missing": missing(where, on), "grants": grants})


@base.form()
def end(request: HttpRequest, where: Organisation, licence: int) -> HttpResponse:
    """Give a licence another last day."""
    found = get_object_or_404(where.licences, pk=licence)
    if not may_grant(request, where, found.allows):
        raise PermissionDenied
    form = LastDay(parameters.posted(request), initial={"last": found.ends or access.today()})
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            register.end(found, given["last"], **access.signed(request, given["reason"]))
        except Refused as error:
            form.add_error(None, english(error))
        else:
            messages.success(request, _("The last day of %(number)s has changed.") % {"number": found.number})
            return redirect("club-licences", where.pk)
    heading = _("The last day of %(number)s") % {"number": found.number}
    shown = {"form": form, "heading": heading, "does": _("Save this last day")}
    return base.show(request, where, "licence", shown, status=422 if form.errors else 200)


@base.form()
def revoke(request: HttpRequest, where: Organisation, licence: int) -> HttpResponse:
    """Take a licence back: from today on it does not hold, and costs nothing."""
    found = get_object_or_404(where.licences, pk=licence)
    if not may_grant(request, where, found.allows):
        raise PermissionDenied
    form = Why(_("Whoever holds the licence reads it."), parameters.posted(request))
    if form.is_bound and form.is_valid():
        try:
            register.revoke(found, **access.signed(request, form.cleaned_data["reason"]))
        except Refused as error:
            form.add_error(None, english(error))
        else:
            messages.success(request, _("The licence %(number)s is taken back.") % {"number": found.number})
            return redirect("club-licences", where.pk)
    charged = [each.working for each in licence_fees.charged_for(found) if not each.exempt]
    heading = _("Take %(number)s back") % {"number": found.number}
    shown = {"form": form, "heading": heading, "does": _("Take it back"), "taken_back": charged}
    return base.show(request, where, "licence", shown, status=422 if form.errors else 200)
