"""The second person: what another proposed is entered when somebody else of the office confirms it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.corrections import conversion, openings, proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import Status
from overtrick.register.decisions import two_people
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, Posted, post
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

Kind = Proposal.Kind


class NotPoints(Refused):
    """Nothing would be entered in the book."""


class ProposedEntry(NamedTuple):
    """A line that a proposal would add to the book."""

    player: Player
    colour: str
    units: int


def effects(proposal: Proposal, at: datetime) -> list[ProposedEntry]:
    """Say what a proposal would enter."""
    if proposal.kind in (Kind.OPENING, Kind.GRANT):
        return [ProposedEntry(each.player, each.colour, each.units) for each in openings.listed(proposal)]
    if proposal.kind == Kind.ERASURE:
        return []
    player = conversion.known(proposal)
    if proposal.kind == Kind.CONVERSION:
        asked = conversion.ask(player, proposal.rank, at.date())
        return [ProposedEntry(player, colour, units) for colour, units in asked.conversion.changes.items()]
    return [ProposedEntry(player, proposal.colour, proposal.units)]


def confirm(proposal: Proposal, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Enter what another proposed. Whoever calls this has made sure that it is really this person, and says how."""
    return decided_by_second(proposal, actor, at, _enter, shown=shown)


def decided_by_second(
    proposal: Proposal,
    actor: User,
    at: datetime,
    do: Callable[[Proposal, User, datetime], Posted | None],
    *,
    shown: str = "",
) -> Proposal:
    """Let another person of the office decide a proposal, and do it; gives what became of it."""
    need_office(actor, at)
    with transactions.atomic():
        fresh = proposals.locked(proposal)
        two_people.need_second(fresh, actor, at)
        posting = do(fresh, actor, at)
        two_people.decide(fresh, Status.CONFIRMED, actor, at, posting_id=posting.id if posting else None)
        about = identity.kept(fresh.player) if fresh.player else current()
        after = proposals.audit_values(fresh) | {"proposed_by": fresh.proposed_by.username}
        after |= {"shown_by": shown} if shown else {}
        trail.record(actor, "correction.confirm", about, None, after, fresh.reason, at=at)
    return fresh


def _enter(proposal: Proposal, second: User, at: datetime) -> Posted | None:
    if proposal.kind == Kind.OPENING:
        return openings.enter(proposal, second, at)
    if proposal.kind == Kind.CONVERSION:
        return conversion.enter(proposal, second, at)
    if proposal.kind not in (Kind.POINTS, Kind.GRANT):
        raise NotPoints(
            "This proposal is not about points.", "Confirm it where it was proposed.", code="proposal-not-of-points"
        )
    if proposal.kind == Kind.GRANT:
        listed = openings.listed(proposal)
        entries = [NewEntry(identity.kept(each.player).pk, each.colour, each.units, each.as_at) for each in listed]
    else:
        player = identity.kept(conversion.known(proposal))
        entries = [NewEntry(player.pk, proposal.colour, proposal.units, proposal.played)]
    posting = NewPosting(
        proposal.federation_id, Posting.Kind.MANUAL, at.date(), proposal.proposed_by_id, second.pk, proposal.reason
    )
    return post(posting, entries)
