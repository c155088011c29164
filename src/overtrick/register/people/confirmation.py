"""Confirms a new number by letter: to the club that asked for it, and to the player."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.federations import numbers
from overtrick.register.mail import outbox
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import contacts
from overtrick.register.people.models import Player
from overtrick.register.scoping import current


def write(player: Player, club: Organisation, at: datetime) -> None:
    """Put the letters into the outbox, to whoever has an address; as part of the service that registered the player."""
    if not outbox.server().is_set_up:
        return
    here = current()
    told = {"name": str(player), "number": numbers.written(here, player.number)}
    key = f"registered {player.pk}"
    organisation_contacts.write_to(club, f"{key} club", "registered", here, at, **told)
    to = contacts.email_of(player, at.date())
    if to:
        language = next(iter(here.languages), "en")
        outbox.queue(here, key, to, "registered", language, at, club=str(club), **told)
