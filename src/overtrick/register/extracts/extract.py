"""Makes an extract of a record as at a day, and checks one by its code: does the book still say the same?"""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.extracts.models import Extract
from overtrick.register.money import record_copies
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity, standings
from overtrick.register.people.models import Player
from overtrick.register.people.standings import PlayerState
from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks.current_rank import CurrentRank, Ladder, rank_of

_AUDITED = ("day", "rank", "units", "standing", "suspended", "edition")


class KnownToTheClubAlone(Refused):
    """The office knows no name of this player."""


class NotYet(Refused):
    """The day has not come."""


class AsAtDay(NamedTuple):
    """What a player was and held on a day: points won up to it, as far as they are final today."""

    rank: CurrentRank
    state: PlayerState
    edition: str
    title: str  #: of the edition


class CheckedExtract(NamedTuple):
    """An extract, and what the record says of the same day now."""

    extract: Extract
    player: Player  #: under the number that stays
    code: str  #: as it is printed
    now: AsAtDay
    same: bool


def as_at(player: Player, day: date) -> AsAtDay:
    """Say what a record holds as at a day, by the handbook of that day."""
    found = rank_of(player, day, played=day)
    edition = Ladder(found.player.federation, day).edition
    return AsAtDay(found, standings.on_day(found.player, day), edition.name, edition.title)


def make(player: Player, day: date, *, actor: User, at: datetime, on_request: bool = False) -> Extract:
    """Write down what a record says as at a day; asked for again by the same side, and still so, it is the same one.

    One that the player asked for is a copy of the record, which may cost a fee; the cards of a batch cost nothing.
    """
    player = identity.kept(player)
    own = actor.player_id in identity.identities(player)
    if not own:
        need_office(actor, at, "Ask the player or the office for an extract.")
        if player.club_only:
            found = "This player is known to the club alone."
            raise KnownToTheClubAlone(
                found, "The player can make an extract under My certificates.", code="known-to-the-club-alone"
            )
    if day > at.date():
        raise NotYet(f"{day} is in the future.", "Choose today or an earlier day.", code="day-in-the-future")
    said = _said(as_at(player, day))
    made = Extract(player=player, day=day, made_at=at, made_by=actor, by_player=own, on_request=on_request, **said)
    with transactions.atomic():
        standings.lock(player)
        before = Extract.objects.filter(player=player, day=day, by_player=own, **said).order_by("pk").first()
        if before is not None:
            return before
        made.save()
        trail.record(actor, "extract.make", player, None, trail.values_of(made, *_AUDITED), at=at)
        if on_request:
            record_copies.charge_copy(player, actor=actor, at=at)
    return made


def find(typed: str) -> CheckedExtract | None:
    """Find the extract that a code stands on, however it was typed; None if there is none."""
    code = certificate_codes.read(typed)
    found = Extract.objects.select_related("player__kept", "player__federation").filter(code=code).first()
    return None if found is None or not code else checked(found)


def checked(found: Extract) -> CheckedExtract:
    """Compare an extract with the record as it is now."""
    player = identity.kept(found.player)
    now = as_at(player, found.day)
    same = all(getattr(found, name) == value for name, value in _said(now).items())
    return CheckedExtract(found, player, certificate_codes.written(found.code), now, same)


def _said(found: AsAtDay) -> dict[str, object]:
    """Give what an extract states."""
    units = {colour: units for colour, units in sorted(found.rank.holding.units.items()) if units}
    return {
        "rank": found.rank.standing.rank,
        "units": units,
        "standing": found.state.status.value if found.state.status else "",
        "suspended": found.state.suspended,
        "edition": found.edition,
    }
