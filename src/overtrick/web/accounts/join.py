"""A member gets an account: with a code from the club, or by a letter to the address that the office has."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from overtrick.register.errors import Refused
from overtrick.register.limits.counting import Limit, Try
from overtrick.register.log_ins import club_codes, requests
from overtrick.register.log_ins.models import Request
from overtrick.register.mail import outbox
from overtrick.web import access, parameters
from overtrick.web.accounts import throttle
from overtrick.web.accounts.throttle import TooManyTries
from overtrick.web.design.forms import Day, Plain

#: One address: a whole club may sit behind it on the evening when the codes are handed out.
_CODES = Limit("club code", 60, timedelta(minutes=1), timedelta(minutes=15), timedelta(days=1))


class Join(Plain):
    """Who it is, and how we know."""

    number = forms.CharField(
        label=gettext_lazy("Your number"),
        help_text=gettext_lazy("The number under which you get points. Zeros in front make no difference."),
        max_length=20,
        error_messages={"required": gettext_lazy("Enter your number")},
    )
    code = forms.CharField(
        label=gettext_lazy("Code from your club"),
        help_text=gettext_lazy("If your club gave you a code on paper. Then leave the rest empty."),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    born = Day(
        label=gettext_lazy("Your day of birth"),
        help_text=gettext_lazy("For example 27 March 1951."),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter the day of birth, for example 27 March 1951")},
    )
    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("The one that your club or the office has."),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter an e-mail address, for example anna@example.org")},
    )

    def __init__(self, *args: object, can_send: bool) -> None:
        super().__init__(*args)
        if not can_send:
            del self.fields["born"], self.fields["email"]
            self.fields["code"].help_text = gettext_lazy("It is on the paper that your club gave you.")
        self._can_send = can_send

    def clean(self) -> dict[str, Any]:
        """Ask for one of the three; where no letter can be sent, for the code."""
        given: dict[str, Any] = super().clean() or {}
        if not self.errors and not any(given.get(each) for each in ("code", "born", "email")):
            says = _("We cannot send mail from here. Ask your club for a code and enter it")
            if self._can_send:
                says = _("Enter your code, your day of birth or your e-mail address")
            self.add_error("code", says)
        return given


def join(request: HttpRequest) -> HttpResponseBase:
    """Count who asks for a letter as those are counted who forgot a password; codes have a count of their own."""
    return (_join if request.POST.get("code") else throttle.links_counted(_join))(request)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def _join(request: HttpRequest) -> HttpResponse:
    """Go on to the password with a code; otherwise write down who asks, and say the same to everybody."""
    access.federation(request)
    can_send = outbox.server().is_set_up
    form = Join(parameters.posted(request), can_send=can_send)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if not given["code"]:
            typed = {"number": given["number"], "email": given["email"], "born": str(given["born"] or "")}
            requests.ask(Request.Kind.ACCOUNT, typed, get_language() or "", access.now())
            return redirect("password-sent")
        try:
            throttle.take([Try(_CODES, access.network(request))])
            handed = club_codes.use(given["number"], given["code"], access.now())
        except (Refused, TooManyTries) as refused:
            form.add_error("code", str(refused))
        else:
            return redirect(f"{reverse('link')}?{urlsplit(handed.address).query}")
    context = {"form": form, "can_send": can_send}
    return render(request, "accounts/join.html", context, status=422 if form.errors else 200)
