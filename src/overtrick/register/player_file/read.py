"""Reads the file: all of it, or what changed since a cursor.

Lines are read some at a time, without a transaction around them. What changes meanwhile has a number after the cursor
at the end, so a copy has it the next time at the latest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.errors import Refused
from overtrick.register.player_file import records, turn
from overtrick.register.player_file.models import ChangeLog, DayMark
from overtrick.register.player_file.records import FileEnd, Record
from overtrick.register.scoping import current

_CHUNK = 2_000
_CURSOR = re.compile(r"c(\d{1,18})-([0-9a-f]{6})", re.ASCII)
_ALL = (
    "select player_id, line from player_file_fileline where federation_id = %s and player_id > %s order by 1 limit %s"
)
_CHANGED = """
    select change, line from player_file_fileline where federation_id = %s and change > %s and change <= %s
    order by 1 limit %s
"""


class Cursor(Refused):
    """The cursor is not one of ours."""


class CursorTooOld(Refused):
    """What changed since the cursor is no longer known."""


class FileNotMade(Refused):
    """The file is being made for the first time."""


class FileReading(NamedTuple):
    """A reading of the file; what it sends is read from the database as it is sent, once."""

    etag: str  #: the same as long as nothing has changed
    since: str  #: the cursor to ask from next time
    day: date  #: everybody was last looked at for this day …
    age: int  #: … so many days ago
    records: Iterator[Record]


def whole(at: datetime) -> FileReading:
    """Read all of the file."""
    log = _log()
    return _reading(log, at, _lines(_all(log.federation_id), log))


def since(cursor: str, at: datetime) -> FileReading:
    """Read the lines that changed after a cursor, as they are now."""
    log = _log()
    after = _after(cursor, log, at)
    return _reading(log, at, _lines(_changed(log.federation_id, after, log.last), log))


def _log() -> ChangeLog:
    log = ChangeLog.objects.filter(federation=current()).first()
    if log is None or log.looked_through is None:
        raise FileNotMade("The player file is being made.", "Ask again in a few minutes.", code="busy")
    return log


def _after(cursor: str, log: ChangeLog, at: datetime) -> int:
    """Read a cursor: the number of a change, and the log that counts it."""
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise Cursor(f"“{cursor[:40]}” is not a cursor.", "Send the one of the last line of your copy.", code="cursor")
    number = int(found[1])
    old = DayMark.objects.filter(day__lte=at.date() - turn.KEPT).order_by("-day").values_list("change", flat=True)
    if found[2] != log.name or number > log.last or number < (old.first() or 0):
        raise CursorTooOld(
            "What changed since this cursor is no longer known.", "Fetch the whole file again.", code="cursor-too-old"
        )
    return number


def _reading(log: ChangeLog, at: datetime, lines: Iterator[Record]) -> FileReading:
    etag = hashlib.blake2b(_cursor(log).encode(), digest_size=6).hexdigest()
    age = max((at.date() - _day(log)).days, 0)
    return FileReading(f"p-{etag}", _cursor(log), _day(log), age, lines)


def _cursor(log: ChangeLog) -> str:
    return f"c{log.last}-{log.name}"


def _day(log: ChangeLog) -> date:
    return log.looked_through or log.day


def _lines(texts: Iterator[str], log: ChangeLog) -> Iterator[Record]:
    count = 0
    for count, text in enumerate(texts, 1):  # noqa: B007 - used after the loop
        yield records.read(text)
    yield FileEnd(count, _cursor(log), _day(log))


def _all(federation: int) -> Iterator[str]:
    reached = 0
    while rows := sql.rows(_ALL, federation, reached, _CHUNK):
        yield from (line for _player, line in rows)
        reached = rows[-1][0]


def _changed(federation: int, after: int, last: int) -> Iterator[str]:
    while rows := sql.rows(_CHANGED, federation, after, last, _CHUNK):
        yield from (line for _change, line in rows)
        after = rows[-1][0]
