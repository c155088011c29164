"""Who is this number? Numbers of merged records lead to the one that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.federations import numbers
from overtrick.register.people.models import Player
from overtrick.register.refused import Refused
from overtrick.register.scoping import current

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class NoSuchPlayer(Refused):
    """Nobody has this number."""


def resolve(number: str) -> Player:
    """Give the player with a number, written with or without zeros in front; a merged one leads to the kept one."""
    federation = current()
    found = Player.objects.select_related("kept").filter(number=numbers.key(federation, number)).first()
    if found is None:
        checked = numbers.check(federation, number)
        why = checked.why or f"Nobody has the number {number.strip()}."
        raise NoSuchPlayer(why, "Look the player up by name.")
    return found.kept or found


def resolve_many(written: Iterable[str]) -> dict[str, Player]:
    """Give the players with these numbers, by the number as written; who is not there is unknown."""
    federation = current()
    keys = {number: numbers.key(federation, number) for number in written}
    rows = Player.objects.select_related("kept").filter(number__in={key for key in keys.values() if key})
    found = {row.number: row.kept or row for row in rows}
    return {number: found[key] for number, key in keys.items() if key in found}


def kept(player: Player) -> Player:
    """Give the record that stays for this person."""
    return player.kept or player


def identities(player: Player) -> list[int]:
    """Name all records of one person, the kept one first."""
    root = player.kept_id or player.pk
    return [root, *Player.objects.filter(kept=root).order_by("pk").values_list("pk", flat=True)]


def identities_of(players: Collection[int]) -> dict[int, int]:
    """Name all records of these (kept) people: each record, and whose it is."""
    found = {player: player for player in players}
    rows = Player.objects.filter(kept__in=players).values_list("pk", "kept")
    return found | {pk: root for pk, root in rows if root is not None}
