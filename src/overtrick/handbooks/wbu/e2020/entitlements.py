"""What may a club, an area or somebody else run, at which level, and what does it use up? (5)"""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.days import Period, months_after
from overtrick.engine.findings import Finding, checklist, finding
from overtrick.engine.numbers import Exact, tidy, up
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family.written import EVENTS
from overtrick.handbooks.submission import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book

GREEN_EVENT, JOINT_VENTURE = "area green event", "area joint venture"
LADDER, HOLIDAY = "club ladder", "holiday competition"
UNLIMITED = -1
HALF = Fraction(1, 2)


class Planned(NamedTuple):
    """An event that somebody means to run."""

    kind: str  #: a row of the table of entitlements
    day: date
    boards: int = 24
    days: int = 1
    formats: int = 1  #: different events within a congress
    restricted: bool = False
    closed: bool = False  #: for members of the area only
    series: str = ""  #: ladders of one series, by whatever criterion, have the same


@rule("5 per annum")
def year(meetings: Sequence[date], day: date) -> Period | None:
    """A year runs from one general meeting of the organisation to the day before the next; None: no meeting tells.

    As long as the next meeting is not fixed, a year has twelve months.
    """
    held = [each for each in meetings if each <= day]
    if not held:
        return None
    begins = max(held)
    later = [each for each in meetings if each > begins]
    ends = min(later) if later else months_after(begins, 12)
    while day >= ends:
        begins, ends = ends, months_after(ends, 12)
    return Period(begins, ends - timedelta(days=1))


@rule("5.2.3", "5.2.4")
def takes(planned: Planned) -> Exact:
    """A two-day event is two, each format of a congress is one, a joint venture is half of one."""
    if planned.kind == JOINT_VENTURE:
        return HALF
    return max(planned.days, planned.formats)


@rule("5 unrestricted")
def unrestricted(planned: Planned, clause: str) -> Finding:
    """Everybody must be able to win it: no men's, ladies' or mixed events, no league of several divisions."""
    return finding("open to every member to win", holds=not planned.restricted, clause=clause)


@rule(
    "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.2.2", "5.2.3", "5.2.4", "5.2.5", "5.2.6.1", "5.2.6.2", "5.2.7", "5.2.8",
    "5.2.9", "5.2.10", "5.2.11", "5.2.12", "5.2 quota mix", "4.1.6 fields", "2.6.3", "5.4",
)  # fmt: skip
def may_run(book: Book, planned: Planned, so_far: Sequence[Planned]) -> Checklist:
    """See whether an event is within the quota of its year, face to face or online; ``so_far`` are those of that year.

    An area may apply for more (5.2).
    """
    table = book.table("entitlements")
    clause = table.text(planned.kind, "clause")
    least, allowed = table.whole(planned.kind, "boards"), table.whole(planned.kind, "in a year")
    conditions = [
        finding("{boards} boards, {least} are needed", holds=planned.boards >= least, clause=clause,
                boards=planned.boards, least=least)
    ]  # fmt: skip
    if "championship" in planned.kind:
        conditions.append(unrestricted(planned, clause))
    if allowed != UNLIMITED and not table.text(planned.kind, "beyond"):
        conditions.append(_within(planned, so_far, allowed, clause))
    if planned.kind == JOINT_VENTURE:
        conditions.append(_within_the_five(book, planned, so_far))
    if planned.kind == GREEN_EVENT and planned.closed:
        others = any(each.kind == GREEN_EVENT and each.closed for each in so_far)
        conditions.append(finding("the only closed one", holds=not others, clause=clause))
    return checklist(planned.kind, conditions, clause=clause)


def _within(planned: Planned, so_far: Sequence[Planned], allowed: int, clause: str) -> Finding:
    if planned.kind == GREEN_EVENT:
        return _green(planned, so_far, allowed, clause)
    same = [each for each in so_far if each.kind == planned.kind]
    if planned.kind == HOLIDAY:
        same = [each for each in same if each.day == planned.day]
    others = [each for each in same if planned.kind != LADDER or not planned.series or each.series != planned.series]
    before = used(planned.kind, others)
    sentence = "{used} of {allowed} used before"
    return finding(sentence, holds=before < allowed, clause=clause, used=before, allowed=allowed)


def used(kind: str, so_far: Sequence[Planned]) -> int:
    """Count the events of a kind; ladders of one series are one together (4.1.6), green events by what they take."""
    if kind == GREEN_EVENT:
        return up(sum((takes(each) for each in so_far if each.kind in (GREEN_EVENT, JOINT_VENTURE)), Fraction(0)))
    return counted(each.series if kind == LADDER else "" for each in so_far if each.kind == kind)


def _green(planned: Planned, so_far: Sequence[Planned], allowed: int, clause: str) -> Finding:
    used = tidy(Fraction(sum(takes(each) for each in so_far if each.kind in (GREEN_EVENT, JOINT_VENTURE))))
    more = takes(planned)
    sentence = "{used} of {allowed} used before, this takes {more}"
    holds = used + more <= allowed
    return finding(sentence, holds=holds, clause=clause, used=used, allowed=allowed, more=more)


def _within_the_five(book: Book, planned: Planned, so_far: Sequence[Planned]) -> Finding:
    allowed = book.table("entitlements").whole(GREEN_EVENT, "in a year")
    return _green(planned, so_far, allowed, "5.2.4")


@rule("5.2.7", "5.2.8", "5.1.4", "5.2.11", "5.2.12", "5.2.9", "5.4")
def level(book: Book, planned: Planned, so_far: Sequence[Planned]) -> Step:
    """Each entitlement has its status or category; further No Fear and junior events are at Club."""
    table = book.table("entitlements")
    clause, name = table.text(planned.kind, "clause"), table.text(planned.kind, "level")
    beyond = table.text(planned.kind, "beyond")
    allowed = table.whole(planned.kind, "in a year")
    used = sum(each.kind == planned.kind for each in so_far)
    if beyond and used >= allowed:
        return step("{level}, beyond the first", 0, NOTHING, clause=clause, level=beyond)
    return step("{level}", 0, NOTHING, clause=clause, level=name)


def allowed(book: Book, kind: str) -> Step:
    """Say how many such events an organiser may run in a year; -1: as many as it likes."""
    table = book.table("entitlements")
    most = table.whole(kind, "in a year")
    return step("{most} a year", most, EVENTS, clause=table.text(kind, "clause"), most=most)


@rule("5.2.3")
def left(book: Book, so_far: Sequence[Planned]) -> Step:
    """Say how many green events an area has left in its year."""
    allowed = book.table("entitlements").whole(GREEN_EVENT, "in a year")
    used = sum(takes(each) for each in so_far if each.kind in (GREEN_EVENT, JOINT_VENTURE))
    rest = tidy(Fraction(allowed - used))
    return step("{rest} of {allowed} green events left", rest, EVENTS, rest=rest, allowed=allowed)


@rule("3.3.2 p1", "3.3.2 p2", "2.6.3")
def may_award(*, awarded_before: bool, heat_of_higher_body: bool) -> Finding:
    """Nobody awards points twice for one event; but a heat may be paid by who ran it and by the higher body."""
    holds = not awarded_before or heat_of_higher_body
    clause = "3.3.2 p2" if heat_of_higher_body else "3.3.2 p1"
    return finding("not paid before by the same body, or a heat of a higher one", holds=holds, clause=clause)


@rule("5.3 membership", "5.3 open")
def may_play_nationally(*, member: bool, open_to_all: bool = False) -> Finding:
    """National events are for members of the union, unless one is opened to others."""
    clause = "5.3 open"
    return finding("a member, or the event is open to others", holds=member or open_to_all, clause=clause)


@rule("5.3 membership", "5.2")
def may_represent(area: str, areas: Sequence[str]) -> Finding:
    """A player represents an area only as its member; one may belong to several, a direct member to none."""
    return finding("a member of {area}", holds=area in areas, clause="5.3 membership", area=area)
