"""What changed for the national body: the messages, which each officer reads for themself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from overtrick.register.messages import inbox
from overtrick.register.organisations.models import Organisation
from overtrick.web.inbox_list import inbox_page
from overtrick.web.office import decorators


@decorators.form
def messages(request: HttpRequest) -> HttpResponse:
    """Show the messages, or give them as a file."""
    national = Organisation.objects.filter(kind=Organisation.Kind.NATIONAL).values_list("pk", flat=True).first()
    page = inbox_page(request, inbox.of_organisation(national or 0), _("Messages"))
    if isinstance(page, HttpResponse):
        return page
    return render(request, "office/messages.html", {"inbox": page})
