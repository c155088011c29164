"""Finds the player of a number. Numbers of merged records lead to the record that stays."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current


class NoSuchPlayer(Refused):
    """Nobody has this number."""


class Person(NamedTuple):
    """The record that stays, and all records of the same person, that one first."""

    player: Player
    records: list[int]


#: What is asked of a player on almost every page.
USUAL = Swift(Player, without=("born", "registered"))
_PERSON = f"""
    with one(stays) as (
        select coalesce(found.kept_id, found.id) from people_player as found
        where found.federation_id = %s and found.{{}} = %s {{}}
    )
    select {USUAL.columns("record")} from one join people_player as record on record.id = stays
    union all
    select {USUAL.columns("record")} from one join people_player as record on record.kept_id = stays
"""  # noqa: S608 - our own names

#: Whom everybody may see; a merged record follows the one that stays.
OPEN = """
    and not coalesce((select kept.anonymous from people_player as kept where kept.id = found.kept_id), found.anonymous)
"""


def person(*, player: int | None = None, number: str = "", to_everybody: bool = False) -> Person | None:
    """Find somebody in one go, by a record or by a number as written; a merged one leads to the kept one.

    ``to_everybody``: who hides is not found, and it takes no longer than for a number that nobody has.
    """
    federation = current()
    by, value = ("number", numbers.key(federation, number)) if player is None else ("id", player)
    which = OPEN if to_everybody else ""
    rows = sql.rows(_PERSON.format(by, which), federation.pk, value) if value else []
    if not rows:
        return None
    records = [USUAL.made(row) for row in rows]
    found = next(record for record in records if record.kept_id is None)
    found.federation = federation
    return Person(found, [found.pk, *sorted(record.pk for record in records if record is not found)])


def resolve(number: str) -> Player:
    """Give the player with a number, written with or without zeros in front; a merged one leads to the kept one."""
    federation = current()
    found = Player.objects.select_related("kept").filter(number=numbers.key(federation, number)).first()
    if found is None:
        checked = numbers.check(federation, number)
        why = checked.why or f"Nobody has the number {number.strip()}."
        raise NoSuchPlayer(why, "Look the player up by name.", code="no-such-player")
    return found.kept or found


def resolve_many(written: Iterable[str]) -> dict[str, Player]:
    """Give the players with these numbers, by the number as written; who is not there is unknown."""
    federation = current()
    keys = {number: numbers.key(federation, number) for number in written}
    rows = Player.objects.select_related("kept").filter(number__in={key for key in keys.values() if key})
    found = {row.number: row.kept or row for row in rows}
    return {number: found[key] for number, key in keys.items() if key in found}


def numbers_of(players: Collection[int]) -> dict[int, str]:
    """Give the numbers of records."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "number"))


def kept(player: Player) -> Player:
    """Give the record that stays for this person."""
    return player.kept or player


def identities(player: Player) -> list[int]:
    """Name all records of one person, the kept one first."""
    root = player.kept_id or player.pk
    others = Player.objects.filter(kept=root).order_by("pk").values_list("pk", flat=True)
    return [root, *transactions.asked_once(("merged", root), lambda: list(others))]


def merged(federation: Federation) -> dict[int, int]:
    """Name everybody who was merged into somebody: each record, and the one that stays."""
    rows = sql.rows(
        "select id, kept_id from people_player where federation_id = %s and kept_id is not null order by id",
        federation.pk,
    )
    return dict(rows)


def identities_of(players: Collection[int]) -> dict[int, int]:
    """Name all records of these (kept) people: each record, and whose it is."""
    found = {player: player for player in players}
    given, value = sql.numbers(players)
    asked = f"select id, kept_id from {given} join people_player on kept_id = n"  # noqa: S608 - our own names
    return found | dict(transactions.asked_once(("merged into", frozenset(players)), lambda: sql.rows(asked, value)))
