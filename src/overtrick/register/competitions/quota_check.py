"""Finds the quota of a year that an event goes beyond."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks import submission as charges
from overtrick.handbooks.edition import Book, Edition
from overtrick.handbooks.submission import Organiser
from overtrick.register.competitions.models import Submission
from overtrick.register.federations import handbook


class UsedUp(NamedTuple):
    """A quota of which nothing is left, and the year for which it is."""

    quota: charges.Quota
    year: Period

    @property
    def says(self) -> str:
        """Name it, with how many there are and the clause."""
        allowed = self.quota.allowed
        return self.quota.what if allowed is None else f"{self.quota.what}, {int(allowed.value)} (§ {allowed.clause})"


def used_up(submission: Submission, edition: Edition, book: Book, whose: Organiser, event: Event) -> UsedUp | None:
    """Give the quota of which one more such event would be too many; None: none is, or they do not count it."""
    rules = charges.of(edition)
    others = whose.so_far()
    so_far = rules.quotas(book, whose)
    with_it = rules.quotas(book, whose._replace(so_far=lambda: [*others, event]))
    for then, now in zip(so_far, with_it, strict=True):
        if then.left == 0 and now.used > then.used:
            return UsedUp(then, handbook.quota_year(submission.federation, submission.begins))
    return None
