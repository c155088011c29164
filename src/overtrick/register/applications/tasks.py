"""Reminders by mail: papers of licences that fall due, and those that are overdue. Once for each paper and stage."""

from __future__ import annotations

from datetime import datetime, timedelta

from overtrick.register import transactions
from overtrick.register.applications import notices, obligations
from overtrick.register.applications.models import Application
from overtrick.register.tasks.chores import daily

#: So long before its day somebody is reminded of a paper.
_BEFORE = timedelta(days=7)
#: Papers of events that ended longer ago are the office's to ask for.
_ASKED_FOR = timedelta(days=200)


@daily
def remind_all(at: datetime) -> int:
    """Queue the reminders of the federation in scope; one that was sent is not sent again."""
    on, queued = at.date(), 0
    rows = Application.objects.filter(
        state=Application.State.GRANTED, last_day__range=(on - _ASKED_FOR, on)
    ).select_related("sent_by", "player", "organisation", "federation")
    for row in rows:
        for debt in obligations.debts(row):
            if debt.arrived is None and on >= debt.owed.due.day - _BEFORE:
                with transactions.atomic():
                    queued += notices.paper(debt, on, at)
    return queued
