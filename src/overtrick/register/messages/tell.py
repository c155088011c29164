"""Tells somebody what changed for them, in the transaction of the change.

    tell(at, [News(SUBMISSION_RETURNED, to_organisation(club.pk), "17", (club.pk, 17), {"event": …})], by=actor)

One message is kept for each kind and key: what is told again is not told twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.messages.kinds import Kind
from overtrick.register.messages.models import Message
from overtrick.register.scoping import current

#: So many messages go into one statement.
_TOGETHER = 500
_LONGEST_KEY = 120


class Recipient(NamedTuple):
    """Whom a message is for, by the row: a player or an organisation."""

    player: int | None = None
    organisation: int | None = None


class News(NamedTuple):
    """What is told: the kind, to whom, about what, the address of its page and what the sentence names."""

    kind: Kind
    to: Recipient
    about: str  #: what it is about, by which it is told once: "17"
    args: tuple[int | str, ...] = ()
    facts: Mapping[str, object] = MappingProxyType({})


def to_player(player: int) -> Recipient:
    """Address a player; give the record that stays."""
    return Recipient(player=player)


def to_organisation(organisation: int) -> Recipient:
    """Address whoever acts for an organisation."""
    return Recipient(organisation=organisation)


def tell(at: datetime, news: Iterable[News], *, by: User | None = None) -> None:
    """Keep messages, with the transaction that is open. Whoever did it is not told."""
    here = current()
    rows = [
        Message(
            federation=here,
            player_id=each.to.player,
            organisation_id=each.to.organisation,
            key=_key(each),
            kind=each.kind.code,
            facts={name: _plain(fact) for name, fact in each.facts.items()},
            args=list(each.args),
            told_at=at,
            by=by,
        )
        for each in news
    ]
    if rows:
        Message.objects.bulk_create(rows, batch_size=_TOGETHER, ignore_conflicts=True)


def _key(news: News) -> str:
    whom = f"p{news.to.player}" if news.to.player else f"o{news.to.organisation}"
    return f"{news.kind.code} {whom} {news.about}"[:_LONGEST_KEY]


def _plain(fact: object) -> object:
    return fact.isoformat() if isinstance(fact, date) else fact if isinstance(fact, (list, tuple)) else str(fact)
