"""What does a session cost, and when is it free? Universal membership (1.2.5, 1.3, 1.4.2, 2.8, 2.10.5, 5.3.3)."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.event import Contest, Play
from overtrick.engine.findings import Use, checklist, finding, use
from overtrick.engine.lengths import CUPS, SERIES
from overtrick.engine.seats import player_sessions, table_sessions
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.money import Due, Owes, Payer, Run
from overtrick.handbooks.money_causes import SharedPeriod

from . import quotas
from .organisations import KINDS, OrganiserKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList
    from overtrick.handbooks.money_causes import Submitted
    from overtrick.handbooks.submission import Organiser

_APRIL = 4
_EXEMPTION = "exemption"
CLUB, COUNTY, LEAGUE = "club player session", "county player session", "teams league player session"
NOVICE, SURCHARGE = "novice player session", "not affiliated surcharge"
COUNTY_SHARE, CLOSED_BLUE = "county share a player session", "closed blue session"
_NOVICE_SESSION, _NO_MAGAZINE = "novice session", "novice session without magazine points"
_CODED_COLOURS = {"blue": "blue event", "green": "green county event"}
LICENCE, GREEN = "licence a table and session", "green licence a table and session"


class Exemption(StrEnum):
    """Why nothing is due for a session."""

    NOVICES = "novice"
    PARTY = "party"
    CHILDREN_IN_NEED = "Children in Need"
    CHARITY = "charity"
    ONE_OFF = "one-off"


class Claimed(NamedTuple):
    """A session for which nothing would be paid; None: not told."""

    exemption: Exemption
    novice_rules: bool | None = None  #: it meets the regulations for novice sessions
    magazine_points: bool | None = None
    granted: bool | None = None  #: by the EBU, of a one-off


@rule("2.8.1 p3", "2.8.2", "APPENDIX (UMS codes)")
def charge_code(book: Book, event: str) -> Step:
    """A results file carries a code by which it is charged; a file that only adds points has 02 and costs nothing.

    The handbook prints no other code. Those in the table are from the EBU's pages, and to be confirmed.
    """
    table = book.table("charge_codes")
    code = table.text(event, "code").removeprefix("code ")
    printed = table.text(event, "source") != "confirm"
    clause = "2.8.2" if printed else "2.8.1 p3"
    return step("{event}: charge code {code}", int(code), NOTHING, (), clause, event=event.capitalize(), code=code)


def code_of(book: Book, event: Event | None, *, licensed: bool) -> Step:
    """Give the code of an event, by its status; without an event the file only adds points."""
    if event is None or event.fact("charged before") == "yes" or all(each.contest in SERIES for each in event.stages):
        return charge_code(book, "points only")
    claim, colour = claimed(event), event.fact("points")
    if claim is not None and claim.exemption is Exemption.NOVICES:
        return charge_code(book, _NO_MAGAZINE if claim.magazine_points is False else _NOVICE_SESSION)
    if colour in _CODED_COLOURS:
        return charge_code(book, _CODED_COLOURS[colour])
    return charge_code(book, "licensed event" if licensed else "club session")


@rule(
    "1.3.1 (novice)",
    "1.3.1 (party)",
    "1.3.1 (Children in Need)",
    "1.3.1 (charity)(i)",
    "1.3.1 (charity)(ii)",
    "1.3.1 (one-off)",
)
def exempt(book: Book, claimed: Claimed, player_sessions: int, used: Mapping[Exemption, int]) -> Use:
    """Free are novice sessions without magazine points, one party a year, Children in Need, and what the EBU grants.

    Larger clubs have one or two charity sessions besides. ``used`` counts what was claimed in the year so far.
    """
    kind = claimed.exemption
    if kind in (Exemption.PARTY, Exemption.CHARITY):
        party = kind == Exemption.PARTY
        allowed = quotas.party_sessions(book) if party else quotas.charity_sessions(book, player_sessions)
        left = max(int(allowed.value) - used.get(kind, 0), 0)
        some = finding("{left} left", holds=left > 0, clause=allowed.clause, because=(allowed,), left=left)
        return use(f"{kind} session", checklist("free of charge", (some,), clause=allowed.clause), uses=1, left=left)
    clause = f"1.3.1 ({kind})"
    conditions = [finding("{kind} is on the list", holds=True, clause=clause, kind=str(kind))]
    if kind == Exemption.NOVICES:
        none = None if claimed.magazine_points is None else not claimed.magazine_points
        conditions.append(finding("meets the rules of novice sessions", holds=claimed.novice_rules, clause=clause))
        conditions.append(finding("no magazine points", holds=none, clause=clause))
    if kind == Exemption.ONE_OFF:
        conditions.append(finding("granted by the EBU", holds=claimed.granted, clause=clause))
    return use(f"{kind} session", checklist("free of charge", conditions, clause=clause), uses=0, left=0)


def claimed(event: Event) -> Claimed | None:
    """Tell what an organiser claims for a session; None: nothing."""
    told = event.fact(_EXEMPTION)
    if not told:
        return None
    answers = {"yes": True, "no": False}
    return Claimed(
        Exemption(told),
        answers.get(event.fact("novice rules")),
        answers.get(event.fact("magazine points")),
        answers.get(event.fact("granted")),
    )


def _allowed(book: Book, organiser: Organiser, event: Event, claim: Claimed) -> Use:
    """Look at what was claimed in the year from April, and at the play of the year before (errata M5)."""
    year = days.year_from(event.begins, _APRIL)
    kind = claim.exemption
    counted = kind in (Exemption.PARTY, Exemption.CHARITY)
    used = sum(each.fact(_EXEMPTION) == kind for each in organiser.events_in(year)) if counted else 0
    last_year = days.year_from(days.before(year), _APRIL)
    played = organiser.player_sessions_in(last_year) if kind is Exemption.CHARITY else 0
    return exempt(book, claim, played, {kind: used})


def shared_periods(event: Event) -> tuple[SharedPeriod, ...]:
    """A party or charity session takes from what a club has free in its year; all play counts for the year after."""
    year = days.year_from(event.begins, _APRIL)
    after = days.year_from(year.last + timedelta(days=1), _APRIL)
    own = event.fact(_EXEMPTION) in (Exemption.PARTY, Exemption.CHARITY)
    return tuple(SharedPeriod(each, _EXEMPTION) for each in ((year, after) if own else (after,)))


def is_closed_blue(event: Event) -> bool:
    """Say whether blue points are for the club's own members: a major championship is, unless it is told otherwise."""
    told = event.fact("blue entry")
    return event.fact("points") == "blue" and (told == "closed" if told else event.major_championship)


def is_teams_league(event: Event) -> bool:
    """Say whether it is a league of teams, with one match in a session (1.3.4)."""
    return any(each.contest is Contest.LEAGUE and each.play is Play.TEAMS for each in event.stages)


def never_licensed(event: Event) -> bool:
    """Knock-outs and leagues of teams pay the standard subscription, whoever runs them (1.3.2)."""
    return is_teams_league(event) or all(each.contest in CUPS for each in event.stages)


@rule("1.4.2 club", "1.4.2 district", "1.4.2 district p2", "1.4.2 county", "1.4.2 inter-county")
def row_of(kind: OrganiserKind, event: Event | None) -> str:
    """Clubs and counties have a rate each; leagues of teams, and all that a district league runs, have another."""
    if kind is OrganiserKind.COUNTY:
        return COUNTY
    league = event is not None and is_teams_league(event)
    return CLUB if kind is OrganiserKind.CLUB and not league else LEAGUE


@rule("1.3.1", "2.8.2", "1.3.3(b)")
def why_free(book: Book, kind: OrganiserKind, event: Event, licence: Step | None) -> Step | None:
    """Nothing is due with the results of the EBU's own events, of licensed ones, or of what was charged before.

    Every session brings the EBU a subscription, a licence fee or an entry fee; these are paid elsewhere.
    """
    code = (code_of(book, event, licensed=False),)
    if event.fact("charged before") == "yes":
        return code[0]
    if all(each.contest in SERIES for each in event.stages):
        return step("The games of a series are charged as they are played", 0, NOTHING, code, "2.8.2")
    if kind is OrganiserKind.NATIONAL:
        return step("An event of the EBU pays by its entry fee", 0, NOTHING, clause="1.3.1")
    if licence is not None and not never_licensed(event):
        return step("Paid with the licence fee, within 30 days of the end", 0, NOTHING, (licence,), "1.3.3(b)")
    return None


@rule("1.3.2", "1.3.2 p2", "1.3.3(a)", "2.10.5")
def subscription(book: Book, prices: PriceList, submitted: Submitted, event: Event) -> tuple[Due, ...]:
    """Everybody who plays is charged, with or without standing; the invoice goes to the club, county or league.

    A club that holds a heat of a county's event pays the whole club rate itself. A county may add a share.
    """
    organiser = submitted.organiser
    kind = KINDS.get(organiser.kind, OrganiserKind.OTHER)
    owes = monthly(submitted)
    players = player_sessions(event)
    charge = row_of(kind, event)
    because: tuple[Step, ...] = ()
    claim = claimed(event) if charge == CLUB else None
    if claim is not None:
        found = _allowed(book, organiser, event, claim)
        if found.allowed:
            return (prices.exempt(charge, owes._replace(billed=None), found.working),)
        because = (found.working,)
        charge = NOVICE if claim.exemption is Exemption.NOVICES and claim.novice_rules else charge
    if charge in (CLUB, NOVICE):
        because = (*because, code_of(book, event, licensed=False))
    heat = kind is OrganiserKind.CLUB and event.fact("club heat") == "yes"
    found_dues = [prices.due(charge, players, owes, "1.3.2 p2" if heat else "1.3.3(a)", because)]
    if kind is OrganiserKind.CLUB and organiser.member is False:
        found_dues.append(surcharge(prices, players, owes))
    if charge == CLUB and prices.has(COUNTY_SHARE):
        found_dues.append(prices.due(COUNTY_SHARE, players, owes._replace(collected_for=Payer.REGION)))
    return tuple(found_dues)


@rule("1.2.5 p4")
def surcharge(prices: PriceList, players: int, owes: Owes) -> Due:
    """A heat of simultaneous pairs in a club that is not affiliated pays more for each player."""
    return prices.due(SURCHARGE, players, owes)


@rule("5.3.3 p2")
def closed_blue(book: Book, prices: PriceList, submitted: Submitted, event: Event) -> Due:
    """A club's closed blue session needs no licence; it pays a third of what a green licence would cost."""
    share = book.table("money_figures").number("closed blue of the green licence", "figure")
    code = (code_of(book, event, licensed=False),)
    return prices.due(CLOSED_BLUE, table_sessions(event), monthly(submitted), "", code, share=share)


def monthly(submitted: Submitted) -> Owes:
    """Subscriptions are invoiced by the month to whoever submits (1.3.3(a))."""
    return Owes(Payer.ORGANISER, Run.MONTH, days.month(submitted.processed).last)
