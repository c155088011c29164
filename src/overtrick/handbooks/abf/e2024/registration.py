"""Is this player registered, until when, and which points count after a lapse? (1.3.1, 1.3.2, 1.3.3, 1.3.6, 2.2)"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.days import Period
from overtrick.engine.findings import Due, Finding, both, finding
from overtrick.engine.working import NOTHING, rule, step

from .years import registration_year

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

_MARCH = 3
_ONE_DAY = timedelta(days=1)


class Registration(NamedTuple):
    """A player in the scheme: the number is for life, the home club carries the fees."""

    number: str
    home_club: str
    since: date  #: first registered, or registered again
    lapsed_from: date | None = None  #: first day without registration; None while active


@rule("1.3.1/1")
def is_registered(registration: Registration, day: date, *, affiliated: bool, paid: bool) -> Finding:
    """A member of an affiliated club is registered once the club has paid for the player, and until that lapses."""
    lapsed = registration.lapsed_from is not None and registration.lapsed_from <= day
    holds = affiliated and paid and bool(registration.number) and registration.since <= day and not lapsed
    sentence = "registered through {club} on {day}: club affiliated, fee paid, number given, not lapsed"
    return finding(sentence, holds=holds, clause="1.3.1/1", club=registration.home_club or "no club", day=day)


@rule("1.3.2/1", "App C: 7 cancellations")
def cancellation_deadline(book: Book, year: int) -> Due:
    """Cancellations for the year that begins on 1 April must be there by the end of March.

    The handbook says midday on 31 March, and elsewhere the last working day; a setting chooses.
    """
    if book.setting("cancellation_deadline") == "last working day of March":
        day = days.last_working_day(year, _MARCH)
        sentence = "Cancellations are taken until {day}, the last working day of March"
    else:
        day = days.month(date(year, _MARCH, 1)).last
        sentence = "Cancellations are taken until midday on {day}"
    return Due(day, step(sentence, 0, NOTHING, clause="1.3.2/1", day=day))


@rule("1.3.2/1", "1.4.2/2", "App C: 7 cancellations")
def may_cancel(book: Book, lodged: date, *, after_midday: bool = False, already: bool = False) -> Finding:
    """A club may cancel home members once a year and in time; whoever is not cancelled is renewed for the whole year.

    A day after the end of March belongs to the next year's cancellations. ``already`` says that the club has lodged
    its list for that year.
    """
    ends = registration_year(book, lodged).last
    due = cancellation_deadline(book, ends.year)
    midday = book.setting("cancellation_deadline") == "midday 31 March"
    in_time = lodged < due.day or (lodged == due.day and not (midday and after_midday))
    if already:
        sentence = "the club has already lodged its cancellations for the year to {ends}"
        return finding(sentence, holds=False, clause="App C: 7 cancellations", because=(due.working,), ends=ends)
    sentence = "lodged on {lodged}, in time to end the registration on {ends}"
    return finding(sentence, holds=in_time, clause="1.3.2/1", because=(due.working,), lodged=lodged, ends=ends)


@rule("1.3.2/1")
def lapses_from(book: Book, lodged: date) -> Due:
    """A player who was cancelled in time is inactive from 1 April."""
    first = registration_year(book, lodged).last + _ONE_DAY
    return Due(first, step("Inactive from {day}", 0, NOTHING, clause="1.3.2/1", day=first))


@rule("1.3.2/3")
def counts_after_lapse(book: Book, earned: date, lapsed_from: date, renewed: date) -> Finding:
    """Of what was won while unregistered, only the quarter of renewal and the one before it are credited."""
    if earned < lapsed_from or earned >= renewed:
        return finding("won on {day}, when registered", holds=True, clause="1.3.2/3", day=earned)
    period = days.quarter(renewed)
    for _ in range(book.table("registration").whole("quarters credited before renewal", "value")):
        period = Period(days.quarter(days.before(period)).first, period.last)
    sentence = "won on {day} while unregistered; credited from {first} on, the quarter before renewal"
    return finding(sentence, holds=earned >= period.first, clause="1.3.2/3", day=earned, first=period.first)


@rule("1.3.3/1")
def visitors_club(book: Book, country: str, *, resident: bool) -> tuple[str, Finding]:
    """A visitor from overseas may be registered without a fee, in a club for the country; residents may not."""
    table = book.table("players_clubs")
    club = table.text(country if country in ("New Zealand", "England") else "elsewhere", "club")
    sentence = "{club}: for visitors, not for permanent or temporary residents"
    return club, finding(sentence, holds=not resident, clause="1.3.3/1", club=club)


@rule("1.3.6/1")
def may_join_youth_club(book: Book, born: date, year: int) -> Finding:
    """Whoever is under 26 on 1 January may be registered free of charge for that year."""
    limit = book.table("registration").whole("youth age", "value")
    on = date(year, 1, 1)
    sentence = "{age} years old on {on}, must be under {limit}"
    years = days.age(born, on)
    return finding(sentence, holds=years < limit, clause="1.3.6/1", age=years, on=on, limit=limit)


@rule("1.3.6/3")
def youth_ends(book: Book, born: date) -> Due:
    """A youth registration ends with the year in which the player turns 26; a setting says which year is meant."""
    limit = book.table("registration").whole("youth age", "value")
    turns = date(born.year + limit, born.month, 1)
    if book.setting("youth_year") == "registration":
        end = registration_year(book, turns).last
    else:
        end = date(turns.year, 12, 31)
    sentence = "The youth registration ends on {end}, the year of turning {limit}"
    return Due(end, step(sentence, 0, NOTHING, clause="1.3.6/3", end=end, limit=limit))


@rule("1.3.6/3")
def still_registered(book: Book, born: date, day: date, *, other_club: bool) -> Finding:
    """A youth player stays registered past that day only through another club."""
    due = youth_ends(book, born)
    sentence = "youth registration runs to {end}, or the player is registered in another club"
    holds = day <= due.day or other_club
    because = (due.working, may_join_youth_club(book, born, day.year).working)
    return finding(sentence, holds=holds, clause="1.3.6/3", because=because, end=due.day)


@rule("2.2/1", "2.2/2")
def supervised_points_credited(registered: date | None, earned: date) -> tuple[Finding, Due | None]:
    """Points of supervised play are credited to the registered; a club holds those of others until they register.

    They go to the Centre at the end of the period in which the player registers; clubs report by the quarter.
    """
    if registered is not None and registered <= earned:
        return finding("registered when they were won", holds=True, clause="2.2/1"), None
    if registered is None:
        return finding("held by the club until the player registers", holds=False, clause="2.2/2"), None
    sent = days.quarter(registered).last
    due = Due(sent, step("Forwarded at the end of the quarter, {day}", 0, NOTHING, clause="2.2/2", day=sent))
    return finding("registered since; forwarded on {day}", holds=True, clause="2.2/2", day=sent), due


@rule("1.3.1/1", "1.3.1/2")
def complete(home_clubs: tuple[str, ...], *, fee_paid: bool | None) -> Finding:
    """A player in several clubs names exactly one home club, and that club pays; None: the account is not known."""
    named = len(set(home_clubs))
    sentence = "{named} home clubs are named, exactly one is needed; its fee is paid"
    return finding(sentence, holds=both((named == 1, fee_paid)), clause="1.3.1/2", named=named)
