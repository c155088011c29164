"""Which matches in IMPs are draws in victory points, by which the event was scored in the end?"""

from __future__ import annotations

import re
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine import victory_points as scales
from overtrick.engine.assessment import Problem, Remark
from overtrick.engine.event import Ended, Scoring, Stage
from overtrick.engine.victory_points import can_be_of_a_match, widest_draw
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event, Match
    from overtrick.engine.victory_points import Scale
    from overtrick.handbooks.edition import Book

FACT = "victory points scale"
_WAY = ("facts", FACT)
#: Unions whose scales are those of the WBF: both of them, or only the continuous one.
_BOTH, _CONTINUOUS = re.compile(r"(?:ebu|wbu|abf) +", re.IGNORECASE), "abf"
_SHOWN = 3
_MATCHES = itemgetter(Stage._fields.index("matches"))


class InImps(NamedTuple):
    """A match with a winner and its scores in IMPs, in a stage that is ranked by victory points."""

    stage: int
    at: int
    match: Match
    boards: int
    margin: Fraction

    @property
    def says(self) -> str:
        """Name the sides and the scores."""
        one, two = self.match.sides
        return f"{one.contestant} and {two.contestant} ({one.score}:{two.score})"


def read_scale(written: str) -> Scale | None:
    """Know a scale by its name, under which the WBF or a union has it, or by its rows."""
    own = "continuous" if written.strip().casefold() == _CONTINUOUS else _BOTH.sub("", written.strip(), count=1)
    return scales.read_scale(own)


def _in_imps(event: Event) -> Iterator[InImps]:
    for index, stage in enumerate(event.stages):
        if stage.scoring is not Scoring.VICTORY_POINTS or stage.contest in lengths.CUPS or not _counts_imps(stage):
            continue
        for at, match in enumerate(stage.matches):
            one, two = match.sides
            if match.winner and match.ended is Ended.PLAYED and one.score is not None and two.score is not None:
                margin = abs(Fraction(one.score) - Fraction(two.score))
                yield InImps(index, at, match, lengths.length(stage, match), margin)


def _counts_imps(stage: Stage) -> bool:
    """Say whether the scores of matches are IMPs: as told, or because they cannot all be victory points."""
    if stage.match_scores is not None:
        return stage.match_scores is Scoring.IMPS
    told = [(one.score, two.score) for match in stage.matches for one, two in [match.sides] if one.imps is None]
    return any(one is not None and two is not None and not can_be_of_a_match(one, two) for one, two in told)


def concern(event: Event) -> bool:
    """Say whether there is anything to ask: a plain night, of which thousands are worked out, has no match."""
    return bool(event.facts) or any(map(_MATCHES, event.stages))


def check(event: Event) -> Iterator[Problem]:
    """Ask for the scale where a match may be a draw by one, and say what cannot be read of it."""
    told = event.fact(FACT)
    scale = read_scale(told) if told else None
    if told and scale is None:
        remedy = "Write WBF discrete, WBF continuous, or the rows of IMPs from a draw on: 0-1, 2-4, 5-7."
        yield Problem(f"We do not know the victory point scale {told!r}.", remedy, _WAY, code="fact-unknown")
        return
    found = list(_in_imps(event))
    if scale is not None:
        missing = sorted({each.boards for each in found if scale.most_drawn(each.boards) is None})
        if missing:
            what = " and ".join(map(str, missing))
            asks = f"Which rows of the victory point scale are for matches of {what} boards?"
            yield Problem(asks, f"Add them: '{told}; {missing[0]} boards: 0-1, 2-4'.", _WAY, code="vp-scale", asks=True)
        return
    close = [each.says for each in found if 0 < each.margin <= widest_draw(each.boards)]
    if close:
        more = f" and {len(close) - _SHOWN} more" if len(close) > _SHOWN else ""
        asks = (
            "By which scale did the IMPs of the matches become victory points: WBF discrete, WBF continuous, or one "
            f"with the rows 0-1, 2-4 …? It says whether {', '.join(close[:_SHOWN])}{more} drew."
        )
        remedy = f"Give the fact '{FACT}': WBF discrete, WBF continuous, or the rows of IMPs from a draw on."
        yield Problem(asks, remedy, _WAY, code="vp-scale", asks=True)


def assessed(book: Book, event: Event, assess: Callable[[Event], Assessment]) -> Assessment:
    """Work an event out with those matches drawn that its scale of victory points calls level."""
    told = event.fact(FACT)
    scale = read_scale(told) if told else None
    drawn = [] if scale is None else [each for each in _in_imps(event) if _is_level(scale, each)]
    if not drawn:
        return assess(event)
    found = assess(event._replace(stages=tuple([_with(stage, at, drawn) for at, stage in enumerate(event.stages)])))
    found.event = event
    found.remarks = [*found.remarks, _drawn(book, told, drawn)]
    return found


def _is_level(scale: Scale, each: InImps) -> bool:
    most = scale.most_drawn(each.boards)
    return most is not None and each.margin <= most


def _with(stage: Stage, index: int, drawn: list[InImps]) -> Stage:
    level = {each.at for each in drawn if each.stage == index}
    listed = [match._replace(winner="") if at in level else match for at, match in enumerate(stage.matches)]
    return stage._replace(matches=tuple(listed))


@shared
def _drawn(book: Book, scale: str, drawn: list[InImps]) -> Remark:
    """A draw in terms of the final method of scoring is half a win."""
    said = ", ".join(each.says for each in drawn)
    return Remark(
        f"Drawn in victory points by the scale {scale!r}: {said}.",
        book.clause("match drawn"),
        code="drawn-by-the-scale",
    )
