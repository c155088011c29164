"""A club reports that one of its members has died, where the handbook lets clubs do so."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, identity, standings
from overtrick.register.people.models import Player, Standing


class NotReported(Refused):
    """The club cannot report this death."""


def report(player: Player, club: Organisation, died: date, *, sure: bool, actor: User | None, at: datetime) -> Standing:
    """Mark a home member as deceased; ``sure`` says that the person has died, and does not just leave."""
    need(actor, Action.MEMBERS, club, at)
    player = identity.kept(player)
    if died > at.date():
        raise NotReported(f"{died} is still to come.", "Enter the day of death.", code="day-in-the-future")
    if player.born is not None and died < player.born:
        raise NotReported(f"{player} was born on {player.born}.", "Check the day of death.", code="died-before-birth")
    found = clubs.rules(at.date()).may_report_death(clubs.holder(player, at.date()), club.name, died=sure)
    if found is None:
        raise NotReported("Clubs do not report deaths here.", "Tell the office.", code="deaths-not-reported-here")
    clubs.allowed(found)
    with transactions.atomic():
        return standings.enter_death(player, died, actor=actor, at=at, reason=f"reported by {club}")
