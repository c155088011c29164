"""What is different in the national championships? Play-offs, Butler stages, Interstate, GNOT, National Open (7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import StageKind
from overtrick.engine.working import NOTHING, Step, rule, step

from . import finals
from .national_events import FINAL_STAGE, FIRST_STAGE

if TYPE_CHECKING:
    from collections.abc import Collection

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

    from .national_events import NationalEvent

PLAY_OFF = "7.5.3"
BUTLER = "7.5.4"
INTERSTATE_TEAMS = "7.5.5"
GRAND_NATIONAL = "7.5.7"
NATIONAL_OPEN = "7.5.8"
#: The stages that the lists of events name.
_STAGES = {FIRST_STAGE: StageKind.QUALIFYING, FINAL_STAGE: StageKind.FINAL}
#: The paragraph of each that has the premium.
_PREMIUM = {
    PLAY_OFF: "7.5.3/1",
    BUTLER: "7.5.4/2",
    INTERSTATE_TEAMS: INTERSTATE_TEAMS,
    GRAND_NATIONAL: "7.5.7/3",
    NATIONAL_OPEN: "7.5.8/2",
}
BY_KIND = (BUTLER, INTERSTATE_TEAMS)
GNOT_FINAL_SESSIONS = 3
GNOT_FINAL_TEAMS = 10


def has_own_premium(clause: str) -> bool:
    """Say whether a national event decides its premium by itself."""
    return clause in (PLAY_OFF, *BY_KIND, GRAND_NATIONAL, NATIONAL_OPEN)


@rule("7.3.2/02", "7.3.3/18", "7.5.4/1", "7.5.4/2")
def as_listed(event: Event, listed: NationalEvent) -> Event:
    """An event that is listed stage by stage is the stage that its name says, if it does not tell itself."""
    kind = _STAGES.get(listed.stage)
    if kind is None or len(event.stages) > 1 or event.stages[0].kind is not StageKind.ONLY:
        return event
    return event._replace(stages=(event.stages[0]._replace(kind=kind),))


@rule("7.5.4/3")
def placed_after_the_final(listed: NationalEvent | None, kinds: Collection[StageKind]) -> None:
    """The outright award of such an event is for both stages together: the first one alone has none."""
    if listed is not None and listed.stage == FIRST_STAGE and StageKind.FINAL not in kinds:
        words = "No outright award for stage 1 alone: it counts the sessions of both stages, and comes with the final"
        raise Refused(step(words, 0, NOTHING, clause="7.5.4/3"))


@rule("7.5.3/3", "7.5.4/3", "7.5.5", "7.5.7/7", "7.5.8/2")
def counts_boards(clause: str) -> bool:
    """The outright award of these events goes by the sessions of 24 boards that were played, however they were cut."""
    return clause in (PLAY_OFF, *BY_KIND, GRAND_NATIONAL, NATIONAL_OPEN)


@rule("7.5.3/1", "7.5.4/1", "7.5.4/2", "7.5.5", "7.5.7/3", "7.5.8/2", "6.2.2/9")
def premium(book: Book, clause: str, kind: StageKind, contestants: int) -> Step | None:
    """Play-offs pay half as much again once four teams are left, the Grand National once eight tables are.

    The Butler and the Interstate Teams pay it in their finals, the National Open Teams throughout. A State play-off is
    paid like a national one, at its own grade.
    """
    figures = book.table("figures")
    due = {
        PLAY_OFF: contestants <= figures.number("play-off final teams", "value"),
        BUTLER: kind is StageKind.FINAL,
        INTERSTATE_TEAMS: kind is StageKind.FINAL,
        GRAND_NATIONAL: kind is StageKind.FINAL and contestants <= figures.number("national final tables", "value"),
        NATIONAL_OPEN: True,
    }[clause]
    return finals.full_premium(book)._replace(clause=_PREMIUM[clause]) if due else None


@rule("7.5.7/1")
def qualifying_final_premium(book: Book, sessions: int, teams: int) -> Step | None:
    """A State or Regional final of the Grand National has the premium from 3 sessions and 10 teams of club heats on."""
    if sessions < GNOT_FINAL_SESSIONS or teams < GNOT_FINAL_TEAMS:
        return None
    return finals.full_premium(book)._replace(clause="7.5.7/1")


@rule("7.5.7/5", "7.5.7/6")
def qualifier_is_placed(*, leads_to_the_final: bool) -> None:
    """A Grand National qualifier has placing awards only if its winners go straight to the national final.

    Then its own tables and sessions count, earlier heats do not.
    """
    if not leads_to_the_final:
        words = "No outright award: this qualifier does not lead straight to the national final"
        raise Refused(step(words, 0, NOTHING, clause="7.5.7/5"))


@rule("7.5.7/7", "7.5.8/2", "7.5.3/3")
def pays_everybody(clause: str) -> bool:
    """Everybody in the national stage of the Grand National, or in the National Open, has an outright award.

    Its tables are those of the preliminary, without a factor (errata 3.11).
    """
    return clause in (GRAND_NATIONAL, NATIONAL_OPEN)


@rule("4.3.1 note 1")
def counted_once(*, counted_before: bool) -> None:
    """A session counts towards one final placing only."""
    if counted_before:
        words = "No outright award: its sessions have counted for another placing"
        raise Refused(step(words, 0, NOTHING, clause="4.3.1 note 1"))


@rule("4.3.1 note 2")
def of_one_colour(colours: set[str]) -> None:
    """All sessions of an event with placing awards must be of one colour."""
    if len(colours) > 1:
        words = "No outright award: sessions of {colours} points are mixed"
        raise Refused(step(words, 0, NOTHING, clause="4.3.1 note 2", colours=" and ".join(sorted(colours))))
