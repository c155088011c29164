"""What does a session earn? Duplicate sessions by place, or by percentage (4.2.1, 4.2.2, 4.4.3, 4.4.4, 4.4.7)."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Refused
from overtrick.engine.event import Movement, Play
from overtrick.engine.numbers import Exact, down, exact, ratio, tidy
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import FACTOR, Step, rule, step

from . import formulas, placing, wide_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book

    from .grades import Grade

AT_A_TABLE = {Play.TEAMS: 1, Play.PAIRS: 2, Play.INDIVIDUAL: 4}
LEAST_ONE_WINNER = 2
LEAST_OTHERS = 4
LEAST_PERCENTAGE = 46

_says = attrgetter("says")


class Session(NamedTuple):
    """What of a session decides its awards."""

    play: Play
    sizes: tuple[int, ...]  #: contestants in each of its lists: one, or one for each direction
    boards: int  #: sit-outs of a half table count as played
    third: bool = False  #: teams and Butler scoring pay a third
    any_size: bool = False  #: a play-off, or a part of an event that is large enough as a whole
    tables: int = 0  #: where the lists alone do not tell: Howell sections have joined the directions
    howell: bool | None = None  #: None: not told
    stage: int = 0  #: where the movement is asked for


@rule("4.4.1", "3.1.3/1", "App A: Individual")
def tables_of(play: Play, sizes: Sequence[int]) -> int:
    """Count the tables of a session, a half table as a whole one, the same for both directions; a team is a table."""
    if len(sizes) > 1:
        return max(sizes)
    return formulas.whole_tables(sizes[0], AT_A_TABLE[play])


def whole_tables(session: Session) -> int:
    """Count the tables of a field, a half table as a whole one."""
    return tables_of(session.play, session.sizes)


@rule("4.4.3/1", "4.4.3 note")
def large_enough(session: Session) -> None:
    """Howell pairs and individuals need 2 full tables, other pairs 4; teams and play-offs any number.

    Of other pairs a half table counts as a whole one (errata 5.5). With 2 or 3 tables and one winner the movement
    decides, so it is asked for.
    """
    if session.play is Play.TEAMS or session.any_size:
        return
    per_table = AT_A_TABLE[session.play]
    whole = whole_tables(session)
    full = whole if len(session.sizes) > 1 else session.sizes[0] // per_table
    if session.play is Play.INDIVIDUAL and len(session.sizes) == 1:
        _need(full, LEAST_ONE_WINNER, "full tables, an individual needs {least}")
    elif session.howell and len(session.sizes) == 1:
        _need(full, LEAST_ONE_WINNER, "full tables, a Howell needs {least}")
    elif whole < LEAST_OTHERS:
        if session.howell is None and len(session.sizes) == 1 and full >= LEAST_ONE_WINNER:
            raise Asked(
                f"Was it a Howell? With {full} full tables no other movement of pairs earns points (4.4.3).",
                "Give 'movement': howell, or arrow-switched for a Mitchell with one list.",
                "stages",
                session.stage,
                "movement",
                code="abf-movement",
                choices=(str(Movement.HOWELL), str(Movement.ARROW_SWITCHED)),
            )
        _need(whole, LEAST_OTHERS, "tables, pairs need {least} unless it is a Howell")


def _need(tables: int, least: int, what: str) -> None:
    if tables < least:
        raise Refused(step("No points: {tables} " + what, 0, clause="4.4.3/1", tables=tables, least=least))


@rule("4.4.7", "App A: Session")
def short_session(book: Book, grade: Grade, boards: int) -> Step | None:
    """A session under 24 boards (15 at grade F) is scaled down; under 12 it earns nothing."""
    least = book.table("figures").whole("least boards of a session", "value")
    if boards < least:
        words = "No points: {boards} boards, at least {least} are needed"
        raise Refused(step(words, 0, clause="4.4.7", boards=boards, least=least))
    if boards >= grade.session_boards:
        return None
    words = "A short session: {boards} of {full} boards"
    return step(
        words, ratio(boards, grade.session_boards), FACTOR, clause="4.4.7", boards=boards, full=grade.session_boards
    )


@rule("4.4.4")
def enough_of_the_section(book: Book, scheduled: int, in_play: int | None) -> None:
    """A player must be able to play 75 % of the boards in play in the section; boards sat out count."""
    if in_play is None:
        return
    least = book.table("figures").number("part of the boards in play", "value")
    if scheduled < least * in_play:
        words = "No session points: {scheduled} of {in_play} boards in play, at least 75 % are needed"
        raise Refused(step(words, 0, clause="4.4.4", scheduled=scheduled, in_play=in_play))


@rule("4.2", "3.1.3 note", "4.2.1/1", "4.2.4/1", "4.2.3/short teams", "4.2.3/short butler", "4.1.1 note")
def tariff(
    book: Book, session: Session, grade: Grade, factors: Sequence[Step] = (), *, wide: bool = False
) -> list[tuple[Step, PlaceAwards]]:
    """Pay the top part of each list of a session by its tables and movement; one answer for each list.

    The Australia-Wide Pairs (``wide``) has a course of its own below the top.
    """
    weight = grade.weight
    key = ("session", session, grade.name, weight.sentence, *weight.values.values(), wide, *map(_says, factors))
    kept = book.kept.get(key)
    if kept is None:
        try:
            kept = _tariff(book, session, grade, factors, wide=wide)
        except Refused as refused:
            kept = refused.working
        book.kept[key] = kept
    if isinstance(kept, Step):
        raise Refused(kept)
    found: list[tuple[Step, PlaceAwards]] = kept
    return found


def _tariff(
    book: Book, session: Session, grade: Grade, factors: Sequence[Step], *, wide: bool
) -> list[tuple[Step, PlaceAwards]]:
    large_enough(session)
    short = short_session(book, grade, session.boards)
    tables = session.tables or tables_of(session.play, session.sizes)
    winner = formulas.session_winner(book, tables, grade.weight, two_winners=len(session.sizes) > 1)
    winner = placing.with_factors(winner, [*factors, *([short] if short else [])])
    found = []
    for size in session.sizes:
        paid = placing.paid_places(size, third=session.third)
        awards = wide_pairs.place_awards(book, winner, paid) if wide else placing.place_awards(book, winner, paid)
        found.append((paid, awards))
    return found


@rule("4.2.2")
def percentage_award(grade: Grade, percentage: Decimal | int, factors: Sequence[Step] = ()) -> Step:
    """Instead of places a score from 46 % up may earn W × (P − 45) ÷ 50, P and the result rounded down."""
    whole = down(exact(str(percentage)))
    if whole < LEAST_PERCENTAGE:
        return step("{whole} %, less than 46", 0, clause="4.2.2", whole=whole)
    value: Exact = tidy(grade.weight.value * Fraction(whole - 45, 50) * formulas.POINT)
    for each in factors:
        value = tidy(value * each.value)
    words = "{whole} %: weight {weight} × ({whole} − 45) ÷ 50{factors}, rounded down"
    times = " × the factors" if factors else ""
    because = (grade.weight, *factors)
    return step(
        words, down(value), because=because, clause="4.2.2", whole=whole, weight=grade.weight.value, factors=times
    )
