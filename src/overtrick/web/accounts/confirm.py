"""Asks for the password or a code again before something that matters, such as a change to how one logs in.

``@confirm.required`` on a view is enough, below ``login_required``. Whoever confirmed a few minutes ago, or has just
logged in, is not asked again. A form that was sent meanwhile is kept and can be sent afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.web import kept_form, parameters
from overtrick.web.access import actor, now
from overtrick.web.accounts import onward, password_again, second_factor, throttle
from overtrick.web.accounts.throttle import TooManyTries
from overtrick.web.design.forms import Plain

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

#: So long a confirmation lasts.
LASTS = timedelta(minutes=10)
_CONFIRMED = "confirmed"


class Confirm(Plain):
    """The password."""

    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Enter your password")},
    )


class ConfirmByCode(Plain):
    """A code, for those who have a second factor."""

    code = forms.CharField(
        label=_("The six digits that your phone shows now"),
        help_text=_("Or one of your recovery codes"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
        error_messages={"required": _("Enter the six digits that your phone shows now")},
    )


def note(request: HttpRequest) -> None:
    """Remember that whoever uses this session has just shown who they are."""
    request.session[_CONFIRMED] = int(now().timestamp())


def recently(request: HttpRequest) -> bool:
    """Say whether they showed it a few minutes ago."""
    confirmed: int = request.session.get(_CONFIRMED, 0)
    return now().timestamp() - confirmed <= LASTS.total_seconds()


def required(view: View[P]) -> View[P]:
    """Let only those do this who have shown a few minutes ago who they are; ask the others."""

    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return ask(request) or view(request, *args, **kwargs)

    return shown


def ask(request: HttpRequest) -> HttpResponse | None:
    """Give the page that asks, or the way to it; nothing where they showed a few minutes ago who they are."""
    if recently(request):
        return None
    if request.method == "POST":
        return _page(request, _form(request), kept=kept_form.pack(request, empty=True), status=403)
    return redirect(f"{reverse('confirm')}?{urlencode({'next': request.get_full_path()})}")


@login_required
@never_cache
@sensitive_post_parameters("password", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Ask, and go on to where they wanted to go."""
    kept = request.POST.get(kept_form.FIELD, "")
    form = _form(request, parameters.posted(request))
    if not form.is_valid():
        return _page(request, form, kept=kept, status=422 if form.is_bound else 200)
    try:
        right = _right(request, form)
    except TooManyTries as refused:
        form.add_error(None, str(refused))
        return throttle.told(_page(request, form, kept=kept, status=429), refused)
    if not right:
        form.add_error(next(iter(form.fields)), _("That is not right. Check it and enter it again"))
        return _page(request, form, kept=kept, status=422)
    note(request)
    return onward.resend(kept) or onward.go(request)


def _form(request: HttpRequest, sent: object = None) -> Plain:
    kind = ConfirmByCode if second_factor.phone_of(actor(request)) else Confirm
    return kind(sent)


def _right(request: HttpRequest, form: Plain) -> bool:
    user = actor(request)
    if "code" in form.cleaned_data:
        return second_factor.fits(user, form.cleaned_data["code"])
    return password_again.is_right(user, form.cleaned_data["password"])


def _page(request: HttpRequest, form: Plain, *, kept: str, status: int) -> HttpResponse:
    shown = {"form": form, "kept": kept, "kept_field": kept_form.FIELD, "next": onward.wanted(request)}
    return render(request, "accounts/confirm.html", shown, status=status)
