"""One player as a scoring program asks for them: name, club, rank and points, by few queries."""

from __future__ import annotations

import json
from datetime import date
from functools import lru_cache, reduce
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.people.home_clubs import HomeClub, home_club
from overtrick.register.people.identity import Person
from overtrick.register.ranks.current_rank import Ladder

_HELD = "select colour, final, units from {given} join ledger_balance on player_id = n"
_BEFORE = """
    select rank from {given} join ranks_promotion on player_id = n
    where edition = %s and reached <= %s
"""


class LookedUp(NamedTuple):
    """What is told of a player."""

    number: str  #: as the federation writes it
    name: str
    club: HomeClub | None
    rank: str  #: by final points; empty if none is reached
    points: dict[str, str]  #: final, by colour
    provisional: dict[str, str]  #: what is not final yet, likewise
    hidden: bool


def look_up(whose: Person, on: date) -> LookedUp:
    """Tell what a player's page tells at its top."""
    player, here = whose.player, whose.player.federation
    given, records = sql.numbers(whose.records)
    final, more = dict[str, int](), dict[str, int]()
    for colour, sure, units in sql.rows(_HELD.format(given=given), records):
        final[colour] = final.get(colour, 0) + sure
        more[colour] = more.get(colour, 0) + units - sure
    ladder = ladder_of(here.handbook, json.dumps(here.settings, sort_keys=True), on.isoformat())
    parts = ladder.parts([player.pk])[player.pk] if ladder.won_before else {}
    held = [rank for (rank,) in sql.rows(_BEFORE.format(given=given), records, HELD_BEFORE, on.isoformat())]
    colours = handbook.on_record(here)
    return LookedUp(
        number=numbers.written(here, player.number),
        name=str(player),
        club=home_club(whose.records, on),
        rank=ladder.name(ladder.holding(final, parts), reduce(ladder.higher, held, "")),
        points={name: colour.show(final.get(name, 0)) for name, colour in colours.items()},
        provisional={name: colour.show(more.get(name, 0)) for name, colour in colours.items()},
        hidden=player.anonymous,
    )


@lru_cache(maxsize=16)
def ladder_of(handbook: str, settings: str, on: str) -> Ladder:
    """Open the handbook at the ranks of a day; who asks on the same day has it open already."""
    return Ladder(Federation(handbook=handbook, settings=json.loads(settings)), date.fromisoformat(on))
