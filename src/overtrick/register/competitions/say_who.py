"""Says who the players of a draft are of whom the register is not certain: whom it may be, and who was meant."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from django.db.models import Max

from overtrick.register.accounts.models import User
from overtrick.register.competitions import likely_players, match
from overtrick.register.competitions.models import COUNTING, Seat, Submission
from overtrick.register.competitions.named_players import Named
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, sight
from overtrick.register.people.models import Player


class Doubt(StrEnum):
    """Why it is not certain who somebody is."""

    OTHER_NAME = "other-name"  #: the number belongs to somebody of a quite different name
    IMPOSSIBLE = "number-impossible"
    UNKNOWN = "number-unknown"  #: nobody has it
    NO_NUMBER = "no-number"


def seats(draft: Submission) -> list[Seat]:
    """Give everybody who is not known by their number; those whom an officer named can be changed."""
    rows = draft.seats.exclude(match=Seat.Match.NUMBER).select_related(
        "player", "submission__competition__organisation"
    )
    return list(rows.order_by("pk"))


def doubt(seat: Seat) -> Doubt:
    """Say why somebody is asked about."""
    if seat.match == Seat.Match.DOUBTFUL:
        return Doubt.OTHER_NAME if seat.player else Doubt.IMPOSSIBLE
    return Doubt.UNKNOWN if seat.number else Doubt.NO_NUMBER


def proposed(where: Organisation, seat: Seat) -> list[Player]:
    """Give those who may be meant, whoever was chosen before first."""
    found = list(match.candidates(where, Named(seat.contestant, seat.name, seat.number)))
    if seat.player and seat.player not in found:
        found.insert(0, seat.player)
    return found


def is_kept_back(where: Organisation, seat: Seat, player: Player) -> bool:
    """Say whether a player hides whose number and name do not fit: nobody is proposed whom the club may not choose."""
    return seat.match == Seat.Match.DOUBTFUL and sight.hides(player, where)


def last_here(where: Organisation, player: Player) -> date | None:
    """Say when somebody last played in an event of an organisation that counts."""
    rows = Seat.objects.filter(player__in=identity.identities(player), submission__status__in=COUNTING)
    found: date | None = rows.filter(submission__competition__organisation=where).aggregate(
        last=Max("submission__begins")
    )["last"]
    return found


def say(seat: Seat, player: Player, actor: User, at: datetime) -> None:
    """Take an officer's word for who somebody is, here and in the other drafts that have the same name and number."""
    if (seat.player, seat.match) != (player, Seat.Match.CHOSEN):
        match.choose(seat, player, actor, at)
        likely_players.choose_elsewhere(seat, player, actor, at)
