"""What levy does a submission pay, and what does it use up? (2.3, 2.6, 6.2.1, 8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Contest
from overtrick.engine.findings import Finding, finding
from overtrick.handbooks import submission
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import issuers, money, national_events, quotas
from .club_events import may_be_processed
from .entrants import Entrant
from .terms import Terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

    from .national_events import NationalEvent

_CHAMPIONSHIP = "D"
_RED_SESSIONS = "B4c"
_INTERCLUB = "B5i"
_STATE_EVENT = "B4s"
#: Red points of a club that its State authorises up to a total (2.6 note/1).
_AUTHORISED = (_RED_SESSIONS, _STATE_EVENT, _INTERCLUB)


_RED = Licensed("red points", "2.6 note/1", by_above=True, colour="red")
_CONGRESS, _SUPER = Licensed("congress", "5.1.1/1", by_above=True), Licensed("ABF Super Congress", "5.1.4")


class Rules(submission.Rules):
    """The answers of the ABF. Who is out waits too: the outright award depends on where everybody ends (4.3.1)."""

    season_contests = (Contest.KNOCK_OUT, Contest.LEAGUE)
    due = DueClauses(knock_out="4.3.1/1", matches="4.3.1/1")

    licences = (_RED, _CONGRESS, _SUPER)

    def fee(self, book: Book, event: Event, units: Mapping[str, int]) -> Step | None:
        """Every point issued costs the levy of the event's grade (8.3.1)."""
        grade = _grade(book, event)
        if not grade:
            return None
        paid_as = money.levy_grade(
            grade,
            statewide_single_session=_is_statewide(book, event, grade),
            australia_wide=event.fact("scale") == "Australia-Wide",
        )
        return money.levy(book, paid_as, sum(units.values()))

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Club Championships, red sessions and interclub events are limited; what a club has left of red ones is open.

        The sessions in the directory, the points issued and the distance to the next club decide those (2.6), and no
        results file says them.
        """
        grade = _grade(book, event)
        limited = grade in (_CHAMPIONSHIP, _INTERCLUB, _RED_SESSIONS)
        if not limited or organiser.kind != submission.CLUB or organiser.affiliated is None:
            return None
        year = [each for each in organiser.so_far() if _grade(book, each) == grade]
        if grade == _RED_SESSIONS:
            used = sum(_sessions(book, each) for each in (*year, event))
            sentence = "{used} B4c sessions in {year} with this event; the State decides how many {name} may run"
            return finding(
                sentence, holds=None, clause="2.6/3", used=used, year=str(event.begins.year), name=organiser.name
            )
        club = quotas.Club(organiser.name, organiser.affiliated)
        allowed = quotas.club_championships(book) if grade == _CHAMPIONSHIP else quotas.b5i(book, club)
        used = len(year) + 1
        sentence = "{used} of {allowed} in {year} with this event"
        return finding(
            sentence,
            holds=used <= allowed.value,
            clause=allowed.clause,
            because=(allowed,),
            used=used,
            allowed=allowed.value,
            year=str(event.begins.year),
        )

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[submission.Quota]:
        """Club Championships and interclub events; what a club has of red sessions is for the State to say (2.6)."""
        if organiser.kind != "club" or organiser.affiliated is None:
            return ()
        grades = [_grade(book, each) for each in organiser.so_far()]
        club = quotas.Club(organiser.name, organiser.affiliated)
        return (
            submission.Quota("Club Championships", quotas.club_championships(book), grades.count(_CHAMPIONSHIP)),
            submission.Quota("Interclub events", quotas.b5i(book, club), grades.count(_INTERCLUB)),
            submission.Quota("Red sessions", None, grades.count(_RED_SESSIONS)),
        )

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:
        """A club's red sessions need the authorisation of its State, up to a total (2.6); a Congress its approval."""
        if organiser.kind in (submission.NATIONAL, submission.REGION):
            return None
        congress = event.fact("congress")
        if congress:
            what = _SUPER if congress == "A2" else _CONGRESS
            sentence = "a Congress, festival or tour is approved beforehand"
            return Required(what, finding(sentence, holds=True, clause=what.clause).working)
        if _grade(book, event) not in _AUTHORISED:
            return None
        return Required(_RED, finding("red points the State authorises", holds=True, clause="2.6 note/1").working)

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[submission.Objection]:
        """Each grade has its issuer, and a National event is named by whoever authorises its points (1.6, 7.5.1)."""
        authorised = self.licence(book, organiser, event) is not None
        return list(issuers.objections(book, organiser, event, authorised=authorised))

    def objection_to_name(self, book: Book, organiser: Organiser, fact: str, name: str) -> submission.Objection | None:
        """National events are for the ABF and, with its authorisation, for the State that hosts one (7.5.1)."""
        return issuers.objection_to_name(book, organiser, name) if fact == issuers.NAMED else None

    def limits_entry(self, book: Book, event: Event) -> bool:
        """Some National events are for players below a number of points, or below a rank (7.2, 7.3)."""
        listed = _listed(book, event)
        return listed is not None and bool(listed.points_below or listed.rank_below)

    def entry(self, book: Book, event: Event, entrant: submission.Entrant) -> Finding | None:
        """Everybody must be below the limit of the event, which is its own."""
        listed = _listed(book, event)
        if listed is None:
            return None
        whom = Entrant(registered=True, units=entrant.units, rank=entrant.rank.removesuffix(" Master"))
        return national_events.below_the_limit(book, listed, whom)

    def within(self, units: int, authorised: int) -> Finding:
        """The Centre takes no more than was authorised (2.6 note/1)."""
        return may_be_processed(units, authorised)


def _grade(book: Book, event: Event) -> str:
    try:
        return Terms(book, event).grade(event.stages[0]).name
    except Unknown:
        return ""


def _listed(book: Book, event: Event) -> NationalEvent | None:
    try:
        return Terms(book, event).listed
    except Unknown:
        return None


def _is_statewide(book: Book, event: Event, grade: str) -> bool:
    """A special State event of one session is State-wide unless it is told otherwise (6.2.1 note)."""
    return grade == _STATE_EVENT and event.fact("state-wide") != "no" and _sessions(book, event) == 1


def _sessions(book: Book, event: Event) -> int:
    return Terms(book, event).sessions_held()
