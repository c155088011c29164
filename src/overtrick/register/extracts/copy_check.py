"""Proves the charges of copies of records: every copy that was asked for is charged as it costs, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from overtrick.register.audit import erasures
from overtrick.register.extracts.models import Extract
from overtrick.register.integrity import Finding
from overtrick.register.money import record_copies
from overtrick.register.money.models import MoneyBook
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope


def wrong_copies() -> Iterator[Finding]:
    """Name the members whose copies of a record are not charged as they cost; with all federations in scope."""
    erased = {int(each.subject.rpartition(":")[2]) for each in erasures.erasures()}
    for book in MoneyBook.objects.select_related("federation").order_by("pk"):
        with scope(federation=book.federation):
            yield from _of(book, erased)


def _of(book: MoneyBook, erased: set[int]) -> Iterator[Finding]:
    asked: Counter[tuple[int, date]] = Counter()
    made = Extract.objects.filter(on_request=True, made_at__date__gte=book.begins)
    asked.update((player, at.date()) for player, at in made.values_list("player", "made_at"))
    charged = {(player or 0, day) for player, day in record_copies.charged_copies().values_list("player", "caused_on")}
    players = Player.objects.in_bulk({player for player, _day in asked.keys() | charged})
    for who, day in sorted(asked.keys() | charged):
        player = players[who]
        # With a person who is erased their extracts go; what they paid stays in the book.
        if (player.kept_id or who) in erased:
            continue
        if not record_copies.is_right(player, day, asked[who, day]):
            says = f"They are not what the copies of the record cost that were made on {day}."
            yield Finding(f"charges of member {player.number}", says)
