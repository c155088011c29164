"""Chores: sending letters, looking whether they leave, and deleting old ones."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from overtrick.register.mail import outbox
from overtrick.register.mail.models import Letter
from overtrick.register.tasks import last_checks
from overtrick.register.tasks.chores import chore, every
from overtrick.register.tasks.retention import outdated


@chore
def send_letters() -> int:
    """Send some of the letters that are due."""
    return outbox.send_due()


@every(timedelta(minutes=10))
def look_after_mail(at: datetime) -> None:
    """Note whether letters leave."""
    if outbox.server().is_set_up:
        last_checks.note(last_checks.What.MAIL, at, outbox.fault(at))


@outdated
def sent_letters(before: datetime) -> QuerySet[Letter]:
    """Give the letters that were sent or given up, and queued before a moment."""
    return Letter.objects.filter(state__in=(Letter.State.SENT, Letter.State.FAILED), added_at__lt=before)
