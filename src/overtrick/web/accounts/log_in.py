"""Log in, with a code where a second factor is set up, and log out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import get_script_prefix
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.roles import roles
from overtrick.web import kept_form, parameters
from overtrick.web.access import actor, today
from overtrick.web.accounts import (
    confirm,
    known_device,
    onward,
    required,
    second_factor,
    second_factor_pages,
    throttle,
)
from overtrick.web.accounts.backend import AccountClosed, NumberOrEmail
from overtrick.web.accounts.throttle import TooManyTries
from overtrick.web.design.forms import Plain

_SALT = "password was right"
#: So many seconds the code may take after the password.
_TIME_FOR_THE_CODE = 600
_BACKEND = f"{NumberOrEmail.__module__}.{NumberOrEmail.__qualname__}"


class LogIn(Plain):
    """Who, and the password."""

    name = forms.CharField(
        label=_("Your number or e-mail address"),
        help_text=_("Enter your number if you share the address with somebody."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": _("Enter your number or your e-mail address")},
    )
    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Enter your password")},
    )


class Code(Plain):
    """The code, and a signed note of ours that the password was right."""

    passed = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("The six digits that your phone shows now"),
        help_text=_("If you do not have your phone, enter one of your recovery codes"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
        error_messages={"required": _("Enter the six digits that your phone shows now")},
    )


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Ask who it is; go on to where they wanted to go."""
    form = LogIn(parameters.posted(request))
    kept = request.POST.get(kept_form.FIELD, "")
    if request.method != "POST" or not form.is_valid():
        return page(request, form, kept=kept, status=422 if form.errors else 200)
    try:
        user = authenticate(request, username=form.cleaned_data["name"], password=form.cleaned_data["password"])
    except TooManyTries as refused:
        form.add_error(None, str(refused))
        return throttle.told(page(request, form, kept=kept, status=429), refused)
    except AccountClosed:
        form.add_error(None, _("Your account is locked or has ended. Ask the office."))
        return page(request, form, kept=kept, status=422)
    if user is None:
        form.add_error(None, _("The password does not match the number or e-mail address. Check both."))
        return page(request, form, kept=kept, status=422)
    return with_password(request, user, kept)


def with_password(request: HttpRequest, user: User, kept: str = "") -> HttpResponse:
    """Let somebody in whose password is right, or was chosen just now; where a second factor is set up, ask for it."""
    if second_factor.phone_of(user) is None:
        return _enter(request, user, kept)
    passed = signing.dumps({"user": user.pk, "password": user.get_session_auth_hash()}, salt=_SALT)
    return _code_page(request, Code(initial={"passed": passed}), kept)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Take the code of somebody whose password was right."""
    user = _passed(request.POST.get("passed", ""))
    if user is None:
        return redirect("log-in")
    form = Code(request.POST)
    kept = request.POST.get(kept_form.FIELD, "")
    if not form.is_valid():
        return _code_page(request, form, kept, status=422)
    try:
        fits = second_factor.fits(user, form.cleaned_data["code"])
    except TooManyTries as refused:
        form.add_error(None, str(refused))
        return throttle.told(_code_page(request, form, kept, status=429), refused)
    if not fits:
        form.add_error("code", _("That code is wrong. Wait for the next one and enter it"))
        return _code_page(request, form, kept, status=422)
    return _enter(request, user, kept)


def page(request: HttpRequest, form: LogIn, *, kept: str, status: int) -> HttpResponse:
    """Show the log-in page; with a form that was kept, say so."""
    return render(request, "accounts/log_in.html", _shown(request, form, kept), status=status)


def _code_page(request: HttpRequest, form: Code, kept: str, status: int = 200) -> HttpResponse:
    return render(request, "accounts/code.html", _shown(request, form, kept), status=status)


def _shown(request: HttpRequest, form: Plain, kept: str) -> dict[str, Any]:
    return {"form": form, "next": onward.wanted(request), "kept": kept, "kept_field": kept_form.FIELD}


def _passed(note: str) -> User | None:
    """Read whose password was right a few minutes ago, and still is."""
    try:
        told = signing.loads(note, salt=_SALT, max_age=_TIME_FOR_THE_CODE)
    except signing.BadSignature:
        return None
    user = NumberOrEmail().get_user(told["user"])
    same = user is not None and constant_time_compare(user.get_session_auth_hash(), told["password"])
    return user if same else None


def _enter(request: HttpRequest, user: User, kept: str) -> HttpResponse:
    login(request, user, _BACKEND)
    confirm.note(request)
    if required.missing(user):
        required.remember(request)
        answer = second_factor_pages.first_phone(request, kept)
    else:
        answer = onward.go(request, kept)
    known_device.remember(request, answer, user)
    return answer


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Leave."""
    logout(request)
    return redirect("home")


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Go to where this person usually works: the office, its money, the club, or the own record."""
    acts_as = {each.role for each in roles(actor(request), today())} if _has_federation(request) else set()
    if Officer.Role.OFFICE in acts_as:
        return redirect("office")
    if Officer.Role.AUDITOR in acts_as:
        return redirect("office-money")
    if acts_as:
        return redirect(f"{get_script_prefix()}club/")
    return redirect("record" if actor(request).player_id else "account")


def _has_federation(request: HttpRequest) -> bool:
    return getattr(request, "federation", None) is not None
