"""Pages of the second factor: set a phone up or change it, new recovery codes, switch it off."""

from __future__ import annotations

from base64 import b32encode
from textwrap import wrap

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register.accounts.models import User
from overtrick.web import kept_form, parameters
from overtrick.web.access import actor, today
from overtrick.web.accounts import confirm, onward, required, second_factor
from overtrick.web.design.forms import Plain

#: White all around the picture, so that it can be scanned from a dark page too.
_QUIET_ZONE = 4


class Code(Plain):
    """The six digits that prove that the phone has understood, and the key that the phone has read, signed by us."""

    key = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("The six digits that your phone shows now"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
        error_messages={"required": _("Enter the six digits that your phone shows now")},
    )


@login_required
@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Say whether a phone is set up, and what can be done about it."""
    if second_factor.phone_of(actor(request)) is None:
        return redirect("second-factor-set-up")
    user = actor(request)
    shown = {"left": second_factor.recovery_codes_left(user), "required": required.of(user, today())}
    return render(request, "accounts/second_factor_on.html", shown)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@confirm.required
def set_up(request: HttpRequest) -> HttpResponse:
    """Show the picture for the phone; it counts once a code has come back. An earlier phone counts until then."""
    if request.method != "POST":
        return _picture(request)
    user = actor(request)
    key = _opened(_seal(user), request.POST.get("key", ""))
    form = Code(request.POST)
    if form.is_valid():
        codes = second_factor.set_up(user, key, form.cleaned_data["code"])
        if codes:
            return _codes(request, codes)
        form.add_error("code", _("That code is wrong. Wait for the next one and enter it"))
    return _picture(request, form, key, request.POST.get(kept_form.FIELD, ""))


def first_phone(request: HttpRequest, kept: str) -> HttpResponse:
    """Show the same to somebody who has just logged in and must have one; a form that was kept waits in the page."""
    return _picture(request, kept=kept)


def _picture(request: HttpRequest, form: Code | None = None, key: str = "", kept: str = "") -> HttpResponse:
    user = actor(request)
    device = TOTPDevice(user=user, key=key) if key else TOTPDevice(user=user)
    had_one = second_factor.phone_of(user) is not None
    must = not had_one and required.of(user, today())
    shown = {
        "form": form or Code(initial={"key": _seal(user).sign(device.key)}),
        "picture": segno.make(device.config_url, error="m").svg_data_uri(
            scale=5, border=_QUIET_ZONE, light="white", dark="black"
        ),
        "secret": wrap(b32encode(device.bin_key).decode("ascii"), 4),
        "changes": had_one,
        "required": must,
        "next": onward.wanted(request) or (reverse("desk") if must else ""),
        "kept": kept,
        "kept_field": kept_form.FIELD,
    }
    return render(request, "accounts/second_factor.html", shown, status=422 if form else 200)


def _seal(user: User) -> signing.Signer:
    return signing.Signer(salt=f"second factor of {user.pk}")


@login_required
@require_POST
@confirm.required
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes and show them once."""
    if second_factor.phone_of(actor(request)) is None:
        return redirect("second-factor")
    return _codes(request, second_factor.new_recovery_codes(actor(request)))


@login_required
@require_POST
@confirm.required
def switch_off(request: HttpRequest) -> HttpResponse:
    """Do without it again, unless the office requires it."""
    if required.of(actor(request), today()):
        messages.error(request, _("Your office requires a code from your phone. You can use another phone."))
        return redirect("second-factor")
    second_factor.switch_off(actor(request))
    messages.success(request, _("You now need only your password to log in."))
    return redirect("account")


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    kept = request.POST.get(kept_form.FIELD, "")
    found = kept_form.unpack(kept)
    shown = {
        "codes": codes,
        "onward": parameters.onward(request, onward.wanted(request), "second-factor"),
        "address": found.address if found else "",
        "kept": kept,
        "kept_field": kept_form.FIELD,
    }
    return render(request, "accounts/recovery_codes.html", shown)


def _opened(seal: signing.Signer, key: str) -> str:
    try:
        return seal.unsign(key)
    except signing.BadSignature:
        message = "the key for the phone is not the one that the page gave"
        raise BadRequest(message) from None
