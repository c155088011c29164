"""What is a later stage worth? Finals, further qualifying stages, consolations and third finals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Asked
from overtrick.engine.event import Play
from overtrick.engine.numbers import down
from overtrick.engine.working import FACTOR, NOTHING, TABLES, Step, step
from overtrick.handbooks.family import basic, entry, matches, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Size, Tariff
from overtrick.handbooks.family.shared import share, shared, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book

SMALL_FINAL = (2, 3)

#: The fact that tells the boards of a final that is not described.
PREMIER_BOARDS = "boards of the final"


class Way(NamedTuple):
    """The way to a later stage: what came before it, and what stood beside it."""

    original: Step  #: full tables of the first stage
    first_status: Step  #: the level of the first stage, major championship included
    stages_before: int
    premier: int  #: full tables of the premier final
    second: int  #: full tables of the consolation
    premier_boards: int | None = None  #: None: not told


@shared
def status_of_final(book: Book, way: Way, boards: int, inside: int, *, final: bool) -> Step:
    """A long final, or one behind two stages, is a level above the first stage; a short one is a level below.

    The two raises never add up; the raise for two stages and the fall for a short one cancel.
    """
    status = way.first_status
    long, short = whole(book, "match event"), whole(book, "short stage")
    rise: list[tuple[str, str]] = []
    if boards >= long:
        rise.append((f"A final of {boards} boards, {long} or more", book.clause("a long final")))
    if final and way.stages_before > 1 and 2 * inside <= way.original.value:
        words = f"{way.stages_before} stages before it, and no more than half of the field reached it"
        rise.append((words, book.clause("two stages before")))
    least = whole(book, "least boards")
    if boards <= short and rise:
        words = f"{least} to {short} boards lower it, two stages before it raise it: the level of the first stage"
        return step(words, status.value, FACTOR, because=(status,), clause=book.clause("a short final"))
    if boards <= short:
        why = f"A stage of {boards} boards, {least} to {short}"
        return levels.one_level(book, status, -1, why, book.clause("a short final"))
    if rise:
        return levels.one_level(book, status, 1, *rise[0])
    return status


@shared
def quali_final(book: Book, size: Size, original: Step, status: Step, limit: str) -> Tariff:
    """A later stage is paid by the quali-final scales, read at the original entry: a quarter of that is paid.

    Scores carried forward change nothing: each stage has its awards.
    """
    part = share(book, "paid of the original entry")
    clause = book.clause("a part of the original entry")
    length = step("A later stage of {boards} boards", 0, NOTHING, clause=clause, boards=size.schedule.boards)
    paid = scales.paid_places(book, size.column, original, part, clause, (length, *size.why))
    places = scales.place_awards(
        book,
        scale="quali-final",
        column=size.column,
        tables=original,
        paid=paid,
        status=status,
        limit=limit,
        finalists=size.finalists,
    )
    return Tariff(status, size.tables(book), places, paid)


@shared
def pro_rata(_book: Book, original: Step, tables: int, together: int) -> Step:
    """A later stage in sections that are not scored as one takes its part of the original entry, full tables only."""
    part = down(Fraction(int(original.value) * tables, together)) if together else 0
    sentence = "{tables} of {together} tables play in this section: {part} of the {original} original tables"
    return step(
        sentence,
        part,
        TABLES,
        because=(original,),
        tables=tables,
        together=together,
        part=part,
        original=original.value,
    )


def later_stage(book: Book, size: Size, stage: Stage, way: Way, *, final: bool) -> Tariff:
    """A final or a further qualifying stage, with or without match awards."""
    entry.long_enough(book, size.schedule)
    entry.enough_of_the_movement(book, size.play, size.schedule)
    if matches.are_awarded(book, stage):
        role = "final" if final else "qualifying"
        return matches.qualified_tariff(
            book, size, stage, way.first_status, original=way.original, whole_field=int(way.original.value), role=role
        )
    status = status_of_final(book, way, size.schedule.boards, int(size.tables(book).value), final=final)
    return quali_final(book, size, way.original, status, "quali-final" if final else "quali-final qualifying")


@shared
def is_small_final(book: Book, stage: Stage, size: Size, original: int) -> bool:
    """Two or three teams left play a knock-out final, if enough tables entered the event."""
    if stage.play is not Play.TEAMS or min(size.counts) not in SMALL_FINAL:
        return False
    if original < whole(book, "entry before a small final"):
        return False
    return (
        size.schedule.boards >= whole(book, "match event") or book.setting("small_final_under_36_boards") == "knock-out"
    )


@shared
def consolation_entry(_book: Book, tables: int, neither: int) -> Step:
    """A consolation is read at its own tables and a third of those in no rated final, full tables only."""
    total = tables + neither // 3
    sentence = "{tables} tables and a third of the {neither} in no rated final: {total}"
    return step(sentence, total, TABLES, tables=tables, neither=neither, total=total)


@shared
def conditions(
    _book: Book, tables: int, above: int, neither: int, *, three_times: bool, clause: str = ""
) -> Step | None:
    """A consolation needs at least the tables of the final above it, and enough tables in neither; else say what fails.

    In neither there must be as many tables as in the consolation, three times as many at 36 boards or with matches.
    """
    needed = 3 * tables if three_times else tables
    if tables >= above and neither >= needed:
        return None
    if tables < above:
        sentence = "{tables} tables, fewer than the {above} of the final above it: it counts as an event by itself"
    else:
        sentence = "{neither} tables in no rated final, {needed} are needed: it counts as an event by itself"
    return step(sentence, 0, NOTHING, clause=clause, tables=tables, above=above, neither=neither, needed=needed)


@shared
def one_level_below(book: Book, status: Step, why: str, clause: str) -> Step:
    """An event beside the finals that is not rated with them is a level below the main event, never under Club."""
    if status.value <= levels.CLUB:
        sentence = "{why}: Club status, which is the least"
        return step(sentence, levels.CLUB, FACTOR, because=(status,), clause=clause, why=why)
    if status.value < Fraction(3, 2):
        return step("{why}: Club status", levels.CLUB, FACTOR, because=(status,), clause=clause, why=why)
    return levels.one_level(book, status, -1, why, clause)


@shared
def consolation(book: Book, size: Size, stage: Stage, way: Way, *, third: bool) -> Tariff:
    """A consolation, or a third final, is paid like a final of a smaller entry, or by itself if its conditions fail."""
    entry.long_enough(book, size.schedule)
    entry.enough_of_the_movement(book, size.play, size.schedule)
    tables = int(size.tables(book).value)
    neither = max(int(way.original.value) - way.premier - tables - (way.second if third else 0), 0)
    above = way.second if third else way.premier
    with_matches = matches.are_awarded(book, stage)
    clause = book.clause("a consolation with matches" if with_matches else "a consolation")
    three_times = with_matches or size.schedule.boards >= whole(book, "match event")
    failed = conditions(book, tables, above, neither, three_times=three_times, clause=clause)
    if failed is not None:
        status = one_level_below(book, main_status(book, way), "Conditions not met", book.clause("a consolation"))
        return by_itself(book, size, stage, status, failed)
    sentence = "{tables} tables here, {above} in the final above, {neither} in neither: the conditions are met"
    met = step(sentence, 0, NOTHING, clause=clause, tables=tables, above=above, neither=neither)
    read_at = consolation_entry(book, tables, neither)._replace(because=(met,))
    if with_matches:
        return matches.qualified_tariff(
            book,
            size,
            stage,
            way.first_status,
            original=read_at,
            whole_field=int(way.original.value),
            role="third" if third else "consolation",
        )
    boards = size.schedule.boards
    carried = boards_of_premier(way) if book.setting("consolation_carries_36_boards") == "yes" else 0
    status = status_of_final(book, way, max(boards, carried), way.premier, final=True)
    return quali_final(book, size, read_at, status, "quali-final third" if third else "quali-final consolation")


def by_itself(book: Book, size: Size, stage: Stage, status: Step, why: Step) -> Tariff:
    """Pay a consolation that failed its conditions as a basic event on its own entry; a setting keeps its matches."""
    if matches.are_awarded(book, stage) and book.setting("failed_match_consolation") == "by its own kind":
        return matches.tariff(book, size, stage, status)._replace(note=why)
    return basic.tariff(book, size, status, note=why)


def main_status(book: Book, way: Way) -> Step:
    """Give the level of the main event: that of its first stage, or by a setting that of its final."""
    if book.setting("failed_consolation_below") == "final":
        return status_of_final(book, way, boards_of_premier(way), way.premier, final=True)
    return way.first_status


def boards_of_premier(way: Way) -> int:
    """Give the boards of the premier final, which must be told where a consolation goes by them."""
    if way.premier_boards is None:
        found = "How many boards did the premier final have? They decide the level of this stage."
        raise Asked(found, f"Describe the final too, or give the fact '{PREMIER_BOARDS}'.", "facts", PREMIER_BOARDS,
                    code="boards-of-the-final")  # fmt: skip
    return way.premier_boards


@shared
def open_status(book: Book, main: Step) -> Step:
    """Those in none of the finals play an event of its own entry, one level lower than the finals."""
    return one_level_below(book, main, "Open to all who are in no final", book.clause("finals.open_status"))
