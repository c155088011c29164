"""What do the scores of matches count, and who won? IMPs, victory points or percentages (4.2.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked
from overtrick.engine.event import Ended, Scoring
from overtrick.engine.numbers import Exact, exact
from overtrick.engine.victory_points import can_be_of_a_match
from overtrick.engine.working import rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from decimal import Decimal

    from overtrick.engine.event import Event, Match, Stage
    from overtrick.handbooks.edition import Book

HALF = Fraction(1, 2)
PER_CENT = 100
_MOST_VICTORY_POINTS = 25

FACTS = {"imps": Scoring.IMPS, "vps": Scoring.VICTORY_POINTS, "matchpoints": Scoring.MATCHPOINTS}


@rule("4.2.3 note i", "4.2.3/matchpoints")
def unit(event: Event, index: int) -> Scoring:
    """Say what the scores of a stage's matches are: as told, otherwise as the figures show.

    Lists by victory points may stand beside matches in IMPs. Where a list is by matchpoints and every match adds up to
    100, the scores are percentages. Everything else that is not told is in IMPs.
    """
    stage = event.stages[index]
    told = stage.match_scores or FACTS.get(event.fact("scores"))
    if told is not None:
        return told
    figures = list(_figures(stage))
    if not figures:
        return Scoring.IMPS
    if stage.scoring is Scoring.VICTORY_POINTS:
        return _beside_victory_points(figures, index)
    if stage.matchpoints and all(one + two == PER_CENT for one, two in figures):
        return Scoring.MATCHPOINTS
    return Scoring.IMPS


def _figures(stage: Stage) -> Iterator[tuple[Decimal | int, Decimal | int]]:
    for match in matches_of(stage):
        for each in match.segments or (match,):
            one, two = each.sides
            if one.score is not None and two.score is not None and one.imps is None:
                yield one.score, two.score


def matches_of(stage: Stage) -> Iterator[Match]:
    """List every match of a stage."""
    yield from stage.matches
    for this in stage.rounds:
        yield from this.matches


def _beside_victory_points(figures: Iterable[tuple[Decimal | int, Decimal | int]], index: int) -> Scoring:
    """Tell IMPs from victory points: these add up to 20 or 30, IMPs are whole and may be larger than 25."""
    pairs = list(figures)
    fitting = [can_be_of_a_match(*pair) for pair in pairs]
    if all(fitting):
        return Scoring.VICTORY_POINTS
    highest = max(max(pair) for pair in pairs)
    parts = any(score != int(score) for pair in pairs for score in pair)
    if parts and highest <= _MOST_VICTORY_POINTS:
        return Scoring.VICTORY_POINTS
    if not parts and (highest > _MOST_VICTORY_POINTS or not any(fitting)):
        return Scoring.IMPS
    raise Asked(
        "Are the scores of the matches IMPs or victory points? The figures do not show it.",
        "Give 'match scores' of the stage: imps or victory points.",
        "stages",
        index,
        "match scores",
        code="abf-match-scores",
        choices=(str(Scoring.IMPS), str(Scoring.VICTORY_POINTS)),
    )


@rule("4.2.3/margin", "4.2.3 note i", "4.2.3/matchpoints")
def part_won(book: Book, match: Match, at: int, boards: int, scored: Scoring) -> Fraction | int:
    """A win needs more than 0.2 IMP a board; at or under that both share. By victory points only equals share.

    Match-pointed matches are shared at 52.5 % or less. IMPs told beside victory points decide. Where no scores are
    given, the named winner has won. ``at`` says which of the two sides is asked for.
    """
    if match.ended is Ended.NOT_PLAYED:
        return 0
    own, other = match.sides[at], match.sides[1 - at]
    if own.imps is not None and other.imps is not None:
        return _by_margin(book, _exact(own.imps) - _exact(other.imps), boards)
    if own.score is None or other.score is None:
        return HALF if not match.winner else int(match.winner == own.contestant)
    margin = _exact(own.score) - _exact(other.score)
    if scored is Scoring.MATCHPOINTS:
        needed = book.table("figures").number("winning percentage", "value")
        ahead = _exact(max(own.score, other.score)) > needed
        return int(margin > 0) if ahead else HALF
    if scored is Scoring.VICTORY_POINTS:
        return int(margin > 0) if margin else HALF
    return _by_margin(book, margin, boards)


def _exact(score: Decimal | int) -> Exact:
    return score if isinstance(score, int) else exact(str(score))


def _by_margin(book: Book, margin: Exact, boards: int) -> Fraction | int:
    needed: Exact | None = book.kept.get(("margin", boards))
    if needed is None:
        needed = book.table("figures").number("winning margin a board", "value") * boards
        book.kept["margin", boards] = needed
    return int(margin > 0) if max(margin, -margin) > needed else HALF
