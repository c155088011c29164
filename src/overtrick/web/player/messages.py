"""What changed for a player: the messages, until they are read and after."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.register.messages import inbox
from overtrick.web.inbox_list import inbox_page
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def messages(request: HttpRequest) -> HttpResponse:
    """Show the messages of whoever is logged in, or give them as a file."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    page = inbox_page(request, inbox.of_player(mine.records), _("Messages"))
    if isinstance(page, HttpResponse):
        return page
    return render(request, "player/messages.html", {"inbox": page, "tab": "messages", "unread": page.unread})
