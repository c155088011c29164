"""Deletes what is no longer needed: tasks that have ended, letters that were sent, links and codes that have run out.

An app names in its ``tasks`` module what may go, given the moment before which it is old::

    @outdated
    def sent_letters(before: datetime) -> QuerySet[Letter]:
        return Letter.objects.filter(state=Letter.State.SENT, sent_at__lt=before)

How long things are kept is a setting (OVERTRICK_KEEP_DAYS). Every worker looks once a day.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from overtrick.register import logs, transactions
from overtrick.register.scoping import scopes_disabled

Outdated = Callable[[datetime], QuerySet[Any]]

#: So many rows go in one transaction, so that nobody waits long.
_TOGETHER = 500

_KINDS: list[Outdated] = []
_log = logging.getLogger(logs.RETENTION)


def outdated(kind: Outdated) -> Outdated:
    """Let these rows be deleted when they are old."""
    _KINDS.append(kind)
    return kind


def delete_outdated(at: datetime) -> Counter[str]:
    """Delete what is older than an office keeps things; how much of each kind."""
    done: Counter[str] = Counter()
    while some := delete_some(at):
        done.update(some)
    return done


def delete_some(at: datetime) -> dict[str, int]:
    """Delete some of each kind; how much, where there was any. The log says so, too."""
    before = at - settings.KEEP
    done = {kind.__name__: rows for kind in _KINDS if (rows := _delete(kind, before))}
    for name, rows in done.items():
        _log.info("deleted %s: %s", name.replace("_", " "), rows)
    return done


def _delete(kind: Outdated, before: datetime) -> int:
    with scopes_disabled():
        some = list(kind(before).values_list("pk", flat=True)[:_TOGETHER])
        if some:
            with transactions.atomic():
                kind(before).filter(pk__in=some).delete()
    return len(some)
