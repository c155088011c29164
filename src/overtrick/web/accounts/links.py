"""The page that a one-time link opens. To open it changes nothing; to send its form uses the link up."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link
from overtrick.register.errors import Refused
from overtrick.register.log_ins import email_address, open_account
from overtrick.web import access, parameters
from overtrick.web.accounts import log_in
from overtrick.web.accounts.backend import NumberOrEmail
from overtrick.web.accounts.passwords import NewPasswordForm
from overtrick.web.design.english import english


class FirstPassword(NewPasswordForm):
    """A password for an account that has no e-mail address yet."""

    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("You can log in with it, and we send you a link if you forget your password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": gettext_lazy("Enter your e-mail address"),
            "invalid": gettext_lazy("Enter an e-mail address, for example anna@example.org"),
        },
    )
    field_order = ("email", "new_password1", "new_password2")


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest) -> HttpResponse:
    """Let whoever has a link that was not used yet choose a password."""
    secret = request.POST.get(links.KEY) or request.GET.get(links.KEY, "")
    found = links.find(secret, access.now())
    if found is None:
        return render(request, "accounts/link_ended.html", status=404)
    if found.purpose == Link.Purpose.EMAIL:
        return _confirm_address(request, found, secret)
    return _choose_password(request, found, secret)


def _confirm_address(request: HttpRequest, found: Link, secret: str) -> HttpResponse:
    """Ask whether the new address is to be used: programs that look into mails open links, but press no buttons."""
    if request.method == "POST":
        try:
            email_address.confirm(secret, access.now())
        except links.LinkEnded:
            return render(request, "accounts/link_ended.html", status=404)
        messages.success(request, _("From now on we write to %(email)s.") % {"email": found.email})
        return redirect("account")
    context = {"email": found.email, "key": links.KEY, "secret": secret}
    return render(request, "accounts/confirm_address.html", context)


def _choose_password(request: HttpRequest, found: Link, secret: str) -> HttpResponse:
    """Ask for the password, and for an e-mail address if the account has none."""
    kind = NewPasswordForm if found.user.email else FirstPassword
    form = kind(found.user, parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            given = form.cleaned_data
            open_account.choose_password(
                secret,
                given["new_password1"],
                email=given.get("email", ""),
                language=get_language() or "",
                at=access.now(),
            )
        except links.LinkEnded:
            return render(request, "accounts/link_ended.html", status=404)
        except Refused as refused:
            form.add_error("email", english(refused))
        else:
            messages.success(request, _("Your password is saved."))
            user = NumberOrEmail().get_user(found.user.pk)
            return log_in.with_password(request, user) if user is not None else redirect("log-in")
    context = {"form": form, "user_named": found.user, "key": links.KEY, "secret": secret}
    return render(request, "accounts/link.html", context, status=422 if form.errors else 200)
