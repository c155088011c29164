"""What only two people may do with money: one proposes, another of the same officers confirms. See ``confirm``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions import two_people
from overtrick.register.errors import Refused
from overtrick.register.money.models import MoneyProposal
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

Kind, Status = MoneyProposal.Kind, MoneyProposal.Status
_LOOK = "Look at the list of proposals."
_MOST_WORDS = 500


class NoReason(Refused):
    """Nobody said why."""


def waiting(at: datetime) -> QuerySet[MoneyProposal]:
    """Give what waits for a second person, the oldest first."""
    rows = MoneyProposal.objects.filter(status=Status.WAITING, proposed_at__gt=at - two_people.LASTS)
    return rows.select_related("owner", "proposed_by").order_by("proposed_at", "pk")


def make(
    kind: MoneyProposal.Kind,
    content: Mapping[str, Any],
    reason: str,
    *,
    actor: User,
    at: datetime,
    owner: Organisation | None = None,
    shown: str = "",
) -> MoneyProposal:
    """Keep a proposal until another confirms it; ``owner`` is whose officers decide: the national body's if none."""
    whose = owner or national()
    need(actor, Action.TARIFF, whose, at)
    two_people.need_person(actor)
    said = reason_of(reason)
    with transactions.atomic():
        made = MoneyProposal.objects.create(
            federation=current(),
            kind=kind,
            owner=whose,
            content=dict(content),
            reason=said,
            proposed_by=actor,
            proposed_at=at,
        )
        after = {"kind": kind, **content} | ({"shown_by": shown} if shown else {})
        trail.record(actor, "money.propose", made, None, after, said, at=at)
    return made


def refuse(proposal: MoneyProposal, reason: str, *, actor: User, at: datetime) -> MoneyProposal:
    """Leave it; whoever proposed it may withdraw it like this too."""
    need(actor, Action.TARIFF, proposal.owner, at)
    said = reason_of(reason)
    with transactions.atomic():
        fresh = locked(proposal)
        two_people.decide(fresh, Status.REFUSED, actor, at, answer=said)
        trail.record(actor, "money.refuse", fresh, None, {"kind": fresh.kind}, said, at=at)
    return fresh


def locked(proposal: MoneyProposal) -> MoneyProposal:
    """Hold a proposal that waits."""
    rows = MoneyProposal.objects.select_for_update(no_key=True, of=("self",)).select_related("owner", "proposed_by")
    fresh = rows.get(pk=proposal.pk)
    two_people.need_waiting(fresh, _LOOK)
    return fresh


def reason_of(reason: str) -> str:
    """Give a reason as it is kept; refuse none."""
    if not reason.strip():
        raise NoReason("There is no reason.", "Say why.", code="reason-missing")
    return reason.strip()[:_MOST_WORDS]


def national() -> Organisation:
    """Give the national body of the federation in scope."""
    return Organisation.objects.get(kind=Organisation.Kind.NATIONAL)
