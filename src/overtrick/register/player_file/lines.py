"""What the file says of players, as the register has them on a day; some players at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.corrections.models import Proposal
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people import identity, standings
from overtrick.register.people.models import Standing
from overtrick.register.people.standings import PlayerState
from overtrick.register.player_file.records import FilePlayer, GoneNumber, Line, MovedNumber
from overtrick.register.ranks.current_rank import Ladder

_PEOPLE = """
    select record.id, record.number, record.given, record.family, record.anonymous, record.kept_id, stays.number
    from {given} join people_player as record on record.id = n
    left join people_player as stays on stays.id = record.kept_id
    where record.federation_id = %s order by record.id
"""
_HOMES = """
    select player_id, organisations_organisation.number
    from {given} join people_membership on player_id = n
    join organisations_organisation on organisations_organisation.id = club_id
    where home and begins <= %s and (ends is null or ends >= %s) order by begins desc, people_membership.id desc
"""
_ERASED = """
    select player_id from {given} join corrections_proposal on player_id = n where kind = %s and status = %s
"""


#: Given and family name, home club, rank; nothing of them where somebody hides.
_Named = tuple[str | None, str | None, str | None, str | None]


class MadeLine(NamedTuple):
    """What the file says of a record, and the record that stays where it is another."""

    line: Line
    leads_to: int | None


class FileLines:
    """Writes the lines of a federation's players as at a day."""

    def __init__(self, federation: Federation, day: date) -> None:
        """Look up once what every player is measured by."""
        self.federation = federation
        self.day = day
        self._ladder = Ladder(federation, day)
        self._written = numbers.form(federation).show

    def lines(self, players: Collection[int]) -> dict[int, MadeLine]:
        """Say what the file says of these records."""
        given, value = sql.numbers(players)
        rows = sql.rows(_PEOPLE.format(given=given), value, self.federation.pk)
        own = [row[0] for row in rows if row[5] is None]
        states, homes, ranks = standings.many(own, self.day), self._homes(own), self._ranks(own)
        erased = _erased(own)
        found: dict[int, MadeLine] = {}
        for pk, number, given_name, family, anonymous, kept, now in rows:
            if kept is not None:
                found[pk] = MadeLine(MovedNumber(self._written(number), self._written(now)), kept)
            elif pk in erased:
                found[pk] = MadeLine(GoneNumber(self._written(number)), None)
            else:
                named = (given_name, family, homes.get(pk), ranks[pk] or None)
                found[pk] = MadeLine(self._player(number, (None,) * 4 if anonymous else named, states[pk]), None)
        return found

    def _player(self, number: str, named: _Named, state: PlayerState) -> FilePlayer:
        given, family, club, rank = named
        status = Standing.Status.SUSPENDED if state.suspended else state.status
        standing = None if status is None else status.value
        hidden = family is None  # everybody else has a family name, though it may be empty
        return FilePlayer(self._written(number), given, family, club, rank, standing, state.until, hidden=hidden)

    def _ranks(self, players: Collection[int]) -> dict[int, str]:
        ladder = self._ladder
        held, parts, before = ladder.final_points(players), ladder.parts(players), ladder.held_before(players)
        return {
            player: ladder.name(ladder.holding(held.get(player, {}), parts[player]), before.get(player, ""))
            for player in players
        }

    def _homes(self, players: Collection[int]) -> dict[int, str]:
        """Name the home club of each; of several the one that began first."""
        whose = identity.identities_of(players)
        given, value = sql.numbers(whose)
        rows = sql.rows(_HOMES.format(given=given), value, self.day, self.day)
        return {whose[player]: number for player, number in rows}


def _erased(players: Iterable[int]) -> set[int]:
    given, value = sql.numbers(players)
    rows = sql.rows(_ERASED.format(given=given), value, Proposal.Kind.ERASURE.value, Proposal.Status.CONFIRMED.value)
    return {player for (player,) in rows}


def records_of_same_people(players: Collection[int]) -> Iterator[int]:
    """Name all records of the people whom these records are of: what one of them says may follow from another."""
    given, value = sql.numbers(players)
    yield from (
        pk
        for (pk,) in sql.rows(
            f"""
            with stays(id) as (
                select distinct coalesce(kept_id, people_player.id)
                from {given} join people_player on people_player.id = n
            )
            select id from stays
            union select people_player.id from stays join people_player on kept_id = stays.id
            """,  # noqa: S608 - our own names
            value,
        )
    )
