"""Can there be such scores? Per cent of a whole list average 50, and nobody has more than 100; counts are no per cent.

A list by matchpoints is taken for one of per cent if nearly everybody is between 20 and 80. One that averages anything
else may be of matchpoints: then twice the average is a top on every board.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Handicap, Scoring
from overtrick.engine.sense.quick import MOST_PER_CENT, are_per_cent

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Field, Stage
    from overtrick.engine.sense.report import Report

#: Figures of per cent have two decimals, and average 50 but for adjustments; those of a sketch do about.
_HUNDREDTHS, _ABOUT = Fraction(1, 2), 2
#: So near are twice an average of matchpoints and the tops of all boards.
_NEARLY = Fraction(1, 100)


def check(report: Report, stage: Stage, path: Path) -> None:
    """Weigh the scores of every whole list of a session of matchpoints, to which no other stage carried anything."""
    if stage.contest is not Contest.MOVEMENT or stage.handicap is not Handicap.NONE or stage.carry_forward:
        return
    for at, field in enumerate(stage.fields):
        scores = sorted(each.score for each in field.contestants if isinstance(each.score, Decimal))
        by_matchpoints = lengths.scoring_of(stage, field) is Scoring.MATCHPOINTS
        if len(scores) == field.size and by_matchpoints and are_per_cent(scores):
            _check_list(report, stage, field, scores, (*path, "fields", at, "contestants"))


def _check_list(report: Report, stage: Stage, field: Field, scores: list[Decimal], way: Path) -> None:
    if scores[-1] > MOST_PER_CENT:
        row = next(at for at, each in enumerate(field.contestants) if each.score == scores[-1])
        name = field.contestants[row].name
        found = f"{name} has {scores[-1]}, the others {scores[0]} to {scores[-2]} per cent: there are no more than 100."
        report.problem("score-above-all", found, "Correct the score.", (*way, row, "score"), way)
        return
    average = Fraction(sum(map(Fraction, scores)), len(scores))
    tops = 2 * average / max(lengths.schedule_of(stage, field).boards, 1)
    exact = any(100 * Fraction(each) % 25 for each in scores)
    if abs(average - 50) > (_HUNDREDTHS if exact else _ABOUT) and (exact or abs(tops - round(tops)) > _NEARLY):
        shown = f"{float(average):.2f}"
        says = f"The scores average {shown} and not 50: is it a list with a handicap, or of a part of the field?"
        report.odd("scores-not-around-fifty", says)
