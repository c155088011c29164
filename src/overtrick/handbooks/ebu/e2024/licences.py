"""Does an event need a licence, who gives it, and what is due when? (1.2.5, 1.2.7, 1.4, 1.5, 1.7.17, 1.8.3)"""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.findings import Checklist, Due, Finding, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import status as levels

from .organisations import SPONSORS, OrganiserKind

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

#: Who issues licences; a county cannot.
LICENSOR = "EBU licensing department"


class Paper(StrEnum):
    """What a licence holder owes after the event."""

    FEE = "licence fee"
    FILE = "results file"
    STATEMENT = "event statement"
    CHARITY_ACCOUNTS = "charity accounts"


class Licensable(NamedTuple):
    """An event as far as it decides whether a licence is needed; None: not told."""

    organiser: OrganiserKind
    open: bool | None = None  #: beyond the organiser's own members
    exempt: bool = False  #: by the handbook or in writing by the EBU
    simultaneous: bool = False
    beyond_quota: bool = False  #: a county's third simultaneous pairs, or one with clubs that are not affiliated
    inter_county_league: bool = False
    inter_organisation: bool = False
    all_members: bool | None = None  #: of the organising county
    blue: bool = False
    closed_major: bool = False  #: a blue major championship of a club, for its own members
    unusual: bool = False  #: neither under universal membership nor under a standard licence


class Application(NamedTuple):
    """What is known of an application; None: not told."""

    to_the_department: bool | None = None
    on_its_form: bool | None = None
    activities_declared: bool | None = None
    charity: bool = False
    charity_papers: bool | None = None  #: copies of what 1.8.1 asks for


@rule("1.4.1", "1.4.3", "1.4.4", "1.2.5", "1.2.5 p2", "1.2.5 p3", "1.2.6(e)", "1.2.7(c)", "5.2.1", "5.3.2", "5.3.3 p2")
def needs_licence(event: Licensable) -> Finding:
    """Open events need a licence; so do simultaneous pairs, blue events and whatever joins several organisations.

    Exempt are what the EBU exempts in writing, a county's two simultaneous pairs, an event for champions who are all
    members of the county that holds it, and the closed blue championships of a club.
    """
    if event.exempt:
        return finding("needs a licence: it is exempted", holds=False, clause="1.4.1")
    for applies, holds, sentence, clause in (
        (event.organiser not in SPONSORS, True, "another body needs a licence for points", "1.4.4"),
        (event.unusual, True, "a special licence: no standard one covers it", "1.4.3"),
        (event.closed_major, False, "needs a licence: a closed blue championship", "5.3.3 p2"),
        (event.blue, True, "an open blue event needs a licence", "5.2.1"),
        (event.inter_county_league, True, "an inter-county league needs a licence", "1.2.6(e)"),
    ):
        if applies:
            return finding(sentence, holds=holds, clause=clause)
    if event.simultaneous:
        return _simultaneous(event)
    if event.inter_organisation:
        of_a_county = event.organiser == OrganiserKind.COUNTY
        members = event.all_members if of_a_county else False
        outsiders = None if members is None else not members
        return finding("players who are not all members of the organising county", holds=outsiders, clause="1.2.7(c)")
    return finding("an open event needs a licence", holds=event.open, clause="1.4.1")


def _simultaneous(event: Licensable) -> Finding:
    if event.organiser == OrganiserKind.COUNTY and not event.beyond_quota:
        return finding("needs a licence: within the county's own two", holds=False, clause="1.2.5 p2")
    clause = "1.2.5 p3" if event.organiser == OrganiserKind.COUNTY else "1.2.5"
    return finding("simultaneous pairs need a special licence", holds=True, clause=clause)


@rule("1.5.1", "1.2.2")
def may_issue(licensor: str) -> Finding:
    """Only the licensing department of the EBU issues licences."""
    return finding("issued by the {licensor}", holds=licensor == LICENSOR, clause="1.5.1", licensor=licensor)


@rule("1.7.21", "1.5.2", "1.7.3", "1.8.2")
def may_be_approved(application: Application) -> Checklist:
    """An application goes to the licensing department on its form; a charity's papers come with it."""
    conditions = [
        finding("sent to the licensing department", holds=application.to_the_department, clause="1.7.21"),
        finding("on the form for that licence", holds=application.on_its_form, clause="1.5.2"),
        finding("other activities are declared", holds=application.activities_declared, clause="1.7.3"),
    ]
    if application.charity:
        conditions.append(finding("papers of the charity", holds=application.charity_papers, clause="1.8.2"))
    return checklist("the application", conditions, clause="1.7.21")


def _after(book: Book, row: str, ended: date) -> date:
    table = book.table("deadlines")
    return days.months_after(ended, table.whole(row, "months")) + timedelta(days=table.whole(row, "days"))


@rule("1.3.3(b)", "1.5.3", "1.7.17", "1.8.3")
def falls_due(book: Book, paper: Paper, ended: date) -> Due:
    """File and fee are due in 30 days, everything in a calendar month, the accounts of a charity in three months.

    After an event in February the month ends first; by default the earlier day counts, a setting takes the 30 days.
    """
    table = book.table("deadlines")
    if paper == Paper.CHARITY_ACCOUNTS:
        return _due(paper, _after(book, "charity accounts", ended), "1.8.3")
    month = _after(book, "returns", ended)
    if paper == Paper.STATEMENT:
        return _due(paper, month, "1.7.17")
    day = _after(book, paper, ended)
    if month < day and book.setting("file_and_fee_due") == "the earlier day":
        return _due(paper, month, "1.7.17")
    return _due(paper, day, table.text(paper, "clause"))


def _due(paper: Paper, day: date, clause: str) -> Due:
    return Due(day, step("The {paper} is due by {day}", 0, NOTHING, (), clause, paper=str(paper), day=day))


@rule("1.3.3(b)", "1.5.3", "1.7.17", "1.8.3")
def in_time(book: Book, paper: Paper, ended: date, arrived: date | None) -> Finding:
    """What is due has arrived on the last day at the latest; None: it has not arrived yet."""
    due = falls_due(book, paper, ended)
    holds = None if arrived is None else arrived <= due.day
    sentence = "the {paper} arrived on {arrived}"
    because = (due.working,)
    return finding(sentence, holds=holds, clause=due.working.clause, because=because, paper=str(paper), arrived=arrived)


@rule("1.3.3(b)")
def other_fee_due(set_by_department: date) -> Due:
    """Any other licence fee is due on the day the licensing department sets."""
    return _due(Paper.FEE, set_by_department, "1.3.3(b)")


@rule("1.6.1", "1.7.20")
def stands_on_the_licence(book: Book, status: Step, special: tuple[str, ...] = ()) -> Step:
    """A licence tells the status of its event, and the special conditions the EBU has set."""
    sentence = "On the licence: {label} status, special conditions: {special}"
    told = "; ".join(special) or "none"
    return step(sentence, status.value, status.unit, because=(status,), label=levels.label(book, status), special=told)
