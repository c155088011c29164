"""What the record shows of a player besides its lines, as facts that can be compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import reduce
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.edition import Edition
from overtrick.register import sql
from overtrick.register.federations import numbers
from overtrick.register.federations.handbook import edition_on
from overtrick.register.money.models import MoneyAccount
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.people.home_clubs import home_club
from overtrick.register.people.identity import Person
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.look_up import ladder_of

_HELD = "select colour, final, units from {given} join ledger_balance on player_id = n order by player_id, colour"
_PROMOTED = """
    select rank, cast(reached as text), edition from {given} join ranks_promotion on player_id = n
    order by reached desc, ranks_promotion.id desc
"""
_ASKING = """
    select name from {given} join people_joinrequest as asked on player_id = n
    join organisations_organisation as club on club.id = club_id
    where asked.status = 'waiting' order by asked.id
"""


_UNREAD = """
    select count(*) from {given} join post_message as message on message.player_id = n
    where (by_id is null or by_id <> %s) and not exists (
        select 1 from post_messageread as seen where seen.message_id = message.id and seen.user_id = %s
    )
"""


class RecordFacts(NamedTuple):
    """A player on a day: texts and numbers only, so that pages made of the same are the same."""

    handbook: str
    settings: str  #: of the federation, as JSON
    name: str
    number: str  #: as the federation writes it
    hidden: bool
    club: str
    held: tuple[sql.Row, ...]  #: colour, what is final, what there is in all; of each record
    promoted: tuple[sql.Row, ...]  #: rank, day and edition, the latest first
    parts: tuple[tuple[str, int], ...]  #: what a rule of ranks treats apart
    on: str  #: the day, written out
    asking: tuple[str, ...] = ()  #: clubs that want to enter the player, who has to agree
    unread: int = 0  #: messages that whoever looks has not read
    pays: bool = False  #: was charged something, where the handbook charges members

    @property
    def day(self) -> date:
        """The day."""
        return date.fromisoformat(self.on)

    @property
    def held_before(self) -> str:
        """The highest rank that was held before this book."""
        ranks = (rank for rank, _day, edition in self.promoted if edition == HELD_BEFORE)
        return reduce(self.ladder.higher, ranks, "")

    @property
    def ladder(self) -> Ladder:
        """The ranks by the handbook of the day."""
        return ladder_of(self.handbook, self.settings, self.on)


def known(whose: Person, on: date, reader: int = 0) -> RecordFacts:
    """Read what is known; five queries, and one more where ranks count some points apart."""
    player = whose.player
    here = player.federation
    given, records = sql.numbers(whose.records)
    settings = json.dumps(here.ways(on).settings, sort_keys=True)
    today = on.isoformat()
    club = home_club(whose.records, on)
    ranks = ladder_of(here.handbook, settings, today)
    parts = ranks.parts([player.pk])[player.pk] if ranks.won_before else {}
    return RecordFacts(
        here.handbook,
        settings,
        str(player),
        numbers.written(here, player.number),
        player.anonymous,
        club.name if club is not None else "",
        tuple(sql.rows(_HELD.format(given=given), records)),
        tuple(sql.rows(_PROMOTED.format(given=given), records)),
        tuple(parts.items()),
        today,
        tuple(club for (club,) in sql.rows(_ASKING.format(given=given), records)),
        unread(whose.records, reader) if reader else 0,
        bool(reader) and pays(whose.records, edition_on(here, on)),
    )


def pays(records: Sequence[int], edition: Edition) -> bool:
    """Say whether a player was ever charged something; asked only where the handbook charges members."""
    return money.of(edition).charges_members and MoneyAccount.objects.filter(player__in=records).exists()


def unread(records: Sequence[int], reader: int) -> int:
    """Count the messages of a player that somebody has not read; what they did themself they know."""
    given, players = sql.numbers(records)
    ((count,),) = sql.rows(_UNREAD.format(given=given), players, reader, reader)
    return int(count)
