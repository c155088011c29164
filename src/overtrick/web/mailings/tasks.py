"""Chores: the statements of a month that was closed, and the Monday mail."""

from __future__ import annotations

from time import monotonic

from django.utils import timezone

from overtrick.register.federations.models import Federation
from overtrick.register.mail import outbox
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.register.tasks.chores import chore
from overtrick.web.mailings import monday, statement

#: So often a worker looks whether a month was closed or a week has begun, in seconds.
_EVERY = 600.0


class _Looked:
    """When this worker looks again; first when it has run for so long."""

    at = monotonic() + _EVERY


@chore
def send_regular_mail() -> int:
    """Write the letters that come by the month or the week; how many."""
    if not outbox.server().is_set_up or monotonic() < _Looked.at:
        return 0
    _Looked.at = monotonic() + _EVERY
    with scopes_disabled():
        every = list(Federation.objects.order_by("pk"))
    count = 0
    for each in every:
        with scope(federation=each):
            at = timezone.now()
            count += statement.send_statements(at) + monday.send_monday_mail(at)
    return count
