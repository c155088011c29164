"""Events of one organiser that share an allowance: when one of them changes, the others may cost less or more.

The one free party session of a year is the first that was submitted. If that is reversed, the next one is free; if it
counts again, the next one is charged again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from overtrick.engine.event import Event
from overtrick.handbooks import money
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money_causes import SharedPeriod
from overtrick.register.accounts.models import User
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.money.models import Charge

Charges = Callable[[Submission, User | None, datetime, str], list[Charge]]


def charge_others(
    competition: Competition,
    actor: User | None,
    at: datetime,
    charge: Charges,
    periods: Iterable[SharedPeriod] | None = None,
) -> list[Charge]:
    """Bring the charges of other events to what they cost, now that this one is as it is.

    ``periods`` are those in which it counts, where somebody knows them; otherwise those of all its versions.
    """
    shared = _of_versions(competition) if periods is None else periods
    reason = f"What {competition.name} of {competition.begins} takes of the year has changed"[:500]
    made: list[Charge] = []
    for each in _others(competition, at, shared):
        made += charge(each, actor, at, reason)
    return made


def _others(competition: Competition, at: datetime, periods: Iterable[SharedPeriod]) -> Iterator[Submission]:
    """Give the versions that count of the events whose costs may depend on an event, the earliest first."""
    seen: set[int] = set()
    for period, fact in sorted(set(periods)):
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


def _of_versions(competition: Competition) -> Iterator[SharedPeriod]:
    """Look at every version that was ever sent: the claim may have been in one that counts no more."""
    sent = competition.submissions.exclude(submitted_at=None).exclude(event=None)
    for version in sent.select_related("event", "federation"):
        if version.event is not None:
            edition = edition_for(version.federation, version.begins)
            settings = settings_for(version.federation, edition, version.begins)
            yield from shared_by(event_store.event_of(version.event), edition, settings)


def shared_by(event: Event, edition: Edition, settings: dict[str, str]) -> tuple[SharedPeriod, ...]:
    """Give the periods in which other events cost more or less because of one."""
    return money.of(edition).shares_with(edition.book(event.begins, settings or None), event)
