"""Checks a start list before play: who is known, what each is on the day, and who may enter. Nothing is kept."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick.api.admission import WORK
from overtrick.api.answers import CSV, listed, wants, written
from overtrick.api.bodies import taken
from overtrick.api.codes import Code
from overtrick.api.operations import post
from overtrick.api.organisations import Number, organisation
from overtrick.api.parameters import Day, Whole, Words
from overtrick.api.problems import ApiProblem, finding, of_problem
from overtrick.formats import start_list
from overtrick.register.federations import handbook, numbers
from overtrick.register.limits.counting import Try
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.registration import shown_name
from overtrick.register.start_lists.check import CheckedStarter, Limits, Verdict, check
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.accounts import throttle
from overtrick.web.club import start_list as pages
from overtrick.web.club.look_ups import LOOK_UPS
from overtrick.web.file_reader import READER

GROUP = "Before play"
_LARGEST = 3_000_000
_MOST_POINTS = 1_000_000
_NAME, _WORD = 200, 100
_COLUMNS = ("line", "name", "number", "verdict", "player", "player_name", "standing", "suspended", "rank", "points")


class StarterRemark(msgspec.Struct, frozen=True):
    """A sentence about somebody on the list."""

    says: str
    clause: str


class StarterRecord(msgspec.Struct, frozen=True):
    """Somebody on the list, and what the register says of them on the day. Of who hides from the club, nothing."""

    line: int
    name: str  #: as the list has it
    number: str  #: likewise
    verdict: str  #: good, look, bad, unknown
    player: str | None  #: the number of whoever is meant
    player_name: str | None
    standing: str | None
    suspended: bool | None
    rank: str | None
    points: str | None  #: of all colours together
    remarks: list[StarterRemark]


class CheckedStartList(msgspec.Struct, frozen=True):
    """Everybody on the list."""

    day: date
    counts: dict[str, int]  #: how many of each verdict
    items: list[StarterRecord]


@post(
    "/organisations/{number}/start-list",
    CheckedStartList,
    GROUP,
    bucket=WORK,
    scope=Scope.RESULTS_READ,
    largest=_LARGEST,
    body={"application/octet-stream": {"type": "string", "format": "binary"}},
    also=[CSV],
    errors=(Code.EVENT, "no-such-limit", "no-such-rank"),
)
def check_start_list(
    request: HttpRequest,
    number: Number,
    day: Day | None = None,
    event: Annotated[str, Words(_WORD, 0)] = "",
    rank_below: Annotated[str, Words(_WORD, 0)] = "",
    points_below: Annotated[int, Whole(0, _MOST_POINTS)] | None = None,
    name: Annotated[str, Words(_NAME, 0)] = "",
) -> HttpResponse:
    """Check a start list before play: who is known, standing, rank and points on the day, and who may enter.

    The body is the list: one player or pair a line, a spreadsheet, CSV, or a results file; ``name`` is the file's.
    ``event`` is one of the handbook that has an entry limit. ``day`` is the day of play, otherwise today.
    """
    where = organisation(request, number, Action.UPLOAD)
    _count(request)
    read = start_list.read(name, taken(request, _LARGEST), READER.read)
    if read.problems:
        raise ApiProblem(Code.EVENT, [of_problem(each) for each in read.problems])
    on = day or access.today()
    units = None if points_below is None else points_below * handbook.together(where.federation).units
    checked = check(where, read.people, on, Limits(event, rank_below, units), **access.acting(request))
    to_office = access.is_office(request)
    items = [_starter(each, to_office=to_office) for each in checked]
    if wants(request, CSV):
        return listed(_COLUMNS, map(_row, items), {})
    counts = Counter(each.verdict for each in checked)
    return written(CheckedStartList(on, {str(each): counts[each] for each in Verdict}, items))


def _count(request: HttpRequest) -> None:
    """Count it with the look-ups of the pages: a list of numbers is a way to learn who has them."""
    try:
        throttle.take([Try(LOOK_UPS, str(access.actor(request).pk))])
    except throttle.TooManyTries as refused:
        told = finding(Code.TOO_MANY, str(refused), str(refused))
        raise ApiProblem(Code.TOO_MANY, [told], {"Retry-After": str(max(refused.seconds, 1))}) from None


def _starter(each: CheckedStarter, *, to_office: bool) -> StarterRecord:
    who = None if each.hidden else each.player
    state = each.state if who is not None else None
    return StarterRecord(
        line=each.starter.line,
        name=each.starter.name,
        number=each.starter.number,
        verdict=str(each.verdict),
        player=None if who is None else numbers.written(who.federation, who.number),
        player_name=None if who is None else shown_name(who, to_office_or_club=True),
        standing=str(state.status) if state and state.status else None,
        suspended=None if state is None else state.suspended,
        rank=(each.rank or None) if who is not None else None,
        points=None if who is None else handbook.together(who.federation).show(each.units),
        remarks=[StarterRemark(one.says, one.clause) for one in pages.remarks(each, to_office=to_office)],
    )


def _row(each: StarterRecord) -> tuple[str | int | None, ...]:
    *told, suspended, rank, points = (getattr(each, column) for column in _COLUMNS)
    return (*told, None if suspended is None else "yes" if suspended else "no", rank, points)
