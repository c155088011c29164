"""What an organisation is allotted for a year: what was worked out, with what people decided beside it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Sum

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions import decide
from overtrick.register.entitlements.models import Allotment, AllotmentChange
from overtrick.register.entitlements.news import tell_allotted
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

#: Nobody has more sessions in a year.
MOST = 500


class CannotChange(Refused):
    """An allotment cannot be changed in this way."""


class Allotted(NamedTuple):
    """An allotment, with what people decided beside it."""

    allotment: Allotment
    decided: int  #: below zero: less

    @property
    def total(self) -> int:
        """What the organisation has."""
        return self.allotment.figure + self.decided


def of_year(year: int, organisations: Iterable[int]) -> list[Allotted]:
    """List what organisations are allotted for a year, by name and kind."""
    rows = Allotment.objects.filter(year=year, organisation__in=organisations)
    changes = AllotmentChange.objects.filter(allotment__in=rows)
    decided = dict(changes.values_list("allotment").annotate(sum=Sum("more")))
    listed = rows.select_related("organisation__federation").order_by("organisation__name", "kind", "pk")
    return [Allotted(each, decided.get(each.pk, 0)) for each in listed]


def allotted(organisation: Organisation, kind: str, year: int) -> int | None:
    """Say how many an organisation has of a kind in a year; None: nothing was allotted yet."""
    listed = transactions.asked_once(("allotted", organisation.pk, year), lambda: of_year(year, [organisation.pk]))
    return next((each.total for each in listed if each.allotment.kind == kind), None)


def change(
    allotment: Allotment, more: int, why: str, *, actor: User | None, at: datetime, event: str = ""
) -> AllotmentChange:
    """Give an organisation more or less than was worked out; ``event`` is one that unused ones are given to."""
    need(actor, Action.APPROVE, allotment.organisation, at)
    if not why.strip():
        raise CannotChange("There is no reason.", "Say why it is more or less.", code="reason-missing")
    with transactions.atomic():
        held = Allotment.objects.select_for_update(of=("self",)).select_related("organisation").get(pk=allotment.pk)
        now = held.figure + (held.changes.aggregate(sum=Sum("more"))["sum"] or 0)
        if not more or not 0 <= now + more <= MOST:
            raise CannotChange(
                f"There are {now} now, and {now + more} cannot be.",
                f"It may be from 0 to {MOST}.",
                code="allotment-out-of-range",
            )
        made = AllotmentChange.objects.create(
            allotment=held,
            more=more,
            event=" ".join(event.split())[:200],
            why=why.strip()[:500],
            decided_by=actor,
            decided_at=at,
        )
        told = {"kind": held.kind, "year": held.year}
        after = {**told, "allotted": now + more, "event": made.event}
        trail.record(actor, "allotment.change", held.organisation, {**told, "allotted": now}, after, why, at=at)
        tell_allotted(held, now + more, made.why, by=actor, at=at)
        if actor is not None:
            what = f"{held.organisation}, {held}: {more:+}"
            decide.record(held, what, decide.Outcome.GRANTED, why=made.why, actor=actor, at=at)
    return made
