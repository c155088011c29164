"""Converts points from one colour to another for a rank, where the handbook allows it. Two people confirm it."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.handbooks import record
from overtrick.handbooks.record import Conversion
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.corrections.proposals import SamePerson, Unfit
from overtrick.register.errors import Refused
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, post
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
        raise NotAllowed(f"{ladder.edition.title} has no conversion of points.", "There is nothing to do.")
    return ConversionRequest(player, rank, found)


def convert(player: Player, rank: str, actor: User, second: User, at: datetime) -> ConversionRequest:
    """Do it, once for a player: what goes out and what comes in is one posting."""
    for each in (actor, second):
        need_office(each, at)
    if actor.pk == second.pk:
        raise SamePerson("Two people must convert points.", "Somebody else in the office must confirm it.")
    with transactions.atomic():
        Player.objects.select_for_update().get(pk=identity.kept(player).pk)  # two requests at once are not two
        asked = ask(player, rank, at.date())
        failed = (*asked.conversion.allowed.failed, *asked.conversion.allowed.unknown)
        if failed:
            told = "; ".join(each.says for each in failed)
            raise NotAllowed(f"{told}.", f"Clause {asked.conversion.allowed.working.clause} asks for all of it.")
        if not asked.conversion.changes:
            raise Unfit("There is nothing to convert.", "Check the player’s record.")
        reason = f"{REASON}{rank}"
        posting = NewPosting(current().pk, Posting.Kind.MANUAL, at.date(), actor.pk, second.pk, reason)
        entries = [
            NewEntry(asked.player.pk, colour, units, at.date()) for colour, units in asked.conversion.changes.items()
        ]
        post(posting, entries)
        after = {**asked.conversion.changes, "rank": rank, "second": second.username}
        trail.record(actor, "points.convert", asked.player, None, after, reason, at=at)
    return asked
