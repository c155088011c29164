"""Every "before", "within" and "at most once" of the five books compares days: each on both sides of its day."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple

import pytest

from overtrick.engine.event import Event, Field, Play, Schedule, Stage
from overtrick.handbooks import clauses, names
from overtrick.handbooks import get as handbook
from overtrick.handbooks.abf.e2024 import club_events, congresses, levies, quotas, registration, state_events, years
from overtrick.handbooks.abf.e2024.club_events import ClubYear, RedSession
from overtrick.handbooks.abf.e2024.congresses import Congress, CongressKind, Session
from overtrick.handbooks.ebu.e2024 import event_forms, licence_conditions, licences
from overtrick.handbooks.ebu.e2024.licence_conditions import Licensed
from overtrick.handbooks.ebu.e2024.licences import Paper
from overtrick.handbooks.sbu.e2016 import championships
from overtrick.handbooks.scba.e2006 import overseas
from tests.handbooks.abf.records import BOOK as ABF
from tests.handbooks.ebu.records import BOOK as EBU

DAY = date(2026, 5, 12)
_STAGE = Stage(Play.TEAMS, Schedule(24), (Field(entered=8),))
Holds = bool | None


class Compared(NamedTuple):
    """A comparison: what holds a day before its day, on it, and a day after; None: the days do not tell."""

    clause: str
    says: str
    holds: Callable[[timedelta], Holds]
    expected: tuple[Holds, Holds, Holds]


#: Leave must come on an earlier day; a term is kept on its last day; a closing date is the first day that is too late.
BEFORE, BY, EARLIER = (True, None, False), (True, True, False), (True, False, False)


def _congress(**told: Any) -> Congress:  # noqa: ANN401 - as the record takes it
    return Congress(CongressKind.STATE, (Session(DAY),))._replace(**told)


def _red_session(given: date) -> Holds:
    event = RedSession(1, regular_time=False, day=DAY, approved=given)
    found = club_events.red_session_terms(ABF, event, ClubYear())
    return next(each.holds for each in found.conditions if "approved" in each.working.says)


def _special_event(given: date) -> Holds:
    found = state_events.special_event(1, None, 0, several_clubs=True, day=DAY, approved=given)
    return next(each.holds for each in found.conditions if "approved" in each.working.says)


def _announced(told: date) -> Holds:
    found = event_forms.may_be_stratified(EBU, 2, announced=told, day=DAY, by_rank=False)
    return next(each.holds for each in found.conditions if each.working.clause == "4.12.2")


def _paper(paper: Paper, late: timedelta) -> Holds:
    return licences.in_time(EBU, paper, DAY, licences.falls_due(EBU, paper, DAY).day + late).holds


def _notice(late: timedelta) -> Holds:
    told = DAY - timedelta(days=14) + late
    few = Licensed(tables=4, begins=DAY, told_of_few_tables=told, all_want_to_play=True)
    return licence_conditions.tables(EBU, few).holds


def _systems(late: timedelta) -> Holds:
    return licence_conditions.systems(
        EBU, Licensed(systems_level=2, systems_announced=DAY + late, entries_from=DAY)
    ).holds


def _abroad(late: timedelta) -> Holds:
    event = Event("Abroad", DAY, (_STAGE,), facts=(("match awards", str(DAY + late)),))
    return overseas.granted_beforehand(event).holds


def _remote(late: timedelta) -> Holds:
    return quotas.cut_off(2027) - timedelta(days=365) < quotas.cut_off(2027) + late <= quotas.cut_off(2027)


def _cancelled(late: timedelta) -> Holds:
    due = registration.cancellation_deadline(ABF, 2026).day
    found = registration.may_cancel(ABF, due + late)
    return found.holds if years.registration_year(ABF, due + late).last.year == due.year else False


def _is_free(charge: str, length: int, late: timedelta) -> Holds:
    return levies.periods(ABF, charge, length + late.days)[0] == 0


COMPARED = {
    "abf": (
        Compared("2.6/2", "leave for a red session", lambda off: _red_session(DAY + off), BEFORE),
        Compared("5.1.1/1", "leave for a Congress",
                 lambda off: congresses.approved(_congress(state_approved=DAY + off)).holds, BEFORE),
        Compared("5.1.3/1", "leave for a Super Congress",
                 lambda off: congresses.approved_in_writing(
                     _congress(state_approved=DAY + off, approved_in_writing=True)).holds, BEFORE),
        Compared("6.2.1/1", "leave for a special State event", lambda off: _special_event(DAY + off), BEFORE),
        Compared("5.1.1/5", "the approved day",
                 lambda off: congresses.on_the_approved_date(_congress(approved_from=DAY + off)).holds,
                 (False, True, False)),
        Compared("5.1.1/6", "the State's levies are paid, on the day on which that is looked at",
                 lambda off: congresses.state_levies_paid(_congress(levies_paid_on=DAY + off, levies_due=DAY)).holds,
                 (True, True, None)),
        Compared("5.1.1/9", "before the closing date",
                 lambda off: congresses.lodged_in_time(_congress(lodged=DAY + off, closing=DAY)).holds, EARLIER),
        Compared("5.1.1/3", "sessions on the same or the next day",
                 lambda off: congresses.close_together(
                     ABF, _congress(sessions=(Session(DAY), Session(DAY + timedelta(days=1) + off)))).holds, BY),
        Compared("1.3.2/1", "cancelled by the deadline", _cancelled, BY),
        Compared("App C: 7 cancellations", "the same", _cancelled, BY),
        Compared("1.3.2/3", "won in the quarter before renewal",
                 lambda off: registration.counts_after_lapse(
                     ABF, date(2026, 1, 1) + off, date(2025, 4, 1), DAY).holds, (False, True, True)),
        Compared("8.4/late file", "lodged within 30 days", lambda off: _is_free("late file", 30, off), BY),
        Compared("8.4/overdue", "paid within 90 days", lambda off: _is_free("overdue", 90, off), BY),
    ),
    "ebu": (
        Compared("1.3.3(b)", "fee within 30 days", lambda off: _paper(Paper.FEE, off), BY),
        Compared("1.5.3", "file within 30 days", lambda off: _paper(Paper.FILE, off), BY),
        Compared("1.7.17", "returns within a month", lambda off: _paper(Paper.STATEMENT, off), BY),
        Compared("1.8.3", "accounts within three months", lambda off: _paper(Paper.CHARITY_ACCOUNTS, off), BY),
        Compared("1.7.6", "systems announced before entries", _systems, BEFORE),
        Compared("1.7.13", "two weeks' notice of few tables", _notice, BY),
        Compared("4.12.2", "categories announced beforehand", lambda off: _announced(DAY + off), BEFORE),
    ),
    "sbu": tuple(
        Compared(clause, "leave for a Swiss",
                 lambda off: championships.given_beforehand(str(DAY + off), DAY).holds, BEFORE)
        for clause in ("ch2.major-swiss", "ch4.major-permission")
    ),
    "scba": (Compared("5.1.5/LP", "local points granted before the event", _abroad, BEFORE),),
    "wbu": (),
}  # fmt: skip

#: Clauses that speak of days and are held elsewhere, or compare nothing.
ELSEWHERE = {
    "abf": {
        "1.4.3/annually": "a yearly output of the Centre",
        "1.8 note 1": "points earned before 1982 are told as a figure when somebody moves in",
        "1.8 note 2": "the same",
        "2.6/5": "abf/test_quotas.py: applied between one 30 September and the next",
        "4.4.4": "a late pair at the table",
        "App E: 3 paper": "paper forms; results come as files",
    },
    "ebu": {
        "INTRO p2": "the edition of the first day: test_editions.py",
        "1.4.4": "a licence that is on record when results are submitted",
        "1.7.1": "a notice to read",
        "4.7.8": "a late round",
    },
    "sbu": {"intro.units": "hundredths"},
    "scba": {"1.3.1": "lists that are published", "4.7.8": "a late round", "4.7.10": "late entry is allowed"},
    "wbu": {"2.8.2 p4": "once in a lifetime: wbu/test_records.py"},
}
_OF_DAYS = re.compile(
    r"\b(prior approval|pre-?approved|beforehand|in advance|deciding before"
    r"|within (\d+|a|one|three) (calendar )?(days?|months?|weeks?)|\d+ days|days after|deadline|closing date|notice"
    r"|once (a|per) year|only once|once per player|before (entries|\d|the (event|start)|awarding|credits)"
    r"|by \d+ [A-Z]\w+|until it|late )",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "compared", [pytest.param(each, id=f"{book} {each.clause}") for book, rows in COMPARED.items() for each in rows]
)
def test_a_comparison_of_days_holds_on_both_sides_of_its_day(compared: Compared) -> None:
    days = (timedelta(days=-1), timedelta(0), timedelta(days=1))
    assert tuple(compared.holds(each) for each in days) == compared.expected


@pytest.mark.parametrize("name", names())
def test_every_clause_that_speaks_of_days_is_compared_or_says_why_not(name: str) -> None:
    found = {
        each.clause
        for edition in handbook(name).editions
        for each in clauses.clauses(edition)
        if _OF_DAYS.search(each.summary)
    }
    known = {each.clause for each in COMPARED[name]} | ELSEWHERE[name].keys()
    assert found <= known
    assert ELSEWHERE[name].keys() <= found
