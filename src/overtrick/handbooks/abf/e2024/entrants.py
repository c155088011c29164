"""May this player enter, and has this player played enough? (5.1.4, 6.2.2, 7.1, 7.5.7, Appendix A)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.findings import Finding, finding
from overtrick.engine.numbers import ratio, up
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import Step, rule, step

from .written import SESSIONS, points

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book

_PARTNERSHIPS_FOR_SESSIONS = 3


class Entrant(NamedTuple):
    """A player who wants to enter, as the record stood on the day that counts."""

    registered: bool
    overseas_visitor: bool = False
    units: int = 0  #: all colours, hundredths
    rank: str = ""
    states: tuple[str, ...] = ()  #: States of the affiliated clubs the player belongs to
    clubs: tuple[str, ...] = ()


@rule("7.1", "5.1.4")
def may_play_for_gold(entrant: Entrant, *, congress: bool = False) -> Finding:
    """Gold events are for players registered with the ABF and for visitors from overseas."""
    holds = entrant.registered or entrant.overseas_visitor
    clause = "5.1.4" if congress else "7.1"
    return finding("registered with the ABF, or a visitor from overseas", holds=holds, clause=clause)


@rule("6.2.2/7")
def may_play_for_the_state(entrant: Entrant, state: str) -> Finding:
    """State Championships are for members of the State's clubs, and for registered visitors from elsewhere."""
    holds = state in entrant.states or entrant.registered
    sentence = "a member of a club in {state}, or a registered visitor"
    return finding(sentence, holds=holds, clause="6.2.2/7", state=state)


@rule("7.5.7/4")
def may_enter_gnot_qualifying(entrant: Entrant, clubs: tuple[str, ...]) -> Finding:
    """Qualifying for the Grand National Open Teams is for members of the club, or of the clubs in its region."""
    holds = any(club in clubs for club in entrant.clubs)
    return finding("a member of the club, or of a club of the region", holds=holds, clause="7.5.7/4")


@rule("App A: Novice competition", "App A: Restricted competition", "5.1.1/12")
def below_the_limit(book: Book, competition: str, units: int, *, lower: int | None = None) -> Finding:
    """A novice has fewer than 100 points on the set day, a restricted player fewer than 300; a limit may be lower."""
    table = book.table("entry_limits")
    limit = table.whole(competition, "figure")
    limit = limit if lower is None else min(lower, limit)
    sentence = "{held} points, must be fewer than {limit}"
    clause = table.text(competition, "clause")
    return finding(sentence, holds=units < limit, clause=clause, held=points(units), limit=points(limit))


@rule("App A: Veterans")
def old_enough(book: Book, born: date, begins: date, *, stated: int | None = None) -> Finding:
    """Veterans are 70 or older when the event begins, unless it states another age."""
    asked = book.table("entry_limits").whole("veterans", "figure") if stated is None else stated
    years = days.age(born, begins)
    sentence = "{years} years old on {begins}, must be {asked} or more"
    return finding(sentence, holds=years >= asked, clause="App A: Veterans", years=years, begins=begins, asked=asked)


@rule("App A: Eclectic events")
def enough_sessions(played: int, minimum: int) -> Finding:
    """In an eclectic event nobody must play every session, but an outright award asks for the set minimum."""
    sentence = "{played} sessions played, {minimum} are needed"
    return finding(sentence, holds=played >= minimum, clause="App A: Eclectic events", played=played, minimum=minimum)


@rule("App A: Eclectic events")
def eclectic_sessions(counted: int) -> Step:
    """The best so many results count; that many sessions must be played, and decide the outright award."""
    return step("The best {counted} count: as many sessions must be played", counted, SESSIONS, counted=counted)


@rule("App A: Singles")
def least_partnerships(minimum_sessions: int) -> Step:
    """A third of the sessions needed for a place, rounded up: so many partners a singles player must have had."""
    least = up(ratio(minimum_sessions, _PARTNERSHIPS_FOR_SESSIONS))
    sentence = "A third of {sessions} sessions, rounded up: {least} partnerships"
    return step(sentence, least, "partnerships", sessions=minimum_sessions, least=least)


@rule("App A: Singles")
def enough_partnerships(partnerships: int, minimum_sessions: int) -> Finding:
    """Too few partners, and there is no outright award."""
    least = least_partnerships(minimum_sessions)
    sentence = "{partnerships} partnerships, {least} are needed"
    return finding(
        sentence,
        holds=partnerships >= least.value,
        clause="App A: Singles",
        because=(least,),
        partnerships=partnerships,
        least=least.value,
    )
