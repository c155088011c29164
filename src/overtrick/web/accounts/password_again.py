"""Asks for the password with one act, each time: both people of an act that needs two show who they are.

A log-in or a confirmation of a minute ago is not enough: somebody else may have sat down at the same screen. What was
typed waits in the page until the password has come.
"""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _

from overtrick.register.accounts.models import User
from overtrick.web import kept_form
from overtrick.web.access import actor
from overtrick.web.accounts import throttle
from overtrick.web.accounts.throttle import TooManyTries
from overtrick.web.design.forms import Plain

#: What the audit keeps of it.
SHOWN = "password"


class OwnPassword(Plain):
    """The password of whoever acts."""

    own_password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Enter your password")},
    )


def is_right(user: User, typed: str) -> bool:
    """Say whether this is somebody's password. Every try is counted before it is looked at."""
    tries = throttle.codes(user)
    throttle.take(tries)
    right = user.check_password(typed)
    if right:
        throttle.passed(tries)
    return right


def ask(request: HttpRequest) -> HttpResponse | None:
    """Give the page that asks; nothing once the password has come with the form and is right."""
    form = OwnPassword(request.POST if kept_form.OWN_PASSWORD in request.POST else None)
    if not form.is_valid():
        return _page(request, form, status=422 if form.is_bound else 403)
    try:
        right = is_right(actor(request), form.cleaned_data[kept_form.OWN_PASSWORD])
    except TooManyTries as refused:
        form.add_error(None, str(refused))
        return throttle.told(_page(request, form, status=429), refused)
    if right:
        return None
    form.add_error(kept_form.OWN_PASSWORD, _("That is not right. Check it and enter it again"))
    return _page(request, form, status=422)


def _page(request: HttpRequest, form: OwnPassword, status: int) -> HttpResponse:
    shown = {"form": form, "sent": kept_form.sent_fields(request)}
    answer = render(request, "accounts/password_again.html", shown, status=status)
    add_never_cache_headers(answer)
    return answer
