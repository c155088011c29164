"""The last results of what is checked regularly, and whether the office is well by them.

A backup and ``verify`` are due every night, and whoever does them notes what came of it. The worker looks after the
mail and the certificate. ``/health`` and the first page of the office tell what is noted here.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError

from overtrick.register import transactions
from overtrick.register.tasks.models import LastCheck

What = LastCheck.What

#: So long after the last good result it is no longer one: a night may be missed, and the worker looks at mail often.
_PATIENCE = {What.BACKUP: timedelta(hours=50), What.VERIFY: timedelta(hours=50), What.MAIL: timedelta(hours=1)}
#: A certificate is renewed weeks before it ends. If so little is left, nobody has done it.
_SOON = timedelta(days=14)
_LONGEST = 500

_log = logging.getLogger(__name__)


class State(StrEnum):
    """Whether somebody must do something now, or soon, or must find out; or nothing."""

    WELL = "well"
    WARNING = "warning"
    BROKEN = "broken"


class Condition(NamedTuple):
    """How one thing is."""

    what: LastCheck.What
    state: State
    is_used: bool = True  #: without mail, or without HTTPS, there is nothing to be known
    checked_at: datetime | None = None
    held_at: datetime | None = None  #: when it last was as it should be
    ends_at: datetime | None = None
    fault: str = ""


def note(what: LastCheck.What, at: datetime, fault: str = "", ends_at: datetime | None = None) -> None:
    """Note what came of a check; where nothing can be written, as in a copy of the database, the log says so."""
    told: dict[str, object] = {"checked_at": at, "fault": fault[:_LONGEST]}
    if not fault:
        told["held_at"] = at
    if ends_at is not None:
        told["ends_at"] = ends_at
    try:
        with transactions.atomic():
            LastCheck.objects.update_or_create(what=what, defaults=told, create_defaults=told | {"since": at})
    except DatabaseError:
        _log.warning("the result of %s cannot be noted: %s", what, fault or "it is well", exc_info=True)


def begin(at: datetime) -> None:
    """Let the time run in which the first backup and the first ``verify`` are due."""
    missing = {What.BACKUP, What.VERIFY}.difference(LastCheck.objects.values_list("what", flat=True))
    LastCheck.objects.bulk_create([LastCheck(what=what, since=at) for what in missing], ignore_conflicts=True)


def conditions(at: datetime) -> list[Condition]:
    """Say how each thing is."""
    rows = {row.what: row for row in LastCheck.objects.all()}
    unused = set() if settings.MAIL.is_set_up else {What.MAIL}
    unused |= set() if settings.ADDRESS.startswith("https:") else {What.CERTIFICATE}
    return [_condition(what, rows.get(what), at, is_used=what not in unused) for what in What]


def _condition(what: LastCheck.What, row: LastCheck | None, at: datetime, *, is_used: bool) -> Condition:
    if row is None or not is_used:
        return Condition(what, State.WARNING if is_used else State.WELL, is_used)
    state = _of_certificate(row, at) if what == What.CERTIFICATE else _of_check(row, at)
    return Condition(what, state, is_used, row.checked_at, row.held_at, row.ends_at, row.fault)


def _of_check(row: LastCheck, at: datetime) -> State:
    if row.fault or at - (row.held_at or row.since) > _PATIENCE[What(row.what)]:
        return State.BROKEN
    return State.WELL if row.held_at else State.WARNING


def _of_certificate(row: LastCheck, at: datetime) -> State:
    """A certificate that cannot be asked for from here is not known; browsers may get it all the same."""
    if row.ends_at is not None and row.ends_at <= at:
        return State.BROKEN
    return State.WARNING if row.fault or row.ends_at is None or row.ends_at - at < _SOON else State.WELL
