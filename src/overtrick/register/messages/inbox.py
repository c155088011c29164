"""What somebody finds on their pages: the messages of a player or an organisation, and which of them are unread."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.messages.kinds import KINDS
from overtrick.register.messages.models import Message, MessageRead


def of_player(records: Collection[int]) -> QuerySet[Message]:
    """Give the messages of a player, by all records of the person, the latest first."""
    return Message.objects.filter(player__in=records).order_by("-told_at", "-pk")


def of_organisation(organisation: int, held: Collection[str] | None = None) -> QuerySet[Message]:
    """Give the messages of an organisation, the latest first: all, or those for whoever holds some roles there."""
    found = Message.objects.filter(organisation=organisation).order_by("-told_at", "-pk")
    if held is None:
        return found
    return found.exclude(kind__in=[each.code for each in KINDS.values() if each.roles and not {*held} & {*each.roles}])


def unread(messages: QuerySet[Message], reader: User) -> QuerySet[Message]:
    """Pick those that somebody has not read; what they did themself they know."""
    seen = MessageRead.objects.filter(message=OuterRef("pk"), user=reader)
    return messages.exclude(by=reader).filter(~Exists(seen))


def unread_count(organisation: int, reader: User, held: Collection[str] | None = None) -> int:
    """Count the messages of an organisation that one of its officers has not read."""
    return unread(of_organisation(organisation, held).order_by(), reader).count()


def with_unread(messages: QuerySet[Message], reader: User) -> QuerySet[Message]:
    """Note of each message whether somebody has read it."""
    seen = MessageRead.objects.filter(message=OuterRef("pk"), user=reader)
    return messages.annotate(is_read=Exists(seen) | Q(by=reader))


def mark_read(messages: QuerySet[Message], reader: User, at: datetime) -> int:
    """Note that somebody has read messages; how many were new. Nothing changes where they were read before."""
    with transactions.atomic():
        new = [MessageRead(message_id=pk, user=reader, read_at=at) for pk in _keys(unread(messages, reader))]
        MessageRead.objects.bulk_create(new, batch_size=500, ignore_conflicts=True)
    return len(new)


def _keys(messages: QuerySet[Message]) -> list[int]:
    return list(messages.values_list("pk", flat=True))
