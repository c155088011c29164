"""Log in and out."""

from __future__ import annotations

from django import forms
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_otp import devices_for_user, match_token
from django_otp import login as second_factor_given

from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.roles import roles
from overtrick.web.access import actor, today
from overtrick.web.design.forms import Plain


class LogIn(Plain):
    """Who, and the password; the code where a second factor is set up."""

    name = forms.CharField(
        label=_("Your number or e-mail address"), widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Your password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    code = forms.CharField(
        label=_("The code from your phone"),
        help_text=_("Only if you set up a second factor"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


@never_cache
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Ask who it is; go on to where they wanted to go."""
    form = LogIn(request.POST or None)
    onward = request.POST.get("next") or request.GET.get("next") or ""
    if request.method == "POST" and form.is_valid():
        user = authenticate(request, username=form.cleaned_data["name"], password=form.cleaned_data["password"])
        if user is None:
            form.add_error(None, _("The password does not match the number or e-mail address. Check both."))
        elif not _second_factor(request, user, form.cleaned_data["code"]):
            form.add_error("code", _("Enter the six digits that your phone shows now"))
        else:
            return redirect(_safe(request, onward))
    return render(request, "accounts/log_in.html", {"form": form, "next": onward}, status=422 if form.errors else 200)


def _second_factor(request: HttpRequest, user: User, code: str) -> bool:
    """Log in; where a second factor is set up, only with a code that fits."""
    if not any(devices_for_user(user)):
        login(request, user)
        return True
    device = match_token(user, code) if code else None
    if device is None:
        return False
    login(request, user)
    second_factor_given(request, device)
    return True


def _safe(request: HttpRequest, onward: str) -> str:
    allowed = url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure())
    return onward if onward and allowed else reverse("desk")


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Leave."""
    logout(request)
    return redirect("home")


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Go to where this person usually works: the office, the club, or the own record."""
    acts_as = {each.role for each in roles(actor(request), today())} if _has_federation(request) else set()
    if Officer.Role.OFFICE in acts_as:
        return redirect("office")
    if acts_as:
        return redirect(f"{get_script_prefix()}club/")
    return redirect("record" if actor(request).player_id else "account")


def _has_federation(request: HttpRequest) -> bool:
    return getattr(request, "federation", None) is not None
