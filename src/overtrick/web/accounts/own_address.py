"""Change the e-mail address of one's own account. The new address confirms it."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.register.errors import Refused
from overtrick.register.log_ins import email_address
from overtrick.register.mail import outbox
from overtrick.web import access, parameters
from overtrick.web.accounts import confirm
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain


class OwnAddress(Plain):
    """The new address."""

    email = forms.EmailField(
        label=gettext_lazy("Your new e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": gettext_lazy("Enter your new e-mail address"),
            "invalid": gettext_lazy("Enter an e-mail address, for example anna@example.org"),
        },
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@confirm.required
def own_address(request: HttpRequest) -> HttpResponse:
    """Send a link to the new address; until it is used the old one stays."""
    form = OwnAddress(parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            email_address.ask(access.actor(request), email, get_language() or "", access.now())
        except Refused as refused:
            form.add_error("email", english(refused))
        else:
            said = _("We have sent a letter to %(email)s. Open its link to confirm the address.")
            messages.success(request, said % {"email": email})
            return redirect("account")
    context = {"form": form, "can_send": outbox.server().is_set_up}
    return render(request, "accounts/own_address.html", context, status=422 if form.errors else 200)
