"""Passwords: change one, or ask for a link if it is forgotten."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.register.log_ins import requests
from overtrick.register.log_ins.models import Request
from overtrick.register.mail import outbox
from overtrick.web import access
from overtrick.web.accounts import throttle
from overtrick.web.accounts.password_hook import EndsSessions
from overtrick.web.design.forms import Plain

_LOOK = "design/form.html"


class PasswordForm(PasswordChangeForm):
    """The old password, and the new one twice."""

    template_name = _LOOK

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Your password until now")
        _say_plainly(self)
        new = self.fields["new_password1"]
        new.help_text = f"{new.help_text} {EndsSessions().get_help_text()}"

    def clean_old_password(self) -> str:
        """Count every guess, as where the password is asked for again."""
        tries = throttle.codes(self.user)
        try:
            throttle.take(tries)
        except throttle.TooManyTries as refused:
            raise forms.ValidationError(str(refused)) from None
        right: str = super().clean_old_password()
        throttle.passed(tries)
        return right


class ChangePassword(SuccessMessageMixin, PasswordChangeView):  # type: ignore[type-arg]  # it takes none when it runs
    """Change one's own password; every other device is logged out."""

    form_class = PasswordForm
    template_name = "accounts/form.html"
    success_url = reverse_lazy("account")
    success_message = _("Your password is changed. Your other devices are logged out.")
    extra_context: ClassVar = {"heading": _("Change your password"), "does": _("Change the password")}


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # it takes none when it runs
    """The new password, twice."""

    template_name = _LOOK

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _say_plainly(self)


def _say_plainly(form: forms.BaseForm) -> None:
    """Ask for a new password in our words, and in the language of the page."""
    first, again = form.fields["new_password1"], form.fields["new_password2"]
    first.label, again.label = _("Your new password"), _("Your new password again")
    first.help_text = _(
        "At least 8 characters. Three or four words are good. Do not use your name or a password that many people use."
    )
    again.help_text = ""


class Forgotten(Plain):
    """Who wants a new password."""

    name = forms.CharField(
        label=_("Your number or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Write down who wants a link. Whether we know them is for the worker to find out."""
    form = Forgotten(request.POST if request.method == "POST" else None)
    can_send = outbox.server().is_set_up
    if request.method == "POST" and can_send and form.is_valid():
        access.federation(request)
        requests.ask(Request.Kind.PASSWORD, form.cleaned_data, get_language() or "", access.now())
        return redirect("password-sent")
    status = 422 if form.errors else 200
    return render(request, "accounts/forgotten.html", {"form": form, "can_send": can_send}, status=status)


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """What can be set about my account."""
    return render(request, "accounts/account.html")


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """The same page whether or not the address is known."""
    return render(request, "accounts/sent.html")
