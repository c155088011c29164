"""Who comes first? The results of a session under a named method of scoring, as exact numbers to rank by.

Lines of several sections are scored as one field when they are given together. Whether there are one or two winners
is for the reader to say: the values of both directions come out of one call.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Word
from overtrick.formats.scoring.imps import Outliers, adjusted_imps, cross_imps, datum, imps
from overtrick.formats.scoring.lines import by_board, sides
from overtrick.formats.scoring.matchpoints import matchpoints, neuberg, top

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from overtrick.formats.scoring.lines import AnyLine, IndividualLine, TravellerLine


class Method(Word):
    """How results are compared."""

    MATCHPOINTS = "matchpoints"  #: percentage of the match points available, with Neuberg's formula
    CROSS_IMPS = "cross-IMPs"  #: IMPs against every other result of the board, averaged over these comparisons
    BUTLER = "Butler"  #: IMPs against the mean of all results
    BUTLER_WITHOUT_EXTREMES = "Butler without extremes"  #: the mean leaves out the best and the worst of four or more
    POINT_A_BOARD = "point-a-board"  #: two points for each better result and one for each equal one, added up
    TOTAL_POINTS = "total points"  #: the scores themselves, added up; an adjusted score counts for nothing


class Worth(NamedTuple):
    """What one line is worth to both sides, out of what could be had."""

    line: AnyLine
    ns: Fraction
    ew: Fraction
    out_of: int = 0


def worths(lines: Iterable[AnyLine], method: Method) -> Iterator[Worth]:
    """Say for every line what it is worth; boards that were not played are left out."""
    boards = by_board(lines)
    expected = max(map(len, boards.values()), default=0)
    for results in boards.values():
        yield from _BOARD[method](results, expected)


def rank_pairs(lines: Iterable[TravellerLine], method: Method) -> dict[str, Fraction]:
    """Give every pair's result; the higher, the better, and equal values are a tie."""
    return _rank(lines, method)


def rank_individuals(lines: Iterable[IndividualLine], method: Method) -> dict[str, Fraction]:
    """Give every player's result in an event in which partners change; both partners take what their side won."""
    return _rank(lines, method)


def _rank(lines: Iterable[AnyLine], method: Method) -> dict[str, Fraction]:
    won: defaultdict[str, Fraction] = defaultdict(Fraction)
    available: defaultdict[str, int] = defaultdict(int)
    for worth in worths(lines, method):
        for names, part in zip(sides(worth.line), (worth.ns, worth.ew), strict=True):
            for name in names:
                won[name] += part
                available[name] += worth.out_of
    if method is not Method.MATCHPOINTS:
        return dict(won)
    # Where nobody else played any of the boards there is nothing to compare: that is an average.
    return {name: 100 * won[name] / out_of if (out_of := available[name]) else Fraction(50) for name in won}


# --- One board ---------------------------------------------------------------------------------------------------


def _scores(results: Sequence[AnyLine]) -> list[int]:
    return [line.score for line in results if line.adjusted is None and line.score is not None]


def _against(
    results: Sequence[AnyLine],
    worth: Callable[[int], Fraction],
    adjusted: Callable[[Fraction], Fraction],
    out_of: int = 0,
) -> Iterator[Worth]:
    """Give each line its worth; what one side wins the other leaves, but an adjusted score may please both."""
    for line in results:
        if line.adjusted is not None:
            ns, ew = line.adjusted
            yield Worth(line, adjusted(ns), adjusted(ew), out_of)
        elif line.score is not None:
            won = worth(line.score)
            yield Worth(line, won, out_of - won, out_of)


def _matchpoints(results: Sequence[AnyLine], expected: int) -> Iterator[Worth]:
    scores = _scores(results)
    plain, most = matchpoints(scores), top(expected)
    scaled = {score: neuberg(points, len(scores), expected) for score, points in plain.items()}
    return _against(results, scaled.__getitem__, lambda share: share * most, most)


def _point_a_board(results: Sequence[AnyLine], _expected: int) -> Iterator[Worth]:
    scores = _scores(results)
    plain, most = matchpoints(scores), top(len(scores))
    return _against(results, lambda score: Fraction(plain[score]), lambda share: share * most, most)


def _cross_imps(results: Sequence[AnyLine], _expected: int) -> Iterator[Worth]:
    scores = _scores(results)
    total, others = cross_imps(scores), max(len(scores) - 1, 1)
    return _against(results, lambda score: Fraction(total[score], others), adjusted_imps)


def _butler(outliers: Outliers) -> Callable[[Sequence[AnyLine], int], Iterator[Worth]]:
    def board(results: Sequence[AnyLine], _expected: int) -> Iterator[Worth]:
        scores = _scores(results)
        middle = datum(scores, outliers) if scores else 0
        return _against(results, lambda score: Fraction(imps(score - middle)), adjusted_imps)

    return board


def _total_points(results: Sequence[AnyLine], _expected: int) -> Iterator[Worth]:
    return _against(results, Fraction, lambda _share: Fraction(0))


_BOARD: dict[Method, Callable[[Sequence[AnyLine], int], Iterator[Worth]]] = {
    Method.MATCHPOINTS: _matchpoints,
    Method.CROSS_IMPS: _cross_imps,
    Method.BUTLER: _butler(Outliers.NONE),
    Method.BUTLER_WITHOUT_EXTREMES: _butler(Outliers.ONE_EACH_END),
    Method.POINT_A_BOARD: _point_a_board,
    Method.TOTAL_POINTS: _total_points,
}
