"""What changed for an organisation: the messages, which each of its officers reads for themself."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.register.messages import inbox
from overtrick.register.organisations.models import Organisation
from overtrick.web.club import base
from overtrick.web.inbox_list import inbox_page


@base.form()
def messages(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the messages to those who act for the organisation and to the office, or give them as a file."""
    held = base.roles_in(request, where)
    if not held:
        raise PermissionDenied
    page = inbox_page(request, inbox.of_organisation(where.pk, held), _("Messages"))
    if isinstance(page, HttpResponse):
        return page
    return base.show(request, where, "messages", {"inbox": page})
