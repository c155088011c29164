"""The second factor: a code from the phone, asked for after the password."""

from __future__ import annotations

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.web.access import actor
from overtrick.web.design.forms import Plain


class Code(Plain):
    """The six digits that prove that the phone has understood, and the key that the phone has read, signed by us."""

    key = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("The six digits that your phone shows now"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the picture for the phone; it counts once a code has come back."""
    known = TOTPDevice.objects.filter(user=request.user.pk)
    if known.filter(confirmed=True).exists():
        return render(request, "accounts/second_factor_on.html")
    device = known.first() or TOTPDevice(user=actor(request), confirmed=False, name="phone")
    seal = signing.Signer(salt=f"second factor of {request.user.pk}")
    form = Code(request.POST or None, initial={"key": seal.sign(device.key)})
    if request.method == "POST":
        device.key = _opened(seal, request.POST.get("key", ""))
    if request.method == "POST" and form.is_valid():
        if device.verify_token(form.cleaned_data["code"]):
            device.confirmed = True
            device.save()
            messages.success(request, _("From now on, you need a code from your phone to log in."))
            return redirect("second-factor")
        form.add_error("code", _("That code is wrong. Wait for the next one and enter it"))
    picture = segno.make(device.config_url, error="m").svg_data_uri(scale=5, border=2)
    return render(request, "accounts/second_factor.html", {"form": form, "picture": picture, "url": device.config_url})


def _opened(seal: signing.Signer, key: str) -> str:
    try:
        return seal.unsign(key)
    except signing.BadSignature:
        message = "the key for the phone is not the one that the page gave"
        raise BadRequest(message) from None


@login_required
@require_POST
def second_factor_off(request: HttpRequest) -> HttpResponse:
    """Do without it again."""
    TOTPDevice.objects.filter(user=request.user.pk).delete()
    messages.success(request, _("You now need only your password to log in."))
    return redirect("second-factor")
