"""How much may a club, a county or a district league run in a year? (1.2, 1.3.1, 1.4.2, 5.2, 5.3, 6.1)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine.days import Period, year_from
from overtrick.engine.numbers import down
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family.written import EVENTS, SESSIONS

from .organisations import Organisation, OrganiserKind

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

_JANUARY, _APRIL = 1, 4


def figure(book: Book, name: str) -> int:
    """Read one of the quotas."""
    return book.table("quotas").whole(name, "figure")


@rule("5.2.1")
def year_of(book: Book, day: date) -> Period:
    """Give the year of a quota: the calendar year, as 5.2.1 says; by a setting the year of the fees, from April."""
    return year_from(day, _JANUARY if book.setting("quota_year") == "calendar" else _APRIL)


def _quota_step(book: Book, name: str, sentence: str) -> Step:
    most = figure(book, name)
    return step(sentence, most, EVENTS, clause=book.table("quotas").text(name, "clause"), most=most)


@rule("1.2.1")
def regular_games() -> Step:
    """Regular games and minor championships have no limit, open or closed as the organiser chooses."""
    return step("Regular games and minor championships are not limited", 0, NOTHING)


@rule("1.2.3", "4.11.1", "3.7.3 p2")
def ladders(book: Book) -> Step:
    """A club or county may run two ladders a year."""
    return _quota_step(book, "ladders", "{most} ladders a year")


@rule("1.2.4", "6.1.1")
def major_championships(book: Book, *, green: bool = False) -> Step:
    """A club or county has one major championship for pairs and one for teams; a county's may be green."""
    if green:
        return _quota_step(
            book, "green majors of a kind", "{most} green major championship a year for pairs, {most} for teams"
        )
    return _quota_step(
        book, "major championships of a kind", "{most} major championship a year for pairs, {most} for teams"
    )


@rule("1.2.5 p2")
def simultaneous_pairs(book: Book, kind: OrganiserKind) -> Step:
    """A county may run two simultaneous pairs a year without a licence; nobody else may run one without."""
    if kind != OrganiserKind.COUNTY:
        return step("No simultaneous pairs without a licence", 0, EVENTS, clause="1.2.5")
    return _quota_step(book, "county simultaneous pairs", "{most} simultaneous pairs a year without a licence")


@rule("1.2.6(d)")
def multi_county_events(book: Book, kind: OrganiserKind) -> Step:
    """A county may hold one event a year with players of other counties."""
    if kind != OrganiserKind.COUNTY:
        return step("Only a county holds an event for several counties", 0, EVENTS)
    return _quota_step(book, "multi-county events", "{most} event a year with players of other counties")


@rule("5.3.1", "1.2.6(a)", "1.2.2")
def blue_events(book: Book, organisation: Organisation) -> Step:
    """A club may run two blue events a year and two more for each full 10 000 player sessions of the year before.

    A county may run four, beside the first division of its league.
    """
    if organisation.kind == OrganiserKind.COUNTY:
        return _quota_step(book, "county blue events", "{most} blue events a year, beside division 1 of the league")
    if organisation.kind != OrganiserKind.CLUB:
        return step("Blue events are for clubs and counties", 0, EVENTS, clause="5.3.1")
    size = figure(book, "player sessions a step")
    steps = organisation.player_sessions_before // size
    base, more = figure(book, "club blue events"), figure(book, "club blue events for a step") * steps
    sentence = "{base} blue events, and {more} for {sessions} player sessions in the year before"
    return step(
        sentence,
        base + more,
        EVENTS,
        clause="5.3.1",
        base=base,
        more=more,
        sessions=organisation.player_sessions_before,
    )


@rule("1.2.2")
def open_blue_events(book: Book, organisation: Organisation) -> Step:
    """Of a club's blue events four may be open ones, if the setting keeps the older limit; otherwise all may."""
    allowed = blue_events(book, organisation)
    if book.setting("open_club_blue_events") == "no limit of their own" or organisation.kind != OrganiserKind.CLUB:
        return allowed
    most = min(figure(book, "open club blue events at most"), int(allowed.value))
    return step("{most} of them open ones", most, EVENTS, because=(allowed,), most=most)


@rule("5.2.1")
def online_blue_events(book: Book, in_the_year: int) -> Step:
    """At most half of the blue events a county runs in a calendar year are online."""
    share = book.table("quotas").number("online share of county blue at most", "figure")
    most = down(share * in_the_year)
    sentence = "{most} of {count} blue events may be online"
    return step(sentence, most, EVENTS, most=most, count=in_the_year)


@rule("6.1.4", "6.1.5")
def one_day_green_events(book: Book, in_congress: int = 0) -> Step:
    """A county may apply for two one-day green events a year; a green event in its congress takes the place of one."""
    most = figure(book, "one-day green events")
    if not in_congress:
        return step("{most} one-day green events a year", most, EVENTS, clause="6.1.4", most=most)
    sentence = "{most} one-day green events a year, less {used} in the congress"
    return step(sentence, most - in_congress, EVENTS, clause="6.1.5", most=most, used=in_congress)


@rule("6.1.5")
def congress_green_events(book: Book) -> Step:
    """A county may have one green event in its annual congress, in place of a one-day event."""
    return _quota_step(book, "congress green events", "{most} green event in the annual congress")


@rule("1.4.2 district p2", "4.9.6 p1")
def district_league_events(book: Book) -> Step:
    """A district league may hold one pairs and one teams event a year for all its players."""
    return _quota_step(book, "district league events of a kind", "{most} pairs and {most} teams event a year")


@rule("1.3.1 (party)")
def party_sessions(book: Book) -> Step:
    """A club has one free session a year for a party, a social evening or a charity."""
    most = figure(book, "party sessions")
    return step("{most} party, social or charity session a year is free", most, SESSIONS, most=most)


@rule("1.3.1 (charity)(i)", "1.3.1 (charity)(ii)")
def charity_sessions(book: Book, player_sessions: int) -> Step:
    """Larger clubs have free charity sessions besides: one above 10 000 player sessions a year, two above 20 000."""
    table = book.table("exempt_charity")
    most = table.whole(player_sessions, "sessions")
    sentence = "{most} further charity sessions are free: {count} player sessions a year"
    return step(
        sentence, most, SESSIONS, clause=table.text(player_sessions, "clause"), most=most, count=player_sessions
    )
