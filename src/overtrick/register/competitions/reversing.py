"""What if a whole event should not have been counted? Every version of it is returned, and its points are taken back.

The entries stay in the book, and beside each one the entry that takes it back. The event can be submitted again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from overtrick.register.competitions import posted
from overtrick.register.competitions.models import COUNTING
from overtrick.register.competitions.submitting import send_back
from overtrick.register.errors import Refused
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

if TYPE_CHECKING:
    from datetime import datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.competitions.models import Competition


class NothingCounts(Refused):
    """No version of the event counts."""


class Reversed(NamedTuple):
    """What was taken back."""

    versions: int
    entries: int


def reverse_event(competition: Competition, actor: User, at: datetime, reason: str) -> Reversed:
    """Take back everything that an event brought, whichever version it came from."""
    need(actor, Action.CORRECT, competition.organisation, at)
    with transaction.atomic():
        entries = len(posted.standing(competition))
        versions = 0
        # A version that is returned lets the one before it count again: go on until none does.
        while (counts := competition.submissions.filter(status__in=COUNTING).order_by("version").last()) is not None:
            send_back(counts, actor, at, reason)
            versions += 1
        if not versions:
            raise NothingCounts(f"Nothing of {competition} counts.", "It was reversed before, or never submitted.")
    return Reversed(versions, entries)
