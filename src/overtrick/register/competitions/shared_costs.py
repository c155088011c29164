"""Events of one organiser that share an allowance: when one of them changes, the others may cost less or more.

The one free party session of a year is the first that was submitted. If that is reversed, the next one is free; if it
counts again, the next one is charged again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from overtrick.handbooks import money
from overtrick.handbooks.money import SharedPeriod
from overtrick.register.accounts.models import User
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.money.models import Charge

Charges = Callable[[Submission, User | None, datetime, str], list[Charge]]


def charge_others(competition: Competition, actor: User | None, at: datetime, charge: Charges) -> list[Charge]:
    """Bring the charges of other events to what they cost, now that this one is as it is."""
    made: list[Charge] = []
    for each in others(competition, at):
        reason = f"What {competition.name} of {competition.begins} takes of the year has changed"
        made += charge(each, actor, at, reason)
    return made


def others(competition: Competition, at: datetime) -> Iterator[Submission]:
    """Give the versions that count of the events whose costs may depend on an event, the earliest first."""
    periods = {each for version in _versions(competition) for each in _shared(version)}
    seen: set[int] = set()
    for period, fact in sorted(periods):
        if period.first > at.date():
            continue
        rows = Submission.objects.filter(
            competition__organisation=competition.organisation_id,
            begins__range=period,
            status__in=COUNTING,
            event__text__contains=fact,  # few have it; what it says, the handbook reads
        ).exclude(competition=competition)
        for each in rows.select_related("event", "federation", "competition__organisation").order_by("begins", "pk"):
            if each.competition_id not in seen and each.charges.exists():
                seen.add(each.competition_id)
                yield each


def _versions(competition: Competition) -> Iterator[Submission]:
    """Give every version that was ever sent: the claim may have been in one that counts no more."""
    sent = competition.submissions.exclude(submitted_at=None).exclude(event=None)
    yield from sent.select_related("event", "federation")


def _shared(version: Submission) -> tuple[SharedPeriod, ...]:
    if version.event is None:
        return ()
    edition = edition_for(version.federation, version.begins)
    book = edition.book(version.begins, settings_for(version.federation, edition, version.begins) or None)
    return money.of(edition).shares_with(book, event_store.event_of(version.event))
