"""Is it large and long enough, and how large and long is it? Tables, boards and the smallest entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Play, Schedule
from overtrick.engine.working import NOTHING, TABLES, Step, step
from overtrick.handbooks.family.shared import figure, shared, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

#: Contestants of one ranking list at a table, by column of the scales.
PER_TABLE = {"two-winner": 1, "one-winner": 2, "individual": 4}

WINNERS = {Play.TEAMS: (1,), Play.PAIRS: (1, 2), Play.INDIVIDUAL: (1, 4)}


@shared
def column(play: Play, winners: int) -> str:
    """Choose the column: teams and four-winner individuals share that of two-winner pairs."""
    if play is Play.TEAMS or winners > 1:
        return "two-winner"
    return "one-winner" if play is Play.PAIRS else "individual"


@shared
def full_tables(book: Book, play: Play, winners: int, counts: Sequence[int]) -> Step:
    """Count full tables: a half table does not count, and of two directions the smaller decides.

    Only contestants with standing are counted. Teams count as a table each, however many play at once.
    """
    if play is Play.TEAMS:
        return step("{tables} teams", counts[0], TABLES, clause=book.clause("teams are tables"), tables=counts[0])
    tables = min(counts) if winners > 1 else counts[0] // PER_TABLE[column(play, winners)]
    entered = sum(counts)
    if entered != tables * (2 if play is Play.PAIRS else 4):
        sentence = "{entered} {what} make {tables} full tables; what is over does not count"
    else:
        sentence = "{tables} full tables"
    what = "pairs" if play is Play.PAIRS else "players"
    return step(sentence, tables, TABLES, tables=tables, entered=entered, what=what)


@shared
def large_enough(book: Book, play: Play, winners: int, tables: Step) -> None:
    """Points need a smallest entry, by kind of event; contestants without standing are not in it."""
    kind = f"{play} {winners}"
    least = book.table("minimum_entry").whole(kind, "least")
    if tables.value < least:
        words = {
            "teams 1": "teams",
            "pairs 1": "full tables of one-winner pairs",
            "pairs 2": "full tables of two-winner pairs",
        }
        what = words.get(
            kind, f"full tables of {winners}-winner individuals" if winners > 1 else "full tables of individuals"
        )
        raise Refused(
            step(
                "No points: {found} entered, at least {least} {what} are needed",
                0,
                because=(tables,),
                clause=book.table("minimum_entry").text(kind, "clause"),
                found=tables.value,
                least=least,
                what=what,
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
    sentence = "A stage had {least} boards only, fewer than {needed}: each stage stands by itself"
    return step(sentence, 0, NOTHING, least=least, needed=whole(book, "least boards"))
