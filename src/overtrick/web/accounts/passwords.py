"""Passwords: changed, forgotten, chosen anew. Django's own forms in our look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, PasswordResetForm, SetPasswordForm
from django.shortcuts import render
from django.views.decorators.http import require_safe

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_LOOK = "design/form.html"


class Change(PasswordChangeForm):
    """The old password, and the new one twice."""

    template_name = _LOOK


class Forgotten(PasswordResetForm):
    """The e-mail address that a link is sent to."""

    template_name = _LOOK


class New(SetPasswordForm):  # type: ignore[type-arg]  # it takes none when it runs
    """The new password, twice."""

    template_name = _LOOK


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """What can be set about my account."""
    return render(request, "accounts/account.html")


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """The same page whether or not the address is known."""
    return render(request, "accounts/sent.html")
