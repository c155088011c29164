"""Passwords: change one, or ask for a link if it is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm, SetPasswordMixin
from django.contrib.auth.views import PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext_noop, ngettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.register.log_ins import requests
from overtrick.register.log_ins.models import Request
from overtrick.register.mail import outbox
from overtrick.web import access, parameters
from overtrick.web.accounts import throttle
from overtrick.web.design.forms import Plain

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LOOK = "design/form.html"
_GOOD = _(
    "At least 8 characters. Three or four words are good. Do not use your name or a password that many people use."
)

#: What Django says of a password, named here so that it can be translated.
OF_DJANGO = (
    gettext_noop("This password is too common."),
    # xgettext:no-python-format - the Welsh sentence leaves out the field, whose name is English
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        0,
    ),
)

_DIFFER: dict[str, StrOrPromise] = {
    "password_mismatch": _("The two passwords are not the same. Enter the same one twice")
}
_WRONG: dict[str, StrOrPromise] = {**_DIFFER, "password_incorrect": _("That is not right. Check it and enter it again")}


def _new_password(hint: StrOrPromise) -> tuple[forms.CharField, forms.CharField]:
    """Ask for a new password twice, in our words."""
    first, again = SetPasswordMixin.create_password_fields(_("Your new password"), _("Your new password again"))
    first.help_text, again.help_text = hint, ""
    first.error_messages["required"] = _("Enter your new password")
    again.error_messages["required"] = _("Enter your new password again")
    return first, again


class PasswordForm(PasswordChangeForm):
    """The old password, and the new one twice."""

    template_name = _LOOK
    error_messages = _WRONG
    old_password = forms.CharField(
        label=_("Your current password"),
        strip=False,
        error_messages={"required": _("Enter your current password")},
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
    new_password1, new_password2 = _new_password(
        format_lazy("{} {}", _GOOD, _("Your other devices will be logged out."))
    )

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


#: What the page that changes a password is called, and its button.
WORDS = {"heading": _("Change your password"), "does": _("Change the password")}


class ChangePassword(SuccessMessageMixin, PasswordChangeView):  # type: ignore[type-arg]  # it takes none when it runs
    """Change one's own password; every other device is logged out."""

    form_class = PasswordForm
    template_name = "accounts/form.html"
    success_url = reverse_lazy("account")
    success_message = _("Your password is changed. Your other devices are logged out.")

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        """Show what is wrong, as every other form does."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # it takes none when it runs
    """The new password, twice."""

    template_name = _LOOK
    error_messages = _DIFFER
    new_password1, new_password2 = _new_password(_GOOD)


class Forgotten(Plain):
    """Who wants a new password."""

    name = forms.CharField(
        label=_("Your number or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": _("Enter your number or your e-mail address")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Write down who wants a link. Whether we know them is for the worker to find out."""
    form = Forgotten(parameters.posted(request))
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
