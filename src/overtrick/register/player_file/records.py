"""Lines of the player file as records, as they are stored, and as they are sent: NDJSON or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TypeAlias

import msgspec

#: So many lines of CSV are sent together.
_TOGETHER = 500


class FilePlayer(msgspec.Struct, frozen=True):
    """A player. Of one who hides there is neither a name nor a club nor a rank."""

    number: str
    given: str | None
    family: str | None
    club: str | None  #: the number of the home club
    rank: str | None
    standing: str | None  #: None: nothing is known for this day
    until: date | None  #: the last day of the standing, if that is known
    hidden: bool


class MovedNumber(msgspec.Struct, frozen=True):
    """A number of a person who has another one now."""

    number: str
    now: str


class GoneNumber(msgspec.Struct, frozen=True):
    """A number that is nobody's any more."""

    number: str
    gone: bool = True


class FileEnd(msgspec.Struct, frozen=True):
    """The last line: without it a copy is incomplete."""

    lines: int
    since: str  #: the cursor to ask from next time
    day: date  #: everybody was last looked at for this day: how old the file is at most
    end: bool = True


Line: TypeAlias = FilePlayer | MovedNumber | GoneNumber
Record: TypeAlias = Line | FileEnd

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[str | bool | None]).decode

COLUMNS = ("number", "given", "family", "club", "rank", "standing", "until", "hidden", "now", "gone")
#: Of the last line of a CSV file, in the places of the first columns.
END = "end"


def stored(line: Line) -> str:
    """Write a line as it is kept: the fields in a list, which says by its length what it is."""
    if isinstance(line, GoneNumber):
        return _encode([line.number]).decode()
    return _encode(list(msgspec.structs.astuple(line))).decode()


def read(text: str) -> Line:
    """Read a line as it is kept."""
    number, *rest = _decode(text)
    if not rest:
        return GoneNumber(str(number))
    if len(rest) == 1:
        return MovedNumber(str(number), str(rest[0]))
    given, family, club, rank, standing = (None if each is None else str(each) for each in rest[:5])
    until = date.fromisoformat(str(rest[5])) if rest[5] else None
    return FilePlayer(str(number), given, family, club, rank, standing, until, hidden=bool(rest[6]))


def ndjson(records: Iterable[Record]) -> Iterator[bytes]:
    """Write records one to a line, as JSON."""
    for each in records:
        if isinstance(each, FileEnd):
            yield _encode({"end": True, "lines": each.lines, "since": each.since, "day": each.day}) + b"\n"
        else:
            yield _encode(each) + b"\n"


def as_csv(records: Iterable[Record]) -> Iterator[bytes]:
    """Write records as CSV, some at a time; the last line is ``end``, the number of lines, the cursor and the day."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for count, each in enumerate(records, 1):
        writer.writerow(_row(each))
        if count % _TOGETHER == 0:
            yield _taken(out)
    yield _taken(out)


def _row(record: Record) -> tuple[object, ...]:
    if isinstance(record, FilePlayer):
        *texts, hidden = msgspec.structs.astuple(record)
        return (*texts, "yes" if hidden else "no", "", "")
    if isinstance(record, MovedNumber):
        return (record.number, *[""] * 7, record.now, "")
    if isinstance(record, GoneNumber):
        return (record.number, *[""] * 8, "yes")
    return (END, record.lines, record.since, record.day.isoformat(), *[""] * 6)


def _taken(out: io.StringIO) -> bytes:
    written = out.getvalue().encode()
    out.seek(0)
    out.truncate()
    return written
