"""What does a submission use up, and who may make it? An edition answers in its own ``submission`` module.

An organiser whose quota of the year is used up cannot submit one more such event; the office can. What an organiser may
not issue or name is an objection: it is refused with its clause, or waits for whoever may allow it. What a handbook
does not say is not asked.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from overtrick.engine.event import Contest
from overtrick.engine.findings import finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import pending
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.questions import Answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date

    from overtrick.engine.days import Period
    from overtrick.engine.event import Event, Stage
    from overtrick.engine.findings import Checklist, Finding
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.handbooks.programme import Planned

    SoFar = Callable[[], Sequence[Event]]


_NOTHING_CHOSEN = Answers({})


NATIONAL, REGION, CLUB = "national", "region", "club"


class Organiser(NamedTuple):
    """Who submits: the register's kind of organisation, and what of its history decides entitlements."""

    name: str
    kind: str  #: national, region, club, league, organiser
    affiliated: date | None  #: the first day; None: never
    #: the other events of the quota year, without who played in them; looked up only when a rule asks
    so_far: SoFar
    player_sessions_before: Callable[[], int]  #: in the quota year before; likewise
    member: bool | None = None  #: whether it is affiliated on the day of play; None: not told
    #: the other events of the quota year that are on its programme, played or not; ``so_far`` leaves these out
    plans: Callable[[], Sequence[Planned]] = tuple
    planned: Planned | None = None  #: what the event in question was planned as
    allotted: Callable[[str], int | None] = lambda _kind: None  #: for the quota year; None: nothing yet
    region: Callable[[], Answers] = lambda: _NOTHING_CHOSEN  #: what the region above has chosen
    #: the level at which the player of a number may direct on a day; empty: none; None: nobody has the number
    director: Callable[[str, date], str | None] = lambda _number, _day: None
    #: the other events that began in a period and were submitted before this one, on the programme or not; likewise
    events_in: Callable[[Period], Sequence[Event]] = lambda _period: ()
    player_sessions_in: Callable[[Period], int] = lambda _period: 0  #: of everything that began in a period

    def run(self) -> list[Planned]:
        """Give the plans of which something was played."""
        return [each for each in self.plans() if each.results]


class Quota(NamedTuple):
    """What an organiser may run in a year, and what of it was run."""

    what: str
    allowed: Step | None  #: None: the results do not tell; somebody else has to say
    used: int
    planned: int = 0  #: on the programme and not played yet
    allotment: str = ""  #: the kind of allotment that it is, where it is one

    @property
    def left(self) -> int | None:
        """What is left of what was not played; None where nobody can tell."""
        return None if self.allowed is None else max(int(self.allowed.value) - self.used, 0)

    @property
    def free(self) -> int | None:
        """What is left for further plans; None where nobody can tell."""
        return None if self.left is None else max(self.left - self.planned, 0)


class Licensed(NamedTuple):
    """What somebody else has to allow an organiser, in the handbook's words."""

    name: str
    clause: str
    by_above: bool = False  #: the organisation above allows it; otherwise only the national body does
    colour: str = ""  #: of the points it allows up to a total, where it has one
    beyond: bool = False  #: an event for which it is granted may go beyond the quota of its year
    several: bool = False  #: for all events on its days, whatever each of them is called
    beforehand: bool = False  #: the clause asks for it on a day before play


class Required(NamedTuple):
    """An event needs leave, and why."""

    licence: Licensed
    working: Step


class Decider(StrEnum):
    """Who may allow what an organiser may not do by itself; the office may always."""

    ABOVE = "above"  #: the organisation above the organiser
    OFFICE = "office"
    NOBODY = "nobody"  #: it is refused


class Objection(NamedTuple):
    """Why the points of an event are not for its organiser to issue, and who may allow them."""

    code: str
    working: Step
    decider: Decider


class Doubt(NamedTuple):
    """Something that is seldom so: whoever submits it says why it is."""

    code: str
    working: Step


class Entrant(NamedTuple):
    """Somebody who played, as the book stood on the day before the event."""

    name: str
    units: int  #: of all colours
    rank: str  #: as the handbook calls it; empty: none


class Rules:
    """The answers of a handbook that says nothing."""

    #: Everything for which a licence or an authorisation can be given.
    licences: tuple[Licensed, ...] = ()

    #: What can be played over a season as one event that grows.
    season_contests: tuple[Contest, ...] = (Contest.KNOCK_OUT, Contest.LEAGUE, Contest.LADDER)

    #: Where it is said when points of such an event fall due.
    due = DueClauses()

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:  # noqa: ARG002
        """Say whether the organiser may still run such an event; None: it is not limited."""
        return None

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[Quota]:  # noqa: ARG002
        """Say what the organiser may run in the year, and what was run of it so far."""
        return ()

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:  # noqa: ARG002
        """Say whether an event needs leave, as far as its results tell; None: it does not, or they do not tell."""
        return None

    def declaration(self) -> Checklist | None:
        """Say what an organiser declares with a submission, each condition with its clause; None: nothing."""
        return None

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Objection]:  # noqa: ARG002
        """Say why an organiser may not issue the points of an event, or name it as it does; nothing: it may."""
        return ()

    def objection_to_name(self, book: Book, organiser: Organiser, fact: str, name: str) -> Objection | None:  # noqa: ARG002
        """Say why an organiser may not name a listed event; None: it may."""
        return None

    def objection_to_colour(self, book: Book, organiser: Organiser, colour: str) -> Objection | None:  # noqa: ARG002
        """Say why an organiser may not add points of a colour without results; None: it may."""
        return None

    def doubts(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Doubt]:  # noqa: ARG002
        """Say what is seldom so of an event of this organiser, though it may be."""
        return ()

    def charge_code(self, book: Book, event: Event | None, *, licensed: bool) -> Step | None:  # noqa: ARG002
        """Give the code by which a results file is charged; no event: it only adds points. None: files have none."""
        return None

    def limits_entry(self, book: Book, event: Event) -> bool:  # noqa: ARG002
        """Say whether an event is only for players below a limit."""
        return False

    def entry(self, book: Book, event: Event, entrant: Entrant) -> Finding | None:  # noqa: ARG002
        """Say whether a player was below the limit of an event; None: it has none."""
        return None

    def pending(self, book: Book, event: Event, contestant: str, stage: str) -> Step | None:
        """Say why points of a contestant are not due yet, in an event that is not over; None: they are due."""
        return self.waits(book, event) or pending.pending(book, self.due, event, contestant, stage)

    def waits(self, book: Book, event: Event) -> Step | None:  # noqa: ARG002
        """Say why everything in an event waits for the stages to come; None: what was played is settled."""
        return None

    def authorisation(self, book: Book, event: Event) -> Licensed | None:  # noqa: ARG002
        """Say under which authorisation the points of an event are listed for the region, whoever runs it."""
        return None

    def within(self, units: int, authorised: int | None, region: Answers = _NOTHING_CHOSEN) -> Finding:  # noqa: ARG002
        """Say whether so many units are within the total that was allowed; None: nothing is on record."""
        said = "{units} of {authorised}"
        holds = None if authorised is None else units <= authorised
        return finding(said, holds=holds, clause="", units=units, authorised=authorised)

    def region_record(self, book: Book, played: Sequence[tuple[Event, int]]) -> tuple[Step, ...]:  # noqa: ARG002
        """Say what a region notes of an organisation's events of a year, each with the units it was allowed."""
        return ()


def with_plans(run: Iterable[Quota], every: Iterable[Quota]) -> list[Quota]:
    """Tell beside what was run what is planned; ``every`` has the same quotas with the plans counted as run."""
    return [then._replace(planned=max(now.used - then.used, 0)) for then, now in zip(run, every, strict=True)]


def not_to_issue(says: Step) -> Objection:
    """Refuse points that an organiser of this kind never issues."""
    return Objection("points-not-theirs", says, Decider.NOBODY)


def not_to_name(says: Step) -> Objection:
    """Refuse the name of an event of another body."""
    return Objection("event-not-theirs", says, Decider.NOBODY)


def not_affiliated(organiser: Organiser, member: Finding) -> list[Objection]:
    """Object to the points of an organiser that is not affiliated; ``member`` says that it has to be."""
    if member.holds is not False:
        return []
    clause, because = member.working.clause, (member.working,)
    says = step("{name} is not affiliated on the day of play", 0, NOTHING, because, clause, name=organiser.name)
    return [Objection("not-affiliated", says, Decider.OFFICE)]


def statuses(event: Event) -> list[str]:
    """List the statuses at which an event is paid: stages and lists may have their own."""
    told = [own or stage.status or event.status for stage in event.stages for own in _own_statuses(stage)]
    return list(dict.fromkeys(each.casefold() for each in told))


def _own_statuses(stage: Stage) -> list[str]:
    return [field.status for field in stage.fields] or [""]


def same_name(told: str) -> str:
    """Write the name by which events count as one, so that capitals and spaces make no difference."""
    return " ".join(told.casefold().split())


def counted(names: Iterable[str]) -> int:
    """Count events by the name under which several count as one; one without a name counts by itself."""
    listed = list(names)
    return len({name for name in listed if name}) + listed.count("")


_SILENT = Rules()


@lru_cache
def of(edition: Edition) -> Rules:
    """Give an edition's answers."""
    found = edition.module("submission")
    return _SILENT if found is None else cast("Rules", found.Rules())
