"""What does an office ask a handbook about players? Who is a youth, where points go, which change of club is allowed.

An edition answers in its own ``record`` module with the clauses it has; where it is silent, the answers are those here.
What an office of the federation does by default stands in the edition's ``office.toml``.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

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
_NO_STATUS: Mapping[str, str] = MappingProxyType({})
_KEYS = {"title", "checked", "languages", "first_number", "results_due", "approval", "closes_after"}
_MORE_KEYS = {"region", "regions", "status"}


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


class Conversion(NamedTuple):
    """Points of one colour that become points of another on request: whether they may, and what changes."""

    allowed: Checklist
    changes: Mapping[str, int]  #: in smallest units, by colour


class Ways(NamedTuple):
    """What an office of the federation does unless it is told otherwise."""

    languages: tuple[str, ...] = ("en",)
    first_number: int = 100_001  #: new ones begin here, without the check digit; long enough to be no pair's number
    results_due: int = 30  #: days after the event
    approval: str = "nobody"  #: who approves a submission: nobody, parent, office
    closes_after: int = 10  #: days after its end a month may be closed
    region: str = "region"  #: what stands between a club and the federation: a county, an area, a State
    regions: str = "regions"
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

    def youth(self, book: Book, born: date, on: date) -> Finding | None:  # noqa: ARG002
        """Say whether a player is a youth on a day; None where the handbook knows no youth."""
        return None

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
    return Ways(**{**chosen, "languages": tuple(data["languages"])})
