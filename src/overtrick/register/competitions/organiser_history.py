"""Facts about an organiser that handbooks ask for: events run this year, and play in the year before."""

from __future__ import annotations

from datetime import date, timedelta

from overtrick.engine.event import Event
from overtrick.handbooks import submission as charges
from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Seat, Submission
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation


def organiser(organisation: Organisation, day: date, besides: int | None = None) -> charges.Organiser:
    """Tell the handbook who runs an event on a day; ``besides`` is the competition that is not counted."""
    ((first, now),) = sql.rows(
        "select min(begins), max(case when begins <= %s and (ends is null or ends >= %s) then 1 else 0 end) "
        "from organisations_affiliation where organisation_id = %s",
        day,
        day,
        organisation.pk,
    )
    return charges.Organiser(
        organisation.name,
        organisation.kind,
        sql.day(first) if first else None,
        lambda: _events_so_far(organisation, day, besides),
        lambda: _player_sessions_before(organisation, day),
        bool(now),
    )


def _events_so_far(organisation: Organisation, day: date, besides: int | None) -> list[Event]:
    """Give the organiser's other events of the quota year, those still to come left out."""
    year = handbook.quota_year(organisation.federation, day)
    listed = Submission.objects.filter(
        competition__organisation=organisation,
        begins__range=(year.first, day),
        status__in=COUNTING,
        event__isnull=False,
    ).exclude(competition=besides)
    return [event_store.event_of(each.event) for each in listed.select_related("event") if each.event]


def _player_sessions_before(organisation: Organisation, day: date) -> int:
    """Count who sat down in the quota year before; an event of several sessions counts as one."""
    year = handbook.quota_year(organisation.federation, day)
    before = handbook.quota_year(organisation.federation, year.first - timedelta(days=1))
    return Seat.objects.filter(
        submission__competition__organisation=organisation,
        submission__begins__range=before,
        submission__status__in=COUNTING,
    ).count()
