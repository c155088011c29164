"""Records a decision of a person, in the transaction of what follows from it. Whoever calls has asked who may."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Model, QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions.models import Decision
from overtrick.register.errors import Refused
from overtrick.register.scoping import current

Outcome = Decision.Outcome
#: Nobody is refused, asked back or stripped of something without a reason.
_NEED_A_REASON = frozenset({Outcome.REFUSED, Outcome.ASKED_BACK, Outcome.NOT_SUPPORTED, Outcome.REVOKED})
LONGEST_REASON = 2000


class NoReason(Refused):
    """A decision against somebody has no reason."""


def record(
    about: Model, what: str, outcome: Outcome, *, why: str = "", clause: str = "", actor: User, at: datetime
) -> Decision:
    """Keep what somebody decided about something, with the reason and its clause."""
    said = why.strip()
    if outcome in _NEED_A_REASON and not said:
        raise NoReason(
            "There is no reason yet.",
            "Say why, so that the reader can put it right or ask again.",
            code="reason-missing",
        )
    if len(said) > LONGEST_REASON:
        raise NoReason("The reason is too long.", f"Use at most {LONGEST_REASON:,} characters.", code="reason-too-long")
    with transactions.atomic():
        made = Decision.objects.create(
            federation=current(),
            about=trail.name(about),
            what=what[:300],
            outcome=outcome,
            why=said,
            clause=clause[:60],
            by=actor,
            at=at,
        )
        told = {"what": made.what, "outcome": str(outcome), "clause": made.clause}
        trail.record(actor, "decision.record", about, None, told, said[:500], at=at)
    return made


def about(thing: Model) -> QuerySet[Decision]:
    """Give what was decided about something, the first first."""
    return Decision.objects.filter(about=trail.name(thing)).select_related("by").order_by("at", "pk")
