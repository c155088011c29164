"""May this organisation run this event, and what does it use up? (1.2, 1.4.2, 4.11.9, 5.2, 5.3, 6.1)"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, Use, checklist, finding, use
from overtrick.engine.working import rule
from overtrick.handbooks.submission import counted

from . import quotas
from .event_forms import Championship, may_be_major
from .organisations import OrganiserKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

    from .organisations import Organisation

ONE_SESSION = 1


class Form(StrEnum):
    """What kind of event an organiser plans."""

    REGULAR = "regular game"
    MINOR = "minor championship"
    LADDER = "ladder"
    LADDER_FINAL = "ladder final"
    MAJOR = "major championship"
    OPEN = "open event"
    LEAGUE = "teams league"
    SIMULTANEOUS = "simultaneous pairs"
    MULTI_COUNTY = "multi-county event"
    ONE_DAY_GREEN = "one-day green event"
    CONGRESS_GREEN = "green event of the congress"
    OF_A_DISTRICT_LEAGUE = "event of a district league"


class Planned(NamedTuple):
    """An event that is planned, or was held earlier in the year; None: not told."""

    form: Form
    day: date
    play: str = "pairs"
    colour: str = "local"
    championship: Championship = Championship()
    sessions: int | None = None
    knock_out: bool = False  #: single elimination
    closed: bool = False  #: to the organiser's own members
    any_member_may_enter: bool | None = None  #: any member of the EBU, and nobody else
    division: int = 1
    online: bool | None = None
    licence: bool | None = None
    in_green_congress: bool = False
    congress_existed: bool | None = None  #: now or formerly
    affiliated_clubs_only: bool | None = None
    charity: bool = False
    series: str = ""  #: ladders of the sections of one game have the same


def _in_year(book: Book, planned: Planned, so_far: Sequence[Planned]) -> list[Planned]:
    year = quotas.year_of(book, planned.day)
    return [each for each in so_far if year.holds(each.day)]


def _enough(allowed: Step, used: int, clause: str) -> Finding:
    left = int(allowed.value) - used
    sentence = "{left} left of {allowed}"
    values = {"left": max(left, 0), "allowed": allowed.value}
    return finding(sentence, holds=left > 0, clause=clause, because=(allowed,), **values)


def _use(title: str, conditions: Sequence[Finding], allowed: Step, used: int, clause: str) -> Use:
    found = checklist(title, (*conditions, _enough(allowed, used, clause)), clause=clause)
    return use(title, found, uses=1, left=max(int(allowed.value) - used, 0))


@rule("1.2.1", "4.11.9 note b")
def unlimited(planned: Planned) -> Use:
    """Regular games, minor championships and the final of a ladder use nothing up."""
    step = quotas.regular_games()
    clause = "4.11.9 note b" if planned.form == Form.LADDER_FINAL else "1.2.1"
    found = checklist(
        planned.form, (finding("not limited", holds=True, clause=clause, because=(step,)),), clause=clause
    )
    return use(planned.form, found, uses=0, left=0)


@rule("1.2.3", "4.11.1", "4.11.9 note c", "3.7.3 p2")
def ladder(book: Book, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """Two ladders a year; those of the sections of one game are one together."""
    ladders = [each for each in _in_year(book, planned, so_far) if each.form == Form.LADDER]
    if planned.series and any(each.series == planned.series for each in ladders):
        same = finding("a further section of the same series", holds=True, clause="4.11.9 note c")
        found = checklist("ladder", (same,), clause="4.11.9 note c")
        left = max(int(quotas.ladders(book).value) - series(ladders), 0)
        return use("ladder", found, uses=0, left=left)
    return _use("ladder", (), quotas.ladders(book), series(ladders), "1.2.3")


def series(ladders: Sequence[Planned]) -> int:
    """Count ladders; those of the sections of one game are one together."""
    return counted(each.series for each in ladders)


def blue_events(held: Sequence[Planned]) -> int:
    """Count blue events; the first division of a county's league is blue beside them (5.2.3)."""
    return sum(each.colour == "blue" and each.form != Form.LEAGUE for each in held)


@rule("1.2.4", "1.2.4 p1c", "6.1.1", "6.1.2")
def major(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """One major championship for pairs and one for teams a year; a club's may be blue, a county's green.

    A blue one also needs one of the club's blue events to be left.
    """
    year = _in_year(book, planned, so_far)
    used = sum(each.form == Form.MAJOR and each.play == planned.play for each in year)
    conditions = list(may_be_major(book, planned.championship).conditions)
    clause = "1.2.4"
    if planned.colour == "blue":
        blue = blue_events(year)
        club = organisation.kind == OrganiserKind.CLUB
        conditions.append(finding("a club's major championship may be blue", holds=club, clause="1.2.4 p1c"))
        conditions.append(_enough(quotas.blue_events(book, organisation), blue, "5.3.1"))
    green = planned.colour == "green"
    if green:
        county = organisation.kind == OrganiserKind.COUNTY
        conditions.append(finding("a county's major championship may be green", holds=county, clause="6.1.1"))
        clause = "6.1.1"
    return _use(planned.form, conditions, quotas.major_championships(book, green=green), used, clause)


def _open_blue(planned: Planned, organisation: Organisation) -> tuple[Finding, ...]:
    clause = "5.2.1" if organisation.kind == OrganiserKind.COUNTY else "5.3.2"
    return (
        finding("any member of the EBU may enter, and only members", holds=planned.any_member_may_enter, clause=clause),
        finding("licensed", holds=planned.licence, clause=clause),
    )


@rule("1.2.6(a)", "5.2.1", "5.2.2", "5.2.3", "5.3.1", "5.3.2", "5.3.3", "1.2.2")
def blue_event(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """An open blue event is for all members of the EBU, with a licence; a closed one is a club's major championship.

    A county's are half at most online, and of a single session only in a congress that is otherwise green. The first
    division of its league is blue beside all that.
    """
    if planned.form == Form.LEAGUE:
        return league_in_blue(organisation, planned)
    year = [each for each in _in_year(book, planned, so_far) if each.colour == "blue" and each.form != Form.LEAGUE]
    allowed = quotas.blue_events(book, organisation)
    if planned.closed and organisation.kind == OrganiserKind.CLUB:
        closed = finding("a closed blue event is a major championship", holds=False, clause="5.3.3")
        return _use("blue event", (closed,), allowed, len(year), "5.3.3")
    conditions = list(_open_blue(planned, organisation))
    if organisation.kind == OrganiserKind.COUNTY:
        conditions += _of_a_county(book, planned, year)
        return _use("blue event", conditions, allowed, len(year), "1.2.6(a)")
    opened = sum(not each.closed for each in year)
    conditions.append(_enough(quotas.open_blue_events(book, organisation), opened, "1.2.2"))
    return _use("blue event", conditions, allowed, len(year), "5.3.1")


def _of_a_county(book: Book, planned: Planned, year: Sequence[Planned]) -> list[Finding]:
    long = None if planned.sessions is None else planned.sessions > ONE_SESSION or planned.in_green_congress
    conditions = [finding("two sessions, or in a congress otherwise green", holds=long, clause="5.2.2")]
    if planned.online is None:
        conditions.append(finding("online or not", holds=None, clause="5.2.1"))
    elif planned.online:
        online = 1 + sum(each.online is True for each in year)
        most = quotas.online_blue_events(book, len(year) + 1)
        sentence = "{online} online with this one"
        holds = online <= most.value
        conditions.append(finding(sentence, holds=holds, clause="5.2.1", because=(most,), online=online))
    return conditions


@rule("5.2.3", "1.2.6(a)")
def league_in_blue(organisation: Organisation, planned: Planned) -> Use:
    """A county may give blue points in division 1 of its league, and in no other; that uses nothing up."""
    found = checklist(
        "blue points in a league",
        (
            finding("a county's league", holds=organisation.kind == OrganiserKind.COUNTY, clause="5.2.3"),
            finding("division {number}", holds=planned.division == 1, clause="5.2.3", number=planned.division),
        ),
        clause="5.2.3",
    )
    return use("blue points in a league", found, uses=0, left=0)


@rule("6.1.4", "6.1.5")
def green_event(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """Two one-day green events a year by the EBU's leave, not online; one may be in the county's congress instead."""
    year = _in_year(book, planned, so_far)
    in_congress = sum(each.form == Form.CONGRESS_GREEN for each in year)
    one_day = sum(each.form == Form.ONE_DAY_GREEN for each in year)
    conditions = [
        finding("a county's event", holds=organisation.kind == OrganiserKind.COUNTY, clause="6.1.4"),
        finding("licensed by the EBU, which sets the date", holds=planned.licence, clause="6.1.4"),
    ]
    if planned.form == Form.CONGRESS_GREEN:
        conditions.append(finding("a congress that is or was held", holds=planned.congress_existed, clause="6.1.5"))
        conditions.append(_enough(quotas.one_day_green_events(book, in_congress), one_day, "6.1.4"))
        return _use(planned.form, conditions, quotas.congress_green_events(book), in_congress, "6.1.5")
    offline = None if planned.online is None else not planned.online
    conditions.append(finding("not online", holds=offline, clause="6.1.4"))
    return _use(planned.form, conditions, quotas.one_day_green_events(book, in_congress), one_day, "6.1.4")


@rule("1.2.5", "1.2.5 p2", "1.2.5 p3")
def simultaneous(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """A county's two simultaneous pairs are for its affiliated clubs and never blue; anything else needs a licence.

    With one, a county may run more, and in a charity event admit clubs that are not affiliated.
    """
    held = [each for each in _in_year(book, planned, so_far) if each.form == Form.SIMULTANEOUS and not each.licence]
    allowed = quotas.simultaneous_pairs(book, organisation.kind)
    left = max(int(allowed.value) - len(held), 0)
    conditions = [finding("not blue", holds=planned.colour != "blue", clause="1.2.5 p2")]
    if planned.licence:
        others = planned.affiliated_clubs_only is not False or planned.charity
        conditions.append(finding("affiliated clubs only, or for charity", holds=others, clause="1.2.5 p3"))
        return use(planned.form, checklist(planned.form, conditions, clause="1.2.5 p3"), uses=0, left=left)
    conditions.append(finding("affiliated clubs only", holds=planned.affiliated_clubs_only, clause="1.2.5 p2"))
    return _use(planned.form, conditions, allowed, len(held), "1.2.5")


@rule("1.2.6(d)")
def multi_county(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """One event a year for invited or qualified players of other counties."""
    used = sum(each.form == Form.MULTI_COUNTY for each in _in_year(book, planned, so_far))
    return _use(planned.form, (), quotas.multi_county_events(book, organisation.kind), used, "1.2.6(d)")


@rule("1.2.2")
def open_event(organisation: Organisation, planned: Planned) -> Use:
    """Open events above a club's own status need a licence of the EBU for each; a county cannot grant it.

    How many a year is not printed: the EBU decides.
    """
    licensed = finding("{name} has a licence of the EBU", holds=planned.licence, clause="1.2.2", name=organisation.name)
    return use(planned.form, checklist(planned.form, (licensed,), clause="1.2.2"), uses=0, left=0)


@rule("1.4.2 district p2", "4.9.6 p1")
def district_league(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned]) -> Use:
    """A district league's own pairs and teams events are of one or two sessions, or a knock-out for teams."""
    same = [each for each in _in_year(book, planned, so_far) if each.form == planned.form and each.play == planned.play]
    most = quotas.figure(book, "district league sessions at most")
    short = None if planned.sessions is None else planned.sessions <= most
    short = short if not (planned.knock_out and planned.play == "teams") else True
    clause = "1.4.2 district p2"
    conditions = (
        finding("of a district league", holds=organisation.kind == OrganiserKind.DISTRICT_LEAGUE, clause=clause),
        finding("one or two sessions, or a knock-out for teams", holds=short, clause=clause),
    )
    return _use(planned.form, conditions, quotas.district_league_events(book), len(same), clause)


def may_run(book: Book, organisation: Organisation, planned: Planned, so_far: Sequence[Planned] = ()) -> Use:
    """Say whether an organisation may run an event, given those it has run or fixed; only those of its year count."""
    if planned.form in (Form.REGULAR, Form.MINOR, Form.LADDER_FINAL) and planned.colour == "local":
        return unlimited(planned)
    if planned.form == Form.LADDER and planned.colour == "local":
        return ladder(book, planned, so_far)
    if planned.form == Form.OPEN and planned.colour == "local":
        return open_event(organisation, planned)
    rules = {
        Form.MAJOR: major,
        Form.ONE_DAY_GREEN: green_event,
        Form.CONGRESS_GREEN: green_event,
        Form.SIMULTANEOUS: simultaneous,
        Form.MULTI_COUNTY: multi_county,
        Form.OF_A_DISTRICT_LEAGUE: district_league,
    }
    otherwise = green_event if planned.colour == "green" else blue_event
    return rules.get(planned.form, otherwise)(book, organisation, planned, so_far)
