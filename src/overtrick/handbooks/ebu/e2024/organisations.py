"""Which organisation may award points, and which club may affiliate? (1.1, 1.2, 1.4.4, 2.2)"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import rule


class OrganiserKind(StrEnum):
    """What an organiser is to the scheme."""

    CLUB = "club"
    COUNTY = "county"
    NATIONAL = "EBU"
    DISTRICT_LEAGUE = "district league"
    INTER_COUNTY_LEAGUE = "inter-county league"
    OTHER = "other body"


#: What the register's kinds of organisation are here.
KINDS = {
    "club": OrganiserKind.CLUB,
    "region": OrganiserKind.COUNTY,
    "national": OrganiserKind.NATIONAL,
    "league": OrganiserKind.DISTRICT_LEAGUE,
    "organiser": OrganiserKind.OTHER,
}

#: The three that award points in their own right; everybody else needs a licence.
SPONSORS = (OrganiserKind.CLUB, OrganiserKind.COUNTY, OrganiserKind.NATIONAL)


class Organisation(NamedTuple):
    """An organiser, with the player sessions that decide some of its entitlements."""

    kind: OrganiserKind
    name: str
    affiliated: bool | None = None  #: of a club; a county is a constituent member
    licensed: bool = False  #: by the EBU, of anybody else
    player_sessions: int = 0  #: in the year asked about
    player_sessions_before: int = 0  #: submitted in the year before it


class ClubCase(NamedTuple):
    """What is known of a club that wants to affiliate, or to stay affiliated."""

    regular_duplicate: bool | None = None
    one_locality: bool | None = None  #: its events, closed club holidays apart
    through_county: bool | None = None
    direct_reason_accepted: bool | None = None  #: by the bye-laws, where it is not through a county
    abroad: bool = False
    national_body_there: bool | None = None  #: one that is associated with the World Bridge Federation
    british_territory: bool | None = None
    historic_links: bool | None = None
    body_objects: bool | None = None


class Scheme(NamedTuple):
    """Under what an event is played."""

    duplicate_laws: bool | None = None
    bye_laws: bool | None = None
    handbook: bool | None = None


@rule("1.1", "1.4.4")
def may_award_points(organisation: Organisation) -> Finding:
    """Affiliated clubs, counties and the EBU award points; a club that is not affiliated, or any other, by licence."""
    if organisation.kind == OrganiserKind.CLUB and not organisation.licensed:
        sentence = "{name} is an affiliated club"
        return finding(sentence, holds=organisation.affiliated, clause="1.1", name=organisation.name)
    if organisation.kind in SPONSORS:
        return finding("{name} is a sponsoring organisation", holds=True, clause="1.1", name=organisation.name)
    sentence = "{name} has a licence of the EBU to award points"
    return finding(sentence, holds=organisation.licensed, clause="1.4.4", name=organisation.name)


@rule("1.2")
def played_within_the_scheme(scheme: Scheme) -> Checklist:
    """An event must be played under the Laws of duplicate, the bye-laws and regulations, and this scheme."""
    return checklist(
        "points for the event",
        (
            finding("played under the Laws of duplicate bridge", holds=scheme.duplicate_laws, clause="1.2"),
            finding("under the bye-laws and regulations of the EBU", holds=scheme.bye_laws, clause="1.2"),
            finding("under the conditions of this scheme", holds=scheme.handbook, clause="1.2"),
        ),
        clause="1.2",
    )


@rule("1.1.1")
def may_affiliate(club: ClubCase) -> Checklist:
    """A club holds regular duplicate sessions, stays in one locality, and comes through its county.

    It may come directly for a reason that the bye-laws accept. An occasional closed holiday may be elsewhere. A club
    abroad must have one of three grounds besides.
    """
    direct = club.through_county is False
    conditions = [
        finding("regular duplicate sessions", holds=club.regular_duplicate, clause="1.1.1"),
        finding("events in one locality, closed holidays apart", holds=club.one_locality, clause="1.1.1"),
        finding("direct, for a reason the bye-laws accept", holds=club.direct_reason_accepted, clause="1.1.1")
        if direct
        else finding("through the county", holds=club.through_county, clause="1.1.1"),
    ]
    if club.abroad:
        conditions.append(ground_abroad(club))
    return checklist("affiliation", conditions, clause="1.1.1")


@rule("2.2.1", "2.2.2(a)", "2.2.2(b)", "2.2.2(c)")
def ground_abroad(club: ClubCase) -> Finding:
    """The scheme is England's, with Man and the Channel Isles; a club abroad needs one of three grounds to affiliate.

    There is no body of the World Bridge Federation in its country, or it meets on British territory, or that body
    does not object in view of old links.
    """
    if club.british_territory:
        return finding("the club meets on British territory", holds=True, clause="2.2.2(b)")
    if club.national_body_there is False:
        return finding("no associated body in that country", holds=True, clause="2.2.2(a)")
    if club.historic_links and club.body_objects is False:
        return finding("old links, and the body there does not object", holds=True, clause="2.2.2(c)")
    told = (club.british_territory, club.national_body_there)
    last_fails = club.historic_links is False or club.body_objects is True
    holds = False if None not in told and last_fails else None
    return finding("one of the three grounds for a club abroad", holds=holds, clause="2.2.2(a)")


@rule("1.1.1 p3", "1.2.6(b)")
def may_enter_as_a_club(organisation: Organisation, *, inter_club_of_a_county: bool = False) -> Finding:
    """Where a club enters as a club, it must be affiliated: in the events of the EBU and in those of a county.

    A county's charity simultaneous pairs may have a licence for other clubs; see the quotas.
    """
    clause = "1.2.6(b)" if inter_club_of_a_county else "1.1.1 p3"
    holds = organisation.affiliated if organisation.kind == OrganiserKind.CLUB else False
    return finding("{name} is an affiliated club", holds=holds, clause=clause, name=organisation.name)
