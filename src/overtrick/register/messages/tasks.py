"""Chores: handing out new messages, sending what comes together, and deleting what is old."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from overtrick.register.federations.models import Federation
from overtrick.register.messages import hand_out
from overtrick.register.messages.models import Message
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.retention import outdated

#: So often a worker looks whether a day or a month has ended for somebody, in seconds.
_EVERY = 600.0
#: So long messages stay on a page, or longer where other things are kept longer.
_KEPT = timedelta(days=730)


class _Looked:
    """When this worker looks again; first when it has run for so long."""

    at = monotonic() + _EVERY


@chore
def hand_out_messages() -> int:
    """Hand out some of the new messages."""
    with scopes_disabled():
        new = Message.objects.filter(handed_at=None).order_by("pk").select_related("federation").first()
    if new is None:
        return 0
    with scope(federation=new.federation):
        return hand_out.hand_out(timezone.now())


@chore
def send_what_comes_together() -> int:
    """Send the daily and monthly mails that are due."""
    if monotonic() < _Looked.at:
        return 0
    _Looked.at = monotonic() + _EVERY
    with scopes_disabled():
        every = list(Federation.objects.order_by("pk"))
    count = 0
    for each in every:
        with scope(federation=each):
            at = timezone.now()
            count += sum(hand_out.send_together(reader, at) for reader in hand_out.readers_waiting())
    return count


@outdated
def old_messages(before: datetime) -> QuerySet[Message]:
    """Give the messages that were told years ago: what they tell stands elsewhere."""
    return Message.objects.filter(told_at__lt=min(before, before + settings.KEEP - _KEPT))
