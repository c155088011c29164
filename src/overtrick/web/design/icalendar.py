"""Writes whole days for a person's own calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple

from overtrick.register.periods import ONE_DAY

#: A line has so many bytes; the rest goes on in the next one, after a space (3.1).
_LONGEST = 75


class CalendarDay(NamedTuple):
    """Something on a day, or on several."""

    key: str  #: the same for the same thing: a calendar that reads the file again changes it and adds no second one
    first: date
    last: date
    what: str
    about: str = ""
    address: str = ""
    place: str = ""


def write(name: str, days: Iterable[CalendarDay], at: datetime) -> bytes:
    """Write a calendar."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Overtrick//Calendar//EN", f"X-WR-CALNAME:{_text(name)}"]
    for each in days:
        lines += _event(each, at)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line)).encode()


def _event(each: CalendarDay, at: datetime) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{hashlib.sha256(each.key.encode()).hexdigest()[:32]}@overtrick",
        f"DTSTAMP:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{each.first:%Y%m%d}",
        f"DTEND;VALUE=DATE:{each.last + ONE_DAY:%Y%m%d}",  # the day after the last one (3.6.1)
        f"SUMMARY:{_text(each.what)}",
    ]
    if each.place:
        lines.append(f"LOCATION:{_text(each.place)}")
    if each.about:
        lines.append(f"DESCRIPTION:{_text(each.about)}")
    if each.address:
        lines.append(f"URL:{each.address}")
    return [*lines, "END:VEVENT"]


def _text(written: str) -> str:
    for sign in "\\;,":
        written = written.replace(sign, f"\\{sign}")
    return " ".join(written.split())


def _folded(line: str) -> Iterator[str]:
    """Part a long line between characters, never inside one."""
    part = ""
    for sign in line:
        if len((part + sign).encode()) > _LONGEST:
            yield part
            part = " "
        part += sign
    yield part
