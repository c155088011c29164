"""Everything that is kept about the player who asks, as one file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.register import person_export
from overtrick.web.accounts import confirm
from overtrick.web.design.downloads import attached
from overtrick.web.player.own_record import me
from overtrick.web.player.record import no_record


@login_required
@never_cache
@require_safe
@confirm.required
def my_data(request: HttpRequest) -> HttpResponse:
    """Send the file; the password or a code is asked for first."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    name = _("my data")
    return attached(f"{name}.json", person_export.export(mine.player).encode())
