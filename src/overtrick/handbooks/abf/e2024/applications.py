"""Which conditions does an application meet, and what does a grant state or give? (1.3.3 to 1.3.5, 5.1, 5.3)"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.findings import Checklist, checklist, finding
from overtrick.engine.numbers import ratio
from overtrick.engine.working import NOTHING, POINTS, step
from overtrick.handbooks import applications
from overtrick.handbooks.applications import BEGINS, FIRST_DAY

from . import congress_championships, congresses, reciprocity, tours
from .congress_championships import Championship
from .congresses import Beside, Congress, CongressKind, Session
from .reciprocity import Credited, OverseasPlayer
from .tours import Tour, Visitor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.findings import Finding
    from overtrick.engine.numbers import Exact
    from overtrick.engine.working import Step
    from overtrick.handbooks.applications import Case
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.questions import Answers

_CONGRESS, _ABF_SUPER, _TOUR, _ABROAD = "congress", "ABF Super Congress", "tour", "points from abroad"
_SIDE, _RATES = "side", "by the rates"
_HUNDREDTHS = 100
_SESSION = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[\s,]+(\d\S*))?(?:[\s,]+(plays))?", re.IGNORECASE)
_EVENT = re.compile(r"(.+?)[\s,:]+(\d{1,2})")


class Rules(applications.Rules):
    """The answers of the ABF."""

    def check(self, book: Book, case: Case) -> Checklist | None:
        """Every condition of a Congress, a tour or a grant; of others that everything asked is told."""
        if case.kind.name in (_CONGRESS, _ABF_SUPER):
            return _check_congress(book, case)
        if case.kind.name == _TOUR:
            given = _lines_read(case, "majors")
            found = tours.conditions(book, _tour(case))
            return checklist("the tour", (*found.conditions, *given), clause="5.1.2/1")
        if case.kind.name == _ABROAD:
            return _check_grant(book, case)
        return applications.complete(case)

    def outcome(self, book: Book, case: Case, stated: Answers) -> Step | None:
        """The grade of a Congress and the championships it may have; what somebody from abroad is credited."""
        if case.kind.name in (_CONGRESS, _ABF_SUPER):
            kind, side = _kind(case), case.answers.text("kind") == _SIDE
            graded = congresses.side_congress(book, _beside(case)) if side else congresses.graded(book, kind)
            allowed = congress_championships.majors(book, kind, side=side)
            minor = congress_championships.minors(book, case.answers.number("table_sessions") or 0)
            return step("Grade {grade}", 0, NOTHING, (graded.working, allowed, minor), "5.1", grade=graded.grade)
        if case.kind.name == _TOUR:
            return _tour_terms(book, case)
        if case.kind.name == _ABROAD:
            credited = _credited(book, case, stated)
            return None if credited is None else credited.working
        return None

    def points(self, book: Book, case: Case, stated: Answers) -> Mapping[str, int]:
        """What a grant credits, in hundredths by colour (1.3.3, 1.3.4)."""
        found = _credited(book, case, stated) if case.kind.name == _ABROAD else None
        return {} if found is None else {colour: units for colour, units in found.units.items() if units}


# --- Congresses and tours --------------------------------------------------------------------------------------------


def _kind(case: Case) -> CongressKind:
    if case.kind.name == _ABF_SUPER:
        return CongressKind.ABF_SUPER
    said = case.answers.text("kind")
    return CongressKind.SUPER if said == _SIDE else CongressKind(said or CongressKind.STATE)


def _beside(case: Case) -> Beside:
    return Beside(case.answers.text("beside") or Beside.NATIONAL)


def _check_congress(book: Book, case: Case) -> Checklist:
    kind, told = _kind(case), case.answers
    majors, minors = _events(told.text("majors")), _events(told.text("minors"))
    side = told.text("kind") == _SIDE
    parts = (
        congresses.conditions(book, _congress(case, kind)),
        congress_championships.major_championships(book, kind, majors, side=side),
        congress_championships.minor_championships(book, minors, told.number("table_sessions") or 0),
    )
    listed = [each for part in parts for each in part.conditions]
    if side:
        listed.append(congresses.side_grade_kept(book, _beside(case), case.stated.text("congress")))
    listed += [each for name in ("sessions_held", "majors", "minors") for each in _lines_read(case, name)]
    return checklist(f"{kind} Congress", listed, clause=parts[0].working.clause)


def _congress(case: Case, kind: CongressKind) -> Congress:
    told, stated, organiser = case.answers, case.stated, case.organiser
    first = told.day(FIRST_DAY)
    region = None if organiser is None else organiser.region()
    return Congress(
        kind,
        _sessions(case),
        approved_from=stated.day(BEGINS) or (first if stated.told else None),
        state_approved=case.decided,
        levies_paid_on=told.day("levies_paid_on"),
        levies_due=case.decided or case.sent,
        venue_suitable=stated.holds("venue_suitable"),
        advertised=stated.holds("advertised"),
        lodged=case.sent,
        closing=None if region is None else region.day("congress closing day"),
        other_conditions=stated.holds("other_conditions"),
        interstate_publicity=told.holds("interstate"),
        interstate_permitted=told.holds("interstate_permitted"),
        novice_limit=told.number("novice_limit") if told.holds("novice") else None,
        approved_in_writing=True if case.sent is not None else None,
        chief_director=_level(case, told.text("chief_director"), first),
        tables=told.number("tables"),
        directors=told.number("directors"),
        metropolitan=told.holds("metropolitan"),
        dealt_with_records=told.holds("dealt"),
        abf_approved=True if stated.told else None,
    )


def _sessions(case: Case) -> tuple[Session, ...]:
    """Read a session a line: its day, the number of its director, and whether that one plays."""
    found = []
    for line in _lines(case.answers.text("sessions_held")):
        read = _SESSION.fullmatch(line)
        day = days.written(read[1]) if read else None
        if read is None or day is None:
            continue
        found.append(Session(day, _level(case, read[2] or "", day), bool(read[3])))
    return tuple(found)


def _level(case: Case, number: str, day: date | None) -> str | None:
    """Give the level of a director by number; None where that is not known."""
    if case.organiser is None or not number or day is None:
        return None
    return case.organiser.director(number, day)


def _tour(case: Case) -> Tour:
    told, stated = case.answers, case.stated
    return Tour(
        _level(case, told.text("director"), told.day(FIRST_DAY)),
        stated.holds("convenor_authorised"),
        fees_unpaid=stated.holds("fees_unpaid") is True,
        players_dissatisfied=stated.holds("dissatisfied") is True,
        states_told=told.holds("states_told"),
        majors=_events(told.text("majors")),
    )


def _tour_terms(book: Book, case: Case) -> Step:
    """Say what an authorised tour gives to whom: nothing for lessons, green points to those who live near."""
    lessons = tours.earns_points(teaching=case.answers.holds("teaching") is True)
    _colour, near = tours.colour_for(book, Visitor(on_the_tour=False))
    return step("Red points on the terms of a tour", 0, NOTHING, (lessons.working, near), "5.1.2/2")


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _events(text: str) -> tuple[Championship, ...]:
    """Read an event a line: its name, and how many sessions it has."""
    read = (_EVENT.fullmatch(line) for line in _lines(text))
    return tuple(Championship(each[1], int(each[2])) for each in read if each)


def _lines_read(case: Case, name: str) -> list[Finding]:
    """Say which lines of an answer cannot be read: nothing is left out without a word."""
    clause = next(each.clause for each in case.kind.questions if each.name == name)
    unread = [line for line in _lines(case.answers.text(name)) if not _is_read(name, line)]
    sentence = "the line “{line}” can be read"
    return [finding(sentence, holds=False, clause=clause, line=line) for line in unread]


def _is_read(name: str, line: str) -> bool:
    if name != "sessions_held":
        return _EVENT.fullmatch(line) is not None
    read = _SESSION.fullmatch(line)
    return read is not None and days.written(read[1]) is not None


# --- Points and ranks from abroad ------------------------------------------------------------------------------------


def _newcomer(case: Case) -> OverseasPlayer:
    told = case.answers
    return OverseasPlayer(
        applied=case.sent is not None,
        settling=told.holds("settling") is True,
        documents=told.holds("documents"),
    )


def _check_grant(book: Book, case: Case) -> Checklist:
    told, stated, newcomer = case.answers, case.stated, _newcomer(case)
    way = stated.text("way")
    given = applications.complete(case)
    listed = [*(given.conditions if given else ())]
    if way and way != _RATES:
        listed.append(_may_be_granted(book, case, stated))
    elif way == _RATES or told.holds("settling") is False:
        listed.append(reciprocity.by_the_rates(newcomer))
    else:
        documents = finding("documents of the rank held there", holds=newcomer.documents, clause="1.3.3/3")
        listed.append(documents)
    return checklist("points from abroad", listed, clause="1.3.4 note 1")


def _credited(book: Book, case: Case, stated: Answers) -> Credited | None:
    """Convert by the rates, or grant a rank; None as long as nobody has stated which."""
    way, told = stated.text("way"), case.answers
    if not way:
        return None
    won = {name: _points(told, name) for name in book.table("reciprocity").rows if told.number(str(name))}
    if way == _RATES:
        return reciprocity.credited(book, _newcomer(case), {str(name): amount for name, amount in won.items()})
    allowed = _may_be_granted(book, case, stated)
    if allowed.holds is False:
        return Credited({}, step("No rank is granted", 0, POINTS, (allowed.working,), allowed.working.clause))
    return reciprocity.granted(book, way, _rank(book, stated), a_points=_points(told, "NZ A"))


def _may_be_granted(book: Book, case: Case, stated: Answers) -> Finding:
    nominated, rank = bool(stated.text("nominee")), _rank(book, stated)
    return reciprocity.may_be_granted(book, stated.text("way"), rank, _newcomer(case), nominated=nominated)


def _rank(book: Book, stated: Answers) -> str:
    """Give the rank that is granted: the one that was chosen, or the only one that the clause has."""
    return stated.text("rank") or stated.text("assessed rank") or reciprocity.only_rank(book, stated.text("way"))


def _points(told: Answers, name: object) -> Exact:
    return ratio(told.number(str(name)) or 0, _HUNDREDTHS)
