"""What is a match won worth in green points? So many boards to a point, draws, short triangles by victory points."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import Match, Side
from overtrick.engine.numbers import ratio, tidy
from overtrick.engine.working import POINTS, Step, step
from overtrick.handbooks.family import match_results
from overtrick.handbooks.family.green_curve import up_to_a_hundredth, written
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.event import Ended, Player, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.credit import Result

#: A side of a short triangle plays so many mini-matches at once.
_MINI_MATCHES = 2


class MatchTerms(NamedTuple):
    """What matches earn: a win by its boards, a draw, and which matches there are."""

    win: Callable[[int], Step]
    draw: Callable[[Step], Step]
    triangles: tuple[Match, ...] = ()  #: short triangles, each as the one match that it counts as


@shared
def win(book: Book, boards: int) -> Step:
    """A match or round won earns its boards by the handbook's divisor, rounded up to a hundredth."""
    divisor = book.table("green_match").number("boards to a point", "figure")
    value = ratio(100 * boards, divisor)
    clause = book.clause("green_matches.win")
    won = step("{boards} boards ÷ {divisor}", value, POINTS, clause=clause, boards=boards, divisor=divisor)
    return up_to_a_hundredth(book, won)


@shared
def draw(book: Book, won: Step) -> Step:
    """In a drawn match each side has half, rounded up to a hundredth."""
    clause = book.clause("green_matches.draw")
    half = step("Half of {won}", ratio(won.value, 2), POINTS, because=(won,), clause=clause, won=written(won.value))
    return up_to_a_hundredth(book, half)


def terms(book: Book, stage: Stage, index: int) -> MatchTerms:
    """Give the terms of the matches of a stage."""
    check_lengths(stage, index)
    return MatchTerms(partial(win, book), partial(draw, book), tuple(short_triangles(stage, index)))


def check_lengths(stage: Stage, index: int) -> None:
    """Ask for the boards of a match where a list counts or lists matches and nothing tells how long they were."""
    for field in stage.fields:
        usual = lengths.match_boards_of(stage, field)
        tallies = [tally for each in field.contestants for tally in (each.tally, *(one.tally for one in each.players))]
        if not usual and any(tally is not None and not tally.lengths for tally in tallies):
            raise _no_length(index)
    told = stage.match_boards or any(field.match_boards for field in stage.fields)
    if not told and any(not lengths.full_length(stage, match) for match in stage.matches):
        raise _no_length(index)


def _no_length(index: int) -> Asked:
    what = "It does not say how many boards a match has."
    return Asked(what, "Give the match boards.", "stages", index, "match boards", code="match-boards-missing")


@shared
def short_triangles(stage: Stage, index: int) -> Iterator[Match]:
    """A short triangle is one match: won with over half of the victory points of both mini-matches, drawn with half.

    The two mini-matches of a contestant follow each other in the list. Each contestant's result stands by itself.
    """
    minis: dict[str, list[Match]] = {}
    for match in stage.matches:
        if match.triangular:
            for side in match.sides:
                minis.setdefault(side.contestant, []).append(match)
    for name, played in minis.items():
        if len(played) % _MINI_MATCHES:
            found = f"{name!r} has a mini-match without the other of its triangle."
            raise Unknown(found, "List all three mini-matches of a triangle.", "stages", index, "matches")
        for at in range(0, len(played), _MINI_MATCHES):
            yield _together(name, played[at : at + _MINI_MATCHES], stage, index)


def _together(name: str, pair: list[Match], stage: Stage, index: int) -> Match:
    own, all_points = _victory_points(name, pair, index)
    ended: Ended = max((match.ended for match in pair), key=lambda each: each.value != "played")
    outcome = name if 2 * own > all_points else "" if 2 * own == all_points else "the others"
    side = Side(name, _lined_up(name, pair, stage))
    return Match((side, Side("the others")), outcome, _full(stage, pair[0], name), ended)


def _full(stage: Stage, match: Match, name: str) -> int:
    """Give the boards of a full match in the list of a contestant."""
    own = (
        field for field in stage.fields if field.match_boards and any(each.name == name for each in field.contestants)
    )
    return lengths.full_length(stage, match, field=next(own, None))


def _victory_points(name: str, pair: list[Match], index: int) -> tuple[int, int]:
    """Add up the scores of a side and of both; without scores two equal results tell enough."""
    scores = [(side.contestant == name, side.score) for match in pair for side in match.sides]
    if all(score is not None for _own, score in scores):
        hundredths = [(own, int(100 * (score or 0))) for own, score in scores]
        return sum(score for own, score in hundredths if own), sum(score for _own, score in hundredths)
    results = {match.winner == name if match.winner else None for match in pair}
    if len(results) > 1:
        found = f"{name!r} won one mini-match of a triangle and not the other, and the victory points are missing."
        raise Unknown(found, "Give the victory points of every mini-match.", "stages", index, "matches")
    return {True: (2, 2), None: (1, 2), False: (0, 2)}[results.pop()]


def _lined_up(name: str, pair: list[Match], stage: Stage) -> tuple[Player, ...]:
    found: dict[str, Player] = {}
    for match in pair:
        boards = _full(stage, match, name) // 2
        for side in match.sides:
            if side.contestant == name:
                for player in side.players:
                    key = player.number or player.name
                    before = found[key].boards or 0 if key in found else 0
                    found[key] = player._replace(boards=before + (boards if player.boards is None else player.boards))
    return tuple(found.values())


def counted(results: list[Result], draw_of: Callable[[Step], Step]) -> Iterator[Step]:
    """Put equal results together: 4 matches won at 0.28; a part of a win is reckoned for each by itself."""
    alike: dict[tuple[int, object], list[Result]] = {}
    for result in results:
        alike.setdefault((id(result.figure), result.part), []).append(result)
    for same in alike.values():
        figure, part, why, clause = same[0]
        number = len(same)
        each = figure
        if part and part != 1:
            each = draw_of(figure) if part == match_results.HALF else draw_of(draw_of(figure))
        value = tidy(each.value * number) if part else 0
        sentence = "{number} × {why} at {each}" if part else "{number} × {why}: no award"
        stands = clause if not part else each.clause
        yield step(sentence, value, because=(each,), clause=stands, number=number, each=written(each.value), why=why)
