"""Reminders by mail: an affiliation that ends soon and is not renewed. Once for each affiliation and last day."""

from __future__ import annotations

from datetime import datetime, timedelta

from overtrick.register import transactions
from overtrick.register.organisations import affiliation, contacts
from overtrick.register.scoping import current
from overtrick.register.tasks.chores import daily

#: So long before its last day an organisation is written to.
BEFORE = timedelta(days=30)
_LETTER = "affiliation_ends"


@daily
def remind_of_affiliations(at: datetime) -> int:
    """Queue the letters of the federation in scope; one that was queued is not queued again."""
    queued = 0
    for each in affiliation.ending(at.date(), BEFORE):
        with transactions.atomic():
            key = f"affiliation {each.pk} ends {each.ends}"
            queued += contacts.write_to(each.organisation, key, _LETTER, current(), at, day=str(each.ends))
    return queued
