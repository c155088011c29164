"""Chores: deleting log-ins that are over, and counts of tries that count no longer."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from overtrick.register.limits.models import Count
from overtrick.register.tasks.retention import outdated
from overtrick.web.accounts.models import Session


@outdated
def ended_log_ins(before: datetime) -> QuerySet[Session]:
    """Give the log-ins that are over, whenever they ended: nothing can be done with them."""
    return Session.objects.filter(expires_at__lt=before + settings.KEEP)


@outdated
def old_counts(before: datetime) -> QuerySet[Count]:
    """Give the counts of tries that say nothing any more."""
    return Count.objects.filter(ends__lt=int((before + settings.KEEP).timestamp()))
