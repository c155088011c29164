"""How are events and assessments kept? So that anybody can work the awards out again and see that they are the same.

The working is not kept: it comes out again with the awards, and takes a hundred times their room.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS

from overtrick.engine.assessment import Problem
from overtrick.formats import event_file
from overtrick.handbooks import edition as editions
from overtrick.register import sql
from overtrick.register.competitions.models import StoredEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine import assessment as engine
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Edition
    from overtrick.register.competitions.models import Assessment
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
    """A stored assessment does not come out again; says what differs."""


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
    reading = event_file.read("", text.encode())
    if reading.event == event:
        _remember(fingerprint(text), event)
        return []
    found = "The event cannot be written down as it is."
    problems = [problem._replace(file="", line=0) for problem in reading.problems]
    return problems or [Problem(found, "Look for names or figures that cannot be.", code="event-cannot-be-stored")]


def keep_event(federation: Federation, text: str) -> StoredEvent:
    """Keep an event in the words of the event file; the same event is kept once."""
    sha256 = fingerprint(text)
    sql.run(
        "insert into competitions_storedevent (federation_id, sha256, text) values (%s, %s, %s) on conflict do nothing",
        federation.pk,
        sha256,
        text,
    )
    (row,) = sql.rows(
        f"select {', '.join(_COLUMNS)} from competitions_storedevent where federation_id = %s and sha256 = %s",  # noqa: S608
        federation.pk,
        sha256,
    )
    return StoredEvent.from_db(DEFAULT_DB_ALIAS, _COLUMNS, row)


_COLUMNS = ("id", "federation_id", "sha256", "text")


def event_of(stored: StoredEvent) -> Event:
    """Read a kept event; one that was just looked at is not read again."""
    known = _read.get(stored.sha256)
    if known is not None and fingerprint(stored.text) == stored.sha256:
        return known
    reading = event_file.read(f"event {stored.pk}", stored.text.encode())
    if reading.event is None:
        raise NotAsKept(f"the event {stored.pk} cannot be read again: {reading.problems[0].found}")
    _remember(fingerprint(stored.text), reading.event)
    return reading.event


#: The events looked at last: between a draft, its preview and its submission nothing has to be read again.
_read: dict[str, Event] = {}
_MOST_READ = 64


def _remember(sha256: str, event: Event) -> None:
    if len(_read) >= _MOST_READ:
        _read.clear()
    _read[sha256] = event


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
    stored = assessment.event
    if fingerprint(stored.text) != stored.sha256:
        raise NotAsKept(f"the event {stored.pk} is not the one that was stored: its fingerprint differs")
    kept = awards_of(assessment)
    if _digest(assessment, stored, kept) != assessment.sha256:
        raise NotAsKept("the awards, the settings or the edition are not as they were stored: the fingerprint differs")
    made = edition_of(assessment).assess(event_of(stored), assessment.settings or None, by_name=False)
    now = kept_awards(made)
    for before, after in zip(kept, now, strict=False):
        if before != after:
            raise NotAsKept(f"{before.name} was given {before.units} {before.colour}, now it is {_given(after)}")
    if len(kept) != len(now):
        raise NotAsKept(f"{len(kept)} awards were stored, {len(now)} come out now")
    return made


def awards_of(assessment: Assessment) -> list[KeptAward]:
    """Give the awards of an assessment."""
    try:
        return [KeptAward(*row) for row in assessment.awards]
    except TypeError:
        raise NotAsKept("the awards are not in the form in which they were stored") from None


def _given(award: KeptAward) -> str:
    return f"{award.units} {award.colour} for {award.name}"


def _digest(assessment: Assessment, stored: StoredEvent, awards: Sequence[KeptAward]) -> str:
    return digest(assessment.handbook, assessment.edition, assessment.settings, stored.sha256, awards)
