"""A club's year: its quotas, its licences, and what waits for it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, cast

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick.api.answers import CSV, Keep, listed, wants, written
from overtrick.api.lists import Page, Table, page
from overtrick.api.operations import get
from overtrick.api.organisations import Number, organisation
from overtrick.api.parameters import Whole, Year
from overtrick.api.records import WorkingStep
from overtrick.engine.numbers import show
from overtrick.engine.working import as_data
from overtrick.handbooks.submission import Quota
from overtrick.register.calendar import items as calendar
from overtrick.register.calendar.items import Asked, Item
from overtrick.register.competitions import licence_check
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.organisations.permissions import Action
from overtrick.register.programme.quota_year import quota_year
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access, calendar_list
from overtrick.web.club import licences as pages
from overtrick.web.club.licences import LicenceRow

GROUP = "A club's year"
_MOST_DAYS = 400


class QuotaRecord(msgspec.Struct, frozen=True):
    """What may be run in the year, and what of it was run."""

    what: str
    allowed: str | None  #: null: the results do not tell; somebody else has to say
    used: int
    planned: int  #: on the programme and not played yet
    left: int | None  #: of what may be run
    working: WorkingStep | None


class QuotaYear(msgspec.Struct, frozen=True):
    """The quotas of a year."""

    begins: date
    ends: date
    items: list[QuotaRecord]


class LicenceRecord(msgspec.Struct, frozen=True):
    """Something that the organisation is allowed."""

    number: str
    allows: str
    event: str | None  #: the one event it is for; null: any
    conditions: str
    begins: date
    ends: date | None
    revoked: date | None
    state: str  #: soon (it ends soon), runs, later, over
    used: str | None  #: points of its total, where it has one
    total: str | None


class LeaveMissing(msgspec.Struct, frozen=True):
    """An event of the year that needs leave which is not on record."""

    submission: str  #: its reference
    event: str
    day: date
    needs: str
    clause: str


class LicenceList(msgspec.Struct, frozen=True):
    """All licences, those that end soon first, and the leave that is missing."""

    items: list[LicenceRecord]
    missing: list[LeaveMissing]


class Need(msgspec.Struct, frozen=True):
    """Something that waits for the organisation, or falls due."""

    day: date  #: it is due then, or has waited since then
    due: bool
    days: int  #: until the day; below zero: since
    kind: str
    what: str
    why: str
    does: str
    clause: str
    url: str | None  #: the page on which it is done


@get(
    "/organisations/{number}/quotas",
    QuotaYear,
    GROUP,
    keep=Keep.MINUTE,
    scope=Scope.CLUB_READ,
    also=[CSV],
    seeing_is_enough=True,
)
def quotas(request: HttpRequest, number: Number, year: Year | None = None) -> HttpResponse:
    """Say what the organisation may run in a year, what it has run and planned of that, and why.

    ``year`` is the calendar year in which the year of the quotas begins; otherwise it is the one of today.
    """
    where, today = organisation(request, number, Action.SEE), access.today()
    # Every year of quotas is a year long or, by meetings, nearly: the last day of a year lies in the one begun in it.
    counted = quota_year(where, today if year is None else date(year, 12, 31))
    on = counted.last if counted.last < today else max(today, counted.first)
    found = [_quota(each) for each in quotas_left(where, on)]
    if wants(request, CSV):
        rows = ((each.what, each.allowed, each.used, each.planned, each.left) for each in found)
        return listed(("what", "allowed", "used", "planned", "left"), rows, {})
    return written(QuotaYear(counted.first, counted.last, found))


@get(
    "/organisations/{number}/licences",
    LicenceList,
    GROUP,
    keep=Keep.MINUTE,
    scope=Scope.CLUB_READ,
    also=[CSV],
    seeing_is_enough=True,
)
def licences(request: HttpRequest, number: Number) -> HttpResponse:
    """List the licences and authorisations of the organisation, and events that need leave which is not on record."""
    where, on = organisation(request, number, Action.SEE), access.today()
    found = [_licence(each) for each in pages.every(where, on)]
    if wants(request, CSV):
        return listed(LicenceRecord.__struct_fields__, map(msgspec.structs.astuple, found), {})
    missing = [
        LeaveMissing(each.reference, each.competition.name, each.begins, required.licence.name, required.working.clause)
        for each, required in licence_check.unlicensed(where, on)
    ]
    return written(LicenceList(found, missing))


@get("/organisations/{number}/needs", Page[Need], GROUP, keep=Keep.MINUTE, scope=Scope.CLUB_READ, also=[CSV])
def needs(
    request: HttpRequest, number: Number, days: Annotated[int, Whole(0, _MOST_DAYS)] = calendar.SOON
) -> HttpResponse:
    """List what waits for the organisation, and what falls due within so many days, as its calendar does."""
    where = organisation(request, number, Action.UPLOAD)
    asked = Asked(access.federation(request), where, access.now())
    found = [_need(request, each, asked) for each in calendar.items(asked, days)]
    columns = Need.__struct_fields__
    return page(request, found, table=Table(columns, _need_row))


def _quota(each: Quota) -> QuotaRecord:
    allowed = each.allowed
    return QuotaRecord(
        what=each.what,
        allowed=None if allowed is None else show(allowed.value),
        used=each.used,
        planned=each.planned,
        left=each.left,
        working=None if allowed is None else cast("WorkingStep", as_data(allowed, show)),
    )


def _licence(row: LicenceRow) -> LicenceRecord:
    held = row.licence
    return LicenceRecord(
        number=held.number,
        allows=held.allows,
        event=held.event or None,
        conditions=held.conditions,
        begins=held.begins,
        ends=held.ends,
        revoked=held.revoked_on,
        state=row.state,
        used=row.used or None,
        total=row.total or None,
    )


def _need(request: HttpRequest, item: Item, asked: Asked) -> Need:
    said, address = calendar_list.words(item), calendar_list.address(item)
    return Need(
        day=item.day,
        due=item.due,
        days=item.left(asked.on),
        kind=said.kind,
        what=said.what,
        why=said.why,
        does=said.does,
        clause=item.clause,
        url=request.build_absolute_uri(address) if address else None,
    )


def _need_row(each: Need) -> tuple[str | int | date | None, ...]:
    day, due, *rest = msgspec.structs.astuple(each)
    return (day, "yes" if due else "no", *rest)
