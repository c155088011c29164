"""What clubs did not use of last year's allotments, and what of it was given to events of this year."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Sum

from overtrick.engine.findings import Use
from overtrick.handbooks import allotments as rules
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.entitlements import allotted
from overtrick.register.entitlements.models import Allotment, AllotmentChange
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need


class NotUnused(Refused):
    """There are not so many unused ones."""


def used(organisation: Organisation, kind: str, year: int, on: date) -> int:
    """Count what an organisation has used in a year of what it was allotted."""
    last = min(on, date(year, 12, 31))
    if last.year < year:
        return 0
    return sum(each.used for each in quotas_left(organisation, last) if each.allotment == kind)


def unused_before(region: Organisation, kind: str, year: int) -> int:
    """Add up what the clubs of a region did not use in the year before, less what was given to events of this year."""
    clubs = ancestry.descendant_ids([region.pk])
    end = date(year - 1, 12, 31)
    kept = [each for each in allotted.of_year(year - 1, clubs) if each.allotment.kind == kind]
    left = sum(max(each.total - used(each.allotment.organisation, kind, year - 1, end), 0) for each in kept)
    given = AllotmentChange.objects.filter(
        allotment__organisation__in=clubs, allotment__kind=kind, allotment__year=year
    ).exclude(event="")
    return left - (given.aggregate(sum=Sum("more"))["sum"] or 0)


def may_be_given(region: Organisation, kind: str, year: int, wanted: int) -> Use | None:
    """Say whether so many of those that were not used may go to an event; None: the handbook has no such thing."""
    first = date(year, 1, 1)
    found = rules.of(handbook.edition_on(region.federation, first))
    return found.of_unused(handbook.book_on(region.federation, first), unused_before(region, kind, year), wanted)


def give(
    allotment: Allotment, wanted: int, event: str, why: str, *, actor: User | None, at: datetime
) -> AllotmentChange:
    """Give unused ones of the year before to an event that the region approves, on top of its organiser's allotment."""
    need(actor, Action.APPROVE, allotment.organisation, at)
    region = ancestry.above(allotment.organisation, Organisation.Kind.REGION)
    if region is None or not event.strip():
        raise NotUnused(
            "There is no region, or no event.", "Name the event that is approved.", code="region-or-event-missing"
        )
    if date(allotment.year, 1, 1) > at.date():
        raise NotUnused(
            f"What is unused is known at the end of {allotment.year - 1}.",
            "Give it after that.",
            code="unused-not-known-yet",
        )
    with transactions.atomic():
        list(Organisation.objects.select_for_update(no_key=True).filter(pk=region.pk))
        found = may_be_given(region, allotment.kind, allotment.year, wanted)
        if found is None or not found.allowed or wanted < 1:
            why_not = "The handbook gives none." if found is None else f"{found.conditions[-1].working.says}."
            raise NotUnused(why_not, "Choose fewer.", code="not-unused")
        return allotted.change(allotment, wanted, why, actor=actor, at=at, event=event)
