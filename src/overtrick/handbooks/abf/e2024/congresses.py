"""May this Congress be run, and at what grade? The conditions of each kind as a checklist (5.1)."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, beforehand, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step

from . import directors

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book


class CongressKind(StrEnum):
    """The five kinds of Congress."""

    STATE = "State-controlled"
    TOUR = "Bridge Tour or Cruise"
    SUPER = "Super"
    ABF_SUPER = "ABF Super"
    FESTIVAL = "Bridge Festival"


class Beside(StrEnum):
    """What a side Congress is played beside."""

    NATIONAL = "National Championship"
    INTERNATIONAL = "World Bridge Federation championship"


class Session(NamedTuple):
    """One session, with its director."""

    day: date
    director: str | None = None  #: level of accreditation, empty for none; None: not known
    director_plays: bool | None = None


class Congress(NamedTuple):
    """What an organiser tells about a Congress; None where that is not known."""

    kind: CongressKind
    sessions: tuple[Session, ...]
    state_approved: date | None = None  #: the day of the State's decision
    approved_from: date | None = None  #: the approved date, or the first of them
    levies_paid_on: date | None = None  #: the State's own
    levies_due: date | None = None  #: the day on which somebody looks whether they are paid
    venue_suitable: bool | None = None
    advertised: bool | None = None
    lodged: date | None = None  #: application, with the State secretary
    closing: date | None = None  #: the State's date for applications
    other_conditions: bool | None = None  #: whatever else the State asks for is met
    interstate_publicity: bool | None = False  #: literature goes to clubs of other States
    interstate_permitted: bool | None = None
    novice_limit: int | None = None  #: hundredths; a Novice Congress takes players below it
    approved_in_writing: bool | None = None  #: Super: asked for in writing or by email
    chief_director: str | None = None
    tables: int | None = None  #: the most in play at one time
    directors: int | None = None
    metropolitan: bool | None = None
    dealt_with_records: bool | None = None  #: hands dealt before, records after each session
    abf_approved: bool | None = None


class Graded(NamedTuple):
    """The grade of a Congress, and why."""

    grade: str
    working: Step


@rule("5.1")
def graded(book: Book, kind: CongressKind) -> Graded:
    """Each of the five kinds has its grade."""
    grade = book.table("congresses").text(kind, "grade")
    return Graded(grade, step("{kind} Congress: grade {grade}", 0, NOTHING, clause="5.1", kind=str(kind), grade=grade))


@rule("5.1.3 note", "5.1.4 note", "5.3.1/3")
def side_congress(book: Book, beside: Beside) -> Graded:
    """A Congress beside a National Championship is B3; beside a world championship held here it is A2.

    Clause 5.3.1 lets no side Congress be A2, the note to 5.1.4 does; a setting decides for the second case.
    """
    if beside is Beside.INTERNATIONAL and book.setting("side_congress_at_a_world_championship") == "A2":
        return Graded("A2", step("Beside a {beside}: grade A2", 0, NOTHING, clause="5.1.4 note", beside=str(beside)))
    clause = "5.1.3 note" if beside is Beside.NATIONAL else "5.3.1/3"
    grade = book.table("congresses").text("side", "grade")
    sentence = "Beside a {beside}: grade {grade}"
    return Graded(grade, step(sentence, 0, NOTHING, clause=clause, beside=str(beside), grade=grade))


@rule("5.1.3 note", "5.1.4 note", "5.3.1/3")
def side_grade_kept(book: Book, beside: Beside, stated: str) -> Finding:
    """Whoever approves a side Congress states the grade that it has beside that championship, and no other."""
    graded = side_congress(book, beside)
    holds, working = stated == graded.grade if stated else None, graded.working
    sentence = "grade {stated} beside a {beside}, must be {grade}"
    return finding(sentence, holds=holds, clause=working.clause, because=(working,), stated=stated or None,
                   beside=str(beside), grade=graded.grade)  # fmt: skip


@rule("5.1.1/1")
def approved(congress: Congress) -> Finding:
    """The State must have approved beforehand."""
    return beforehand("approved beforehand by the State", congress.state_approved, begins(congress), clause="5.1.1/1")


def begins(congress: Congress) -> date | None:
    """Give the first day of play."""
    return min((each.day for each in congress.sessions), default=None)


@rule("5.1.1/2")
def long_enough(book: Book, congress: Congress) -> Finding:
    """A Congress has two sessions or more."""
    least = book.table("congress_figures").whole("sessions at least", "value")
    count = len(congress.sessions)
    sentence = "{count} sessions, at least {least} are needed"
    return finding(sentence, holds=count >= least, clause="5.1.1/2", count=count, least=least)


@rule("5.1.1/3")
def close_together(book: Book, congress: Congress) -> Finding:
    """Sessions that follow each other are on the same day or the next."""
    most = book.table("congress_figures").whole("days between sessions at most", "value")
    played = sorted(each.day for each in congress.sessions)
    gap = max(((later - earlier).days for earlier, later in pairwise(played)), default=0)
    sentence = "{gap} days at most from one session to the next, {most} is allowed"
    return finding(sentence, holds=gap <= most, clause="5.1.1/3", gap=gap, most=most)


@rule("5.1.1/4")
def well_directed(book: Book, congress: Congress) -> Finding:
    """Every session has a director of Congress level or above who does not play."""
    checks = [
        directors.directed_as_asked(book, "Congress", each.director, plays=each.director_plays)
        for each in congress.sessions
    ]
    all_of_them = checklist("every session", [Finding(each.holds, each.working) for each in checks], clause="5.1.1/4")
    sentence = "every session has a non-playing director of Congress level or above"
    return finding(sentence, holds=all_of_them.holds, clause="5.1.1/4", because=(all_of_them.working,))


@rule("5.1.1/5")
def on_the_approved_date(congress: Congress) -> Finding:
    """It is held when it was approved for."""
    first = begins(congress)
    unknown = congress.approved_from is None or first is None
    sentence = "begins on {first}, approved for {approved}"
    holds = None if unknown else first == congress.approved_from
    return finding(sentence, holds=holds, clause="5.1.1/5", first=first, approved=congress.approved_from)


@rule("5.1.1/6")
def state_levies_paid(congress: Congress) -> Finding:
    """The State's own Congress levy is paid before credits go to the Centre."""
    paid, on = congress.levies_paid_on, congress.levies_due
    holds = True if paid is not None and on is not None and paid <= on else None
    return finding("the State's Congress levies were paid on {paid}", holds=holds, clause="5.1.1/6", paid=paid)


@rule("5.1.1/7", "5.1.3/2")
def good_venue(congress: Congress) -> Finding:
    """The venue must be good enough."""
    clause = "5.1.3/2" if congress.kind is CongressKind.SUPER else "5.1.1/7"
    return finding("the venue is suitable", holds=congress.venue_suitable, clause=clause)


@rule("5.1.1/8")
def advertised(congress: Congress) -> Finding:
    """It must be advertised satisfactorily."""
    return finding("advertised satisfactorily", holds=congress.advertised, clause="5.1.1/8")


@rule("5.1.1/9")
def lodged_in_time(congress: Congress) -> Finding:
    """The application reaches the State secretary before the State's closing date."""
    unknown = congress.lodged is None or congress.closing is None
    holds = None if unknown else congress.lodged < congress.closing  # type: ignore[operator]
    sentence = "lodged on {lodged}, before {closing}"
    return finding(sentence, holds=holds, clause="5.1.1/9", lodged=congress.lodged, closing=congress.closing)


@rule("5.1.1/10")
def other_conditions_met(congress: Congress) -> Finding:
    """Whatever else the State asks for is met."""
    return finding("the State's other conditions are met", holds=congress.other_conditions, clause="5.1.1/10")


@rule("5.1.1/11")
def publicity_permitted(congress: Congress) -> Finding:
    """Literature goes to clubs of another State only with that State's permission."""
    holds = True if congress.interstate_publicity is False else congress.interstate_permitted
    return finding("publicity in other States is permitted there, or there is none", holds=holds, clause="5.1.1/11")


@rule("5.1.1/12")
def novice_limit_kept(book: Book, congress: Congress) -> Finding:
    """A Novice Congress takes players below 100 points, or below a lower limit of the organiser's."""
    limit = book.table("entry_limits").whole("novice congress", "figure")
    holds = congress.novice_limit is None or 0 < congress.novice_limit <= limit
    return finding("no Novice Congress, or its limit is 100 points or less", holds=holds, clause="5.1.1/12")


@rule("5.1.3/1")
def approved_in_writing(congress: Congress) -> Finding:
    """A Super Congress is asked for in writing or by email, beforehand."""
    sentence = "approved beforehand by the State secretary"
    found = beforehand(sentence, congress.state_approved, begins(congress), clause="5.1.3/1")
    asked = finding("asked for in writing or by email", holds=congress.approved_in_writing, clause="5.1.3/1")
    both = checklist("approved beforehand on request in writing", (asked, found), clause="5.1.3/1")
    return Finding(both.holds, both.working)


@rule("5.1.3/3")
def chief_director(book: Book, congress: Congress) -> Finding:
    """The chief director of a Super Congress is of State level or above."""
    return directors.high_enough(book, "Super Congress", congress.chief_director)


@rule("5.1.3/4")
def enough_directors(book: Book, congress: Congress) -> Finding:
    """No more than 40 tables to a director."""
    most = book.table("congress_figures").whole("tables a director at most", "value")
    holds = None
    if congress.tables is not None and congress.directors is not None:
        holds = congress.tables <= most * congress.directors
    sentence = "{tables} tables to {directors} directors, at most {most} to each"
    tables, staff = congress.tables, congress.directors
    return finding(sentence, holds=holds, clause="5.1.3/4", tables=tables, directors=staff, most=most)


@rule("5.1.3/5")
def dealt_beforehand(congress: Congress) -> Finding:
    """In a metropolitan area hands are dealt beforehand, and there are records after each session."""
    holds = True if congress.metropolitan is False else congress.dealt_with_records
    sentence = "hands dealt beforehand with records, or not in a metropolitan area"
    return finding(sentence, holds=holds, clause="5.1.3/5")


@rule("5.1.4")
def abf_approved(congress: Congress) -> Finding:
    """An ABF Super Congress needs the approval of the ABF."""
    return finding("approved by the ABF", holds=congress.abf_approved, clause="5.1.4")


def _basic(book: Book, congress: Congress) -> tuple[Finding, ...]:
    return (
        approved(congress),
        long_enough(book, congress),
        close_together(book, congress),
        well_directed(book, congress),
        on_the_approved_date(congress),
        state_levies_paid(congress),
        good_venue(congress),
        advertised(congress),
        lodged_in_time(congress),
        other_conditions_met(congress),
        publicity_permitted(congress),
        novice_limit_kept(book, congress),
    )


@rule("5.1.1/1", "5.1.3/1", "5.1.4", "1.5.2/2")
def conditions(book: Book, congress: Congress) -> Checklist:
    """Every condition of the kind: which hold, which fail, which are not known.

    A Festival meets those of a State-controlled Congress, a Super Congress more. For a tour ask the module of tours.
    """
    if congress.kind is CongressKind.ABF_SUPER:
        found = (abf_approved(congress), well_directed(book, congress))
        return checklist(f"{congress.kind} Congress", found, clause="5.1.4")
    listed = _basic(book, congress)
    clause = "5.1.1/1"
    if congress.kind is CongressKind.SUPER:
        listed += (
            approved_in_writing(congress),
            chief_director(book, congress),
            enough_directors(book, congress),
            dealt_beforehand(congress),
        )
        clause = "5.1.3/1"
    return checklist(f"{congress.kind} Congress", listed, clause=clause)
