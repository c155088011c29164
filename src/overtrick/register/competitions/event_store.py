"""Stores events and assessments, so that anybody can work the awards out again and compare.

An event is kept in words, for people, and as a record, which is read in a seventh of the time. Both are in its
fingerprint, and the proof of the office sees that both say the same.

The working is not kept: it comes out again with the awards, and takes a hundred times their room.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet

from overtrick.engine import assessment as engine
from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event
from overtrick.formats import event_file, event_record
from overtrick.formats.event_file.round_trip import surely_kept
from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition
from overtrick.register import row_changes, sql
from overtrick.register.competitions.models import Assessment, StoredEvent, Submission
from overtrick.register.federations.models import Federation


class KeptAward(NamedTuple):
    """One award as it is kept; a list of these is an assessment's ``awards``."""

    contestant: str
    name: str
    number: str
    stage: str
    field: str
    place: int
    tied: int
    colour: str
    units: int


class NotAsKept(Exception):
    """A stored assessment does not come out again; says what differs, and nobody's name: it is kept with a proof."""


def kept_awards(assessment: engine.Assessment) -> list[KeptAward]:
    """List the awards of an assessment as they are kept."""
    return [
        KeptAward(
            award.contestant,
            award.player.name,
            award.player.number,
            award.stage,
            award.field,
            award.place,
            award.tied,
            award.colour,
            award.units,
        )
        for award in assessment.awards
    ]


def digest(handbook: str, edition: str, settings: Mapping[str, str], event: str, awards: Sequence[Any]) -> str:
    """Give the fingerprint of an assessment: who worked it out, from what, and what came out."""
    parts = [handbook, edition, settings, event, [list(award) for award in awards]]
    written = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return fingerprint(written)


def fingerprint(text: str) -> str:
    """Give the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def written(event: Event) -> str:
    """Write an event in the words of the event file."""
    return event_file.write(event)


def unkeepable(event: Event, text: str) -> list[Problem]:
    """Say what keeps an event, as it is written, from being read again as the same; nothing, if it can be kept."""
    if surely_kept(event):
        return []
    reading = event_file.read("", text.encode())
    if reading.event == event:
        return []
    found = "The event cannot be stored as it is."
    problems = [problem._replace(file="", line=0) for problem in reading.problems]
    return problems or [Problem(found, "Check its names and figures for mistakes.", code="event-cannot-be-stored")]


def stored(federation: Federation, event: Event, text: str = "") -> StoredEvent:
    """Make the row of an event, with its words where somebody has written them already; it is not kept yet."""
    text, record = text or written(event), event_record.write(event)
    return StoredEvent(federation=federation, sha256=_seal(text, record), text=text, record=record)


def stored_in_words(federation: Federation, event: Event) -> StoredEvent:
    """Make the row of an event that is kept in words alone, as all were once."""
    text = written(event)
    return StoredEvent(federation=federation, sha256=_seal(text, None), text=text, record=None)


def keep_event(row: StoredEvent) -> StoredEvent:
    """Keep an event; the same event is kept once."""
    made = sql.rows(
        "insert into competitions_storedevent (federation_id, sha256, text, record) values (%s, %s, %s, %s) "
        "on conflict do nothing returning id",
        row.federation_id,
        row.sha256,
        row.text,
        row.record,
    )
    if made:
        ((row.pk,),) = made
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - as Django's own way of saving does
        row_changes.made(StoredEvent, row.pk)
        return row
    (kept,) = sql.rows(
        f"select {', '.join(_COLUMNS)} from competitions_storedevent where federation_id = %s and sha256 = %s",  # noqa: S608
        row.federation_id,
        row.sha256,
    )
    return StoredEvent.from_db(DEFAULT_DB_ALIAS, _COLUMNS, kept)


_COLUMNS = ("id", "federation_id", "sha256", "text", "record")


def event_of(row: StoredEvent) -> Event:
    """Read a kept event: from its record, or from its words where it was kept before there were records."""
    if row.record is None:
        return _event_in_words(row)
    try:
        return event_record.read(row.record)
    except event_record.UnreadableRecord as error:
        raise _unreadable(row.pk, error) from error


def outlines_of(submissions: QuerySet[Submission]) -> list[Event]:
    """Read the events of submissions without anybody who played: a quota counts events, many for every new one."""
    found = list(submissions.filter(event__isnull=False).values_list("event_id", "event__record"))
    in_words = [number for number, record in found if record is None]
    rows = StoredEvent.objects.in_bulk(in_words) if in_words else {}
    return [_event_in_words(rows[number]) if record is None else _outline(number, record) for number, record in found]


def outline_of(row: StoredEvent) -> Event:
    """Read a kept event without anybody who played, in a part of the time."""
    return _event_in_words(row) if row.record is None else _outline(row.pk, row.record)


#: Outlines are read again at every quota and licence of a club; the last ones stay.
_read_outline = lru_cache(maxsize=1_000)(event_record.read_outline)


def _outline(number: int | None, record: str) -> Event:
    try:
        return _read_outline(record)
    except event_record.UnreadableRecord as error:
        raise _unreadable(number, error) from error


def _unreadable(number: int | None, error: event_record.UnreadableRecord) -> NotAsKept:
    return NotAsKept(f"the record of the event {number} cannot be read: {error}")


def check_record(row: StoredEvent) -> None:
    """See that the record of an event says what its words say."""
    if row.record is not None and event_of(row) != _event_in_words(row):
        raise NotAsKept(f"the record of the event {row.pk} differs from its text")


def _event_in_words(row: StoredEvent) -> Event:
    reading = event_file.read(f"event {row.pk}", row.text.encode())
    if reading.event is None:
        first = reading.problems[0]
        raise NotAsKept(f"the event {row.pk} cannot be read again: {first.code}, line {first.line}")
    return reading.event


def _seal(text: str, record: str | None) -> str:
    """Give the fingerprint of an event: of its words and its record, of the words alone where it has none."""
    return fingerprint(text if record is None else f"{text}\n{record}")


def edition_of(assessment: Assessment) -> Edition:
    """Find the edition by which an assessment was made."""
    return edition_named(assessment.handbook, assessment.edition)


def edition_named(handbook: str, name: str) -> Edition:
    """Find an edition by its name."""
    for edition in editions.get(handbook).editions:
        if edition.name == name:
            return edition
    raise NotAsKept(f"there is no edition {name} of the handbook {handbook} here")


def worked_out_again(assessment: Assessment) -> engine.Assessment:
    """Work an assessment out again, with its working; it must be the one that is kept."""
    event = assessment.event
    if _seal(event.text, event.record) != event.sha256:
        raise NotAsKept(f"the event {event.pk} is not the one that was stored: its fingerprint differs")
    kept = awards_of(assessment)
    if _digest(assessment, event, kept) != assessment.sha256:
        raise NotAsKept("the awards, the settings or the edition are not as they were stored: the fingerprint differs")
    made = assessed_again(assessment, event)
    now = kept_awards(made)
    for number, (before, after) in enumerate(zip(kept, now, strict=False)):
        if before != after:
            raise NotAsKept(f"award {number} was {_points(before)}, recalculating gives {_unlike(before, after)}")
    if len(kept) != len(now):
        raise NotAsKept(f"{len(kept)} awards were stored, recalculating gives {len(now)}")
    return made


def assessed_again(assessment: Assessment, event: StoredEvent) -> engine.Assessment:
    """Assess an event by the edition and settings of an assessment."""
    return edition_of(assessment).assess(event_of(event), assessment.settings or None, by_name=False)


def awards_of(assessment: Assessment) -> list[KeptAward]:
    """Give the awards of an assessment."""
    try:
        return [KeptAward(*row) for row in assessment.awards]
    except TypeError:
        raise NotAsKept("the awards are not in the form in which they were stored") from None


def _points(award: KeptAward) -> str:
    return f"{award.units} {award.colour}"


def _unlike(before: KeptAward, after: KeptAward) -> str:
    """Say what an award has become; where its points are the same, what else is another."""
    if _points(before) != _points(after):
        return _points(after)
    changed = [name for name, was, now in zip(before._fields, before, after, strict=True) if was != now]
    return f"another {', '.join(changed)}"


def _digest(assessment: Assessment, event: StoredEvent, awards: Sequence[KeptAward]) -> str:
    return digest(assessment.handbook, assessment.edition, assessment.settings, event.sha256, awards)
