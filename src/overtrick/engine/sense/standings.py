"""Does the ranking agree with the matches? What everybody scored is the sum of what their matches were scored.

A list may count victory points, wins or IMPs; it is compared with what most of its contestants agree with. Byes and
adjustments are in a list and in no match, so whatever does not agree is only odd.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Scoring
from overtrick.engine.sense.report import names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Field, Side, Stage
    from overtrick.engine.sense.report import Report

    Worth: TypeAlias = Callable[[Side, Side], int | Decimal]

_CLOSED = (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE)


def check(report: Report, stage: Stage) -> None:
    """Compare each list with its matches, unless something was carried forward into it."""
    if stage.contest not in _CLOSED or not stage.matches or stage.carry_forward:
        return
    if any(each.triangular for each in stage.matches):
        return
    points = _are_told(stage, "score")
    played = Counter([side.contestant for match in stage.matches for side in match.sides])
    for field in stage.fields:
        most = max((played[each.name] for each in field.contestants), default=0)
        whole = [each for each in field.contestants if played[each.name] == most]
        if not most or field.session:
            continue
        by_points = points and _are_victory_points(stage, field)
        if all(each.score is not None for each in whole):
            wrong = _not_adding_up(stage, whole, points=points, by_points=by_points)
        else:
            wrong = _out_of_order(stage, whole) if by_points else []
        if wrong:
            says = f"The matches of {names_of(wrong)} do not add up to what the list has: was there an adjustment?"
            report.odd("ranking-against-matches", says)


def _not_adding_up(stage: Stage, whole: list[Contestant], *, points: bool, by_points: bool) -> list[str]:
    """Name those whose score is not what their matches come to; nobody if the list counts something else."""
    nearest = [each.name for each in whole]
    differing: list[str] = []
    for differing in _differing(stage, whole, points=points):
        nearest = min(nearest, differing, key=len)
        if not nearest:
            return []
    if 2 * len(nearest) < len(whole):
        return nearest
    return differing if by_points else []


def _out_of_order(stage: Stage, whole: list[Contestant]) -> list[str]:
    """Name those who are placed behind somebody with fewer victory points; of those who played as many matches."""
    totals = _totals(stage, whole, _score)
    ranked = sorted(whole, key=lambda each: each.place or 0)
    if any(each.place is None for each in ranked):
        return []
    return [two.name for one, two in pairwise(ranked) if totals[one.name] < totals[two.name]]


def _are_victory_points(stage: Stage, field: Field) -> bool:
    """Say whether list and matches both count victory points: those of a match always add up to the same."""
    if stage.match_scores is not None:
        return stage.match_scores is Scoring.VICTORY_POINTS
    sums = {(match.sides[0].score or 0) + (match.sides[1].score or 0) for match in stage.matches}
    return lengths.scoring_of(stage, field) is Scoring.VICTORY_POINTS and len(sums) == 1


def _differing(stage: Stage, whole: list[Contestant], *, points: bool) -> Iterator[list[str]]:
    """Name those whose score is not what their matches come to, in each way to count; by their scores last."""
    wins = dict.fromkeys((each.name for each in whole), 0)
    for match in stage.matches:
        if match.winner in wins:
            wins[match.winner] += 2
        elif not match.winner:
            for side in match.sides:
                if side.contestant in wins:
                    wins[side.contestant] += 1
    yield [each.name for each in whole if wins[each.name] != each.score]
    yield [each.name for each in whole if each.score is not None and wins[each.name] != 2 * each.score]
    worths = (_imps, _imps_ahead) if _are_told(stage, "imps") else ()
    for worth in (*worths, *((_ahead, _score) if points else ())):
        totals = _totals(stage, whole, worth)
        yield [each.name for each in whole if totals[each.name] != each.score]


def _are_told(stage: Stage, word: str) -> bool:
    return all(getattr(side, word) is not None for match in stage.matches for side in match.sides)


def _totals(stage: Stage, whole: list[Contestant], worth: Worth) -> dict[str, int | Decimal]:
    found: dict[str, int | Decimal] = dict.fromkeys((each.name for each in whole), 0)
    for match in stage.matches:
        one, two = match.sides
        if one.contestant in found:
            found[one.contestant] += worth(one, two)
        if two.contestant in found:
            found[two.contestant] += worth(two, one)
    return found


def _score(own: Side, _other: Side) -> int | Decimal:
    return own.score or 0


def _ahead(own: Side, other: Side) -> int | Decimal:
    return (own.score or 0) - (other.score or 0)


def _imps(own: Side, _other: Side) -> int | Decimal:
    return own.imps or 0


def _imps_ahead(own: Side, other: Side) -> int | Decimal:
    return (own.imps or 0) - (other.imps or 0)
