"""Is it large and long enough, and how large and long is it? Tables, boards and the smallest entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Play, Schedule
from overtrick.engine.numbers import many
from overtrick.engine.working import NOTHING, TABLES, Step, step
from overtrick.handbooks.family.shared import clause_if_named, figure, shared, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

#: Contestants of one ranking list at a table, by column of the scales.
PER_TABLE = {"two-winner": 1, "one-winner": 2, "individual": 4}

#: What the smallest entry of an event counts.
_ENTRIES = {
    "teams 1": "team",
    "pairs 1": "full table of one-winner pairs",
    "pairs 2": "full table of two-winner pairs",
    "individual 4": "full table of four-winner individuals",
}
_FOUR = 4

WINNERS = {Play.TEAMS: (1,), Play.PAIRS: (1, 2), Play.INDIVIDUAL: (1, 4)}


@shared
def column(play: Play, winners: int) -> str:
    """Choose the column: teams and four-winner individuals share that of two-winner pairs."""
    if play is Play.TEAMS or winners > 1:
        return "two-winner"
    return "one-winner" if play is Play.PAIRS else "individual"


@shared
def full_tables(book: Book, play: Play, winners: int, counts: Sequence[int], team_size: int = 4) -> Step:
    """Count full tables: a half table does not count, and of two directions the smaller decides.

    Only contestants with standing are counted. Teams count as a table each, however many play at once.
    """
    if play is Play.TEAMS:
        clause = clause_if_named(book, "teams of eight") if team_size > _FOUR else ""
        clause = clause or book.clause("teams are tables")
        return step("{teams}", counts[0], TABLES, clause=clause, teams=many(counts[0], "team"))
    tables = min(counts) if winners > 1 else counts[0] // PER_TABLE[column(play, winners)]
    entered = sum(counts)
    if entered != tables * (2 if play is Play.PAIRS else 4):
        sentence = "{entered} make {tables}; what is over does not count"
    else:
        sentence = "{tables}"
    what = many(entered, "pair" if play is Play.PAIRS else "player")
    clause = clause_if_named(book, "full tables of individuals") if column(play, winners) == "individual" else ""
    return step(sentence, tables, TABLES, clause=clause, tables=many(tables, "full table"), entered=what)


@shared
def large_enough(book: Book, play: Play, winners: int, tables: Step) -> None:
    """Points need a smallest entry, by kind of event; contestants without standing are not in it."""
    kind = f"{play} {winners}"
    least = book.table("minimum_entry").whole(kind, "least")
    if tables.value < least:
        what = _ENTRIES.get(kind, "full table of individuals")
        raise Refused(
            step(
                "No points: {found}, at least {least} are needed",
                0,
                because=(tables,),
                clause=book.table("minimum_entry").text(kind, "clause"),
                found=many(tables.value, what),
                least=least,
            ),
        )


@shared
def long_enough(book: Book, schedule: Schedule) -> None:
    """Everybody must be scheduled for some boards at least, planned sit-outs not counted."""
    least, needed = least_boards(schedule), whole(book, "least boards")
    if least < needed:
        sentence = "No points: somebody was scheduled for {least} boards only, at least {needed} are needed"
        raise Refused(step(sentence, 0, clause=book.clause("entry.long_enough"), least=least, needed=needed))


def least_boards(schedule: Schedule) -> int:
    """Give the fewest boards that anybody was to play."""
    return schedule.boards if schedule.least is None else min(schedule.boards, schedule.least)


@shared
def enough_of_the_movement(book: Book, play: Play, schedule: Schedule) -> None:
    """In pairs, everybody must be scheduled for a part of the boards in the movement; a sit-out counts as scheduled."""
    if play is not Play.PAIRS or schedule.in_play is None:
        return
    scheduled = schedule.boards if schedule.with_sit_outs is None else schedule.with_sit_outs
    least = figure(book, "part of the movement")
    if scheduled < least * schedule.in_play:
        sentence = "No points: {scheduled} of {in_play} boards in play were scheduled, at least {least} % are needed"
        clause = book.clause("entry.enough_of_the_movement")
        raise Refused(
            step(sentence, 0, clause=clause, scheduled=scheduled, in_play=schedule.in_play, least=100 * least)
        )


@shared
def duration(schedule: Schedule) -> int:
    """An event is as long as the most boards anybody was to play; breaks between sessions do not matter."""
    return schedule.boards


@shared
def not_multi_stage(book: Book, least: int) -> Step:
    """Stages count as stages of one event only if everybody was to play enough boards at each."""
    sentence = "A stage had {least} boards only, fewer than {needed}: each stage counts by itself"
    return step(sentence, 0, NOTHING, least=least, needed=whole(book, "least boards"))
