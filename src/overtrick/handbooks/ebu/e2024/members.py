"""Who is a member, of which county, and where do points go? (1.1, 2.2, 2.7, 2.9)"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import NOTHING, POINTS, Step, rule, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.days import Period

#: The four schemes between which points move one for one.
HOME_UNIONS = ("EBU", "NIBU", "SBU", "WBU")
OWN = "EBU"


class MemberState(StrEnum):
    """What a person is to the EBU."""

    MEMBER = "member"
    LAPSED = "lapsed member"
    POTENTIAL = "potential member"
    UNKNOWN = "no record"


class Club(NamedTuple):
    """A club that somebody belongs to."""

    name: str
    county: str
    affiliated: bool = True


class Person(NamedTuple):
    """What the register knows of somebody."""

    number: str = ""  #: the EBU number; empty where there is none
    clubs: tuple[Club, ...] = ()
    direct: bool = False  #: a member without a club, for a reason the bye-laws accept
    counties_joined: tuple[str, ...] = ()  #: besides those of the clubs
    primary: str = ""  #: the county of first allegiance, where it was chosen
    record: bool = False  #: was a member before, or is a potential one
    potential: bool = False
    scheme: str = OWN  #: the home union that keeps the record
    anonymous: bool = False
    suspended: tuple[Period, ...] = ()


class Disclosure(NamedTuple):
    """What the EBU is told of somebody."""

    by_name: bool
    working: Step


class Destination(NamedTuple):
    """Where points that somebody has won go."""

    credited: bool
    held: bool  #: kept until the person joins, or joins again
    working: Step


@rule("1.1.1 p2", "1.1.3")
def is_member(person: Person) -> Finding:
    """Whoever belongs to an affiliated club is a member of the EBU; others may join it directly."""
    clubs = [club.name for club in person.clubs if club.affiliated]
    if clubs:
        return finding("belongs to {club}, which is affiliated", holds=True, clause="1.1.1 p2", club=clubs[0])
    return finding("a direct member", holds=person.direct, clause="1.1.3")


@rule("1.1.1 p2")
def shown_to_the_ebu(person: Person) -> Disclosure:
    """A member may be anonymous to the EBU, and is a member all the same."""
    sentence = "Anonymous to the EBU by choice" if person.anonymous else "Known to the EBU by name"
    return Disclosure(not person.anonymous, step(sentence, 0, NOTHING, clause="1.1.1 p2"))


@rule("1.1.2")
def counties(person: Person) -> tuple[str, ...]:
    """Somebody belongs to the counties of their clubs and to those they joined besides; the primary one comes first."""
    found = dict.fromkeys((*(club.county for club in person.clubs if club.affiliated), *person.counties_joined))
    first = [person.primary] if person.primary in found else []
    return (*first, *(county for county in found if county not in first))


@rule("1.1.2")
def primary_county(person: Person) -> Step:
    """One county is the primary one: that which was chosen, otherwise that of the first club."""
    listed = counties(person)
    name = listed[0] if listed else ""
    sentence = "Primary county {name}" if name else "No county: a direct member has none by itself"
    return step(sentence, 0, NOTHING, clause="1.1.2" if name else "1.1.3", name=name)


@rule("1.1.2 p2")
def may_change_county(earlier_changes: Sequence[date], *, by_department: bool) -> Checklist:
    """A change of the primary county goes through the membership department.

    How often it may be done is limited, but not in the handbook: after a first change the answer stays open.
    """
    sentence = "{count} changes before, the limit is not in the handbook"
    often = None if earlier_changes else True
    return checklist(
        "change of the primary county",
        (
            finding("asked of the membership department", holds=by_department, clause="1.1.2 p2"),
            finding(sentence, holds=often, clause="1.1.2 p2", count=len(earlier_changes)),
        ),
        clause="1.1.2 p2",
    )


@rule("1.1.3")
def may_represent(person: Person, county: str) -> Finding:
    """Only whoever has joined a county may represent it; direct membership of the EBU is not enough."""
    return finding("belongs to {county}", holds=county in counties(person), clause="1.1.3", county=county)


@rule("1.1.3 p2")
def may_play_at_national_level(person: Person, *, open_to_others: bool = False) -> Finding:
    """Events of the EBU and others of National status are for members, save a few that are open to all."""
    if open_to_others:
        return finding("the EBU has opened this event to non-members", holds=True, clause="1.1.3 p2")
    member = is_member(person)
    return finding("a member of the EBU", holds=member.holds, clause="1.1.3 p2", because=(member.working,))


def state_of(person: Person) -> MemberState:
    """Say what somebody is to the EBU."""
    if is_member(person).holds:
        return MemberState.MEMBER
    if person.potential:
        return MemberState.POTENTIAL
    return MemberState.LAPSED if person.record else MemberState.UNKNOWN


@rule("2.7.4")
def is_suspended(person: Person, on: date) -> Finding:
    """Somebody who is suspended wins no points as long as it lasts, its first and last day included."""
    holds = any(period.holds(on) for period in person.suspended)
    return finding("suspended on {day}", holds=holds, clause="2.7.4", day=on)


@rule("2.7.1", "2.7.2", "2.9.3")
def points_go(person: Person, on: date) -> Destination:
    """Points are credited to members; those of lapsed and potential members are kept until they join.

    Only members have points registered, and nobody while suspended. Without any record there is nowhere to keep them.
    """
    suspended = is_suspended(person, on)
    if suspended.holds:
        return Destination(credited=False, held=False, working=suspended.working)
    state = state_of(person)
    if state == MemberState.MEMBER:
        return Destination(
            credited=True, held=False, working=step("Credited: a member of the EBU", 0, NOTHING, clause="2.7.1")
        )
    if state == MemberState.UNKNOWN:
        sentence = "Not registered: no member; an affiliated club may enter a potential member"
        return Destination(credited=False, held=False, working=step(sentence, 0, NOTHING, clause="2.7.2"))
    sentence = "Kept for a {state} until joining the EBU"
    return Destination(credited=False, held=True, working=step(sentence, 0, NOTHING, clause="2.9.3", state=str(state)))


@rule("2.9.3")
def may_register_as_potential(person: Person, *, club_affiliated: bool) -> Finding:
    """An affiliated club may enter somebody without a record as a potential member; others have their old number."""
    unknown = state_of(person) == MemberState.UNKNOWN and not person.number
    sentence = "no record yet, and the club is affiliated"
    return finding(sentence, holds=unknown and club_affiliated, clause="2.9.3")


@rule("2.2.1 p2")
def one_register(schemes: Sequence[str]) -> Finding:
    """Of the four home unions only one keeps a player's record at any time."""
    kept = sorted(set(schemes) & set(HOME_UNIONS))
    return finding("kept by {schemes}", holds=len(kept) <= 1, clause="2.2.1 p2", schemes=", ".join(kept) or "nobody")


@rule("2.2.1 p2", "2.2.3")
def brought_along(scheme: str, units: int) -> Step:
    """Points of the home unions come along one for one; those of any other scheme are not recognised."""
    if scheme in HOME_UNIONS:
        return step(
            "{units} units of {scheme}, one for one", units, POINTS, clause="2.2.1 p2", units=units, scheme=scheme
        )
    return step("Points of {scheme} are not recognised", 0, POINTS, clause="2.2.3", scheme=scheme)
