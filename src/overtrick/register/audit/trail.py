"""Writes an audit record for every change of the register, in the transaction of that change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Model, Q, QuerySet
from django.forms.models import model_to_dict
from django.utils import timezone
from django_scopes import get_scope

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import ending
from overtrick.register.audit.models import Record
from overtrick.register.federations.models import Federation
from overtrick.register.raw_rows import Swift

Change = dict[str, object]

#: So many records go into one statement.
_BATCH = 500

#: An act may begin before midnight and end after it without a claim to another day.
_UNDER_WAY = timedelta(hours=1)

_RECORD = Swift(Record)
_LONGEST_REASON = 500


def record(
    actor: User | None,
    action: str,
    subject: Model,
    before: Mapping[str, object] | None,
    after: Mapping[str, object] | None,
    reason: str = "",
    *,
    at: datetime,
) -> Record:
    """Keep one act: who, what, on what, how it was, how it is, why, when."""
    made = draft(actor, action, subject, before, after, reason, at=at)
    with transactions.atomic(savepoint=False):
        _RECORD.insert(made)
        ending.add(made.federation_id, [made.pk])
    return made


def draft(
    actor: User | None,
    action: str,
    subject: Model,
    before: Mapping[str, object] | None,
    after: Mapping[str, object] | None,
    reason: str = "",
    *,
    at: datetime,
) -> Record:
    """Make a record without keeping it yet; ``keep`` takes many at once.

    ``at`` is the moment that counts for the act. A command may claim another day; the clock is asked in any case.
    """
    now = timezone.now()
    return Record(
        federation=_federation(subject),
        at=now,
        claimed=at.date() if at.date() != now.date() and abs(now - at) > _UNDER_WAY else None,
        user=actor,
        action=action,
        subject=name(subject),
        before=None if before is None else dict(before),
        after=None if after is None else dict(after),
        reason=_with_token(actor, reason),
    )


def _with_token(actor: User | None, reason: str) -> str:
    """Say by which of their own tokens somebody acted: a program did it, and they were not there."""
    if actor is None or not actor.token_name:
        return reason
    said = f"by token {actor.token_name}"
    return f"{reason[: _LONGEST_REASON - len(said) - 3]} ({said})" if reason else f"{said[0].upper()}{said[1:]}"


def values_of(row: Model, *fields: str) -> Change:
    """Tell of a row what a record keeps; another row by its number."""
    return model_to_dict(row, fields)


def changed(row: Model, *fields: str, **to: object) -> tuple[Change, Change]:
    """Change a row, and tell how it was and how it is."""
    before = values_of(row, *fields)
    for name, value in to.items():
        setattr(row, name, value)
    row.save(update_fields=list(to))
    return before, values_of(row, *fields)


def keep(drafts: Iterable[Record]) -> None:
    """Keep many records at once."""
    with transactions.atomic(savepoint=False):
        for made in Record.objects.bulk_create(drafts, batch_size=_BATCH):
            ending.add(made.federation_id, [made.pk])


def name(subject: Model) -> str:
    """Write what a record is about: "people.player:42"."""
    return f"{subject._meta.label_lower}:{subject.pk}"  # noqa: SLF001 - Django's own way to the name of a table


def about(subject: Model) -> QuerySet[Record]:
    """Read what was done to something, the latest first."""
    return Record.objects.filter(subject=name(subject)).order_by("-at", "-pk")


def later_acts(user: User, last_day: date) -> QuerySet[Record]:
    """Read what somebody did after a day, the first first; what was entered as of another day counts for that day."""
    now = Q(claimed=None, at__gt=datetime.combine(last_day, time.max, UTC))
    return Record.objects.filter(Q(claimed__gt=last_day) | now, user=user).order_by("at", "pk")


def _federation(subject: Model) -> Federation | None:
    """Say whose record it is: the federation's in scope, or that of the subject; None for what is nobody's."""
    if isinstance(subject, Federation):
        return subject
    found: object = get_scope().get("federation")
    if found is None:
        found = subject
        for step in getattr(type(subject), "scope", "federation").split("__"):
            found = getattr(found, step, None)
    return found if isinstance(found, Federation) else None
