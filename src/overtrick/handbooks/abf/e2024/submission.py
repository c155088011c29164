"""What does a submission use up, and who may make it? (2.3, 2.6, 6.2.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.event import Contest
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import step
from overtrick.handbooks import pending, submission
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Licensed, Required

from . import allotments, issuers, national_events, quotas
from .club_events import b4c_record, may_be_processed
from .entrants import Entrant
from .planned_events import (
    CHAMPIONSHIP,
    INTERCLUB,
    RED_SESSIONS,
    STATE_EVENT,
    CountedEvent,
    grade_of,
    of_event,
    of_results,
    sessions_of,
    so_far,
    used,
)
from .written import EVENTS, SESSIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

#: Grades whose red points a State may authorise (2.6 note).
AUTHORISED = (RED_SESSIONS, STATE_EVENT, INTERCLUB)
#: What is limited in a year, by who runs it.
_LIMITED = {"club": (CHAMPIONSHIP, INTERCLUB, RED_SESSIONS), "region": (STATE_EVENT,)}
_BY_NAME = {each.name: each for each in allotments.KINDS}
_ALLOTTED = {
    RED_SESSIONS: _BY_NAME[allotments.RED_SESSIONS],
    INTERCLUB: _BY_NAME[allotments.INTERCLUB],
    STATE_EVENT: _BY_NAME[allotments.STATE_SESSIONS],
}

_NOTHING_CHOSEN = Answers({})

_RED = Licensed("red points", "2.6 note/1", by_above=True, colour="red")
_CONGRESS = Licensed("congress", "5.1.1/1", by_above=True, several=True, beforehand=True)
_SUPER = Licensed("ABF Super Congress", "5.1.4", several=True)
_TOUR = Licensed("tour", "5.1.2/2", by_above=True, several=True)


class Rules(submission.Rules):
    """The answers of the ABF. Who is out waits too: the outright award depends on where everybody ends (4.3.1)."""

    season_contests = (Contest.KNOCK_OUT, Contest.LEAGUE)
    due = DueClauses(knock_out="4.3.1/1", matches="4.3.1/1")

    licences = (
        _RED,
        Licensed("red session at another time", "2.6/2", by_above=True, beforehand=True),
        Licensed("regional championship", "2.4/1", by_above=True),
        Licensed("interclub event", "2.7/1", by_above=True),
        _CONGRESS,
        _TOUR,
        _SUPER,
        Licensed("State championship off the list", "6.2.2/5"),
    )

    def pending(self, book: Book, event: Event, contestant: str, stage: str) -> Step | None:  # noqa: ARG002
        """An award of the scheme is one for the whole event, so it waits as a whole while anybody plays on."""
        return pending.pending(book, self.due, event, contestant, parts.label(event, event.stages[-1]))

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Club Championships, red sessions and interclub events of clubs are limited, special sessions of States too.

        What a club has of red sessions is open until it is allotted: no results file says what decides it (2.6).
        """
        grade = grade_of(book, event)
        limited = _LIMITED.get(organiser.kind, ())
        if grade not in limited or organiser.affiliated is None:
            return None
        others = so_far(book, organiser, organiser.run())
        plan = organiser.planned
        this = [of_event(book, event)]
        if plan is not None:
            this = of_results(book, plan._replace(results=(*plan.results, event)))
        count = used(grade, [*others, *this])
        allowed = entitled(book, organiser, grade)
        if allowed is None:
            sentence = "{used} {grade} sessions in {year} with this event; none are allotted to {name} yet"
            year, clause = str(event.begins.year), _ALLOTTED[grade].clause
            return finding(sentence, holds=None, clause=clause, used=count, grade=grade, year=year, name=organiser.name)
        sentence = "{used} of {allowed} in {year} with this event"
        return finding(
            sentence,
            holds=count <= allowed.value,
            clause=allowed.clause,
            because=(allowed,),
            used=count,
            allowed=allowed.value,
            year=str(event.begins.year),
        )

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[submission.Quota]:
        """Club Championships, interclub events and red sessions of a club; special sessions of a State."""
        limited = _LIMITED.get(organiser.kind, ())
        if not limited or organiser.affiliated is None:
            return ()
        run, every = (so_far(book, organiser, plans) for plans in (organiser.run(), organiser.plans()))
        return submission.with_plans(_quotas(book, organiser, run), _quotas(book, organiser, every))

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:
        """A club's red sessions need the authorisation of its State, up to a total, if the State authorises (2.6).

        A Congress, festival or tour is approved beforehand (5.1).
        """
        if organiser.kind in (submission.NATIONAL, submission.REGION):
            return None
        congress = event.fact("congress")
        if congress:
            what = {"A2": _SUPER, "tour": _TOUR}.get(congress, _CONGRESS)
            sentence = "a Congress, festival or tour is approved beforehand"
            return Required(what, finding(sentence, holds=True, clause=what.clause).working)
        if self.authorisation(book, event) is None:
            return None
        if self.within(0, None, organiser.region()).holds:
            return None
        return Required(_RED, finding("red points the State authorises", holds=True, clause="2.6 note/1").working)

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[submission.Objection]:
        """Each grade has its issuer, and a National event is named by whoever authorises its points (1.6, 7.5.1)."""
        # Red points of a club and those of a Congress have their own leave, by which the State makes it its nominee.
        nominated = bool(event.fact("congress")) or self.authorisation(book, event) is not None
        return list(issuers.objections(book, organiser, event, authorised=nominated))

    def objection_to_name(self, book: Book, organiser: Organiser, fact: str, name: str) -> submission.Objection | None:
        """National events are for the ABF and, with its authorisation, for the State that hosts one (7.5.1)."""
        return issuers.objection_to_name(book, organiser, name) if fact == issuers.NAMED else None

    def limits_entry(self, book: Book, event: Event) -> bool:
        """Some National events are for players below a number of points, or below a rank (7.2, 7.3)."""
        listed = issuers.listed(book, event)
        return listed is not None and bool(listed.points_below or listed.rank_below)

    def entry(self, book: Book, event: Event, entrant: submission.Entrant) -> Finding | None:
        """Everybody must be below the limit of the event, which is its own."""
        listed = issuers.listed(book, event)
        if listed is None:
            return None
        whom = Entrant(registered=True, units=entrant.units, rank=entrant.rank.removesuffix(" Master"))
        return national_events.below_the_limit(book, listed, whom)

    def authorisation(self, book: Book, event: Event) -> Licensed | None:
        """Red sessions of clubs, interclub events and special sessions of States (2.6 note)."""
        return _RED if grade_of(book, event) in AUTHORISED else None

    def within(self, units: int, authorised: int | None, region: Answers = _NOTHING_CHOSEN) -> Finding:
        """The Centre takes no more than was authorised, unless the State authorises nothing (2.6 note/1, note/5)."""
        return may_be_processed(units, authorised, state_authorises=region.holds("authorises red points") is not False)

    def region_record(self, book: Book, played: Sequence[tuple[Event, int]]) -> tuple[Step, ...]:
        """Red sessions a club has used, and red points allotted for them (2.6 note/3)."""
        listed = [(event, units) for event, units in played if grade_of(book, event) == RED_SESSIONS]
        found = b4c_record([(sessions_of(book, event), units) for event, units in listed])
        return (found.sessions_used, found.points_allotted)


def entitled(book: Book, organiser: Organiser, grade: str) -> Step | None:
    """Say how many are allowed in the year: as allotted, or by the handbook where that needs no facts; None: open."""
    if grade == CHAMPIONSHIP:
        return quotas.club_championships(book)
    kind = _ALLOTTED[grade]
    given = organiser.allotted(kind.name)
    if given is not None:
        unit = EVENTS if grade == INTERCLUB else SESSIONS
        return step("{given} allotted for the year", given, unit, clause=kind.clause, given=given)
    if grade == INTERCLUB and organiser.affiliated is not None:
        return quotas.b5i(book, quotas.Club(organiser.name, organiser.affiliated))
    return None


def _quotas(book: Book, organiser: Organiser, counted: Sequence[CountedEvent]) -> list[submission.Quota]:
    found = []
    for grade in _LIMITED[organiser.kind]:
        kind = _ALLOTTED.get(grade)
        what, name = (kind.title, kind.name) if kind else ("Club Championships", "")
        found.append(submission.Quota(what, entitled(book, organiser, grade), used(grade, counted), allotment=name))
    return found
