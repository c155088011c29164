"""May a club, or the clubs of a region, run this event, and what does it use up? (2.3 to 2.7, 5.1.2, 6.3)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, Use, beforehand, checklist, finding, use
from overtrick.engine.working import NOTHING, POINTS, Step, rule, step

from . import quotas
from .written import SESSIONS, points

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book


class ClubYear(NamedTuple):
    """What a club has run in a calendar year so far."""

    championships: int = 0  #: at grade D
    b4c_sessions: int = 0
    b4c_at_other_times: int = 0
    interclub: int = 0


class RedSession(NamedTuple):
    """A special club event at grade B4c."""

    sessions: int
    regular_time: bool = True  #: in the club's regular sessions
    advertised_outside: bool = False  #: beyond the club; for other times beyond the clubrooms
    day: date | None = None  #: the first
    approved: date | None = None  #: by the State secretary, on a day; asked for at other times only


class InterclubYear(NamedTuple):
    """A club's interclub events of a year: what it may hold, and what it has held."""

    entitled: Step | None  #: None: not known here
    held: int = 0


class B4cRecord(NamedTuple):
    """What a State secretary notes of a club's red sessions."""

    sessions_used: Step
    points_allotted: Step


def _figure(book: Book, name: str) -> int:
    return book.table("club_quotas").whole(name, "value")


def _within(book: Book, sessions: int, grade: str, clause: str) -> Finding:
    least, most = _figure(book, f"{grade} sessions at least"), _figure(book, f"{grade} sessions at most")
    sentence = "{sessions} sessions, {least} to {most} are allowed"
    holds = least <= sessions <= most
    return finding(sentence, holds=holds, clause=clause, sessions=sessions, least=least, most=most)


def _left(entitled: Step | None, used: int) -> int:
    return 0 if entitled is None else int(entitled.value) - used


def _enough_left(entitled: Step | None, used: int, uses: int, clause: str) -> Finding:
    if entitled is None:
        return finding("{uses} asked for, of an allotment that is not made yet", holds=None, clause=clause, uses=uses)
    left = int(entitled.value) - used
    sentence = "{uses} asked for, {left} left of {entitled}"
    values = {"uses": uses, "left": left, "entitled": entitled.value}
    return finding(sentence, holds=uses <= left, clause=clause, because=(entitled,), **values)


@rule("2.3/1")
def is_club_championship(book: Book, event: str) -> Finding:
    """A Club Championship is an Open Pairs, Open Teams or Masters Pairs, or on the State's list and no selection."""
    own = book.table("club_championships")
    states = book.table("state_championships")
    listed = (event in own.rows and own.text(event, "club") == "yes") or (
        event in states.rows and states.text(event, "selection") == "no"
    )
    return finding("{event} is among the Club Championships", holds=listed, clause="2.3/1", event=event)


@rule("2.3/1")
def club_championship(book: Book, event: str, sessions: int, so_far: ClubYear) -> Use:
    """Six championships a year at grade D, each of 2 to 10 sessions and of a kind that is listed."""
    entitled = quotas.club_championships(book)
    conditions = checklist(
        f"{event} as a Club Championship",
        (
            is_club_championship(book, event),
            _within(book, sessions, "D", "2.3/1"),
            _enough_left(entitled, so_far.championships, 1, "2.3/1"),
        ),
        clause="2.3/1",
    )
    return use("Club Championships", conditions, uses=1, left=int(entitled.value) - so_far.championships)


@rule("2.3 note", "2.6/9")
def club_championship_at_b4c(book: Book, event: str, sessions: int, entitled: Step | None, so_far: ClubYear) -> Use:
    """A Club Championship may be played for red points instead; it then takes red sessions, and no place among the six.

    Chapter 2.6 sets no least or greatest length; what is left of the entitlement limits it.
    """
    conditions = checklist(
        f"{event} as a Club Championship at B4c",
        (is_club_championship(book, event), _enough_left(entitled, so_far.b4c_sessions, sessions, "2.6/9")),
        clause="2.3 note",
    )
    return use("B4c sessions", conditions, uses=sessions, left=_left(entitled, so_far.b4c_sessions))


@rule("2.4/1")
def regional_championship(book: Book, event: str, already: Sequence[str], *, consulted: bool | None) -> Use:
    """The clubs of a region may hold each of three championships once a year, in consultation with the State."""
    table = book.table("club_championships")
    listed = event in table.rows and table.text(event, "region") == "yes"
    most = _figure(book, "C championships of each name")
    conditions = checklist(
        f"{event} as a Regional Championship",
        (
            finding("{event} is among the Regional Championships", holds=listed, clause="2.4/1", event=event),
            finding("not held in the region this year", holds=already.count(event) < most, clause="2.4/1"),
            finding("in consultation with the State Association", holds=consulted, clause="2.4/1"),
        ),
        clause="2.4/1",
    )
    return use(f"Regional {event}", conditions, uses=1, left=most - already.count(event))


@rule("2.5")
def gnot_qualifying(*, affiliated: bool) -> Finding:
    """Any club may run qualifying rounds of the Grand National Open Teams."""
    return finding("an affiliated club", holds=affiliated, clause="2.5")


@rule("2.6/1", "2.6/2")
def red_session_terms(book: Book, event: RedSession, so_far: ClubYear) -> Checklist:
    """Red sessions are played at regular times and told of inside the club; two a year may be at other times."""
    advertised = finding(
        "advertised within the club only",
        holds=not event.advertised_outside,
        clause="2.6/1" if event.regular_time else "2.6/2",
    )
    if event.regular_time:
        regular = finding("in the regular sessions of the club", holds=True, clause="2.6/1")
        return checklist("a special club session", (regular, advertised), clause="2.6/1")
    most = _figure(book, "B4c at other times")
    used = so_far.b4c_at_other_times
    conditions = (
        finding("a single session", holds=event.sessions == 1, clause="2.6/2"),
        advertised,
        finding("{used} of {most} at other times so far", holds=used < most, clause="2.6/2", used=used, most=most),
        beforehand("approved beforehand by the State secretary", event.approved, event.day, clause="2.6/2"),
    )
    return checklist("a special club session at another time", conditions, clause="2.6/2")


@rule("2.6/1", "2.6/2")
def red_session(book: Book, event: RedSession, entitled: Step | None, so_far: ClubYear) -> Use:
    """A special club event takes its sessions from the club's allotment of the year, at whatever time it is played."""
    terms = red_session_terms(book, event, so_far)
    enough = _enough_left(entitled, so_far.b4c_sessions, event.sessions, "2.6/2" if not event.regular_time else "2.6/1")
    conditions = checklist("B4c event", (*terms.conditions, enough), clause=terms.working.clause)
    return use("B4c sessions", conditions, uses=event.sessions, left=_left(entitled, so_far.b4c_sessions))


@rule("2.6 note/4")
def fundraiser(unused_last_year: int, sessions: int, *, approved: bool | None) -> Use:
    """Sessions a club did not use may go to approved fundraising events of the State in the year after."""
    conditions = checklist(
        "fundraising event",
        (
            finding("approved by the State Association", holds=approved, clause="2.6 note/4"),
            finding(
                "{sessions} sessions, {unused} were unused",
                holds=sessions <= unused_last_year,
                clause="2.6 note/4",
                sessions=sessions,
                unused=unused_last_year,
            ),
        ),
        clause="2.6 note/4",
    )
    return use("Unused B4c sessions", conditions, uses=sessions, left=unused_last_year)


@rule("2.6 note/3")
def b4c_record(events: Sequence[tuple[int, int]]) -> B4cRecord:
    """The State secretary keeps, club by club, how many red sessions were used and how many points were allotted.

    Each event is given as its sessions and the hundredths it was allotted.
    """
    sessions = sum(each for each, _units in events)
    units = sum(each for _sessions, each in events)
    return B4cRecord(
        step("{sessions} B4c sessions used", sessions, SESSIONS, (), "2.6 note/3", sessions=sessions),
        step("{points} red points allotted", units, POINTS, (), "2.6 note/3", points=points(units)),
    )


@rule("2.6 note/1", "2.6 note/5")
def may_be_processed(units: int, authorised: int | None, *, state_authorises: bool = True) -> Finding:
    """The Centre takes red points up to what the State secretary authorised, or any where the State does not do that.

    ``authorised`` is None where no authorisation number came with the points.
    """
    if not state_authorises:
        return finding("the State issues no authorisations", holds=True, clause="2.6 note/5")
    if authorised is None:
        return finding("an authorisation number is quoted", holds=False, clause="2.6 note/1")
    sentence = "{units} points, {authorised} are authorised"
    holds = units <= authorised
    return finding(sentence, holds=holds, clause="2.6 note/1", units=points(units), authorised=points(authorised))


@rule("2.7/1")
def interclub(
    book: Book, sessions: int, clubs: Mapping[str, InterclubYear], *, approved: bool | None
) -> dict[str, Use]:
    """Two or more clubs may meet over 1 to 4 sessions if the State approves; it counts for each that takes part."""
    least = _figure(book, "B5i clubs at least")
    shared = (
        finding(
            "{clubs} clubs, {least} or more meet",
            holds=len(clubs) >= least,
            clause="2.7/1",
            clubs=len(clubs),
            least=least,
        ),
        _within(book, sessions, "B5i", "2.7/1"),
        finding("approved by the State secretary", holds=approved, clause="2.7/1"),
    )
    found = {}
    for name, (entitled, held) in clubs.items():
        own = _enough_left(entitled, held, 1, "2.7/1")
        conditions = checklist(f"interclub event for {name}", (*shared, own), clause="2.7/1")
        found[name] = use("Interclub events", conditions, uses=1, left=_left(entitled, held))
    return found


@rule("2.7/3")
def booked_to(payer: str) -> Step:
    """Interclub points stand against the club that pays the levies."""
    return step("The points are booked to {payer}, which pays the levies", 0, NOTHING, payer=payer)


@rule("5.1.2/10", "6.3 note")
def taken_from_the_allotment(entitled: Step | None, so_far: ClubYear, *, with_a_tour: bool) -> Use:
    """Red points to a club's players in a tour's joint event, or in the Australia-Wide Pairs, take a red session."""
    clause = "5.1.2/10" if with_a_tour else "6.3 note"
    enough = _enough_left(entitled, so_far.b4c_sessions, 1, clause)
    conditions = checklist("red points from the club's own allotment", (enough,), clause=clause)
    return use("B4c sessions", conditions, uses=1, left=_left(entitled, so_far.b4c_sessions))
