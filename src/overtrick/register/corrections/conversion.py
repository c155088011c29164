"""Converts points from one colour to another for a rank, where the handbook allows it: proposed, then confirmed."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.handbooks import record
from overtrick.handbooks.record import Conversion
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.corrections import proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import Unfit
from overtrick.register.errors import Refused
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, Posted, post
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.scoping import current

#: How the book tells a conversion from any other entry by hand.
REASON = "Converted for the rank of "


class NotAllowed(Refused):
    """The handbook has no conversion, or a condition of it is not met."""


class ConversionRequest(NamedTuple):
    """What somebody asked for, and what the handbook says to it."""

    player: Player
    rank: str
    conversion: Conversion


def ask(player: Player, rank: str, on: date) -> ConversionRequest:
    """Say what a conversion would change, of points that are final, and whether it may be."""
    player = identity.kept(player)
    ladder = Ladder(current(), on)
    held = ladder.holding(balances.holdings(player.pk, AsAt(final=True)), {})
    before = Entry.objects.filter(
        player__in=identity.identities(player), posting__kind=Posting.Kind.MANUAL, posting__reason__startswith=REASON
    ).exists()
    found = record.of(ladder.edition).conversion(ladder.book, held, rank, before=before)
    if found is None:
        raise NotAllowed(
            f"{ladder.edition.title} has no conversion of points.",
            "There is nothing to do.",
            code="handbook-without-conversion",
        )
    return ConversionRequest(player, rank, found)


def propose(player: Player, rank: str, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Propose a conversion that the handbook allows now."""
    need_office(actor, at)
    asked = check(player, rank, at.date())
    made = Proposal(
        kind=Proposal.Kind.CONVERSION, player=asked.player, rank=rank, played=at.date(), reason=f"{REASON}{rank}"
    )
    return proposals.make(made, actor, at, shown=shown)


def enter(proposal: Proposal, second: User, at: datetime) -> Posted:
    """Convert what was proposed, once for a player: what goes out and what comes in is one posting.

    Part of ``confirm``. The handbook is asked again: much can have changed since.
    """
    player = identity.kept(known(proposal))
    Player.objects.select_for_update().get(pk=player.pk)  # two requests at once are not two
    asked = check(player, proposal.rank, at.date())
    posting = NewPosting(
        current().pk, Posting.Kind.MANUAL, at.date(), proposal.proposed_by_id, second.pk, proposal.reason
    )
    changes = asked.conversion.changes.items()
    done = post(posting, [NewEntry(asked.player.pk, colour, units, at.date()) for colour, units in changes])
    after = {**asked.conversion.changes, "rank": proposal.rank}
    trail.record(second, "points.convert", asked.player, None, after, proposal.reason, at=at)
    return done


def known(proposal: Proposal) -> Player:
    """Give the player of a proposal that has one."""
    if proposal.player is None:
        raise Unfit("The proposal names no player.", "Refuse it and propose it again.", code="player-missing")
    return proposal.player


def check(player: Player, rank: str, on: date) -> ConversionRequest:
    """Refuse a conversion that the handbook does not allow."""
    asked = ask(player, rank, on)
    failed = (*asked.conversion.allowed.failed, *asked.conversion.allowed.unknown)
    if failed:
        told = "; ".join(each.says for each in failed)
        raise NotAllowed(
            f"{told}.",
            f"Clause {asked.conversion.allowed.working.clause} asks for all of it.",
            code="conversion-against-the-rules",
        )
    if not asked.conversion.changes:
        raise Unfit("There is nothing to convert.", "Check the player’s record.", code="nothing-to-convert")
    return asked
