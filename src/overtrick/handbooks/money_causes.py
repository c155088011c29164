"""What is charged for: submissions, members, licences, years, copies of a record and invoices that are not paid."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks.questions import Answers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from overtrick.engine.days import Period
    from overtrick.engine.event import Event
    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.submission import Organiser

_NOTHING_TOLD = Answers({})
_NOBODY: Mapping[str, int] = MappingProxyType({})


class TariffDay(StrEnum):
    """Which day of a submission chooses its tariff."""

    PLAYED = "played"
    SUBMITTED = "submitted"
    PROCESSED = "processed"


class How(StrEnum):
    """How somebody came to a club."""

    NEW = "new"  #: to the club; perhaps to the scheme
    REACTIVATED = "reactivated"
    ROLL = "roll"  #: at home there on the day of the yearly declaration
    TRANSFER = "transfer"
    ALTERNATE = "alternate"  #: at home in another club


class Credited(NamedTuple):
    """Points of a submission that were really credited."""

    stage: str
    colour: str
    units: int


class Submitted(NamedTuple):
    """A submission, as far as charges go."""

    organiser: Organiser
    event: Event | None  #: None: a file of points
    credited: tuple[Credited, ...]
    begins: date  #: first day of play
    ended: date  #: last day of play
    submitted: date
    processed: date  #: when its points were posted
    answers: Answers = _NOTHING_TOLD  #: what was told of a file of points; an event has its own facts

    def day(self, which: TariffDay) -> date:
        """Give the day that chooses the tariff."""
        return {
            TariffDay.PLAYED: self.begins,
            TariffDay.SUBMITTED: self.submitted,
            TariffDay.PROCESSED: self.processed,
        }[which]

    def told(self, name: str) -> str:
        """Give what the organiser answered, about the event or about the file of points."""
        return self.event.fact(name) if self.event is not None else self.answers.text(name)


class Registered(NamedTuple):
    """Somebody who is, or becomes, a member of a club."""

    how: How
    day: date  #: registered or reactivated; of the roll, the day of the declaration
    club: str
    club_first_affiliated: date | None = None  #: None: not told
    new_to_scheme: bool = False  #: never registered before, in any club
    cancellation_received: datetime | None = None  #: of a member on the roll

    @property
    def tariff_day(self) -> date:
        """Give the day that chooses the tariff: whoever is on a roll is charged from the day after it."""
        return self.day + timedelta(days=self.how is How.ROLL)


class LicensedEvent(NamedTuple):
    """An event under a licence, as it was applied for or as it was played."""

    licence: str  #: what it is called, as in ``submission.Licensed``
    organiser: Organiser
    begins: date
    ended: date
    processed: date
    tables: Exact = 0
    sessions: int = 1
    sittings: tuple[int, ...] = ()  #: boards of each sitting, where a session is told by boards
    heats: int = 0
    rate: str = ""  #: "commercial", "charity", "green", "green online"; the ordinary one
    status: str = ""
    deposit: int = 0  #: paid before
    waived: bool = False  #: by whoever grants it
    fee: int | None = None  #: that whoever grants it sets; None: what the tariff says
    pay_by: date | None = None  #: that whoever grants it sets; None: as the handbook says
    table_sessions: Exact | None = None  #: as it was played, all sessions together; None: tables in each session

    @property
    def tables_in_all(self) -> Exact:
        """Give the tables of all sessions together."""
        return self.tables * self.sessions if self.table_sessions is None else self.table_sessions


class SharedPeriod(NamedTuple):
    """A period whose events share an allowance, and the fact that those have which may use it."""

    period: Period
    fact: str


class Overdue(NamedTuple):
    """An invoice that is not paid."""

    number: str
    due: date
    unpaid: Callable[[date], int]  #: what of it, without penalties, is unpaid at the end of a day
    as_at: date


class Season(NamedTuple):
    """A club at the beginning of a year that it pays for."""

    begins: date
    members: Mapping[str, int] = _NOBODY  #: by kind: "adult", "junior"
    affiliation_due: bool = False


class RecordCopy(NamedTuple):
    """Somebody asks for a copy of a record."""

    asked: date
    copies: int
    member: bool
