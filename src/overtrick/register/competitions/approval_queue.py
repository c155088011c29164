"""What waits for approval above the organisation that sent it."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet

from overtrick.handbooks.submission import Decider
from overtrick.register.competitions.models import Submission
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation


def to_approve(organisation: Organisation, on: date) -> QuerySet[Submission]:
    """Give what the organisations below have submitted and a secretary above has to approve, the oldest first.

    Where nobody approves as a rule, that is only what their clubs may not have posted by themselves.
    """
    below = ancestry.descendant_ids([organisation.pk]) - {organisation.pk}
    rows = Submission.objects.filter(
        competition__organisation__in=below, status=Submission.Status.SUBMITTED, kind=Submission.Kind.RESULTS
    )
    if organisation.federation.ways(on).approval != Federation.Approval.PARENT:
        rows = rows.exclude(held_back="")
    rows = rows.exclude(held_for=Decider.OFFICE)
    return rows.select_related("competition__organisation", "submitted_by").order_by("submitted_at", "pk")
