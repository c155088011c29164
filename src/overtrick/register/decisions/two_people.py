"""The second person: what one proposes is done when another confirms it in time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused

#: So long a proposal waits.
LASTS = timedelta(days=30)
WAITING, CONFIRMED, REFUSED = "waiting", "confirmed", "refused"


class SamePerson(Refused):
    """Whoever proposed something cannot confirm it."""


class Decided(Refused):
    """It was confirmed or refused before."""


class Expired(Refused):
    """Nobody confirmed it in time."""


class NotAPerson(Refused):
    """A program acts, by a token."""


class Proposed(Protocol):
    """What waits for a second person."""

    status: str
    proposed_by_id: int
    proposed_at: datetime
    decided_by: User | None
    decided_at: datetime | None

    def save(self) -> None:
        """Write it down."""


def need_person(actor: User) -> None:
    """Refuse whoever acts by a token: a program is never one of two people, and makes no other program act."""
    if actor.is_service or actor.by_token is not None:
        raise NotAPerson(
            "This cannot be done with a token.", "Somebody must log in and do it on the pages.", code="not-a-person"
        )


def has_expired(proposal: Proposed, at: datetime) -> bool:
    """Say whether nobody confirmed a proposal in time."""
    return proposal.status == WAITING and proposal.proposed_at <= at - LASTS


def need_waiting(proposal: Proposed, look: str) -> None:
    """Refuse to decide twice; ``look`` says where to see what became of it."""
    if proposal.status != WAITING:
        raise Decided(f"This was {proposal.status} before.", look, code="decided-before")


def need_second(proposal: Proposed, actor: User, at: datetime) -> None:
    """Refuse the person who proposed it, whoever comes too late, and programs."""
    need_person(actor)
    if proposal.proposed_by_id == actor.pk:
        raise SamePerson(
            "You proposed this yourself.", "Somebody else in the office must confirm it.", code="same-person"
        )
    if has_expired(proposal, at):
        raise Expired("Nobody confirmed this in time.", "Propose it again.", code="proposal-expired")


def decide(proposal: Proposed, status: str, actor: User, at: datetime, **more: object) -> None:
    """Write down what became of a proposal."""
    need_person(actor)
    for name, value in {"status": status, "decided_by": actor, "decided_at": at, **more}.items():
        setattr(proposal, name, value)
    proposal.save()
