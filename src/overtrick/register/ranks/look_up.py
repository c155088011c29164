"""One player as a scoring program asks for them: name, club, standing, rank and points, by one query.

A program asks while the pair sits down, thousands of times an evening, and each further query would cost as much as
this one. So the rows of all tables come together, each with the kind that it is of.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from functools import lru_cache, reduce
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people import identity, point_destination, standings
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.people.home_clubs import HomeClub, home_of
from overtrick.register.people.models import Player
from overtrick.register.people.standings import PlayerState, Status
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.scoping import current
from overtrick.register.sql import Row

#: Kind, record, three texts, two figures.
_SHEET = f"""
    with one(stays) as (
        select coalesce(found.kept_id, found.id) from people_player as found
        where found.federation_id = %s and found.number = %s {{which}}
    ), record(id) as (
        select stays from one union all select merged.id from one join people_player as merged on kept_id = stays
    )
    select 'player', player.id, player.number, given, family, cast(anonymous as integer), cast(club_only as integer)
        from one join people_player as player on player.id = stays
    union all
    select 'balance', player_id, colour, '', '', final, units from record join ledger_balance on player_id = record.id
    union all
    select 'club', membership.player_id, club.number, club.name, '', membership.id, 0
        from record join people_membership as membership on membership.player_id = record.id
        join organisations_organisation as club on club.id = club_id
        where home and begins <= %s and (ends is null or ends >= %s)
    union all
    select 'standing', player_id, status, cast(begins as text), cast(ends as text), standing.id, 0
        from record join people_standing as standing on player_id = record.id
        where begins <= %s and (ends is null or ends >= %s)
    union all
    select 'rank', player_id, rank, '', '', 0, 0 from record join ranks_promotion on player_id = record.id
        where edition = '{HELD_BEFORE}' and reached <= %s
"""  # noqa: S608 - our own names
_SEEN = {True: _SHEET.format(which=identity.OPEN), False: _SHEET.format(which="")}
_ORDER = 5


class LookedUp(NamedTuple):
    """What is told of a player."""

    player: Player  #: the record that stays
    number: str  #: as the federation writes it
    name: str
    club: HomeClub | None
    state: PlayerState
    credited: bool  #: points that are won on the day are credited at once
    rank: str  #: by final points; empty if none is reached
    points: dict[str, str]  #: final, by colour
    provisional: dict[str, str]  #: what is not final yet, likewise


def look_up(number: str, on: date, *, to_everybody: bool) -> LookedUp | None:
    """Tell what a player's page tells at its top; a number that was merged leads to the record that stays.

    ``to_everybody``: who hides is not found, and it takes no longer than for a number that nobody has.
    """
    here, day = current(), on.isoformat()
    key = numbers.key(here, number)
    rows = sql.rows(_SEEN[to_everybody], here.pk, key, *[day] * 5) if key else []
    if not rows:
        return None
    sheet = defaultdict[str, list[Row]](list)
    for row in rows:
        sheet[row[0]].append(row)
    ((_, pk, *known),) = sheet["player"]
    player = identity.USUAL.made((pk, here.pk, *known, None, None), federation=here)
    ladder = ladder_of(here.handbook, json.dumps(here.ways(on).settings, sort_keys=True), day)
    state = standings.state_of(
        PlayerState(Status(status), since=sql.day(begins), until=ends and sql.day(ends))
        for _, _, status, begins, ends, *_ in _in_order(sheet["standing"])
    )
    final, more = dict[str, int](), dict[str, int]()
    for _, _, colour, _, _, sure, units in sheet["balance"]:
        final[colour] = final.get(colour, 0) + sure
        more[colour] = more.get(colour, 0) + units - sure
    parts = ladder.parts([pk])[pk] if ladder.won_before else {}
    held = reduce(ladder.higher, (rank for _, _, rank, *_ in sheet["rank"]), "")
    colours = handbook.on_record(here)
    return LookedUp(
        player=player,
        number=numbers.written(here, player.number),
        name=str(player),
        club=home_of({row[1]: HomeClub(row[2], row[3]) for row in _in_order(sheet["club"])}, pk),
        state=state,
        credited=point_destination.is_credited(player, state, on, ladder.book),
        rank=ladder.name(ladder.holding(final, parts), held),
        points={name: colour.show(final.get(name, 0)) for name, colour in colours.items()},
        provisional={name: colour.show(more.get(name, 0)) for name, colour in colours.items()},
    )


def _in_order(rows: list[Row]) -> Iterable[Row]:
    return rows if len(rows) == 1 else sorted(rows, key=lambda row: int(row[_ORDER]))


@lru_cache(maxsize=16)
def ladder_of(handbook: str, settings: str, on: str) -> Ladder:
    """Open the handbook at the ranks of a day; who asks on the same day has it open already."""
    return Ladder(Federation(handbook=handbook, settings=json.loads(settings)), date.fromisoformat(on))
