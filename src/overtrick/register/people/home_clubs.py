"""The home clubs of players on a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    return home_of(home_clubs(records, on), records[0])


def home_of(clubs: Mapping[int, HomeClub], stays: int) -> HomeClub | None:
    """Choose among the home clubs of one person's records: that of the record that stays, or else the oldest."""
    return clubs.get(stays) or next(iter(clubs.values()), None)
