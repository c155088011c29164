"""Entries without an event: one person of the office proposes, another confirms with their own log-in.

A transfer from another federation, a grant, a mistake of long ago, a conversion, balances from before this book. Each
step is kept in the audit. What nobody confirms expires. See ``confirm`` for the second step.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.corrections.models import Proposal
from overtrick.register.decisions import two_people
from overtrick.register.decisions.two_people import LASTS, decide
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

Status = Proposal.Status


class Unfit(Refused):
    """There is nothing to enter, or no reason for it."""


class ProposedPoints(NamedTuple):
    """What is to be entered."""

    colour: str
    units: int
    played: date


def waiting(at: datetime) -> QuerySet[Proposal]:
    """Give what waits for a second person, the oldest first."""
    rows = Proposal.objects.filter(status=Status.WAITING, proposed_at__gt=at - LASTS)
    return rows.select_related("player", "proposed_by").order_by("proposed_at", "pk")


def propose(
    player: Player, points: ProposedPoints, reason: str, actor: User, at: datetime, *, shown: str = ""
) -> Proposal:
    """Ask for an entry by hand; ``shown`` says how the person has just shown who they are, for the audit."""
    need_office(actor, at)
    _check(points, reason, at)
    return make(
        Proposal(
            player=identity.kept(player),
            colour=points.colour,
            units=points.units,
            played=points.played,
            reason=reason.strip()[:500],
        ),
        actor,
        at,
        shown=shown,
    )


def propose_together(
    player: Player, listed: Sequence[ProposedPoints], reason: str, actor: User, at: datetime, *, shown: str = ""
) -> Proposal:
    """Ask for the entries of one decision: a second person confirms them once, and all are entered or none."""
    need_office(actor, at)
    for each in listed:
        _check(each, reason, at)
    kept = identity.kept(player)
    made = Proposal(
        kind=Proposal.Kind.GRANT,
        player=kept,
        played=max(each.played for each in listed),
        balances=[[kept.pk, each.colour, each.units, each.played.isoformat()] for each in listed],
        reason=reason.strip()[:500],
    )
    return make(made, actor, at, shown=shown)


def standing_colours(player: Player, reason: str, at: datetime) -> set[str]:
    """Name the colours that were proposed for a person with a reason that begins so, and wait or are in the book."""
    rows = Proposal.objects.filter(player__in=identity.identities(player), reason__startswith=reason)
    standing = [each for each in rows.exclude(status=Status.REFUSED) if not two_people.has_expired(each, at)]
    return {colour for each in standing for colour in (each.colour, *(row[1] for row in each.balances)) if colour}


def _check(points: ProposedPoints, reason: str, at: datetime) -> None:
    if not points.units:
        raise Unfit(
            "No points were entered.",
            "Enter how many there are, with a minus to take points back.",
            code="no-points-entered",
        )
    if points.colour not in handbook.colours(current()):
        raise Unfit(
            f"There are no {points.colour!r} points here.",
            "Choose one of the colours of the handbook.",
            code="no-such-colour",
        )
    if points.played > at.date():
        raise Unfit(
            f"{points.played} is in the future.",
            "Enter the day on which the points were won.",
            code="day-in-the-future",
        )
    if not reason.strip():
        raise Unfit("There is no reason.", "Say where the points come from, and how you know.", code="reason-missing")


def make(proposal: Proposal, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Keep a proposal until another confirms it."""
    need_office(actor, at)
    two_people.need_person(actor)
    proposal.federation, proposal.proposed_by, proposal.proposed_at = current(), actor, at
    with transactions.atomic():
        proposal.save()
        about, reason = proposal.player or current(), proposal.reason
        after = audit_values(proposal) | ({"shown_by": shown} if shown else {})
        trail.record(actor, "correction.propose", about, None, after, reason, at=at)
    return proposal


def refuse(proposal: Proposal, reason: str, actor: User, at: datetime) -> Proposal:
    """Leave it; whoever proposed an entry may withdraw it like this too."""
    need_office(actor, at)
    if not reason.strip():
        raise Unfit("There is no reason.", "Say why these points are not entered.", code="reason-missing")
    with transactions.atomic():
        fresh = locked(proposal)
        decide(fresh, Status.REFUSED, actor, at, answer=reason.strip()[:500])
        trail.record(actor, "correction.refuse", fresh.player or current(), None, audit_values(fresh), reason, at=at)
    return fresh


def locked(proposal: Proposal) -> Proposal:
    """Hold a proposal that waits."""
    rows = Proposal.objects.select_for_update(no_key=True, of=("self",)).select_related("player__kept")
    fresh = rows.get(pk=proposal.pk)
    two_people.need_waiting(fresh, "Check the player’s record.")
    return fresh


def audit_values(proposal: Proposal) -> trail.Change:
    """Tell a proposal for the audit."""
    return {
        "proposal": proposal.pk,
        **trail.values_of(proposal, "kind", "colour", "units", "played", "rank", "posting"),
    }
