"""What is in a player's record, line by line? Every entry of the book, and every event that brought nothing.

Two queries, whatever the length of the record: the entries, and who sat where.
"""

from __future__ import annotations

from datetime import date
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.records.models import Sitting

if TYPE_CHECKING:
    from collections.abc import Sequence

_COUNTING = (Submission.Status.SUBMITTED, Submission.Status.APPROVED)


class Line(NamedTuple):
    """Points of one colour of one event, or that there were none."""

    entry: int  #: 0 where an event brought nothing
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
    corrects: int  #: the entry that it takes back; 0: none
    taken_back: int  #: the entry that takes it back; 0: none
    explained: bool  #: its working can be shown

    @property
    def counts(self) -> bool:
        """Say whether it is neither a reversal nor taken back."""
        return not self.corrects and not self.taken_back

    @property
    def key(self) -> str:
        """Name it within the page."""
        return str(self.entry) if self.entry else f"nothing-{self.submission}"


class Waiting(NamedTuple):
    """Points that wait until the player may have them."""

    event: str
    club: str
    played: date
    colour: str
    units: int
    why: str
    clause: str


class _Row(NamedTuple):
    """An entry as the database gives it."""

    entry: int
    submission: int | None
    competition: int | None
    played: date
    posted: date
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


_ROW = (
    *("id", "posting__submission", "posting__submission__competition", "played", "posting__posted"),
    *("posting__submission__competition__name", "posting__submission__competition__organisation__name"),
    *("stage", "colour", "units", "posting__kind", "posting__reason", "posting__closed", "corrects", "assessment"),
)


class _Sat(NamedTuple):
    """A sitting as the database gives it."""

    submission: int
    stage: str
    partners: str
    place: int
    tied: int
    entered: int
    status: str
    competition: int
    begins: date
    event: str
    club: str


_SAT = (
    *("submission", "stage", "partners", "place", "tied", "entered", "submission__status", "submission__competition"),
    *("submission__competition__begins", "submission__competition__name"),
    "submission__competition__organisation__name",
)
_NOWHERE = _Sat(0, "", "", 0, 1, 0, "", 0, date.min, "", "")

#: What stands in the place of an event where there is none.
BY_HAND = {
    Posting.Kind.OPENING: "Points from before this book",
    Posting.Kind.MANUAL: "Points entered by the office",
}


def lines_of(records: Sequence[int]) -> list[Line]:
    """Give the whole record of a person, the latest first; ``records`` are all numbers that are theirs."""
    rows = [_Row(*row) for row in Entry.objects.filter(player__in=records).order_by("id").values_list(*_ROW)]
    sittings = Sitting.objects.filter(seat__player__in=records).order_by("id").values_list(*_SAT)
    sat: dict[int, list[_Sat]] = {}
    for each in starmap(_Sat, sittings):
        sat.setdefault(each.submission, []).append(each)
    taken_back = {row.corrects: row.entry for row in rows if row.corrects}
    found = [_line(row, sat.get(row.submission or 0, ()), taken_back.get(row.entry, 0)) for row in rows]
    paid = {line.competition for line in found if line.counts}
    found += [_nothing(each[0]) for each in sat.values() if _counts(each[0]) and each[0].competition not in paid]
    # What takes something back, and what came instead, stand above it: the latest first.
    return sorted(found, key=lambda line: (line.played, line.competition, line.entry), reverse=True)


def waiting_for(records: Sequence[int]) -> list[Waiting]:
    """Give the points that wait until this person may have them."""
    held = HeldCredit.objects.filter(player__in=records, released__isnull=True, dropped="").order_by("-played", "pk")
    fields = ("submission__competition__name", "submission__competition__organisation__name")
    return [Waiting(*row) for row in held.values_list(*fields, "played", "colour", "units", "why", "clause")]


def _line(row: _Row, sat: Sequence[_Sat], taken_back: int) -> Line:
    spot = next((each for each in sat if each.stage == row.stage), sat[0] if sat else _NOWHERE)
    return Line(
        row.entry,
        row.submission or 0,
        row.competition or 0,
        row.played,
        row.posted,
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
        row.corrects or 0,
        taken_back,
        row.assessment is not None or row.corrects is not None,
    )


def _counts(sat: _Sat) -> bool:
    return sat.status in _COUNTING


def _nothing(sat: _Sat) -> Line:
    """Say that an event brought nothing; one list of it is enough to say where somebody came."""
    return Line(
        0,
        sat.submission,
        sat.competition,
        sat.begins,
        sat.begins,
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
