"""Hands messages to those who want mail: at once, or together by the day or the month.

Letters are written first, while others can write to the database. Then each step is one short transaction: the letter
stands in the outbox, and the message is marked or its row is gone. After a kill, whatever is not marked is done again,
and nothing that is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import ngettext

from overtrick.register import periods, transactions
from overtrick.register.accounts import links
from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.mail import outbox, unsubscribe
from overtrick.register.mail.models import Letter
from overtrick.register.mail.unsubscribe import Unwanted
from overtrick.register.messages import choices, words
from overtrick.register.messages.choices import Way
from overtrick.register.messages.kinds import KINDS, Topic
from overtrick.register.messages.models import Message, MessageRead, WaitingMail
from overtrick.register.scoping import current

#: So many messages are handed out in one transaction.
_TOGETHER = 200
#: Where a reader chooses, below the office's address.
CHOICES = "/account/mail/"
_LETTER = "messages"


def readers(message: Message) -> QuerySet[User]:
    """Give the accounts that a message is for: the player's, or those of everybody who acts for the organisation."""
    if message.player_id is not None:
        # Each by its own index: of all three together SQLite would look through every account.
        one = message.player_id
        records = (Q(player=one), Q(player__kept=one), Q(player__duplicates=one))
        first, *others = (User.objects.filter(each).values("pk") for each in records)
        whose = Q(pk__in=first.union(*others))
    else:
        whose = periods.during(message.told_at.date(), "offices__") & Q(offices__organisation=message.organisation_id)
        if roles := KINDS[message.kind].roles:
            whose &= Q(offices__role__in=roles)
    found = User.objects.filter(whose, is_active=True).exclude(email="")
    return (
        found.exclude(pk=message.by_id).distinct().order_by("pk") if message.by_id else found.distinct().order_by("pk")
    )


class _Plan(NamedTuple):
    """What becomes of messages: letters to readers, and what waits to be sent together."""

    letters: list[tuple[User, Letter]]
    waiting: list[WaitingMail]


def hand_out(at: datetime) -> int:
    """Hand out some of the new messages of the federation in scope; how many. Without a mail server nobody gets any."""
    with transactions.read_only():
        new = Message.objects.filter(handed_at=None)
        some = list(new.select_related("organisation").order_by("pk")[:_TOGETHER])
        plan = _plan(some, at) if some and outbox.server().is_set_up else _Plan([], [])
    if not some:
        return 0
    with transactions.atomic():
        rows = new.filter(pk__in=[each.pk for each in some])
        # Where another worker was quicker, the next round is about others.
        if len(rows.select_for_update(skip_locked=True, of=("self",)).values_list("pk")) == len(some):
            put(plan.letters)
            WaitingMail.objects.bulk_create(plan.waiting, ignore_conflicts=True)
            rows.update(handed_at=at)
    return len(some)


def _plan(messages: Sequence[Message], at: datetime) -> _Plan:
    by_reader: dict[User, list[Message]] = defaultdict(list)
    for each in messages:
        for reader in readers(each):
            by_reader[reader].append(each)
    ways = choices.ways_of([each.pk for each in by_reader])
    letters: list[tuple[User, Letter]] = []
    waiting: list[WaitingMail] = []
    for reader, listed in by_reader.items():
        way = ways[reader.pk]
        letters += written(reader, [each for each in listed if way[_topic(each)] is Way.AT_ONCE], at)
        later = [each for each in listed if way[_topic(each)] in (Way.DAILY, Way.MONTHLY)]
        waiting += [WaitingMail(user=reader, message=each) for each in later]
    return _Plan(letters, waiting)


def put(letters: Iterable[tuple[User, Letter]]) -> None:
    """Put letters in the outbox; none to an account that has ended or changed its address since they were written."""
    listed = list(letters)
    there = User.objects.filter(pk__in=[reader.pk for reader, _letter in listed], is_active=True)
    reached = set(there.values_list("pk", "email"))
    outbox.put(letter for reader, letter in listed if (reader.pk, letter.to) in reached)


def readers_waiting() -> list[int]:
    """Name those for whom something waits to be sent together."""
    return list(WaitingMail.objects.order_by("user").values_list("user", flat=True).distinct())


def send_together(reader: int, at: datetime) -> int:
    """Write to somebody what came before today, or before this month; how many messages that were.

    What they have read on a page, or want no mail about any more, is left out.
    """
    with transactions.read_only():
        rows = WaitingMail.objects.filter(user=reader).select_related("message__organisation")
        user = User.objects.get(pk=reader)
        way = choices.ways(user)
        due = [each for each in rows.order_by("message__told_at", "message") if _is_due(each.message, way, at)]
        seen = MessageRead.objects.filter(user=reader, message__in=[each.message_id for each in due])
        read = set(seen.values_list("message_id", flat=True))
        wanted = [each.message for each in due if way[_topic(each.message)] is not Way.NEVER]
        listed = [each for each in wanted if each.pk not in read]
        letters = written(user, listed, at) if user.is_active and user.email and outbox.server().is_set_up else []
    if not due:
        return 0
    with transactions.atomic():
        sent = WaitingMail.objects.filter(pk__in=[each.pk for each in due])
        if len(sent.select_for_update(of=("self",)).values_list("pk")) != len(due):
            return 0  # another worker was quicker
        put(letters)
        sent.delete()
    return len(due)


def _is_due(message: Message, way: dict[Topic, Way], at: datetime) -> bool:
    now = at.astimezone(UTC)
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    begins = today.replace(day=1) if way[_topic(message)] is Way.MONTHLY else today
    return message.told_at < begins


def _topic(message: Message) -> Topic:
    return KINDS[message.kind].topic


def written(reader: User, messages: Sequence[Message], at: datetime) -> list[tuple[User, Letter]]:
    """Write one letter with these messages; none where there are none."""
    if not messages:
        return []
    here = current()
    language = reader.language or next(iter(here.languages), "en")
    with translation.override(language):
        topics = dict.fromkeys(_topic(each).value for each in messages)
        letter = outbox.written(
            here,
            f"messages {reader.pk} {messages[0].pk}-{messages[-1].pk}",
            reader.email,
            _LETTER,
            language,
            at,
            unwanted=unsubscribe.note(Unwanted(reader.pk, tuple(topics))),
            lines=_lines(messages, here),
            name=name_of(reader),
            about=_about(messages, here),
            choices=links.page(here, CHOICES),
        )
    return [(reader, letter)]


def name_of(reader: User) -> str:
    """Name somebody as a letter greets them."""
    return reader.get_full_name() or reader.username


def _about(messages: Sequence[Message], here: Federation) -> str:
    if len(messages) == 1:
        return words.sentence(messages[0], here).removesuffix(".")
    return ngettext("%(count)d message for you", "%(count)d messages for you", len(messages)) % {"count": len(messages)}


def _lines(messages: Iterable[Message], here: Federation) -> list[str]:
    """Write each message with the address of its page, under whom it is for."""
    found: list[str] = []
    for each in messages:
        whose = f"{each.organisation}: " if each.organisation_id else ""
        found += [f"- {whose}{words.sentence(each, here)}", f"  {links.page(here, words.path(each))}"]
    return found
