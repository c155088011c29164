"""What does a match earn? Awards a board, margins, draws, triangles and segments (4.2.3, 7.5.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Ended, Play
from overtrick.engine.numbers import Exact, exact, tidy
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.abf.e2024 import formulas, placing
from overtrick.handbooks.abf.e2024.written import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Match, Stage
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.edition import Book

HALF = Fraction(1, 2)
SHORT_MATCH = 5


@rule("4.2.1/2", "4.2.3/matchpoints", "4.1.1/2")
def are_awarded(stage: Stage) -> bool:
    """Matches of 5 or more boards earn awards, except in duplicate pairs."""
    if stage.play is not Play.TEAMS and stage.contest is Contest.MOVEMENT:
        return False
    lengths = (
        usual_boards(stage),
        *(match.boards for match in stage.matches),
        *(this.boards for this in stage.rounds),
    )
    return max(lengths) >= SHORT_MATCH


def usual_boards(stage: Stage) -> int:
    """Give the length of a match; a knock-out that does not tell it plays one over all boards of the stage."""
    knock_out = stage.contest in (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)
    return stage.match_boards or (stage.schedule.boards if knock_out else 0)


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
    words = "A win over {boards} boards at grade {grade}"
    plain = step(words, value, clause="4.2.3/per board", boards=boards, grade=grade.name)
    return placing.rounded(book, placing.with_factors(plain, factors))


@rule("4.2.3/margin", "4.2.3 note i", "4.2.3/matchpoints")
def part_won(book: Book, match: Match, contestant: str, boards: int, scored: str) -> Fraction | int:
    """A win needs more than 0.2 IMP a board; at or under that both share. By victory points only equals share.

    Match-pointed matches are shared at 52.5 % or less. Where no scores are given, the named winner has won.
    """
    if match.ended is Ended.NOT_PLAYED:
        return 0
    one, two = match.sides
    own, other = (one, two) if one.contestant == contestant else (two, one)
    if own.score is None or other.score is None:
        return HALF if not match.winner else int(match.winner == contestant)
    margin = exact(str(own.score)) - exact(str(other.score))
    figures = book.table("figures")
    if scored == "matchpoints":
        needed = figures.number("winning percentage", "value")
        ahead = exact(str(max(own.score, other.score))) > needed
    elif scored == "vps":
        ahead = margin != 0
    else:
        ahead = max(margin, -margin) > figures.number("winning margin a board", "value") * boards
    if not ahead:
        return HALF
    return 1 if margin > 0 else 0


@rule("4.2.3 note iii", "4.2.3/1")
def length(match: Match, usual: int) -> tuple[int, int, Fraction | int]:
    """Give the boards of a match, those its award is for, and the part of that award; nothing under 5 boards.

    A half-match of a triangle has half of the boards of a full one; under 5 it earns half of a normal win.
    """
    full = match.boards or usual
    if not match.triangular:
        return full, full, int(full >= SHORT_MATCH)
    half = full // 2
    return (half, half, 1) if half >= SHORT_MATCH else (half, full, HALF)


@rule("4.2.3/1", "App B.1.1", "App B.1.2", "4.2.3 note ii")
def matches_won(book: Book, won: Step, wins: Exact) -> Step:
    """Wins and half wins are counted and multiplied with the rounded match award, and rounded once more."""
    words = "{wins} match won at {won}" if wins == 1 else "{wins} matches won at {won}"
    figure = points(int(won.value))
    total = step(words, tidy(won.value * wins), because=(won,), clause="4.2.3/1", wins=wins, won=figure)
    return placing.rounded(book, total)


@rule("7.5.3/2")
def segments(book: Book, segment_boards: Sequence[int]) -> list[int]:
    """A long match is awarded by segment if segments have 12 boards; otherwise equal neighbours are put together."""
    least = book.table("figures").whole("segment boards", "value")
    pieces = list(segment_boards)
    while len(pieces) > 1 and min(pieces) < least:
        paired = [sum(pieces[at : at + 2]) for at in range(0, len(pieces) - len(pieces) % 2, 2)]
        if len(pieces) % 2:
            paired[-1] += pieces[-1]
        pieces = paired
    return pieces
