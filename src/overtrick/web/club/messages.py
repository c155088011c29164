"""What changed for an organisation: the messages, which each of its officers reads for themself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.register.messages import inbox
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web.club import base
from overtrick.web.inbox_list import inbox_page


@base.form(Action.UPLOAD)
def messages(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the messages, or give them as a file."""
    page = inbox_page(request, inbox.of_organisation(where.pk), _("Messages"))
    if isinstance(page, HttpResponse):
        return page
    return base.show(request, where, "messages", {"inbox": page})
