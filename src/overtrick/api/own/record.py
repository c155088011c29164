"""A player's own record: the entries of the book, each with its working."""

from __future__ import annotations

from datetime import date
from typing import Annotated, cast

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from overtrick.api import lists
from overtrick.api.answers import CSV, Keep, listed, wants, written
from overtrick.api.codes import Code
from overtrick.api.lists import Limit
from overtrick.api.operations import get
from overtrick.api.parameters import Id, Words
from overtrick.api.problems import ApiProblem
from overtrick.api.records import Points, WorkingStep
from overtrick.engine.working import as_data
from overtrick.register.people.identity import Person
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.register.tokens.scopes import Scope
from overtrick.web.player import why
from overtrick.web.player.own_record import PointsWriter, me, points

GROUP = "Your own record"
#: A cursor that is none; and the owner of the token is no player any more.
_NOT_PLAYING = (Code.CURSOR, Code.NOT_FOUND)
_MARK = "e"  #: before the number of an entry, in a cursor
_LONGEST_CURSOR = 20
_Since = Annotated[
    str, Words(_LONGEST_CURSOR, 0, r"^(e[0-9]{1,18})?$", "As the last answer has it: what came after that entry.")
]
_COLUMNS = (
    *("entry", "played", "posted", "event", "stage", "club", "partners", "place", "tied", "entered"),
    *("colour", "points", "kind", "final", "reverses", "reversed_by", "reason"),
)


class RecordEntry(msgspec.Struct, frozen=True):
    """Points of one colour of one event, as the book has them. Points that are taken back are below zero."""

    entry: int  #: its number in the book
    played: date
    posted: date
    event: str
    stage: str
    club: str
    partners: str
    place: int | None
    tied: int | None  #: how many share the place
    entered: int | None  #: how many took part
    points: Points
    kind: str
    final: bool  #: the month is closed
    reverses: int | None  #: the entry that this one takes back
    reversed_by: int | None  #: the entry that takes this one back
    reason: str


class RecordPart(msgspec.Struct, frozen=True):
    """A part of a record, the newest entry last."""

    items: list[RecordEntry]
    since: str | None  #: the cursor to ask from next time; null: there is no entry
    next: str | None  #: the address of the next part; null: this is the last


class EntryWorking(msgspec.Struct, frozen=True):
    """How an entry came about; of a reversal, how the entry did that it takes back."""

    entry: int
    handbook: str | None
    edition: str | None
    working: WorkingStep | None  #: null: the entry has none, such as points from before this book


@get("/me/record", RecordPart, GROUP, keep=Keep.NEVER, scope=Scope.RECORD_READ, also=[CSV], errors=_NOT_PLAYING)
def own_record(request: HttpRequest, since: _Since = "", limit: Limit = lists.USUAL) -> HttpResponse:
    """List the entries of your record as they were written into the book, the newest last.

    ``since=e88120`` gives what came after that entry. What was written is never changed: a correction is an entry that
    names the one it takes back, and a new one.
    """
    after = _after(since)
    writer = points(request)
    found = sorted((line for line in _lines(request) if line.entry > after), key=_number)
    items = [_entry(line, writer) for line in found[:limit]]
    cursor = f"{_MARK}{items[-1].entry}" if items else since or None
    address = _next(request, str(cursor)) if len(found) > limit else None
    headers = {} if address is None else {"Link": f'<{address}>; rel="next"'}
    if wants(request, CSV):
        return listed(_COLUMNS, map(_row, items), headers)
    return written(RecordPart(items, cursor, address), headers=headers)


@get("/me/record/{entry}/working", EntryWorking, GROUP, keep=Keep.NEVER, scope=Scope.RECORD_READ)
def entry_working(request: HttpRequest, entry: Id) -> EntryWorking:
    """Say how an entry of your record came about: the same working as the call “awards” gives."""
    mine, line = why.own_line(request, entry, 0)
    found = why.working_of(line, mine.records)
    worked = next(iter(found.worked), None)
    step = None if worked is None else cast("WorkingStep", as_data(worked.step, worked.points))
    return EntryWorking(entry, found.handbook or None, found.edition_name or None, step)


def _lines(request: HttpRequest) -> list[RecordLine]:
    mine: Person | None = me(request)
    if mine is None:
        raise Http404
    return [line for line in lines_of(mine.records) if line.entry]


def _number(line: RecordLine) -> int:
    return line.entry


def _after(since: str) -> int:
    digits = since.removeprefix(_MARK)
    if since and not (since.startswith(_MARK) and digits.isascii() and digits.isdecimal()):
        raise ApiProblem(Code.CURSOR)
    return int(digits or 0)


def _next(request: HttpRequest, cursor: str) -> str:
    query = request.GET.copy()
    query["since"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _entry(line: RecordLine, writer: PointsWriter) -> RecordEntry:
    return RecordEntry(
        entry=line.entry,
        played=line.played,
        posted=line.posted,
        event=line.event,
        stage=line.stage,
        club=line.club,
        partners=line.partners,
        place=line.place or None,
        tied=line.tied if line.place else None,
        entered=line.entered or None,
        points={line.colour: str(writer.exact(line.colour, line.units))},
        kind=line.kind,
        final=line.final,
        reverses=line.corrects or None,
        reversed_by=line.taken_back or None,
        reason=line.reason,
    )


def _row(each: RecordEntry) -> tuple[str | int | date | None, ...]:
    ((colour, won),) = each.points.items()
    return (
        *(each.entry, each.played, each.posted, each.event, each.stage, each.club, each.partners),
        *(each.place, each.tied, each.entered, colour, won, each.kind, "yes" if each.final else "no"),
        *(each.reverses, each.reversed_by, each.reason),
    )
