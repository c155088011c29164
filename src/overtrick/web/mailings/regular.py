"""Mail that comes by the month or the week: to each reader once, whatever happens to the worker.

The letter in the outbox and the note of it are one transaction. It is written before, while others can write to the
database. Where there is nothing to say, that is noted too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import translation

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.mail import outbox, unsubscribe
from overtrick.register.mail.models import Letter
from overtrick.register.mail.unsubscribe import Unwanted
from overtrick.register.messages import choices, hand_out
from overtrick.register.messages.choices import Way
from overtrick.register.messages.kinds import Topic
from overtrick.register.messages.models import RegularMail
from overtrick.register.scoping import current


class RegularLetter(NamedTuple):
    """What a letter says besides its usual words."""

    facts: dict[str, str]
    lines: Sequence[str]


#: Writes a letter to somebody in the language that is active; none where there is nothing to say.
Write = Callable[[User], RegularLetter | None]


def wanting(topic: Topic, readers: QuerySet[User], about: str) -> Iterator[User]:
    """Give those of these readers who want a mail, and have not got the one about a month or a week."""
    got = RegularMail.objects.filter(topic=topic.value, about=about).values("user")
    rows = list(readers.filter(is_active=True).exclude(email="").exclude(pk__in=got).distinct().order_by("pk"))
    ways = choices.ways_of([each.pk for each in rows])
    for each in rows:
        if ways[each.pk][topic] is not Way.NEVER:
            yield each


def language_of(reader: User) -> str:
    """Say in which language we write to somebody."""
    return reader.language or next(iter(current().languages), "en")


def send(topic: Topic, reader: User, about: str, write: Write, at: datetime) -> bool:
    """Write to somebody and note it; false where there was nothing to say."""
    here, language = current(), language_of(reader)
    with translation.override(language), transactions.read_only():
        said = write(reader)
        letter = _letter(topic, reader, about, said, at) if said else None
    with transactions.atomic():
        RegularMail.objects.update_or_create(federation=here, user=reader, topic=topic.value, defaults={"about": about})
        hand_out.put([(reader, letter)] if letter else [])
    return letter is not None


def _letter(topic: Topic, reader: User, about: str, said: RegularLetter, at: datetime) -> Letter:
    return outbox.written(
        current(),
        f"{topic.value} {reader.pk} {about}",
        reader.email,
        topic.value,
        language_of(reader),
        at,
        unwanted=unsubscribe.note(Unwanted(reader.pk, (topic.value,))),
        lines=said.lines,
        name=hand_out.name_of(reader),
        **said.facts,
    )
