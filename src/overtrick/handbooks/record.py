"""What does an office ask a handbook about players? Who is a youth, where points go, which change of club is allowed.

An edition answers in its own ``record`` module with the clauses it has; where it is silent, the answers are those here.
What an office of the federation does by default stands in the edition's ``office.toml``.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from overtrick.engine.days import Period, year_from
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, Step, step
from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.findings import Checklist
    from overtrick.engine.ranks import Holding
    from overtrick.handbooks.edition import Book, Edition

_FILE = "office"
_COMMON_YEAR = 2025  #: has no 29 February
_NO_STATUS: Mapping[str, str] = MappingProxyType({})
_KEYS = {"title", "checked", "languages", "first_number", "results_due", "approval", "closes_after"}
_MORE_KEYS = {"region", "regions", "status", "days"}
_DAY_KEYS = {"month", "day", "what", "clause", "for"}


_MEMBERSHIP_YEAR, _NO_YEAR = "membership_year", "none"
#: So long before a year of membership begins, clubs may tell who does not renew.
_WEEKS_BEFORE = timedelta(weeks=13)


class Goes(StrEnum):
    """What becomes of points that somebody won."""

    CREDITED = "credited"
    HELD = "held"  #: until the player is registered, or registered again
    DROPPED = "dropped"


class Destination(NamedTuple):
    """Where points go, with the clause that says so."""

    goes: Goes
    working: Step


class Status(StrEnum):
    """What a player is to the federation."""

    REGISTERED = "registered"
    POTENTIAL = "potential"
    VISITOR = "visitor"
    OVERSEAS = "overseas"
    LAPSED = "lapsed"
    DECEASED = "deceased"


class QueryDesk(StrEnum):
    """Who asks about an award, and who is asked."""

    PLAYER = "player"
    CLUB = "club"
    REGION = "region"  #: the county, area or State above the club
    OFFICE = "office"


class Holder(NamedTuple):
    """What the register knows of a player on a day."""

    number: str
    status: Status | None = None  #: None: no standing on that day
    suspended: bool = False
    home_club: str = ""
    other_clubs: tuple[str, ...] = ()
    county: str = ""
    county_changes: tuple[date, ...] = ()  #: the days on which it was changed before
    found: int = 0  #: records of players like this one, where a new number is asked for


class Belonging(NamedTuple):
    """Where a player belongs on a day."""

    clubs: tuple[tuple[str, str], ...] = ()  #: affiliated clubs with their counties, the home club first
    joined: tuple[str, ...] = ()  #: counties joined besides those of the clubs
    first: str = ""  #: the county that was chosen to come first


class NumberKind(StrEnum):
    """Under which number a visitor plays."""

    OWN = "own"  #: that of the visitor's own union
    GUEST = "guest"  #: one of the register, given by the office
    TEMPORARY = "temporary"  #: one of the organiser's, which means somebody only there


class VisitorFacts(NamedTuple):
    """What a visitor tells."""

    union: str = ""  #: a union whose scheme the handbook knows; empty: none
    number: str = ""  #: the number there
    country: str = ""
    resident: bool = False  #: lives here


class VisitorRule(NamedTuple):
    """What becomes of a visitor: the number, the standing, the club where the handbook names one, and why."""

    kind: NumberKind
    working: Step
    status: Status = Status.VISITOR
    club: str = ""
    prefix: str = ""  #: what a temporary number begins with; empty: the office has set no range
    forwarded: bool = False  #: awards are told to the visitor's own union
    refused: bool = False  #: no visitor: the working says why


class Renewal(NamedTuple):
    """A year of membership, and until when clubs say who does not renew."""

    year: int
    begins: date  #: its first day; whoever was cancelled has lapsed from then on
    opens: date  #: clubs may tell from this day on
    last_day: date
    until_midday: bool  #: of the last day
    working: Step


class YouthFacts(NamedTuple):
    """What a youth registration is on the last day of a year."""

    ends: date
    goes_on: Finding  #: past that day


class Conversion(NamedTuple):
    """Points of one colour that become points of another on request: whether they may, and what changes."""

    allowed: Checklist
    changes: Mapping[str, int]  #: in smallest units, by colour


class YearDay(NamedTuple):
    """A day that the handbook sets for every year."""

    month: int
    day: int
    what: str  #: what is done until then
    clause: str
    whose: frozenset[str]  #: in whose calendar it is: office, region, club


class Ways(NamedTuple):
    """What an office of the federation does unless it is told otherwise."""

    languages: tuple[str, ...] = ("en",)
    first_number: int = 100_001  #: new ones begin here, without the check digit; long enough to be no pair's number
    results_due: int = 30  #: days after the event
    approval: str = "nobody"  #: who approves a submission: nobody, parent, office
    closes_after: int = 10  #: days after its end a month may be closed
    region: str = "region"  #: what stands between a club and the federation: a county, an area, a State
    regions: str = "regions"
    days: tuple[YearDay, ...] = ()
    status: Mapping[str, str] = _NO_STATUS  #: what events have unless told, by who runs them: club, region, national


class Rules:
    """The answers of a handbook that says nothing."""

    #: A year of quotas goes from one general meeting of an organisation to the next, where their days are known.
    year_by_meetings: bool = False

    def year_of_meetings(self, usual: Period, meetings: Sequence[date], day: date) -> Period:  # noqa: ARG002
        """Give the year of a day by an organisation's meetings, the earliest first; or the usual one."""
        return usual

    def quota_year(self, book: Book, day: date) -> Period:  # noqa: ARG002 - an edition may have a setting for it
        """Give the year in which quotas are counted: the calendar year."""
        return year_from(day, 1)

    def points_go(self, book: Book, holder: Holder, on: date) -> Destination:  # noqa: ARG002
        """Say where points go that somebody wins on a day: by the standing of that day."""
        if holder.suspended or holder.status is Status.DECEASED:
            why = "Suspended" if holder.suspended else "Deceased"
            return Destination(Goes.DROPPED, step(why + " on {day}", 0, NOTHING, day=on))
        if holder.status in (Status.REGISTERED, Status.VISITOR, Status.OVERSEAS):
            return Destination(Goes.CREDITED, step("Credited: {status}", 0, NOTHING, status=str(holder.status)))
        if holder.status is None:
            return Destination(Goes.HELD, step("Held: not registered on {day}", 0, NOTHING, day=on))
        return Destination(Goes.HELD, step("Held: {status}", 0, NOTHING, status=str(holder.status)))

    def after_return(self, book: Book, earned: date, lapsed_from: date, renewed: date) -> Destination:  # noqa: ARG002
        """Say what becomes of points won while lapsed, once the player has come back: they are credited."""
        sentence = "Won on {day} while lapsed; credited on return"
        return Destination(Goes.CREDITED, step(sentence, 0, NOTHING, day=earned))

    def after_registration(self, book: Book, earned: date, registered: date) -> Destination:  # noqa: ARG002
        """Say what becomes of points won before the first registration, once there is one: they are credited."""
        sentence = "Won on {day}; credited on registration on {registered}"
        return Destination(Goes.CREDITED, step(sentence, 0, NOTHING, day=earned, registered=registered))

    def takes_a_query(self, desk: QueryDesk, asker: QueryDesk) -> Finding | None:  # noqa: ARG002
        """Say whether one takes a question about an award from another; None: club and office see it at once."""
        return None

    def one_secretary(self, kind: str, holders: int) -> Finding | None:  # noqa: ARG002
        """Say whether an organisation of a kind has as many secretaries as it should; None: there is no such rule."""
        return None

    def on_a_report(self, club: str, holder: Holder, *, earned_here: bool) -> Finding:
        """Say whether somebody is on the report of a club: its members are, and whoever won points there."""
        member = club in (holder.home_club, *holder.other_clubs)
        holds = holder.status is not Status.DECEASED and (member or earned_here)
        sentence = "{number} is a member of {club}" if member else "{number} won points at {club}"
        return finding(sentence, holds=holds, clause="", number=holder.number, club=club)

    def may_transfer(self, holder: Holder, club: str) -> Finding:
        """Say whether a club may become the home club."""
        sentence = "{number} has another home club than {club}"
        return finding(sentence, holds=holder.home_club != club, clause="", number=holder.number, club=club)

    def may_add_alternate(self, holder: Holder, club: str) -> Finding:
        """Say whether a club may have the player as one of its own beside the home club."""
        sentence = "{number} does not belong to {club} yet"
        holds = club not in (holder.home_club, *holder.other_clubs)
        return finding(sentence, holds=holds, clause="", number=holder.number, club=club)

    def may_remove_alternate(self, holder: Holder, club: str) -> Finding:
        """Say whether a club beside the home club may let the player go."""
        sentence = "{number} is an alternate of {club}"
        return finding(sentence, holds=club in holder.other_clubs, clause="", number=holder.number, club=club)

    def may_change_details(self, holder: Holder, club: str) -> Finding:
        """Say whether a club may change a player's name and address: any club that the player belongs to."""
        sentence = "{number} belongs to {club}"
        holds = club in (holder.home_club, *holder.other_clubs)
        return finding(sentence, holds=holds, clause="", number=holder.number, club=club)

    def renewal(self, book: Book, year: int) -> Renewal | None:
        """Give the year of membership that begins in a year; None where neither handbook nor office has one."""
        edition = book.edition
        chosen = book.setting(_MEMBERSHIP_YEAR) if _MEMBERSHIP_YEAR in edition.settings else _NO_YEAR
        if chosen == _NO_YEAR:
            return None
        begins = datetime.strptime(f"{chosen} {year}", "%d %B %Y").date()
        last = begins - timedelta(days=1)
        working = step("Clubs tell until {day} who does not renew", 0, NOTHING, day=last)
        return Renewal(year, begins, begins - _WEEKS_BEFORE, last, until_midday=False, working=working)

    def may_cancel(self, book: Book, lodged: date, *, after_midday: bool, already: bool) -> Finding:  # noqa: ARG002
        """Say whether a club may tell on a day who does not renew: once for each year."""
        return finding("not told before for this year", holds=not already, clause="")

    def youth_club(self, book: Book) -> str:  # noqa: ARG002
        """Name the club in which the young are registered free of charge; empty where there is none."""
        return ""

    def youth_facts(self, book: Book, born: date, on: date, *, other_club: bool) -> YouthFacts | None:  # noqa: ARG002
        """Say when a youth registration ends, and whether it goes on; None where the handbook knows none."""
        return None

    def cards(self, book: Book, day: date) -> Period | None:  # noqa: ARG002
        """Give the year for which registration cards are valid on a day; None where there are none."""
        return None

    def may_register(self, found: int, *, searched: bool) -> Finding | None:  # noqa: ARG002
        """Say whether somebody may have a new number, as so many were found like them; None: nobody asks for a tick."""
        return None

    def complete(self, details: Mapping[str, str], club: str) -> Checklist | None:  # noqa: ARG002
        """Say what a newcomer has told and what is missing; None where the handbook names nothing."""
        return None

    def may_register_as_potential(self, *, known: bool, affiliated: bool) -> Finding | None:  # noqa: ARG002
        """Say whether a club may enter somebody who does not join yet; None where the handbook knows no such thing."""
        return None

    def may_report_death(self, holder: Holder, club: str, *, died: bool) -> Finding | None:  # noqa: ARG002
        """Say whether a club may mark a player as deceased; None where only the office does."""
        return None

    def visitor_unions(self, book: Book) -> tuple[str, ...] | None:  # noqa: ARG002
        """Name the unions whose members may play here under their own number; None: visitors are not told of."""
        return None

    def visitor(self, book: Book, facts: VisitorFacts, organiser: str, *, taken: bool) -> VisitorRule | None:  # noqa: ARG002
        """Say under which number a visitor plays; ``taken``: the visitor's own number cannot be used here."""
        return None

    def counties(self, belongs: Belonging) -> tuple[str, ...]:
        """Name the counties of a player, the first one first: those of the clubs, and those joined besides."""
        found = dict.fromkeys((*(county for _club, county in belongs.clubs if county), *belongs.joined))
        first = [belongs.first] if belongs.first else []
        return (*first, *(each for each in found if each not in first))

    def may_represent(self, belongs: Belonging, county: str) -> Finding | None:  # noqa: ARG002
        """Say whether a player may represent a county; None where the handbook does not say."""
        return None

    def may_hide_from_office(self) -> Finding | None:
        """Say whether a member may be known to the club alone; None where the handbook knows no such choice."""
        return None

    def may_reactivate(self, holder: Holder) -> Finding:
        """Say whether the player may come back: who lapsed, or was never more than a potential member or a visitor."""
        holds = holder.status not in (Status.REGISTERED, Status.OVERSEAS, Status.DECEASED)
        return finding("{number} is not registered, and lives", holds=holds, clause="", number=holder.number)

    def may_change_county(self, holder: Holder, county: str) -> Finding:
        """Say whether the player may belong to another county first."""
        sentence = "{number} belongs to another county than {county}"
        return finding(sentence, holds=holder.county != county, clause="", number=holder.number, county=county)

    def temporary_number(self, book: Book, number: str) -> Finding | None:  # noqa: ARG002
        """Say whether a number was given by an organiser for the time being, and means somebody only there."""
        return None

    def conversion(self, book: Book, held: Holding, rank: str, *, before: bool) -> Conversion | None:  # noqa: ARG002
        """Say what becomes of a request to convert points for a rank; None: the handbook has no such thing."""
        return None

    #: Whether players bring points along from other schemes, and take them there.
    moves: bool = False

    def sister_schemes(self, book: Book) -> tuple[str, ...]:  # noqa: ARG002
        """Name the schemes from which points come along; empty: any may be named."""
        return ()

    def brought_along(self, book: Book, scheme: str, colour: str, units: int) -> Step | None:  # noqa: ARG002
        """Say how many units of another scheme are credited here; None: the handbook does not say."""
        return None

    def one_record(self, book: Book, elsewhere: Sequence[str]) -> Finding | None:  # noqa: ARG002
        """Say whether a record may be kept here while these schemes keep one too; None: it does not say."""
        return None


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module("record")
    return _SILENT if found is None else cast("Rules", found.Rules())


@lru_cache
def ways(edition: Edition) -> Ways:
    """Read what an office of the federation does by default."""
    data = edition.data(_FILE)
    if not data:
        return Ways()
    for key in sorted(data.keys() - _KEYS - _MORE_KEYS):
        raise BadTable(_FILE, f"has the unknown key {key!r}; known are {', '.join(sorted(_KEYS | _MORE_KEYS))}")
    for key in sorted(_KEYS - data.keys()):
        raise BadTable(_FILE, f"lacks the key {key!r}")
    chosen = {key: value for key, value in data.items() if key not in ("title", "checked")}
    days = tuple(map(_day, data.get("days", ())))
    return Ways(**{**chosen, "languages": tuple(data["languages"]), "days": days})


def _day(row: Mapping[str, Any]) -> YearDay:
    if set(row) != _DAY_KEYS:
        raise BadTable(_FILE, f"has a day with other keys than {', '.join(sorted(_DAY_KEYS))}")
    try:
        date(_COMMON_YEAR, row["month"], row["day"])
    except ValueError:
        raise BadTable(_FILE, f"has the day {row['day']} of month {row['month']}, which not every year has") from None
    return YearDay(row["month"], row["day"], row["what"], row["clause"], frozenset(row["for"]))
