"""Finds the quota of a year that an event goes beyond."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.handbooks import submission as charges
from overtrick.handbooks.edition import Book, Edition
from overtrick.handbooks.submission import Organiser
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.models import Submission
from overtrick.register.programme.quota_year import quota_year


class UsedUp(NamedTuple):
    """A quota of which nothing is left, and the year for which it is."""

    quota: charges.Quota
    year: Period

    @property
    def says(self) -> str:
        """Name it, with how many there are and the clause."""
        allowed = self.quota.allowed
        return self.quota.what if allowed is None else f"{self.quota.what}, {int(allowed.value)} (§ {allowed.clause})"


def used_up(submission: Submission, edition: Edition, book: Book, joined: Under, event: Event) -> UsedUp | None:
    """Give the quota of which one more such event would be too many; None: none is, or it was granted beyond it."""
    found = _beyond(submission, edition, book, joined.whose(), event)
    return None if found is None or _is_granted(edition, joined) else found


def _beyond(submission: Submission, edition: Edition, book: Book, whose: Organiser, event: Event) -> UsedUp | None:
    rules = charges.of(edition)
    so_far, with_it = rules.quotas(book, whose), rules.quotas(book, _with(whose, event))
    for then, now in zip(so_far, with_it, strict=True):
        # An event of several sessions may take more than what is left.
        beyond = then.allowed is not None and now.used > max(then.used, int(then.allowed.value))
        if beyond and not _is_excepted(rules, book, whose, then):
            return UsedUp(then, quota_year(submission.competition.organisation, submission.begins))
    return None


def is_let_beyond(submission: Submission, edition: Edition, book: Book, joined: Under, event: Event) -> bool:
    """Say whether an event goes beyond a quota, and the office has granted it or let it be planned so."""
    whose = joined.whose()
    if _beyond(submission, edition, book, whose, event) is not None:
        return _is_granted(edition, joined)
    own = whose.planned
    if own is None or not own.excepted:
        return False
    without = whose._replace(planned=own._replace(excepted=False))
    return _beyond(submission, edition, book, without, event) is not None


def _is_granted(edition: Edition, joined: Under) -> bool:
    """Say whether leave is on record for the event to go beyond the quota."""
    return any(each.beyond and joined.licence(each.name) for each in charges.of(edition).licences)


def _with(whose: charges.Organiser, event: Event) -> charges.Organiser:
    """Count an event among those that were run: as what it was planned, or as its results tell."""
    if whose.planned is None:
        others = whose.so_far()
        return whose._replace(so_far=lambda: [*others, event])
    plans, own = whose.plans(), whose.planned._replace(results=(*whose.planned.results, event))
    return whose._replace(plans=lambda: [*plans, own])


def _is_excepted(rules: charges.Rules, book: Book, whose: charges.Organiser, quota: charges.Quota) -> bool:
    """Say whether the office lets the event be held beyond this quota: as it was planned, it takes of the same one."""
    own = whose.planned
    if own is None or not own.excepted:
        return False
    plans, to_come = whose.plans(), own._replace(results=())
    with_plan = rules.quotas(book, whose._replace(plans=lambda: [*plans, to_come]))
    before = {each.what: each.planned for each in rules.quotas(book, whose)}
    return any(each.what == quota.what and each.planned > before[each.what] for each in with_plan)
