"""A player's certificates, one for every rank reached."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks import certificates as register
from overtrick.web.design.tables import Cell, Table
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


@login_required
@require_safe
def certificates(request: HttpRequest) -> HttpResponse:
    """List them, the latest first."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    rows = [
        [
            Cell(each.rank, link=reverse("certificate", args=[each.pk])),
            Cell(each.reached),
            _code(certificate_codes.written(each.code)),
        ]
        for each in register.of_players(mine.records)
    ]
    table = Table(_("My certificates"), [_("Rank"), _("Reached on"), _("Code")], rows, request)
    return table.download(request) or render(
        request, "player/certificates.html", {"table": table, "title": table.title}
    )


def _code(written: str) -> Cell:
    return Cell(written, format_html('<span class="code">{}</span>', written))
