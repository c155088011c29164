"""What does a match earn? Awards a board, triangles and segments (4.2.3, 7.5.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Play
from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import Step, rule, step

from . import finals, formulas, grades, placing
from .written import points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.event import Stage, Tally
    from overtrick.handbooks.edition import Book

    from .grades import Grade

HALF = Fraction(1, 2)
SHORT_MATCH = 5


@rule("4.2.1/2", "4.2.3/matchpoints", "4.1.1/2")
def are_awarded(stage: Stage) -> bool:
    """Matches of 5 or more boards earn awards, except in duplicate pairs."""
    if stage.play is not Play.TEAMS and stage.contest is Contest.MOVEMENT:
        return False
    each_list = max((field.match_boards for field in stage.fields), default=0)
    if max(usual_boards(stage), each_list) >= SHORT_MATCH:
        return True
    listed = [lengths.full_length(stage, match) for match in stage.matches]
    listed += [lengths.full_length(stage, match, this) for this in stage.rounds for match in this.matches]
    listed += [this.boards or sum(this.sessions) for this in stage.rounds]
    listed += [boards for boards, _tally in _counted_by_length(stage)]
    return max(listed, default=0) >= SHORT_MATCH


def _counted_by_length(stage: Stage) -> Iterator[tuple[int, Tally]]:
    for field in stage.fields:
        for contestant in field.contestants:
            if contestant.tally is not None:
                yield from contestant.tally.lengths


def usual_boards(stage: Stage) -> int:
    """Give the length of a match; a knock-out that does not tell it plays one over all boards of the stage."""
    return stage.match_boards or (stage.schedule.boards if stage.contest in lengths.CUPS else 0)


@rule("4.2.3/1", "4.2.3/per board", "4.2.3/match table")
def a_board(book: Book, grade: Grade) -> Exact:
    """Each board of a match is worth 0.008 at grade E and as much more as the teams weight, for pairs too."""
    rate = book.table("figures").number("match award a board", "value")
    return tidy(rate * grade.teams_weight * formulas.POINT)


@rule("4.2.3/1", "4.2.3/match table", "4.2.3/per board", "4.4.2")
def win(book: Book, grade: Grade, boards: int, factors: Sequence[Step] = ()) -> Step:
    """A match is worth its boards, rounded to a hundredth by itself before it is counted (errata 2.6)."""
    rate = a_board(book, grade)
    value = tidy(rate * boards)
    words = "A win over {boards} boards at grade {grade}: {boards} × {rate}"
    clause = "4.2.3/1" if grade.match_grade == grades.GREEN_BASIC else "4.2.3/per board"
    because: tuple[Step, ...] = ()
    if grade.match_grade != grade.name:  # a green consolation is paid at grade E (4.2.5)
        because = (finals.green_consolation(),)
    plain = step(
        words, value, because=because, clause=clause, boards=boards, grade=grade.match_grade,
        rate=ratio(rate, formulas.POINT),
    )  # fmt: skip
    return placing.rounded(book, placing.with_factors(plain, factors))


class Worth(NamedTuple):
    """What a match of a length is paid as."""

    boards: int  #: as it was played; the margin of a win goes by them
    paid: int  #: boards its award is for
    part: Fraction | int  #: of that award


@rule("4.2.3 note iii", "4.2.3/1")
def length(full: int, *, triangular: bool) -> Worth:
    """Give the boards of a match, those its award is for, and the part of that award; nothing under 5 boards.

    A half-match of a triangle has half of the boards of a full one; under 5 it earns half of a normal win.
    """
    if not triangular:
        return Worth(full, full, int(full >= SHORT_MATCH))
    half = full // 2
    return Worth(half, half, 1) if half >= SHORT_MATCH else Worth(half, full, HALF)


@rule("4.2.3/1", "App B.1.1", "App B.1.2", "4.2.3 note ii")
def matches_won(book: Book, won: Step, wins: Exact, stages: str = "") -> Step:
    """Wins and half wins are counted and multiplied with the rounded match award, and rounded once more."""
    words = "{wins} match won at {won}{stages}" if wins == 1 else "{wins} matches won at {won}{stages}"
    where = f" ({stages})" if stages else ""
    figure = points(int(won.value))
    total = step(words, tidy(won.value * wins), because=(won,), clause="4.2.3/1", wins=wins, won=figure, stages=where)
    return placing.rounded(book, total)


def segments(book: Book, boards: Sequence[int]) -> list[int]:
    """Give the boards of the matches that a long match is awarded as."""
    return [sum(boards[at] for at in group) for group in joined(book, boards)]


@rule("7.5.3/2")
def joined(book: Book, boards: Sequence[int]) -> list[list[int]]:
    """A long match is awarded by segment if segments have 12 boards; shorter equal neighbours are put together.

    A short one that has no equal beside it goes to the segment before it, the first to the one after (errata 5.21).
    """
    least = book.table("figures").whole("segment boards", "value")
    groups = [[at] for at in range(len(boards))]
    while len(groups) > 1:
        sizes = [sum(boards[at] for at in group) for group in groups]
        if min(sizes) >= least:
            break
        paired = _pairs_joined(groups, sizes, least)
        if len(paired) == len(groups):
            short = next(at for at, size in enumerate(sizes) if size < least)
            first = max(short - 1, 0)
            paired = [*groups[:first], groups[first] + groups[first + 1], *groups[first + 2 :]]
        groups = paired
    return groups


def _pairs_joined(groups: list[list[int]], sizes: list[int], least: int) -> list[list[int]]:
    """Put short neighbours of one length together, two by two."""
    found: list[list[int]] = []
    at = 0
    while at < len(groups):
        if at + 1 < len(groups) and sizes[at] == sizes[at + 1] < least:
            found.append(groups[at] + groups[at + 1])
            at += 2
        else:
            found.append(groups[at])
            at += 1
    return found
