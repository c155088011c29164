"""Balances from before this book, proposed as a list: another person of the office confirms them all at once."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register.accounts.models import User
from overtrick.register.corrections import proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.ledger.posting import Posted
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player
from overtrick.register.ranks import opening_balances
from overtrick.register.ranks.opening_balances import Openings


def propose(openings: Openings, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Propose the balances that are new; the same list again is the same proposal."""
    opening_balances.check(openings)
    listed = [[each.player.pk, each.colour, each.units, each.as_at.isoformat()] for each in openings.new]
    for waits in proposals.waiting(at).filter(kind=Proposal.Kind.OPENING):
        if waits.balances == listed:
            return waits
    made = Proposal(kind=Proposal.Kind.OPENING, played=at.date(), reason=opening_balances.REASON, balances=listed)
    return proposals.make(made, actor, at, shown=shown)


def enter(proposal: Proposal, second: User, at: datetime) -> Posted | None:
    """Enter what was proposed and is not in the book meanwhile. Part of ``confirm``."""
    openings = opening_balances.compare(listed(proposal))
    return opening_balances.write(openings, proposal.proposed_by, second, at, proposal.reason)


def listed(proposal: Proposal) -> list[Opening]:
    """Give the balances, or the entries, of a proposal."""
    players = Player.objects.select_related("kept").in_bulk({row[0] for row in proposal.balances})
    return [
        Opening(players[player], colour, units, date.fromisoformat(day), at)
        for at, (player, colour, units, day) in enumerate(proposal.balances, 1)
    ]
