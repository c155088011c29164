"""The page that shows a one-time link to whoever hands it over. It is shown once and kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from overtrick.register.accounts.models import User
from overtrick.register.log_ins.handover import Handover
from overtrick.web.office import formatting
from overtrick.web.office.confirm_form import Crumb, Done


def after(
    request: HttpRequest, user: User, handed: Handover | None, done: Done, crumbs: Sequence[Crumb]
) -> HttpResponse:
    """Go on after something that may have made a link: say where it was sent, or show it."""
    messages.success(request, done.says)
    if handed is None or handed.mailed_to:
        if handed is not None:
            words = {"who": formatting.who(user), "to": handed.mailed_to}
            messages.success(request, _("A letter with a link for %(who)s is on its way to %(to)s.") % words)
        return redirect(done.address)
    context = {
        "who": formatting.who(user),
        "address": handed.address,
        "until": formatting.moment(handed.until),
        "onward": done.address,
        "crumbs": crumbs,
    }
    return render(request, "office/link.html", context)
