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
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.web.access import actor
from overtrick.web.accounts import confirm, second_factor
from overtrick.web.design.forms import Plain

#: White all around the picture, so that it can be scanned from a dark page too.
_QUIET_ZONE = 4


class Code(Plain):
    """The six digits that prove that the phone has understood, and the key that the phone has read, signed by us."""

    key = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("The six digits that your phone shows now"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


@login_required
@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Say whether a phone is set up, and what can be done about it."""
    if second_factor.phone_of(actor(request)) is None:
        return redirect("second-factor-set-up")
    left = second_factor.recovery_codes_left(actor(request))
    return render(request, "accounts/second_factor_on.html", {"left": left})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@confirm.required
def set_up(request: HttpRequest) -> HttpResponse:
    """Show the picture for the phone; it counts once a code has come back. An earlier phone counts until then."""
    user = actor(request)
    seal = signing.Signer(salt=f"second factor of {user.pk}")
    device = TOTPDevice(user=user)
    form = Code(request.POST or None, initial={"key": seal.sign(device.key)})
    if request.method == "POST":
        device.key = _opened(seal, request.POST.get("key", ""))
    if request.method == "POST" and form.is_valid():
        codes = second_factor.set_up(user, device.key, form.cleaned_data["code"])
        if codes:
            return _codes(request, codes)
        form.add_error("code", _("That code is wrong. Wait for the next one and enter it"))
    picture = segno.make(device.config_url, error="m")
    shown = {
        "form": form,
        "picture": picture.svg_data_uri(scale=5, border=_QUIET_ZONE, light="white", dark="black"),
        "secret": wrap(b32encode(device.bin_key).decode("ascii"), 4),
        "changes": second_factor.phone_of(user) is not None,
    }
    return render(request, "accounts/second_factor.html", shown, status=422 if form.errors else 200)


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
    """Do without it again."""
    second_factor.switch_off(actor(request))
    messages.success(request, _("You now need only your password to log in."))
    return redirect("account")


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "accounts/recovery_codes.html", {"codes": codes})


def _opened(seal: signing.Signer, key: str) -> str:
    try:
        return seal.unsign(key)
    except signing.BadSignature:
        message = "the key for the phone is not the one that the page gave"
        raise BadRequest(message) from None
