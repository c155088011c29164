"""Entries without an event: one person of the office proposes, another confirms.

A transfer from another federation, a grant, a mistake of long ago. Each step is kept in the audit.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.corrections.models import Proposal
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, post
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

Status = Proposal.Status


class Unfit(Refused):
    """There is nothing to enter, or no reason for it."""


class SamePerson(Refused):
    """Whoever proposed an entry cannot confirm it."""


class Decided(Refused):
    """It was confirmed or refused before."""


class ProposedPoints(NamedTuple):
    """What is to be entered."""

    colour: str
    units: int
    played: date


def waiting() -> QuerySet[Proposal]:
    """Give what waits for a second person, the oldest first."""
    rows = Proposal.objects.filter(status=Status.WAITING)
    return rows.select_related("player", "proposed_by").order_by("proposed_at", "pk")


def propose(player: Player, points: ProposedPoints, reason: str, actor: User, at: datetime) -> Proposal:
    """Ask for an entry by hand."""
    need_office(actor, at)
    if not points.units:
        raise Unfit("No points were entered.", "Enter how many there are, with a minus to take points back.")
    if points.colour not in handbook.colours(current()):
        raise Unfit(f"There are no {points.colour!r} points here.", "Choose one of the colours of the handbook.")
    if points.played > at.date():
        raise Unfit(f"{points.played} is in the future.", "Enter the day on which the points were won.")
    if not reason.strip():
        raise Unfit("There is no reason.", "Say where the points come from, and how you know.")
    with transactions.atomic():
        made = Proposal.objects.create(
            federation=current(),
            player=identity.kept(player),
            colour=points.colour,
            units=points.units,
            played=points.played,
            reason=reason.strip()[:500],
            proposed_by=actor,
            proposed_at=at,
        )
        trail.record(actor, "correction.propose", made.player, None, _audit_values(made), reason, at=at)
    return made


def confirm(proposal: Proposal, actor: User, at: datetime) -> Proposal:
    """Enter what another proposed."""
    need_office(actor, at)
    with transactions.atomic():
        fresh = _locked(proposal)
        if fresh.proposed_by_id == actor.pk:
            raise SamePerson("You proposed this yourself.", "Somebody else in the office must confirm it.")
        posting = NewPosting(
            fresh.federation_id, Posting.Kind.MANUAL, at.date(), fresh.proposed_by_id, actor.pk, fresh.reason
        )
        player = identity.kept(fresh.player)
        done = post(posting, [NewEntry(player.pk, fresh.colour, fresh.units, fresh.played)])
        _decide(fresh, Status.CONFIRMED, actor, at, posting_id=done.id)
        trail.record(actor, "correction.confirm", player, None, _audit_values(fresh), fresh.reason, at=at)
    return fresh


def refuse(proposal: Proposal, reason: str, actor: User, at: datetime) -> Proposal:
    """Leave it; whoever proposed an entry may withdraw it like this too."""
    need_office(actor, at)
    if not reason.strip():
        raise Unfit("There is no reason.", "Say why these points are not entered.")
    with transactions.atomic():
        fresh = _locked(proposal)
        _decide(fresh, Status.REFUSED, actor, at, answer=reason.strip()[:500])
        trail.record(actor, "correction.refuse", fresh.player, None, _audit_values(fresh), reason, at=at)
    return fresh


def _locked(proposal: Proposal) -> Proposal:
    rows = Proposal.objects.select_for_update(no_key=True, of=("self",)).select_related("player__kept")
    fresh = rows.get(pk=proposal.pk)
    if fresh.status != Status.WAITING:
        raise Decided(f"This was {fresh.status} before.", "Check the player’s record.")
    return fresh


def _decide(proposal: Proposal, status: Proposal.Status, actor: User, at: datetime, **more: object) -> None:
    for name, value in {"status": status, "decided_by": actor, "decided_at": at, **more}.items():
        setattr(proposal, name, value)
    proposal.save()


def _audit_values(proposal: Proposal) -> trail.Change:
    return {"proposal": proposal.pk, **trail.values_of(proposal, "colour", "units", "played", "posting")}
