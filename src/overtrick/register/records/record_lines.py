"""The lines of a player's record: every entry of the book, and every event without points.

Two queries, whatever the length of the record: the entries, and who sat where. They go past the ORM, which takes longer
than the database, and give rows that can be compared: whatever was made of the same rows is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import starmap
from typing import Any, NamedTuple

from overtrick.register import sql
from overtrick.register.competitions.models import COUNTING
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.scoping import current


class RecordLine(NamedTuple):
    """Points of one colour of one event, or that there were none."""

    entry: int  #: its number in the book; 0 where an event brought nothing
    submission: int  #: 0 where there is none: points by hand, or from before this book
    competition: int
    played: date
    posted: date
    event: str
    club: str
    stage: str
    partners: str
    place: int
    tied: int
    entered: int
    colour: str
    units: int
    kind: str  #: of the posting
    reason: str
    final: bool
    corrects: int  #: the number of the entry that it takes back; 0: none
    taken_back: int  #: of the entry that takes it back; 0: none
    explained: bool  #: its working can be shown

    @property
    def counts(self) -> bool:
        """Say whether it is neither a reversal nor taken back."""
        return not self.corrects and not self.taken_back

    @property
    def key(self) -> str:
        """Name it within the page."""
        return str(self.entry) if self.entry else f"nothing-{self.submission}"


class WaitingPoints(NamedTuple):
    """Points that wait until the player may have them, or until they are due."""

    competition: int
    submission: int
    event: str
    club: str
    played: date
    colour: str
    units: int
    why: str
    clause: str
    pending: bool  #: they are not due yet


class _Row(NamedTuple):
    """An entry as the database gives it; days are written out."""

    entry: int
    submission: int | None
    competition: int | None
    played: str
    posted: str
    event: str | None
    club: str | None
    stage: str
    colour: str
    units: int
    kind: str
    reason: str
    closed: int | None
    corrects: int | None
    assessment: int | None


# A plus before a federation keeps the database from beginning with everything that a federation has.
_ENTRIES = """
    select entry.id, posting.submission_id, competition_id, cast(played as text), cast(posted as text),
        competition.name, organisation.name, stage, colour, units, posting.kind, posting.reason,
        closed.posting_id, corrects_id, assessment_id
    from {given}
    join ledger_entry as entry on entry.player_id = n
    join ledger_posting as posting on posting.id = entry.posting_id
    left join ledger_closedposting as closed on closed.posting_id = posting.id
    left join competitions_submission as submission on submission.id = posting.submission_id
    left join competitions_competition as competition on competition.id = competition_id
    left join organisations_organisation as organisation on organisation.id = organisation_id
    where +entry.federation_id = %s order by entry.id
"""


class _Sat(NamedTuple):
    """A sitting as the database gives it; likewise."""

    submission: int
    stage: str
    partners: str
    place: int
    tied: int
    entered: int
    status: str
    competition: int
    begins: str
    event: str
    club: str


# Who is only thought to have sat there is nobody yet: their record does not tell of it.
_SITTINGS = """
    select sitting.submission_id, stage, partners, place, tied, entered, status, competition_id,
        cast(competition.begins as text), competition.name, organisation.name
    from {given}
    join competitions_seat as seat on seat.player_id = n
    join records_sitting as sitting on sitting.seat_id = seat.id
    join competitions_submission as submission on submission.id = sitting.submission_id
    join competitions_competition as competition on competition.id = competition_id
    join organisations_organisation as organisation on organisation.id = organisation_id
    where +submission.federation_id = %s and match in ('number', 'chosen') order by sitting.id
"""
_NOWHERE = _Sat(0, "", "", 0, 1, 0, "", 0, "", "", "")

_WAITING = """
    select competition.id, submission.id, competition.name, organisation.name, cast(played as text), colour, units,
        why, clause, pending
    from {given}
    join competitions_heldcredit as held on held.player_id = n
    join competitions_submission as submission on submission.id = held.submission_id
    join competitions_competition as competition on competition.id = competition_id
    join organisations_organisation as organisation on organisation.id = organisation_id
    where +held.federation_id = %s and released_id is null and dropped = '' order by played desc, held.id
"""


class Rows(NamedTuple):
    """All of a person's record as the database gives it. The same rows make the same lines."""

    entries: tuple[sql.Row, ...]
    sittings: tuple[sql.Row, ...]
    waiting: tuple[sql.Row, ...]


#: What stands in the place of an event where there is none.
BY_HAND = {
    Posting.Kind.OPENING: "Points from before this book",
    Posting.Kind.HISTORY: "Credit from before this book",
    Posting.Kind.MANUAL: "Points entered by the office",
}


def rows_of(records: Sequence[int]) -> Rows:
    """Read the whole record of a person; ``records`` are all numbers that are theirs."""
    given, numbers = sql.numbers(records)
    here = current().pk
    entries, sittings, waiting = (
        tuple(sql.rows(asked.format(given=given), numbers, here)) for asked in (_ENTRIES, _SITTINGS, _WAITING)
    )
    return Rows(entries, sittings, waiting)


def lines_of(records: Sequence[int]) -> list[RecordLine]:
    """Give the whole record of a person, the latest first."""
    return lines(rows_of(records))


def lines(record: Rows) -> list[RecordLine]:
    """Put a record together, the latest first."""
    rows = list(starmap(_Row, record.entries))
    sat: dict[int, list[_Sat]] = {}
    for each in starmap(_Sat, record.sittings):
        sat.setdefault(each.submission, []).append(each)
    taken_back = {row.corrects: row.entry for row in rows if row.corrects}
    sent_with = {row.entry: row.submission or 0 for row in rows}
    # What takes something back names the place for which it was given, not the place after the correction.
    played_in = [sent_with.get(row.corrects or row.entry, 0) for row in rows]
    found = [
        _line(row, sat.get(submission, ()), taken_back.get(row.entry, 0))
        for row, submission in zip(rows, played_in, strict=True)
    ]
    paid = {line.competition for line in found if line.counts}
    paid |= {each.competition for each in waiting(record)}  # points that wait are not nothing
    found += [_nothing(each[0]) for each in sat.values() if _counts(each[0]) and each[0].competition not in paid]
    # What takes something back, and what came instead, stand above it: the latest first.
    return sorted(found, key=lambda line: (line.played, line.competition, line.entry), reverse=True)


def waiting(record: Rows) -> list[WaitingPoints]:
    """Give the points that wait until this person may have them, or until they are due."""
    return list(starmap(_waiting, record.waiting))


def _waiting(competition: int, submission: int, event: str, club: str, played: str, *rest: Any) -> WaitingPoints:  # noqa: ANN401
    """Make a line of a row; whether it is pending comes last, and as a number from one of the databases."""
    *told, pending = rest
    day = date.fromisoformat(played)
    return WaitingPoints._make((competition, submission, event, club, day, *told, bool(pending)))


def _line(row: _Row, sat: Sequence[_Sat], taken_back: int) -> RecordLine:
    if row.kind == Posting.Kind.HISTORY:  # the event is named by the entry itself
        row = row._replace(event=row.stage, stage="")
    spot = next((each for each in sat if each.stage == row.stage), sat[0] if sat else _NOWHERE)
    return RecordLine(
        number_of(row.entry),
        row.submission or 0,
        row.competition or 0,
        date.fromisoformat(row.played),
        date.fromisoformat(row.posted),
        row.event or BY_HAND.get(Posting.Kind(row.kind), row.reason),
        row.club or "",
        row.stage,
        spot.partners,
        spot.place,
        spot.tied,
        spot.entered,
        row.colour,
        row.units,
        row.kind,
        row.reason,
        row.closed is not None,
        number_of(row.corrects or 0),
        number_of(taken_back),
        row.assessment is not None or row.corrects is not None,
    )


def _counts(sat: _Sat) -> bool:
    return sat.status in COUNTING


def _nothing(sat: _Sat) -> RecordLine:
    """Say that an event brought nothing; one list of it is enough to say where somebody came."""
    begins = date.fromisoformat(sat.begins)
    return RecordLine(
        0,
        sat.submission,
        sat.competition,
        begins,
        begins,
        sat.event,
        sat.club,
        sat.stage,
        sat.partners,
        sat.place,
        sat.tied,
        sat.entered,
        "",
        0,
        Posting.Kind.SUBMISSION,
        "",
        final=False,
        corrects=0,
        taken_back=0,
        explained=True,
    )
