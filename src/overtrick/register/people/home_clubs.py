"""The home clubs of players on a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from overtrick.register import sql

_CLUBS = """
    select player_id, number, name from {given}
    join people_membership as membership on player_id = n
    join organisations_organisation as club on club.id = club_id
    where home and begins <= %s and (ends is null or ends >= %s) order by membership.id
"""


class HomeClub(NamedTuple):
    """A club, as its members name it."""

    number: str
    name: str


def home_clubs(records: Sequence[int], on: date) -> dict[int, HomeClub]:
    """Name the home clubs of these records on a day."""
    given, players = sql.numbers(records)
    day = on.isoformat()
    return {player: HomeClub(*club) for player, *club in sql.rows(_CLUBS.format(given=given), players, day, day)}


def home_club(records: Sequence[int], on: date) -> HomeClub | None:
    """Name the home club of a person by all their records, the one that stays first."""
    found = home_clubs(records, on)
    return found.get(records[0]) or next(iter(found.values()), None)
