"""Which event of the quick guide is it, and what is special about it? (5.1.2, quick guide)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Play, StageKind
from overtrick.engine.working import FACTOR, Step, rule, step
from overtrick.handbooks.family import finals
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import listed, whole

from . import status as statuses

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book

CHALLENGE, LEAGUE_CUP = "HS Ho Team Challenge", "League Cup"
MIXED, TEAMS_FINALS = "QG13", "QG6/qualifying"
AS_PRINTED = "as printed"


def cell(book: Book, event: Event, column: str) -> str:
    """Read what the guide says of the event; nothing of one that it does not name."""
    name = event.fact("event")
    table = book.table("guide")
    return table.text(name, column) if name in table.rows else ""


@rule("QG1", "QG2", "QG3a", "QG4", "QG7", "QG8", "QG9", "QG10", "QG11", "QG12", "QG13", "3.2.7(a)", "5.1.2")
def with_guide(book: Book, event: Event) -> Event:
    """Fill in the level of a named event, and whether it is a major championship; a level that is given stands."""
    name, table = listed(book, "guide", event, "event", "The quick guide has no event"), book.table("guide")
    if not name:
        return event
    play = table.text(name, "play")
    for index, stage in enumerate(event.stages):
        if play not in ("either", stage.play):
            found = f"The {name} is for {play}, and this stage is for {stage.play}."
            raise Unknown(found, "Correct the event or what plays.", "stages", index, code="play-against-event")
    level = table.text(name, "status")
    if table.text(name, "clause") == MIXED and book.setting("guide_and_the_peg") == AS_PRINTED:
        level = "district"
    major = {"major": True, "minor": False}.get(table.text(name, "championship"), event.major_championship)
    return event._replace(status=event.status or level, major_championship=major)


def as_listed(book: Book, event: Event, status: Step) -> Step:
    """Say by which item of the guide an event has its level."""
    clause = cell(book, event, "clause")
    if not clause:
        return status
    label = levels.label(book, status)
    sentence = "{event}: {label} status"
    return step(
        sentence, status.value, FACTOR, because=(status,), clause=clause, event=event.fact("event"), label=label
    )


@rule("QG3b/consolation", "QG5/consolation", "QG6/consolation")
def consolation(book: Book, event: Event, stage: Stage) -> Step | None:
    """Some consolations are fresh events of the SCBA at its own level, that of the Open Teams one below it."""
    own = cell(book, event, "consolation")
    if not own or stage.kind is not StageKind.CONSOLATION:
        return None
    peg = statuses.pegged(book, event)
    if own == "own level":
        return step("A fresh event of the SCBA", peg.value, FACTOR, because=(peg,), clause=_of_consolation(book, event))
    if book.setting("guide_and_the_peg") == AS_PRINTED:
        return levels.named(book, "club")._replace(clause="QG5/consolation")
    return finals.one_level_below(book, peg, "The consolation, a fresh event of the SCBA", "QG5/consolation")


def _of_consolation(book: Book, event: Event) -> str:
    return "QG3b/consolation" if cell(book, event, "clause") == "QG3a" else "QG6/consolation"


@rule("QG4", "QG7", "QG8", "QG9")
def is_one_field(book: Book, event: Event) -> bool:
    """Some events are one field though they have sections, whatever they are scored by."""
    return cell(book, event, "one field") == "yes"


@rule("QG6a", "4.2.7")
def keeps_its_level(book: Book, event: Event, stage: Stage) -> bool:
    """A final of the Easter and Pesta Sukan teams is at County under 36 boards; 4.2.7 lowers the shortest ones."""
    if cell(book, event, "clause") != TEAMS_FINALS or book.setting("short_final_of_the_guide") == "lowered":
        return False
    shortest, longest = whole(book, "least boards"), whole(book, "short stage")
    return stage.kind is StageKind.FINAL and shortest <= stage.schedule.boards <= longest


@rule("QG13")
def by_the_basic_scale(book: Book, event: Event, stage: Stage) -> bool:
    """For mixed teams the guide names scale B; from 36 boards on a setting decides whether matches are paid."""
    mixed_teams = cell(book, event, "clause") == MIXED and stage.play is Play.TEAMS
    return mixed_teams and book.setting("mixed_teams_of_36") == "scale B only"
