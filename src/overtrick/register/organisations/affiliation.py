"""Periods in which an organisation is affiliated. They never overlap."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from overtrick.engine import days
from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

_AUDITED = ("begins", "ends")


class NotAffiliated(Refused):
    """The organisation does not belong to the federation on that day."""


def affiliate(
    organisation: Organisation,
    begins: date,
    ends: date | None = None,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Affiliation:
    """Let an organisation belong to the federation from one day to another."""
    need(actor, Action.AFFILIATE, None, at)
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        periods.check_free(organisation.affiliations.all(), begins, ends, f"The affiliation of {organisation}")
        made = Affiliation.objects.create(organisation=organisation, begins=begins, ends=ends)
        trail.record(
            actor, "organisation.affiliate", organisation, None, trail.values_of(made, *_AUDITED), reason, at=at
        )
    return made


def end(
    organisation: Organisation, last_day: date, *, actor: User | None, at: datetime, reason: str = ""
) -> Affiliation:
    """Let the affiliation that holds on a day end with it."""
    need(actor, Action.AFFILIATE, None, at)
    with transactions.atomic():
        now = organisation.affiliations.select_for_update(no_key=True).filter(periods.during(last_day)).first()
        if now is None:
            found = f"{organisation} is not affiliated on {last_day}."
            raise NotAffiliated(found, "Check the dates of its affiliation.", code="organisation-not-affiliated")
        told = trail.changed(now, *_AUDITED, ends=last_day)
        trail.record(actor, "organisation.leave", organisation, *told, reason, at=at)
    return now


def ending(on: date, within: timedelta) -> QuerySet[Affiliation]:
    """Give the affiliations that end within some days of a day and have no successor, the earliest first."""
    later = Affiliation.objects.filter(organisation=OuterRef("organisation"), begins__gt=OuterRef("ends"))
    soon = Affiliation.objects.filter(begins__lte=on, ends__range=(on, on + within))
    return soon.exclude(Exists(later)).select_related("organisation").order_by("ends", "pk")


class Renewals(NamedTuple):
    """The yearly roll: who would be affiliated for the next year, and who would not."""

    first: date
    last: date
    renewed: list[Organisation]
    left_out: list[Organisation]  #: their affiliation ends, and is not renewed
    open_ended: int  #: whose affiliation has no last day

    @property
    def days(self) -> str:
        """Write the days of the year."""
        return f"{self.first} to {self.last}"


def renewals(first: date, without: Collection[str] = ()) -> Renewals:
    """Find whose affiliation ends with the day before and has no successor; ``without`` are numbers left out."""
    last = days.months_after(first, 12) - periods.ONE_DAY
    known = Organisation.objects.order_by("name", "pk")
    unknown = set(without) - set(known.filter(number__in=without).values_list("number", flat=True))
    if unknown:
        raise NotAffiliated(
            f"There is no organisation {', '.join(sorted(unknown))}.", "Check the numbers.", code="no-such-organisation"
        )
    held = Affiliation.objects.filter(periods.during(first - periods.ONE_DAY))
    ends = held.filter(ends=first - periods.ONE_DAY).values("organisation")
    after = Affiliation.objects.filter(ends__gte=first).values("organisation")
    due = known.filter(pk__in=ends).exclude(pk__in=after)
    return Renewals(
        first,
        last,
        [each for each in due if each.number not in without],
        [each for each in due if each.number in without],
        held.filter(ends__isnull=True).count(),
    )


def renew(found: Renewals, *, actor: User | None, at: datetime, reason: str = "") -> int:
    """Affiliate everybody of a roll for its year, all or none."""
    need(actor, Action.AFFILIATE, None, at)
    with transactions.atomic():
        for each in found.renewed:
            affiliate(each, found.first, found.last, actor=actor, at=at, reason=reason)
    return len(found.renewed)


def affiliated(organisation: Organisation, on: date) -> bool:
    """Say whether an organisation belongs to the federation on a day."""
    return organisation.affiliations.filter(periods.during(on)).exists()


def affiliated_on(day: date) -> set[int]:
    """Name all organisations that belong to the federation on a day."""
    return set(Affiliation.objects.filter(periods.during(day)).values_list("organisation_id", flat=True))
