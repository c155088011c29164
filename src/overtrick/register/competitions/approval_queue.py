"""Who decides about a submission: the one answer behind lists, buttons, messages, counts and words.

An organisation above decides through its secretaries, and the office decides where none of those has one. The office
may always decide; what is not its own to decide stands in a list of its own.
"""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from overtrick.handbooks.submission import Decider
from overtrick.register import periods
from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Submission
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action, may

_KINDS, _HELD_FOR = tuple(Submission.Kind), ("", *Decider)


def action(submission: Submission, on: date, held_for: str = "") -> Action:
    """Name what somebody must be allowed to do to decide; ``held_for`` is who a draft would wait for."""
    waits = held_for or submission.held_for
    above = _is_for_above(submission.kind, waits, submission.federation.ways(on).approval)
    return Action.APPROVE if above else Action.CORRECT


def may_decide(user: User, submission: Submission, on: date) -> bool:
    """Say whether somebody approves or returns this."""
    return may(user, action(submission, on), submission.competition.organisation, on)


def bodies(submission: Submission, on: date, held_for: str = "") -> list[Organisation]:
    """Give the organisations above whose secretaries decide, the nearest first; none: the office does."""
    if action(submission, on, held_for) is Action.CORRECT:
        return []
    above = ancestry.ancestors(submission.competition.organisation)
    acting = set(_with_secretary(on).filter(organisation__in=above).values_list("organisation", flat=True))
    return [each for each in above if each.pk in acting]


def to_approve(organisation: Organisation, on: date) -> QuerySet[Submission]:
    """Give what waits for a secretary above, of the organisations below this one, the oldest first."""
    below = ancestry.descendant_ids([organisation.pk]) - {organisation.pk}
    return _waiting().filter(_for_above(organisation.federation, on), competition__organisation__in=below)


def for_the_office(federation: Federation, on: date) -> QuerySet[Submission]:
    """Give what waits for the office, the oldest first."""
    return _waiting().exclude(_for_secretaries(federation, on))


def for_others(federation: Federation, on: date) -> QuerySet[Submission]:
    """Give what waits for the secretaries of other organisations, the oldest first."""
    return _waiting().filter(_for_secretaries(federation, on))


def _is_for_above(kind: str, held_for: str, approval: str) -> bool:
    """Say whether an organisation above decides: points alone are for the office, what is held for whom it is held."""
    if kind == Submission.Kind.POINTS:
        return False
    return held_for == Decider.ABOVE if held_for else approval == Federation.Approval.PARENT


def _for_above(federation: Federation, on: date) -> Q:
    """Pick by the same rule."""
    approval = federation.ways(on).approval
    found = Q(pk__in=())
    for kind in _KINDS:
        held = [each for each in _HELD_FOR if _is_for_above(kind, each, approval)]
        found |= Q(kind=kind, held_for__in=held)
    return found


def _for_secretaries(federation: Federation, on: date) -> Q:
    """Pick what is decided above by somebody who is there to decide it."""
    parents = _with_secretary(on).values("organisation")
    below = ancestry.descendant_ids(Organisation.objects.filter(parent__in=parents).values_list("pk", flat=True))
    return _for_above(federation, on) & Q(competition__organisation__in=below)


def _with_secretary(on: date) -> QuerySet[Officer]:
    return Officer.objects.filter(periods.during(on), role=Officer.Role.SECRETARY, user__is_active=True)


def _waiting() -> QuerySet[Submission]:
    rows = Submission.objects.filter(status=Submission.Status.SUBMITTED)
    return rows.select_related("competition__organisation", "submitted_by").order_by("submitted_at", "pk")
