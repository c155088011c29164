"""Pairs a scoring PC: the page shows a code and a picture, and says when the PC has used it."""

from __future__ import annotations

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from overtrick.register.accounts import links
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.tokens import pairing as register
from overtrick.register.tokens.models import Pairing
from overtrick.web import access, token_list
from overtrick.web.accounts import confirm
from overtrick.web.club import base
from overtrick.web.office import formatting

#: White all around the picture, so that it can be scanned from a dark page too.
_QUIET_ZONE = 4


@base.form(Action.SCORERS)
@confirm.required
def pair(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Say what it is for; then show a code, once."""
    if request.method != "POST":
        return base.show(request, where, "pair")
    begun, code = register.begin(where, **access.acting(request))
    office = links.page(where.federation, "")
    # A program that can see reads both from the picture; somebody else types them.
    picture = segno.make(f"overtrick:pair?{urlencode({'office': office, 'code': code})}", error="m")
    shown = {
        "pairing": begun,
        "code": code,
        "office": office,
        "picture": picture.svg_data_uri(scale=5, border=_QUIET_ZONE, light="white", dark="black"),
        **_state(begun),
    }
    return token_list.unkept(base.show(request, where, "pairing_code", shown))


@base.page(Action.SCORERS)
def pairing(request: HttpRequest, where: Organisation, pairing: int) -> HttpResponse:
    """Say whether a PC has used the code."""
    found = get_object_or_404(register.of_organisation(where), pk=pairing)
    shown = {"organisation": where, "pairing": found, **_state(found)}
    if request.headers.get("HX-Request"):
        return token_list.unkept(render(request, "club/pairing_state.html", shown))
    return token_list.unkept(base.show(request, where, "pairing", shown))


@base.act(Action.SCORERS)
def end(request: HttpRequest, where: Organisation, pairing: int) -> HttpResponse:
    """Let a code be worth nothing any more."""
    found = get_object_or_404(register.of_organisation(where), pk=pairing)
    register.end(found, **access.acting(request))
    messages.success(request, _("The code no longer works."))
    return redirect("club-tokens", where.pk)


def _state(pairing: Pairing) -> dict[str, object]:
    waits = pairing.ended_at is None and pairing.expires_at > access.now()
    return {"waits": waits, "paired": pairing.token, "when": formatting.moment(pairing.ended_at)}
