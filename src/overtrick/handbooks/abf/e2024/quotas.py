"""How much may a club, a region or a State run in a year? (2.3, 2.6, 2.7, 6.2.1)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import Exact, down, ratio, up
from overtrick.engine.working import Step, rule, step

from .written import EVENTS, SESSIONS, points

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

MONTHS = 12
_SEPTEMBER = 9
_LAST_OF_SEPTEMBER = 30


class Club(NamedTuple):
    """What decides a club's entitlement for one calendar year."""

    name: str
    affiliated: date  #: first day of affiliation
    scheduled: int = 0  #: sessions in the directory for that calendar year
    green_issued: int = 0  #: hundredths, in the twelve months to 30 September before
    kilometres: Exact | None = None  #: to the nearest affiliated club; None: not known
    remote_applied: bool = False  #: asked this year, and the Centre was told by 30 September
    founded: int | None = None  #: year
    bridge_day_sessions: int = 0  #: extra sessions approved for a Bridge Day in an anniversary year


def cut_off(year: int) -> date:
    """Give the 30 September before a calendar year, on which its entitlements are worked out."""
    return date(year - 1, _SEPTEMBER, _LAST_OF_SEPTEMBER)


def _figure(book: Book, name: str) -> int:
    return book.table("club_quotas").whole(name, "value")


@rule("2.6/3")
def b4c_base(book: Book, club: Club, year: int) -> Step:
    """A club affiliated on 30 September with 40 sessions in the directory has 6 red sessions in the year after."""
    day = cut_off(year)
    least = _figure(book, "B4c sessions scheduled at least")
    if club.affiliated > day:
        return step("Not affiliated on {day}: no base", 0, SESSIONS, day=day)
    if club.scheduled < least:
        sentence = "{scheduled} sessions are scheduled, {least} are needed: no base"
        return step(sentence, 0, SESSIONS, scheduled=club.scheduled, least=least)
    base = _figure(book, "B4c sessions")
    sentence = "Affiliated on {day}, {scheduled} sessions scheduled: {base}"
    return step(sentence, base, SESSIONS, day=day, scheduled=club.scheduled, base=base)


@rule("2.6/4")
def b4c_for_green_points(book: Book, green_issued: int) -> Step:
    """The first 35 green points issued in twelve months give one session more, each further 65 another."""
    first, further = _figure(book, "B4c first green points"), _figure(book, "B4c further green points")
    more = 0 if green_issued < first else 1 + (green_issued - first) // further
    sentence = "{issued} green points issued, one for {first} and for each further {further}: {more}"
    return step(
        sentence,
        more,
        SESSIONS,
        issued=points(green_issued),
        first=points(first),
        further=points(further),
        more=more,
    )


@rule("2.6/5")
def is_remote(book: Book, club: Club) -> bool:
    """A club is remote if more than 40 km lie between it and the nearest affiliated club."""
    return club.kilometres is not None and club.kilometres > _figure(book, "remote beyond kilometres")


@rule("2.6/5")
def b4c_for_distance(book: Book, club: Club) -> Step:
    """A remote club has 3 sessions more in each year for which it applies in time."""
    if not is_remote(book, club):
        limit = _figure(book, "remote beyond kilometres")
        return step("Not known to be more than {limit} km from the nearest club", 0, SESSIONS, limit=limit)
    if not club.remote_applied:
        return step("Remote, but the Centre was not told by 30 September", 0, SESSIONS)
    more = _figure(book, "B4c remote")
    return step(
        "Remote, {kilometres} km from the nearest club: {more}",
        more,
        SESSIONS,
        (),
        kilometres=club.kilometres,
        more=more,
    )


@rule("2.6/6")
def b4c_for_an_anniversary(book: Book, club: Club, year: int) -> Step:
    """In every 25th year a club has what it needs for one Bridge Day, if the State secretary approves."""
    every = _figure(book, "B4c anniversary years")
    years = None if club.founded is None else year - club.founded
    if years is None or years <= 0 or years % every:
        return step("No anniversary of a multiple of {every} years", 0, SESSIONS, every=every)
    sentence = "{years} years old, approved for a Bridge Day: {more}"
    return step(sentence, club.bridge_day_sessions, SESSIONS, years=years, more=club.bridge_day_sessions)


@rule("2.6/8")
def b4c_of_a_new_club(book: Book, club: Club, year: int) -> Step:
    """A club registered after 30 September has a share of the 6 sessions for the months it is there, at least 3.

    The month of affiliation counts; which way a fraction goes is a setting.
    """
    base, least = _figure(book, "B4c sessions"), _figure(book, "B4c new club at least")
    begins = club.affiliated if club.affiliated.year == year else date(year, 1, 1)
    months = MONTHS - begins.month + 1
    rounding = up if book.setting("new_club_share") == "rounded up" else down
    share = max(rounding(ratio(base * months, MONTHS)), least)
    sentence = "New club, there for {months} months of {year}: {share} of {base}, at least {least}"
    return step(sentence, share, SESSIONS, months=months, year=str(year), share=share, base=base, least=least)


@rule("2.6/3", "2.6/4", "2.6/5", "2.6/6", "2.6/8")
def b4c(book: Book, club: Club, year: int) -> Step:
    """A club's red sessions for a calendar year: the base and everything that comes on top.

    A club that schedules too little for the base has the additions only if the setting says so: they are told as
    additions to it.
    """
    if club.affiliated.year > year:
        return step("Not affiliated in {year}", 0, SESSIONS, clause="2.6/3", year=str(year))
    if club.affiliated > cut_off(year):
        parts: tuple[Step, ...] = (b4c_of_a_new_club(book, club, year), b4c_for_an_anniversary(book, club, year))
    else:
        base = b4c_base(book, club, year)
        more = (
            b4c_for_green_points(book, club.green_issued),
            b4c_for_distance(book, club),
            b4c_for_an_anniversary(book, club, year),
        )
        parts = (base, *more) if base.value or book.setting("b4c_additions_without_base") == "yes" else (base,)
    total = sum(int(each.value) for each in parts)
    return step("{total} B4c sessions in {year}", total, SESSIONS, parts, "2.6/3", total=total, year=str(year))


@rule("2.3/1")
def club_championships(book: Book) -> Step:
    """A club may run 6 championships at grade D each year."""
    most = _figure(book, "D championships")
    return step("{most} Club Championships a year", most, EVENTS, most=most)


@rule("2.7/1")
def b5i(book: Book, club: Club, *, permitted: bool = False) -> Step:
    """A club may take part in 5 interclub events a calendar year, in 3 more if it is remote and the State permits."""
    most = _figure(book, "B5i events")
    if is_remote(book, club) and permitted:
        more = _figure(book, "B5i remote")
        return step(
            "{most} interclub events a year, {more} more for a remote club", most + more, EVENTS, most=most, more=more
        )
    return step("{most} interclub events a year", most, EVENTS, most=most)


@rule("6.2.1/2")
def b4s(book: Book, members: int) -> Step:
    """A State may run 10 special sessions a calendar year and one more for each 500 members or part of them.

    The members are those registered in the State on 30 September before.
    """
    table = book.table("state_quotas")
    base, size = table.whole("B4s sessions", "value"), table.whole("B4s members for one more", "value")
    more = up(ratio(members, size))
    sentence = "{base} sessions and {more} for {members} members"
    return step(sentence, base + more, SESSIONS, base=base, more=more, members=members)
